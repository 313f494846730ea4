// A lower bound that looks at groups of up to four tiles, for boards of any size.
//
// Why it holds.  Every move is one step of one tile along one axis.  A tile that gets home makes, along
// each axis, its distance plus an even number of steps: for each step away there is one that makes up
// for it.  Call that number of pairs its overhead along the axis (elsewhere overhead is counted in moves).  So the
// length of every solution is the Manhattan distance plus twice the sum of all overheads.
//   A conflict: two tiles of one row that both belong there, but stand the wrong way round, cannot
// pass each other within the row.  One of them leaves it and comes back, so their overheads along the
// vertical axis are 1 together at least; and likewise for columns, along the horizontal axis.
//   A group: forget all tiles but those of the group.  What a solution then still moves is a way home
// for the group in which only its own moves count, so its overheads along both axes are together at
// least those of the cheapest such way (group_overhead.hpp).
// The overheads of every solution meet all these demands.  So no solution is shorter than the Manhattan
// distance plus twice the least sum that meets them, or that meets some of them (demands.hpp).  Two overheads
// are two moves, and Manhattan distance has the parity of every solution: so has the bound.
//
// Conflicts come first, then pairs, triples and fours; those with two tiles in a line of theirs come before the others.
// On small boards all groups are looked at, on larger ones those whose tiles come near each other.
#pragma once
#include <unordered_map>

#include "anysize/groups/demands.hpp"
#include "anysize/groups/group_overhead.hpp"

namespace taquin::anysize {

class GroupBound {
public:
    // Throws std::invalid_argument where the puzzle has no solution.
    GroupBound(const Grid& grid, const Arrangement& start, Cell blank_home);
    GroupBound(const GroupBound&) = delete;
    GroupBound& operator=(const GroupBound&) = delete;

    bool run(double milliseconds);  // works for about so long; true when there is nothing more to do
    bool run_steps(long steps);  // the same for a fixed amount of work; a step looks at one group, or lists some
    // Manhattan distance and linear conflict before the first step, and never falls.
    int bound() const { return manhattan_ + 2 * demands_.total(); }
    std::size_t looked_at() const { return looked_at_; }  // groups
    const Demands& demands() const { return demands_; }

private:
    using Group = GroupOverhead::Cells;
    // Each stage goes through the tiles once, and for each of them through its groups.
    struct Stage {
        int size;  // tiles of a group; 1: find the links of a tile
        bool with_lines;  // whether the groups are those with two tiles in a line of theirs
    };
    static const std::vector<Stage> kStages;

    void add_conflicts();
    void step();
    void find_links(Cell tile);
    void link(Cell a, Cell b);
    void list_groups(Cell first, const Stage& stage);
    void extend(Group& group, int count, std::vector<Cell> extension, const Stage& stage);
    void look_at(const Group& group);
    int implied(const Group& group, int size) const;
    bool in_line(Cell tile) const;

    const Grid grid_;
    const Arrangement start_;
    Cell blank_home_;
    GroupOverhead overhead_;
    Demands demands_;
    int manhattan_;

    std::vector<Cell> order_;  // the tiles, those that are not at home first
    std::size_t displaced_ = 0;  // how many of them
    std::vector<Cell> rank_;  // [tile]: its place in the order
    std::vector<std::vector<Cell>> links_;  // [tile]: those that come near it
    std::vector<bool> near_;  // [tile]: in the group that grows, or linked with it
    std::unordered_map<std::uint64_t, int> known_;  // overheads of pairs and triples, where they ask for something new
    std::vector<bool> asked_of_;  // [tile]: whether one of these asks something of it
    std::size_t stage_ = 0, place_ = 0, next_ = 0, looked_at_ = 0;
    std::vector<Group> groups_;
};

}  // namespace taquin::anysize

// Boards that were drawn from the tree of a search, and what other partitions would have done to them.
//
// A node of IDA* is searched where g + h is within the bound. So the part of the drawn nodes that a partition leaves
// within the bound is the part of the tree that it would leave, and two partitions leave what both of them leave: one
// sample tells which two of thousands cut off most. The boards are given by their paths, because a pattern's distance
// is carried along a path in a tenth of the time that finding it takes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "patterns/additive.hpp"

namespace taquin {

struct PartitionPair {
    size_t first = 0, second = 0;
    size_t kept = 0;  // of the drawn boards: those within the bound by both
};

class SampledBoards {
public:
    // Where these paths lead from the start. std::invalid_argument where one leaves the board.
    SampledBoards(Shape shape, const Tiles& goal, Tiles start, const std::vector<std::string>& paths);

    Shape shape() const { return shape_; }
    size_t size() const { return steps_.size(); }
    // The distance of one pattern on each board.
    std::vector<uint8_t> distances(const PatternUse& use) const;
    // The two partitions that leave the fewest boards within the bound, the first ones where several do, one of them
    // among the first `firsts`. `distances` has what `distances` gave for every pattern, and a partition names its
    // patterns by their places there.
    PartitionPair best_pair(int bound, const std::vector<std::span<const uint8_t>>& distances,
                            const std::vector<std::vector<int>>& partitions, size_t firsts) const;

private:
    struct Step {
        uint8_t home, from, to;  // of the tile: the cell where it belongs, and the two of the move
    };
    Shape shape_;
    std::array<uint8_t, kMaxCells> home_{};  // [tile] the cell where it belongs
    Tiles start_;
    std::vector<std::vector<Step>> steps_;  // [board]
};

}  // namespace taquin

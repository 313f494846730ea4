// The score of the sweep (sweep.hpp): its formula, and the learned weights of what the front sees (sweep_view.hpp).
//
// The order in which the cells are finished is made in one place, sweep_places() of sweep_score.cpp.  Another order
// must keep these rules, which core/tests/sweep_test.cpp checks:
//     1. Every cell comes once.
//     2. The blank's home, which is the last cell, comes last.
//     3. What is open stays connected: from any place of the order on, the cells that are left are one region, so that
//        the blank can reach all of them without disturbing what is finished.
// Three things depend on it:
//     - the wall, which stays SweepTuning::wall_lag places behind the front.  The finished tiles between them may still
//       step aside.  Without that some tiles cannot be brought home, such as the last one of a column;
//     - the states of the front, by which the weights are chosen (SweepWeights::kStates);
//     - the learned weights: raise SweepWeights::kVersion and learn them again (python -m learning.sweep).
#pragma once
#include "anysize/beam/tour_beam.hpp"
#include "anysize/grid.hpp"
#include "anysize/sweep/sweep_view.hpp"

namespace taquin::anysize {

struct SweepTuning {
    static constexpr int band = 3;  // rows; the learned weights know no other
    float near_weight = 6.f;  // of a tile just ahead of the front, besides far_weight
    float far_weight = 1.f;  // of a tile far ahead of it
    float finished_weight = 7.f;  // of a tile behind it
    float reach = 4.f;  // cells in which near_weight falls by a factor of e
    float pull = 0.4f;  // for each cell between the blank and where it is pulled
    float bonus = 4.f;  // for each cell of the pointer
    float noise = 1.5f;  // up to so much is added to a score by chance
    float conflict_weight = 3.f;  // of two neighbors in the wrong order in the line of both
    int patience = 40;  // levels before moves are taken back (docs/notebook/large-boards.md)
    // Levels that are added to the patience for each cell between the blank and where it is pulled.
    int patience_to_walk = 2;
    // Levels that are added to it for each cell between a far tile and its home.
    int patience_to_fetch = 10;
    // How many times as patient a sweep is that was stuck, and tries again.
    int patience_when_stuck = 3;
    // A tile that is so many cells from the next cell, or more, is far: the blank is pulled to it, not to the cell.
    int far = 6;
    // Levels without an advance after which the blank is pulled anew: the tile may be elsewhere by then.
    int aim_period = 8;
    // Places that the wall is behind the front: three columns of a band and one cell.
    static constexpr int wall_lag = 3 * band + 1;
};

struct SweepScore {
    struct Extra {
        std::int32_t pointer;
    };
    using LeafType = Leaf<Extra>;
    struct Summary {
        Leader home;  // nearest to home
        int smallest = 1 << 29, furthest = -1;  // pointers
        float score = 0;
        std::size_t leader = 0;  // of those with the furthest pointer the one that scores best

        void add(const LeafType& leaf, std::size_t number) {
            home.offer(leaf.togo, number);
            smallest = std::min(smallest, leaf.extra.pointer);
            const int pointer = leaf.extra.pointer;
            if (pointer < furthest || (pointer == furthest && leaf.score >= score)) return;
            furthest = pointer, score = leaf.score, leader = number;
        }
    };

    const Grid& grid;
    std::vector<Cell> order, place;  // cell by place in the order, and back
    std::vector<float> phi, weight;  // by distance; by lead
    int front = 0, wall = 0;  // places: the first that some board has not finished; the first that is no wall
    Cell pulled_to = 0;  // the cell that the blank is pulled to
    float pull, bonus, conflict_weight;
    static constexpr int span = 3;  // how far neighbors in conflict are looked for
    const SweepWeights* weights = nullptr;  // in force besides the formula, or none

    SweepScore(const Grid& g, const SweepTuning& tuning);
    void set_weights(const SweepTuning& tuning, float far_weight);
    int pointer(const Arrangement& board, int from) const;
    int lead(int pointer) const { return std::clamp(pointer - front, 0, SweepWeights::kLeads - 1); }
    void set_front(int at);
    // Where the tiles are: all of them, and one that has moved.
    void locate(const Arrangement& board);
    void moved(Cell label, Cell cell) { position_[label] = cell; }
    Cell position(Cell label) const { return position_[label]; }
    const SweepView& view() const { return view_; }
    const std::vector<SweepViewpoint>& viewpoints() const { return viewpoints_; }  // by place in the order

    // Tiles near `cell` in the line that is home to both them and `tile`, and on the wrong side of it.
    int conflicts(const Arrangement& board, bool column, Cell cell, Cell empty, Cell tile) const {
        const std::uint8_t* line = column ? grid.column.data() : grid.row.data();
        const std::uint8_t* along = column ? grid.row.data() : grid.column.data();
        const int stride = column ? grid.width : 1, length = column ? grid.height : grid.width;
        const int here = along[cell], home = along[tile], where = line[cell];
        const int before = std::min(span, here), after = std::min(span, length - 1 - here);
        const Cell blank_home = Cell(grid.cells - 1);
        int count = 0;  // without branches: they could not be predicted
        for (int k = 1; k <= before; ++k) {
            const Cell other = Cell(int(cell) - k * stride), label = board[other];
            count += (line[label] == where) & (along[label] > home) & (label != blank_home) & (other != empty);
        }
        for (int k = 1; k <= after; ++k) {
            const Cell other = Cell(int(cell) + k * stride), label = board[other];
            count += (line[label] == where) & (along[label] < home) & (label != blank_home) & (other != empty);
        }
        return count;
    }

    bool child(const Arrangement& board, Cell blank, Cell to, const LeafType& parent, LeafType& child) const {
        const int left = place[to];
        const Cell tile = board[to];
        const bool in_row = grid.row[blank] == grid.row[to];
        const std::uint8_t* axis = in_row ? grid.column.data() : grid.row.data();
        const int home = axis[tile], before = std::abs(axis[to] - home), after = std::abs(axis[blank] - home);
        int p = parent.extra.pointer;
        if (left < p) p = left;
        else if (place[blank] == p && tile == blank) {
            do ++p;
            while (p + 1 < grid.cells && order[p] != to && board[order[p]] == order[p]);
        }
        child.extra.pointer = p;
        child.togo = parent.togo + after - before;
        const float w = weight[std::min(std::max(int(place[tile]) - front, -1), int(weight.size()) - 2) + 1];
        float conflict = 0;
        if (after == 0) conflict = conflict_weight * float(conflicts(board, in_row, blank, to, tile));
        else if (before == 0) conflict = -conflict_weight * float(conflicts(board, in_row, to, blank, tile));
        child.score = parent.score + w * (phi[after] - phi[before] + conflict) +
                      pull * float(grid.distance(to, pulled_to) - grid.distance(blank, pulled_to)) -
                      bonus * float(p - parent.extra.pointer);
        if (weights)
            child.score += in_row ? learned<false>(tile, to, blank, parent.extra.pointer, p)
                                  : learned<true>(tile, to, blank, parent.extra.pointer, p);
        // The child is filled in even behind the wall: a path that is rescored may have come through before the wall
        // did.
        return left >= wall;
    }

private:
    // What the learned weights make of a tile's move.  The compiler knows which way it goes, so half of the indices of
    // before and after are the same to it.
    template <bool kAcross>
    float learned(Cell tile, Cell from, Cell to, int pointer_before, int pointer_after) const {
        const std::size_t state = std::size_t(view_.state());
        const auto before = view_.displacement(tile, from);
        auto after = before;
        if constexpr (kAcross) after.across = view_.displacement(tile, to).across;
        else after.along = view_.displacement(tile, to).along;
        const float* tiles = &weights->tile[state * SweepWeights::kHomes * SweepWeights::kDisplacements];
        const float* blanks = &weights->blank[state * SweepWeights::kHomes];
        const float* leads = &weights->lead[state * SweepWeights::kLeads];
        float sum = tiles[view_.tile(tile, after)] - tiles[view_.tile(tile, before)];
        sum += blanks[view_.blank(from)] - blanks[view_.blank(to)];
        sum += leads[lead(pointer_after)] - leads[lead(pointer_before)];
        for (const bool across : {false, true}) {
            if (const Cell other = view_.second(tile, across); other != kNoCell) {
                const auto there = view_.displacement(other, position_[other]);
                const float* pairs = &weights->pair[std::size_t(view_.pair(tile, across))];
                sum += pairs[SweepView::pair_place(after, there)] - pairs[SweepView::pair_place(before, there)];
            }
            if (const Cell other = view_.first(tile, across); other != kNoCell) {
                const auto there = view_.displacement(other, position_[other]);
                const float* pairs = &weights->pair[std::size_t(view_.pair(other, across))];
                sum += pairs[SweepView::pair_place(there, after)] - pairs[SweepView::pair_place(there, before)];
            }
        }
        return sum;
    }

    std::vector<SweepViewpoint> viewpoints_;
    SweepView view_;
    std::vector<Cell> position_;  // by label
};

}  // namespace taquin::anysize

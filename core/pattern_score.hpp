// The score of a whole board that knows how its tiles get along: a sum of
//     the price of every tile in its cell,
//     the price of the cells of every two tiles that are neighbours at home,
//     the price of a conflict in every line (board_score.hpp), and
//     the price of half the excess of every pattern (excess.hpp), in up to four partitions.
// In a partition each tile belongs to one pattern at most, so a move changes one pattern of each.  The
// patterns' indices follow the walk of the beam: a child costs two lookups a partition.
//
// The prices are given (weights that were learned, ranking.hpp) or follow the formula of BoardScore.
#pragma once
#include <memory>

#include "board_score.hpp"
#include "excess.hpp"

namespace taquin::anysize {

// A table in use: tile i of the table is the piece tiles[i]; frame maps the board's cells to the table's.
struct ExcessUse {
    const std::uint8_t* table;
    std::vector<Cell> tiles;
    std::vector<Cell> frame;
};
using ExcessPartition = std::vector<ExcessUse>;

struct BoardWeights {
    std::vector<float> tile;         // [label][cell]
    std::vector<float> row, column;  // of one conflict in the line
    std::vector<float> excess;       // [pattern], one partition after the other
    std::vector<float> pair;         // [pair of neighbours][cell of the first][cell of the second], or none

    // weight * distance^power, as in BoardScore; a pattern weighs as much as its tiles do on average.
    static BoardWeights formula(const Grid& grid, const std::vector<ExcessPartition>& partitions, float power, float border,
                                float conflict_price);
};

// Two tiles that are neighbours at home: first the left or upper one.
struct NeighbourPair {
    Cell first, second;
};
// In the order of `pair`: for each tile the one to its right, then the one below it.
std::vector<NeighbourPair> neighbour_pairs(const Grid& grid, Cell blank_home);

struct PatternScore : BoardScore {
    static constexpr int kPartitions = 4;

    // Throws std::invalid_argument where the parts do not fit together.
    PatternScore(const Grid& grid, const std::vector<ExcessPartition>& partitions, const BoardWeights& weights);

    void enter(const Arrangement& board, Cell blank);

    void step(Cell tile, Cell from, Cell to) {
        const Entry &before = entry_[tile * cells_ + from], &after = entry_[tile * cells_ + to];
        for (int p = 0; p < kPartitions; ++p) index_[pattern_[tile][p]] += after.term[p] - before.term[p];
        cell_of_[tile] = to;
    }

    bool child(const Arrangement& board, Cell blank, Cell to, const LeafType& parent, LeafType& child) const {
        const Cell tile = board[to];
        const Entry &before = entry_[tile * cells_ + to], &after = entry_[tile * cells_ + blank];
        float change = after.price - before.price;
        for (int p = 0; p < kPartitions; ++p) {
            const int pattern = pattern_[tile][p];
            const std::uint32_t index = index_[pattern];
            const std::uint8_t* table = table_[pattern];
            change += price_[pattern] * float(excess_at(table, index + after.term[p] - before.term[p]) - excess_at(table, index));
        }
        for (const Neighbour& other : neighbours_[tile]) {
            const float* prices = other.prices + cell_of_[other.tile] * other.stride;
            change += prices[blank * other.own_stride] - prices[to * other.own_stride];
        }
        int conflict_change = 0;
        change += conflict_price(board, blank, to, tile, conflict_change);
        child.togo = parent.togo + after.distance - before.distance;
        child.extra.conflicts = std::int16_t(parent.extra.conflicts + conflict_change);
        child.score = parent.score + change;
        return child.togo + 2 * child.extra.conflicts <= budget;
    }

    // The half excesses of the board the walk is on, pattern by pattern.
    std::vector<int> excesses() const;

private:
    struct Entry {
        std::array<std::uint32_t, kPartitions> term;  // of the index of the tile's pattern
        float price;
        std::int32_t distance;
    };
    struct Neighbour {  // at home, with the prices of the pair
        const float* prices;
        std::uint32_t own_stride, stride;
        Cell tile;
    };
    std::size_t cells_;
    std::vector<Entry> entry_;                                     // [tile][cell]
    std::vector<std::array<std::uint8_t, kPartitions>> pattern_;   // [tile]; number 0 is the pattern of no tiles
    std::vector<const std::uint8_t*> table_;                       // [pattern]
    std::vector<float> price_;
    std::vector<std::uint32_t> index_;
    std::shared_ptr<const std::vector<float>> pair_;  // shared by the copies, whose neighbours_ point into it
    std::vector<std::vector<Neighbour>> neighbours_;  // [tile]
    std::vector<Cell> cell_of_;                       // of each tile, on the board the walk is on
};

}  // namespace taquin::anysize

// The score of a whole board that knows how its tiles get along: a sum of
//     the weight of every tile in its cell,
//     the weight of the cells of every two tiles that are neighbors at home,
//     the weight of a conflict in every line (formula_score.hpp says what a conflict is), and
//     the weight of half the overhead of every pattern (overhead.hpp), in up to four partitions.
// In a partition each tile belongs to one pattern at most, so a move changes one pattern of each, and
// one line.  A Position carries the counts of all patterns and lines: a child costs one lookup a
// partition, one a neighbor, and at most one line, and is made only when the beam keeps it.
//
// The weights are given (weights that were learned, board_ranking.hpp) or follow the formula of FormulaScore.
// They are whole numbers of 1/kWeightUnits here: a score is the same whichever way it was reached.
#pragma once
#include <array>
#include <limits>

#include "anysize/board/overhead.hpp"
#include "anysize/formula_score.hpp"

namespace taquin::anysize {

// A table in use on a board that may be larger than the one for which it was made.
struct OverheadUse {
    const std::uint8_t* table;
    int cells;  // of the board for which it was made
    std::vector<Cell> tiles;  // [tile of the table]: which piece of the board it is
    std::vector<Cell> frame;  // [cell of the board]: the cell of the table, or `cells` where the table has none
};
using OverheadPartition = std::vector<OverheadUse>;

// Indices in brackets are those of one flat list, the last one counting fastest.  On a 3x3 board, which has 9 cells,
// tile 2 in cell 7 weighs tile[9 * 2 + 7].  Its pairs of neighbors are (0, 1), (0, 3), (1, 2), (1, 4), (2, 5) and so
// on; where the last of these, pair 4, stands in the cells 7 and 3, it weighs pair[81 * 4 + 9 * 7 + 3].
struct BoardWeights {
    std::vector<float> tile;         // [label][cell]
    std::vector<float> row, column;  // of one conflict in the line
    std::vector<float> overhead;       // [pattern], one partition after the other
    std::vector<float> pair;         // [pair of neighbors][cell of the first][cell of the second], or none
    int from = 0;  // in force while the nearest board of a beam is so far from home (Manhattan) or farther

    // weight * distance^power, as in FormulaScore; a pattern weighs as much as its tiles do on average.
    static BoardWeights formula(const Grid& grid, const std::vector<OverheadPartition>& partitions, float power,
                                float border, float conflict_weight = 3.f);
};

// Two tiles that are neighbors at home: first the left or upper one.
struct NeighborPair {
    Cell first, second;
};
// In the order of `pair`: for each tile the one to its right, then the one below it.
std::vector<NeighborPair> neighbor_pairs(const Grid& grid, Cell blank_home);

// A board of the beam: two cache lines up to 64 cells, three up to 100, because the caches are what limits a beam.
template <int Cells, int Patterns>
struct alignas(64) PositionOf {
    static constexpr std::uint8_t kAnyMove = 15;
    static constexpr int kCells = Cells;
    static constexpr int kPatterns = Patterns;
    static constexpr int kLines = 36;          // rows and columns together, at most
    static constexpr int kMostConflicts = 15;  // that are counted in one line: they have four bits

    std::array<std::uint8_t, kCells> cell_of;  // [tile]; the blank is the last one
    std::array<std::uint8_t, kPatterns / 4> overheads{};  // half of each, two bits a pattern
    std::array<std::uint8_t, kLines / 2> conflicts_in{};  // rows first, then columns; four bits a line, at most 15
    std::uint64_t hash = 0;
    std::int32_t score = 0;
    std::int16_t togo = 0;  // Manhattan distance to home
    std::int16_t bound = 0;  // and twice the conflicts
    std::uint8_t next = kAnyMove;  // the moves that may come next, one bit each

    int overhead(int pattern) const { return overheads[std::size_t(pattern / 4)] >> 2 * (pattern % 4) & 3; }
    int conflicts(int line) const { return conflicts_in[std::size_t(line / 2)] >> 4 * (line % 2) & 15; }
    void set_overhead(int pattern, int value) {
        overheads[std::size_t(pattern / 4)] ^= std::uint8_t((overhead(pattern) ^ value) << 2 * (pattern % 4));
    }
    void set_conflicts(int line, int value) {
        conflicts_in[std::size_t(line / 2)] ^= std::uint8_t((conflicts(line) ^ value) << 4 * (line % 2));
    }
    int tile_at(int cell) const {
        std::uint8_t tile = 0;
        for (std::uint8_t i = 0; i < kCells; ++i) tile |= cell_of[i] == std::uint8_t(cell) ? i : std::uint8_t(0);
        return tile;
    }
};
using SmallPosition = PositionOf<64, 68>;
using LargePosition = PositionOf<100, 104>;
static_assert(sizeof(SmallPosition) == 128 && sizeof(LargePosition) == 192);

// What a move makes of a position.
struct Child {
    std::uint32_t parent;
    std::uint8_t move;
    std::uint8_t overheads;  // of the moved tile's patterns, two bits a partition
    std::uint8_t conflicts;  // of its line
    std::uint8_t tile, line;  // which has moved, and the only one whose conflicts may have changed
    std::uint8_t length;      // of a slide: so many times the move
    std::int16_t togo;
    std::int32_t score;
    std::uint64_t hash;
};

// Room for the children of some positions, and for what is known of them half-way.
struct Children {
    static constexpr std::size_t kBlock = 64;  // positions
    std::array<Child, 4 * kBlock> child;
    std::array<std::array<std::uint32_t, 4>, 4 * kBlock> index;  // [child][partition]: where its overhead stands
    std::array<std::uint16_t, 4 * kBlock> crossing;  // the children for which the conflicts of a line may change
    std::size_t size = 0;
    std::size_t generated = 0;  // before some were left out
};

constexpr int kWeightUnits = 25;  // in 1

template <class Position>
class BoardScore {
public:
    static constexpr std::uint8_t kLeaves = 64;   // beside the number of a line: the tile leaves it
    static constexpr std::uint8_t kNoLine = 128;  // instead of the number of a line
    static constexpr int kPartitions = 4;         // at most
    static constexpr int kMostTiles = OverheadBuilder::kMostTiles;

    BoardScore(BoardScore&&) = default;
    BoardScore(const BoardScore&) = delete;  // it points into itself
    // The goal has its blank last.  Throws std::invalid_argument where the parts do not fit together.
    BoardScore(const Grid& grid, const std::vector<OverheadPartition>& partitions, const BoardWeights& weights);

    int from() const { return from_; }
    Position root(const Arrangement& board, Cell blank) const;
    int blank_of(const Position& position) const { return position.cell_of[cells_ - 1]; }

    // Sets the score of a position that another score has made, with the same tables.
    void rescore(Position& position) const;

    // The children of the positions [begin, end): all whose score can be at most `limit`.  In six passes: every move;
    // the weights of tiles and pairs; who may still be good enough, whatever the rest will be; for these the conflicts,
    // where the overheads stand in memory, and the overheads.
    void children(const std::vector<Position>& positions, std::size_t begin, std::size_t end, std::int32_t limit,
                  Children& found) const;

    // Makes the child out of a copy of its parent.
    void apply(Position& position, const Child& child) const;

private:
    // Of a tile's pattern in a partition.  The overhead stands in the table at (overhead.hpp has an example)
    //     stride * frame[the tile's cell] + sum over the others of strides[i] * frame[the cell of others[i]].
    struct Use {
        const std::uint8_t *table, *frame;
        std::int32_t weight;
        std::uint32_t stride;
        std::array<std::uint32_t, kMostTiles - 1> strides;  // of the other tiles, 0 where there are fewer
        std::array<std::uint8_t, kMostTiles - 1> others;
        std::uint8_t pattern;
        std::uint8_t elsewhere;  // what the frame says of cells that the table does not have
    };
    struct Neighbor {  // at home
        const std::int8_t* weights;  // [its cell][the tile's cell], so what a move of the tile compares is in one row
        std::uint16_t stride;
        std::uint8_t tile;
    };
    struct Entry {  // of a tile in a cell
        std::int32_t weight;
        std::int8_t distance;
        std::array<std::uint8_t, 4> line;  // changed by the blank's move that brings it here (changed_line)
    };

    void use_tables(const std::vector<OverheadPartition>& partitions, const std::vector<float>& weights);
    void use_pairs(const std::vector<float>& weights);

    static std::uint32_t index_of_others(const Use& use, const Position& position) {
        std::uint32_t index = 0;
        for (int i = 0; i < kMostTiles - 1; ++i) index += use.strides[i] * use.frame[position.cell_of[use.others[i]]];
        return index;
    }

    // A tile that moves along a line keeps its place among the tiles of that line: only the line across
    // can change, and only when the tile leaves or enters the one it belongs to.
    std::uint8_t changed_line(int tile, int from, int to) const {
        const bool along_row = grid_.row[from] == grid_.row[to];
        const auto& across = along_row ? grid_.column : grid_.row;
        const int home = across[tile];
        if (across[from] != home && across[to] != home) return kNoLine;
        return std::uint8_t((along_row ? grid_.height + home : home) | (across[from] == home ? kLeaves : 0));
    }
    // Of a line, with one tile in another cell.
    int conflicts(const Position& position, int line, int moved, int cell) const;

    const Grid& grid_;
    int from_;
    std::size_t cells_;
    std::array<int, 4> offset_;  // of the blank's cell, by move
    std::vector<Entry> entry_;  // [tile][cell]
    std::vector<std::array<Use, kPartitions>> uses_;
    std::vector<std::array<std::uint8_t, Position::kCells>> frames_;
    std::vector<std::int8_t> pair_;  // every pair twice: for its first tile, then for its second (Neighbor::weights)
    std::vector<std::array<Neighbor, 4>> neighbors_;  // [tile]
    std::vector<std::int32_t> line_weight_;  // rows first, then columns
    std::vector<std::uint64_t> label_, place_;  // of the hash
};

}  // namespace taquin::anysize

// Overhead tables: what a few tiles cost beyond their Manhattan distance, for every placement of them.
//
// Only moves of these tiles count.  The blank is anywhere in the largest connected part of the other
// cells; from there it cannot enter a corner that two of the tiles close off, and such corners are
// what a beam must foresee.  The table serves as a score, not as a bound: a blank that is inside such
// a corner would need less.
//
// The overhead is even; an entry is half of it, at most 3, in two bits.  The index of a placement is
// the sum of one term per tile, cell * (cells + 1)^i for tile i: a move changes it by a sum that is known
// beforehand, and no placement is ever ranked.  One cell more than there are means *elsewhere*: larger
// boards use the table of a part of theirs, and tiles outside of it have no overhead.
// For example three tiles in the cells 4, 0 and 7 of a 3x3 board: index 4 + 0 * 10 + 7 * 100 = 704, the lowest two bits
// of byte 704 / 4 = 176.  With the third tile elsewhere it would be 4 + 0 * 10 + 9 * 100.
//
// Building goes outwards from home.  A move that takes a tile away from home leaves the overhead as it
// is, one that brings it nearer adds 2.  So one round finds all placements of one overhead by following the
// moves of the first kind, and what a move of the second kind reaches waits for the next round.
//
// A *row* is a 64-bit word for given cells of all tiles but tile 0.  It has a bit for each cell of tile 0, so that one
// step takes all these placements further together.  The number of a row is made as an index is, of the tiles from
// 1 on, but there is no elsewhere in it: the sum of cell * cells^(i - 1).  The example above is bit 4 of row
// 0 + 7 * 9 = 63.  Few placements cut the other cells apart, so that it matters where the blank is: these are
// followed one by one, each with the blank's region.
#pragma once
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "anysize/grid.hpp"

namespace taquin::anysize {

inline int overhead_at(const std::uint8_t* table, std::uint32_t index) {
    return table[index >> 2] >> (2 * (index & 3)) & 3;
}

class OverheadBuilder {
public:
    static constexpr int kMostTiles = 4;  // on 64 cells these have 65^4 entries of two bits: 4.5 MB
    static constexpr int kMostCells = 64;  // sets of cells are words

    // `home`: the goal cells of the tiles; `blank`: a goal cell of the blank.
    OverheadBuilder(const Grid& grid, std::vector<Cell> home, Cell blank);

    bool step(double seconds);  // works for about so long; true when the table is complete
    const std::vector<std::uint8_t>& table() const { return table_; }
    // Throws std::invalid_argument where there are no such tables.
    static std::size_t table_bytes(int cells, int tiles);
    static std::uint32_t base(int cells) { return std::uint32_t(cells) + 1; }

private:
    static constexpr int kHighest = 3;  // half an overhead, which has two bits; more is stored as this
    using Mask = std::uint64_t;
    using Cells = std::array<Cell, kMostTiles>;
    struct Cut {  // a placement that cuts the other cells apart, with a cell of the blank's region
        Cells cell;
        Cell blank;
    };

    static Mask bit(int cell) { return Mask{1} << cell; }
    Mask shifted(Mask cells, int move) const;
    Mask flood(Mask free, int from) const;
    bool largest(Mask region) const { return 2 * std::popcount(region) > grid_.cells - int(home_.size()); }
    Mask region_of(const Cells& cell, Cell blank) const;
    std::uint32_t row_of(const Cells& cell) const;
    std::size_t index_of(std::uint32_t row) const;  // of tile 0 in cell 0
    Cells cells_of(std::uint32_t row) const;
    void mark_cuts();
    void reach(std::uint32_t row, Mask cells, int overhead);
    void reach_cut(const Cells& cell, Cell blank, int overhead);
    void expand(std::uint32_t row);
    void expand_cut(const Cut& cut);
    void store(std::size_t index, int overhead);

    const Grid grid_;
    std::vector<Cell> home_;
    Mask board_, not_first_column_, not_last_column_;
    std::vector<std::uint32_t> stride_;  // of tile i in the number of a row; 0 for tile 0
    std::vector<std::array<Mask, 4>> away_;  // [tile][move]: the cells from which it leads away from home
    std::vector<Mask> known_, fresh_, later_, cut_;  // [row], cells of tile 0
    std::vector<std::uint32_t> rows_, rows_later_;  // with a bit in fresh_, later_
    std::unordered_map<std::uint64_t, int> pockets_;  // (index, region) apart from the largest -> overhead
    std::vector<Cut> cuts_, cuts_later_;
    int overhead_ = 0;
    bool done_ = false;
    std::vector<std::uint8_t> table_;
};

}  // namespace taquin::anysize

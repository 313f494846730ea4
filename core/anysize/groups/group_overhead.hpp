// What a few tiles must move beyond their Manhattan distance: their overhead, in pairs of moves.
//
// Only these tiles and the blank are kept; all other cells are free for the blank, and only moves of
// the kept tiles count.  So a state is where the tiles are, and in which region of the free cells the
// blank is.  A step towards home costs nothing, a step away costs one pair: itself and the step that
// makes up for it.  A depth-first search tries one cost after the other, steps towards home first; there is no table.
//
// On a board of two rows and two columns at least, up to four tiles cut the free cells apart only
// where two of them touch, diagonally included, and the chain of touching tiles either joins border
// to border (then two of them lie on the border) or surrounds one cell (then the four lie in a square
// of 3x3).  Elsewhere the blank comes everywhere and nothing is flooded.  Where no side is shorter than
// five, a part that is cut off has six cells at most (a corner behind a diagonal of four) and lies within
// three rows and columns of each of them: a flood of 7x7 cells, in one word, finds all of it, and one that
// finds a seventh cell is in the large region and stops.
#pragma once
#include <algorithm>
#include <span>

#include "anysize/grid.hpp"

namespace taquin::anysize {

class GroupOverhead {
public:
    static constexpr int kMostTiles = 4;  // of a group
    using Cells = std::array<Cell, kMostTiles>;

    // Of a board with two rows and two columns at least.  `grid` must outlive this.
    GroupOverhead(const Grid& grid, const Arrangement& start, Cell blank_home);

    // The overhead of one to four tiles, named by their home cells; it is `least` at least, as the caller knows.
    // A search that takes more than kMostWork ends early; then this is what it has proven, never more than the
    // overhead.
    int operator()(std::span<const Cell> tiles, int least = 0);

    Cell start(Cell tile) const { return start_[tile]; }

private:
    // States made and cells flooded in one search: about 7 ms (2026-11-18, one core), by which a slice may be late.
    static constexpr long kMostWork = 50000;
    // The name of the large region.  Every other region is named by its first cell.
    static constexpr Cell kLarge = kNoCell;

    struct State {
        Cells at;
        Cell blank;  // some cell of its region
        std::uint8_t overhead;
    };
    struct Seen {
        std::uint64_t at;
        std::uint64_t stamp : 40;  // of the search that saw it
        std::uint64_t region : 16;
        std::uint64_t overhead : 8;  // the least so far
    };

    bool cut_apart(const Cells& at) const;  // false only where the free cells are one region
    Cell region(const Cells& at, Cell cell) { return cut_apart(at) ? part(at, cell) : kLarge; }
    Cell part(const Cells& at, Cell cell) { return narrow_ ? part_of_narrow(at, cell) : part_of_wide(at, cell); }
    Cell part_of_wide(const Cells& at, Cell cell) const;
    Cell part_of_narrow(const Cells& at, Cell cell);
    bool occupied(const Cells& at, Cell cell) const { return std::find(at.begin(), at.end(), cell) != at.end(); }
    bool gets_home(const Cells& first, int most);
    bool note(const Cells& at, Cell region, int overhead);  // false where it was seen with no more overhead
    void expand(const State& state, Cell region, int most);

    const Grid& grid_;
    std::vector<Cell> start_;  // [tile]
    Cell blank_, blank_home_;
    bool narrow_;  // a side is shorter than five
    std::vector<bool> border_;           // [cell]
    std::vector<std::uint64_t> window_;  // [cell]: the 7x7 cells around it, those of the board

    int count_ = 0;
    Cells home_{};
    Cell home_region_ = kLarge;
    long work_ = 0;
    std::vector<State> open_;

    std::vector<Seen> seen_;  // open addressing; a new stamp empties it; as large as the search needs it
    std::size_t seen_mask_ = 0, seen_count_ = 0;
    std::uint64_t stamp_ = 0;

    std::vector<std::uint64_t> flooded_;  // [cell] of a narrow board: the flood that came here last
    std::uint64_t flood_ = 0;
    std::vector<Cell> queue_;
};

}  // namespace taquin::anysize

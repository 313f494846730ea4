// The ground every any-size method stands on.
//
// A puzzle (start, goal) is renamed once so that the goal is the identity: an *arrangement* is the
// row-major list of labels, label = the cell where that piece belongs, the blank included.  A puzzle
// is solved when arrangement[cell] == cell everywhere.  So every goal is as easy as every other one,
// and "the end of this stretch of moves" can be a goal as well (windows.hpp).
//
// A Path holds the blank's moves by number (board.hpp): inverse(m) == 3 - m, which is also what a half
// turn of the board makes of m.  Cells take 16 bits here, so that a whole 127x127 board stays in the cache.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/board.hpp"

#include "base/random.hpp"

namespace taquin::anysize {

using Cell = std::uint16_t;
using Arrangement = std::vector<Cell>;
using Path = std::vector<std::uint8_t>;

inline constexpr Cell kNoCell = Cell(kOffBoard);  // the same in 16 bits

inline constexpr int kLongestSide = 255;  // rows and columns are bytes

struct Grid {
    int width, height, cells;
    std::vector<std::array<Cell, 4>> neighbor;  // kNoCell where the edge is
    std::vector<std::uint8_t> row, column;

    Grid(int width, int height);  // throws std::invalid_argument outside 1x1 .. 255x255
    // Manhattan distance between two cells.
    int distance(Cell a, Cell b) const {
        int dx = int(column[a]) - int(column[b]), dy = int(row[a]) - int(row[b]);
        return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    }
};

// A strip is a board that is so many times as long as it is wide: its tiles can pass each other only in lanes
// (flow.hpp).  Boards of up to 12 columns jam from four times their width on, wider ones do not at seven times
// (docs/notebook/large-boards.md).
inline constexpr int kStripSides = 4, kWideStripSides = 8, kWideStrip = 13;
inline bool is_strip(int width, int length) {
    return length >= (width < kWideStrip ? kStripSides : kWideStripSides) * width;
}

// Whether the board is a strip that stands, and one that lies.
inline bool stands(const Grid& grid) { return is_strip(grid.width, grid.height); }
inline bool lies(const Grid& grid) { return is_strip(grid.height, grid.width); }

// The board mirrored in its diagonal, so that rows become columns: the cell, the arrangement, and a path, in place.
Cell transposed(const Grid& grid, Cell cell);
Arrangement transposed(const Grid& grid, const Arrangement& arrangement);
void transpose(Path& path);

// Names every piece by its goal cell.  Throws std::invalid_argument when start and goal are not
// permutations of the same numbers 0 .. cells-1.
Arrangement relabel(const std::vector<int>& start, const std::vector<int>& goal);

// The cell that holds this label.
Cell find(const Arrangement& arrangement, Cell label);

// Applies the moves; false, with the arrangement left where it broke, when one leaves the board.
[[nodiscard]] bool play(const Grid& grid, Arrangement& arrangement, Cell& blank, const Path& path);
// The same for letters; one that is no move is a move that leaves the board.
[[nodiscard]] bool play(const Grid& grid, Arrangement& arrangement, Cell& blank, std::string_view letters);

// True when an even number of transpositions and blank steps separates the arrangement from home
// and, on one-row and one-column boards, when the tiles stand in their order already.
bool solvable(const Grid& grid, const Arrangement& arrangement, Cell blank_home);

// Any solvable one, with the blank's home last; on boards of at least 2x2 cells.
Arrangement random_arrangement(const Grid& grid, Random& random);

// Drops every immediate back-and-forth (the cheapest shortening there is).
void cancel_reversals(Path& path);

// The sum of the tiles' distances from home; the blank does not count.
int manhattan(const Grid& grid, const Arrangement& arrangement, Cell blank);

std::string to_text(const Path& path);             // "ULRD"
Path from_text(const std::string& text);           // throws std::invalid_argument

}  // namespace taquin::anysize

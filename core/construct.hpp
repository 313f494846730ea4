// The method that cannot fail.
//
// The unfinished part of the board is always a rectangle.  While it is larger than 2x2, its longer
// side loses one line (the top row or the left column) to the finished part:
//   * every tile of the line but the last is walked home step by step, the blank going round it;
//     the rectangle without a tile and without the finished cells of the line stays connected as
//     long as the line has another free cell, so the blank always finds a way;
//   * the last tile of the line is brought next to its corner and the 2x3 block of that corner is
//     searched completely for (second-last tile, last tile, blank): 120 states, all connected,
//     because the other three tiles of the block do not matter.
// The last 2x2 block has 12 reachable states, searched the same way.
//
// A line is at least two cells long and at least two more lines follow it, so the block always
// fits.  One-row and one-column boards only slide.  Goals with the blank elsewhere: blank_last.hpp.
//
// Cost: about (8/3) n^3 moves at worst, far below on random boards; 127x127 in a fraction of a second.
#pragma once
#include "grid.hpp"

namespace taquin::anysize {

// A path from a solvable arrangement to home; std::invalid_argument when it is not solvable.
Path construct(const Grid& grid, const Arrangement& arrangement, Cell blank_home);

// The beginning of that path: tiles are brought home until it has this many moves.  For a first hint
// on a huge board, where the whole path would take too long.
Path construct_beginning(const Grid& grid, const Arrangement& arrangement, Cell blank_home, std::size_t moves);

}  // namespace taquin::anysize

// IDA* with Manhattan distance and linear conflict, for boards of every size and without tables.
//
// Depth first, children in the order U L R D, detours left out (detours.hpp). There is one board: a move is made on the
// way down and taken back on the way up, so a node costs the same on every board. A child is counted in `generated`
// when its parent is expanded, whether the bound allows it or not.
//
// A move changes the estimate h by exactly one. Along its own line a tile keeps its place among the others. Across, it
// may leave the line it belongs to: one further from home, and perhaps one conflict less, which counts two. Or it
// enters that line: one nearer, and perhaps one conflict more. So f = g + h stays or grows by 2, and a node whose f is
// the bound has only those children within it whose move does not `rise`.
#pragma once

#include <memory>
#include <vector>

#include "optimal/ida.hpp"

namespace taquin {

// Moves of the longest path: more than any board of 255x255 cells needs, and few enough to count with.
inline constexpr int kLongestPath = 1 << 27;

// Boards of 2x2 to 255x255 cells; the tiles row by row, the blank written 0.
std::unique_ptr<IterationSearch> make_linear_conflict_search(int width, int height, const std::vector<int>& goal,
                                                             const std::vector<int>& start);

}  // namespace taquin

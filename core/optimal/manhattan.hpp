// IDA* with Manhattan distance alone, for boards of up to 16 cells: Korf's program of 1985.
//
// The node counts are his: operators in the order U L R D, the parent not generated again, stop at
// the first goal generated. (He also counts the root; `generated` here does not.)
//
// There is no board array in the inner loop. Two words of 16 nibbles hold a node: the tile in each
// cell, and for the tile in each cell the set of blank moves that would bring it closer. Both are
// kept rotated so that the blank is lowest: the children within the bound are four bits at fixed
// places. A node is entered only if it is within the bound, so a pruned child costs nothing but a
// count, and it lies on the stack only as long as it has moves to try: a step takes the topmost
// node's next move and has no branch that a processor could mispredict. A child is counted when its parent is
// entered; `generated` takes back those whose turn has not come.
#pragma once

#include <memory>

#include "optimal/ida.hpp"

namespace taquin {

inline constexpr int kManhattanCells = kPackedCells;  // a nibble each

std::unique_ptr<IterationSearch> make_manhattan_search(Shape shape, Tiles goal, Tiles start);

}  // namespace taquin

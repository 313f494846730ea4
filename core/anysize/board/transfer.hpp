// Weights for a shape that none have been learned for, made of those of another.
//
// What a tile costs depends on how far it is from home, in which direction, and how near its home is to
// the borders of the board.  So a tile takes the weights of the tile whose home lies equally far from the
// nearest row border and column border; where the other board has none, of one in its middle.  Cells correspond
// when they lie in the same direction and distance from home.  A cell that the other board does not have costs
// what its last one does, and more the farther it is.
#pragma once
#include "anysize/board/board_score.hpp"

namespace taquin::anysize {

using Groups = std::vector<std::vector<Cell>>;  // the tiles of each pattern, one partition after the other

// `weights` are for the grid `from` and its groups.  Throws std::invalid_argument where they are not.
BoardWeights transfer(const BoardWeights& weights, const Grid& from, const Groups& from_groups, const Grid& to,
                      const Groups& to_groups);

}  // namespace taquin::anysize

// Weights for a shape that none have been learned for, made of those of another.
//
// What a tile costs depends on how far it is from home, in which direction, and how near its home is to
// the borders of the board.  So a tile takes the weights of the one whose home lies as far from the
// nearer borders, or in the middle where there is none; a place is the same when it is as far from home.  Places
// that the other board does not have cost what its last one does, and more the farther they are.
#pragma once
#include "anysize/board/board_score.hpp"

namespace taquin::anysize {

using Groups = std::vector<std::vector<Cell>>;  // the tiles of each pattern, one partition after the other

// `weights` are for the grid `from` and its groups.  Throws std::invalid_argument where they are not.
BoardWeights transfer(const BoardWeights& weights, const Grid& from, const Groups& from_groups, const Grid& to,
                      const Groups& to_groups);

}  // namespace taquin::anysize

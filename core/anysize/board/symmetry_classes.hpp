// Symmetry of a weight: turned or mirrored, a board is as hard as before.
//
// A weight of a tile in a cell, or of two neighbors in two cells, has up to eight images.  All eight would be
// equal if the goal had no blank in a corner.  As it is, a weight and its mirror image along the diagonal through
// that corner are equal, and all eight nearly so on a large board, where few tiles have to do with the corner.
// Weights of one class are learned together and written down once.
#pragma once
#include "anysize/board/board_score.hpp"

namespace taquin::anysize {

enum class Symmetry { diagonal, all };

struct SymmetryClasses {
    std::vector<std::uint32_t> of;  // [weight], numbered in the order of their first weights
    std::uint32_t count = 0;

    void average(std::vector<float>& weights) const;  // over each class
    std::vector<float> first(const std::vector<float>& weights) const;   // of each class
    std::vector<float> spread(
        const std::vector<float>& by_class) const;  // to all of the class; std::invalid_argument for another number
};

SymmetryClasses tile_classes(const Grid& grid, Symmetry symmetry);  // [label][cell]
SymmetryClasses pair_classes(const Grid& grid, Symmetry symmetry);  // as BoardWeights::pair

}  // namespace taquin::anysize

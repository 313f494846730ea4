// Images of a price: turned or mirrored, a board is as hard as before.
//
// A price of a tile in a cell, or of two neighbours in two cells, has up to eight images.  They would be
// equal, were it not for the blank's corner: along its diagonal they are; all eight nearly so on a large board,
// where few tiles have to do with that corner.  Prices of one class are learned together and written down once.
#pragma once
#include "pattern_score.hpp"

namespace taquin::anysize {

enum class Images { diagonal, all };

struct PriceClasses {
    std::vector<std::uint32_t> of;  // [price], numbered in the order of their first prices
    std::uint32_t count = 0;

    void average(std::vector<float>& prices) const;  // over each class
    std::vector<float> first(const std::vector<float>& prices) const;   // of each class
    std::vector<float> spread(const std::vector<float>& by_class) const;  // to all of the class; std::invalid_argument for another number
};

PriceClasses tile_classes(const Grid& grid, Images images);  // [label][cell]
PriceClasses pair_classes(const Grid& grid, Images images);  // as BoardWeights::pair

}  // namespace taquin::anysize

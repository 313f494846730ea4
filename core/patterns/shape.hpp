// The outline of the boards that the optimal searches hold: up to 36 cells, so that sets of cells
// are 64-bit masks.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/board.hpp"

namespace taquin {

constexpr int kMaxCells = 36;  // masks are 64-bit; pattern tables beyond this are out of reach anyway

struct Shape {
    int width = 0;
    int height = 0;

    Shape() = default;
    Shape(int w, int h) : width(w), height(h) {
        if (w < 1 || h < 1 || w > kMaxCells || h > kMaxCells || w * h < 2 || w * h > kMaxCells)
            throw std::invalid_argument("the engine holds boards of 2 to 36 cells");
    }
    int cells() const { return width * height; }
    bool operator==(const Shape&) const = default;

    // The cell the blank reaches from `cell`, or kOffBoard at the edge.
    int neighbor(int cell, int move) const { return neighbor_of(width, height, cell, move); }
    int distance(int a, int b) const { return std::abs(a / width - b / width) + std::abs(a % width - b % width); }
};

using Tiles = std::vector<uint8_t>;  // tile at each cell, 0 = blank

// Throws unless `tiles` is a permutation of 0 .. cells-1.
inline void check_tiles(const Shape& shape, const Tiles& tiles) {
    std::vector<bool> seen(shape.cells(), false);
    if (static_cast<int>(tiles.size()) != shape.cells())
        throw std::invalid_argument("the number of tiles does not fit the shape");
    for (int tile : tiles) {
        if (tile >= shape.cells() || seen[tile]) throw std::invalid_argument("not a permutation of the tiles");
        seen[tile] = true;
    }
}

}  // namespace taquin

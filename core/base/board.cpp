#include "base/board.hpp"

#include <algorithm>
#include <stdexcept>

namespace taquin {

std::vector<Neighbors> neighbor_cells(int width, int height) {
    if (width < 1 || height < 1) throw std::invalid_argument("a board is at least 1x1");
    if (height > kMostCells / width) throw std::invalid_argument("no board has so many cells");
    std::vector<Neighbors> neighbors;
    neighbors.reserve(static_cast<std::size_t>(width) * height);
    for (int cell = 0; cell < width * height; ++cell) {
        Neighbors& around = neighbors.emplace_back();
        for (int move = 0; move < kMoves; ++move) around.cell[move] = neighbor_of(width, height, cell, move);
    }
    return neighbors;
}

std::uint64_t pack(std::span<const int> tiles) {
    if (tiles.size() > kPackedCells) throw std::invalid_argument("only up to 16 cells fit into 64 bits");
    std::uint64_t packed = 0;
    for (std::size_t cell = 0; cell < tiles.size(); ++cell) {
        if (tiles[cell] < 0 || tiles[cell] > 15) throw std::invalid_argument("only tiles 0 to 15 fit into four bits");
        packed |= static_cast<std::uint64_t>(tiles[cell]) << (4 * cell);
    }
    return packed;
}

std::vector<int> unpack(std::uint64_t packed, int cells) {
    if (cells < 0 || cells > kPackedCells) throw std::invalid_argument("only up to 16 cells fit into 64 bits");
    std::vector<int> tiles(cells);
    for (int cell = 0; cell < cells; ++cell) tiles[cell] = static_cast<int>(packed >> (4 * cell) & 15);
    return tiles;
}

std::vector<int> count_smaller_after(std::span<const int> values) {
    int largest = -1;
    for (int value : values) {
        if (value < 0) throw std::invalid_argument("the values must not be negative");
        if (value > kMostCells) throw std::invalid_argument("no board has tiles with such numbers");
        largest = std::max(largest, value);
    }
    std::vector<int> tree(static_cast<std::size_t>(largest) + 2, 0);
    std::vector<int> counts(values.size());
    for (std::size_t place = values.size(); place-- > 0;) {
        for (int index = values[place]; index > 0; index &= index - 1) counts[place] += tree[index];
        for (int index = values[place] + 1; index <= largest + 1; index += index & -index) ++tree[index];
    }
    return counts;
}

}  // namespace taquin

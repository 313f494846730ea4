// The board as the core sees it.
//
// A board of width x height cells is the list of its tiles row by row, the blank
// written 0. A move is named by the direction in which the blank travels and
// numbered in Korf's operator order, so that inverse(m) == 3 - m.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace taquin {

enum Move : std::uint8_t { kUp = 0, kLeft = 1, kRight = 2, kDown = 3 };

constexpr Move inverse(Move move) { return static_cast<Move>(3 - move); }

inline constexpr int kNoCell = -1;

struct Neighbors {
    // The cell that the blank reaches by each move, or kNoCell.
    int cell[4];
};

// For each cell of a width x height board, where the blank can go.
std::vector<Neighbors> neighbor_cells(int width, int height);

// At most 16 tiles in 64 bits, four bits each, the first cell in the lowest.
// Throws std::invalid_argument where they do not fit.
std::uint64_t pack(std::span<const int> tiles);
std::vector<int> unpack(std::uint64_t packed, int cells);

// For each value, how many later values are smaller. The values are distinct
// and not negative. n log n steps, with a binary indexed tree.
std::vector<int> count_smaller_after(std::span<const int> values);

}  // namespace taquin

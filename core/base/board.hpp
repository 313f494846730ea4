// The board as the core sees it.
//
// A board of width x height cells is the list of its tiles row by row, the blank
// written 0. A move is named by the direction in which the blank travels and
// numbered in Korf's operator order, so that inverse(m) == 3 - m.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace taquin {

enum Move : std::uint8_t { kUp = 0, kLeft = 1, kRight = 2, kDown = 3 };

inline constexpr int kMoves = 4;
inline constexpr char kMoveLetters[] = "ULRD";

constexpr int inverse(int move) { return 3 - move; }

// The number of the move with this letter; std::invalid_argument where there is none.
inline int parse_move(char letter) {
    for (int move = 0; move < kMoves; ++move)
        if (kMoveLetters[move] == letter) return move;
    throw std::invalid_argument(std::string("not a move: ") + letter);
}

inline constexpr int kOffBoard = -1;
inline constexpr int kMostCells = 1 << 26;  // of any board: what is listed for each of them takes a gigabyte

// The cell that the blank reaches from `cell` by a move, or kOffBoard at the edge.
constexpr int neighbor_of(int width, int height, int cell, int move) {
    const int row = cell / width, column = cell % width;
    switch (move) {
        case kUp: return row > 0 ? cell - width : kOffBoard;
        case kLeft: return column > 0 ? cell - 1 : kOffBoard;
        case kRight: return column + 1 < width ? cell + 1 : kOffBoard;
        default: return row + 1 < height ? cell + width : kOffBoard;
    }
}

struct Neighbors {
    // The cell that the blank reaches by each move, or kOffBoard.
    int cell[4];
};

// For each cell of a width x height board, where the blank can go.
std::vector<Neighbors> neighbor_cells(int width, int height);

inline constexpr int kPackedCells = 16;  // four bits each in a word of 64

// At most kPackedCells tiles in 64 bits, four bits each, the first cell in the lowest.
// Throws std::invalid_argument where they do not fit.
std::uint64_t pack(std::span<const int> tiles);
std::vector<int> unpack(std::uint64_t packed, int cells);

// For each value, how many later values are smaller. The values are distinct
// and 0 .. kMostCells. n log n steps, with a binary indexed tree.
std::vector<int> count_smaller_after(std::span<const int> values);

}  // namespace taquin

#include "optimal/distances.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "patterns/placement.hpp"

namespace taquin {

namespace {

// A board in one number, four bits a cell, with the blank's cell in the highest four: lists of millions of boards would
// take most of the time.
constexpr int kBlankBits = 60;

int tile_at(uint64_t board, int cell) { return static_cast<int>(board >> 4 * cell & 15); }

uint64_t packed(const Tiles& tiles) {
    uint64_t board = 0;
    for (size_t cell = 0; cell < tiles.size(); ++cell) {
        board |= uint64_t{tiles[cell]} << 4 * cell;
        if (tiles[cell] == 0) board |= uint64_t{cell} << kBlankBits;
    }
    return board;
}

// The board after the tile in this cell has slid into the blank's.
uint64_t slid(uint64_t board, int blank, int from) {
    const uint64_t tile = tile_at(board, from);
    board ^= tile << 4 * from | tile << 4 * blank;
    return (board & ((uint64_t{1} << kBlankBits) - 1)) | uint64_t(from) << kBlankBits;
}

uint32_t rank_of(uint64_t board, int cells) {
    uint32_t rank = 0, unused = (1u << cells) - 1;
    for (int cell = 0; cell < cells; ++cell) {
        const uint32_t tile = 1u << tile_at(board, cell);
        rank = rank * static_cast<uint32_t>(cells - cell) + std::popcount(unused & (tile - 1));
        unused &= ~tile;
    }
    return rank;
}

}  // namespace

uint32_t DistanceTable::rank(const Tiles& tiles) const { return rank_of(packed(tiles), shape_.cells()); }

DistanceTable::DistanceTable(Shape shape, Tiles goal, Metric metric) : shape_(shape), metric_(metric) {
    if (shape.cells() > kMaxCells) throw std::invalid_argument("complete tables hold boards of at most 10 cells");
    check_tiles(shape, goal);
    distance_.assign(factorial(shape.cells()), kUnreached);
    std::vector<uint64_t> level{packed(goal)}, next;
    distance_[rank(goal)] = 0;
    while (!level.empty()) {
        per_distance_.push_back(level.size());
        next.clear();
        for (const uint64_t start : level)
            for (int move = 0; move < kMoves; ++move) {
                uint64_t board = start;
                int blank = static_cast<int>(board >> kBlankBits);
                // In the multi-tile metric a move may go on in its direction.
                for (int from; (from = shape.neighbor(blank, move)) != kOffBoard; blank = from) {
                    board = slid(board, blank, from);
                    uint8_t& distance = distance_[rank_of(board, shape.cells())];
                    if (distance == kUnreached) {
                        distance = static_cast<uint8_t>(per_distance_.size());
                        next.push_back(board);
                    }
                    if (metric == Metric::kSingleTile) break;
                }
            }
        level.swap(next);
    }
}

uint8_t DistanceTable::distance(const Tiles& tiles) const {
    check_tiles(shape_, tiles);
    return distance_[rank(tiles)];
}

namespace {

// Calls visit(move, board) for each board one move away.
template <class Visit>
void for_neighbors(const Shape& shape, const Tiles& tiles, Visit visit) {
    const int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    for (int move = 0; move < kMoves; ++move) {
        const int from = shape.neighbor(blank, move);
        if (from == kOffBoard) continue;
        Tiles board = tiles;
        std::swap(board[blank], board[from]);
        visit(move, board);
    }
}

}  // namespace

void DistanceTable::require_single_tile() const {
    if (metric_ != Metric::kSingleTile)
        throw std::invalid_argument("a table of the multi-tile metric has distances, but no solutions");
}

std::string DistanceTable::solution(const Tiles& tiles) const {
    require_single_tile();
    if (distance(tiles) == kUnreached) throw std::invalid_argument("the goal cannot be reached");
    Tiles board = tiles;
    std::string moves;
    for (int left = distance_[rank(board)]; left > 0; --left) {
        Tiles closer;
        for_neighbors(shape_, board, [&](int move, const Tiles& next) {
            if (!closer.empty() || distance_[rank(next)] != left - 1) return;
            closer = next;
            moves += kMoveLetters[move];
        });
        board = closer;
    }
    return moves;
}

uint64_t DistanceTable::count_solutions(const Tiles& tiles) const {
    require_single_tile();
    if (distance(tiles) == kUnreached) return 0;
    std::map<Tiles, uint64_t> ways{{tiles, 1}};  // to each board of one distance that lies on a shortest solution
    for (int left = distance_[rank(tiles)]; left > 0; --left) {
        std::map<Tiles, uint64_t> next;
        for (const auto& [board, count] : ways)
            for_neighbors(shape_, board, [&, count = count](int, const Tiles& closer) {
                if (distance_[rank(closer)] == left - 1) next[closer] += count;
            });
        ways.swap(next);
    }
    return ways.begin()->second;
}

}  // namespace taquin

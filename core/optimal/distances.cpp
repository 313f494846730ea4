#include "optimal/distances.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "patterns/placement.hpp"

namespace taquin {

uint32_t DistanceTable::rank(const Tiles& tiles) const {
    uint32_t rank = 0, unused = (1u << tiles.size()) - 1;
    for (size_t cell = 0; cell < tiles.size(); ++cell) {
        rank = rank * static_cast<uint32_t>(tiles.size() - cell) + std::popcount(unused & ((1u << tiles[cell]) - 1));
        unused &= ~(1u << tiles[cell]);
    }
    return rank;
}

DistanceTable::DistanceTable(Shape shape, Tiles goal, Metric metric) : shape_(shape), metric_(metric) {
    if (shape.cells() > kMaxCells) throw std::invalid_argument("complete tables hold boards of at most 10 cells");
    check_tiles(shape, goal);
    distance_.assign(factorial(shape.cells()), kUnreached);
    std::vector<Tiles> level{goal};
    distance_[rank(goal)] = 0;
    while (!level.empty()) {
        per_distance_.push_back(level.size());
        std::vector<Tiles> next;
        for (const Tiles& tiles : level)
            for (int move = 0; move < kMoves; ++move) {
                Tiles board = tiles;
                int blank = static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
                // In the multi-tile metric a move may go on in its direction.
                for (int from; (from = shape.neighbor(blank, move)) != kOffBoard; blank = from) {
                    std::swap(board[blank], board[from]);
                    uint8_t& distance = distance_[rank(board)];
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

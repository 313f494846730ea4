// The sweep: what its learned weights see, and how they are learned.
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/checksum.hpp"
#include "learn/sweep_ranking.hpp"
#include "tests/check.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

SweepWeights random_weights(std::uint64_t seed) {
    Random random(seed);
    SweepWeights weights;
    for (auto* part : {&weights.tile, &weights.pair, &weights.blank, &weights.lead})
        for (float& weight : *part) weight = float(random.below(1000)) / 100.f;
    return weights;
}

// A board some random moves from home.
Arrangement near_home(const Grid& grid, Cell& blank, int moves, std::uint64_t seed) {
    Random random(seed);
    Arrangement board(std::size_t(grid.cells));
    std::iota(board.begin(), board.end(), Cell(0));
    blank = Cell(grid.cells - 1);
    for (int i = 0; i < moves; ++i) {
        const std::uint8_t move = std::uint8_t(random.below(4));
        if (grid.neighbor[blank][move] != kNoCell && !play(grid, board, blank, {move})) std::abort();
    }
    return board;
}

}  // namespace

TEST(a_sweeps_score_does_not_depend_on_the_way) {
    const Grid grid(9, 11);
    const SweepWeights weights = random_weights(1);
    SweepTuning tuning;
    tuning.conflict_weight = 0;  // an estimate, which does
    SweepScore score(grid, tuning);
    score.weights = &weights;
    const Path round = {kRight, kDown, kLeft, kUp};
    for (int front = 0; front < grid.cells; ++front) {
        Cell blank = 0;
        Arrangement board = near_home(grid, blank, 400 + front % 2, std::uint64_t(front));
        while (grid.column[blank] + 1 == grid.width && play(grid, board, blank, {kLeft})) {}
        while (grid.row[blank] + 1 == grid.height && play(grid, board, blank, {kUp})) {}
        score.locate(board);
        score.set_front(front);
        SweepScore::LeafType leaf{0.f, 0, 0, kNoMove, {score.pointer(board, 0)}};
        float farthest = 0;
        for (int i = 0; i < 12; ++i) {  // three tiles go round in a square, and are back
            const Cell to = grid.neighbor[blank][round[std::size_t(i % 4)]];
            auto child = leaf;
            score.child(board, blank, to, leaf, child);
            score.moved(board[to], blank);
            std::swap(board[blank], board[to]);
            blank = to;
            leaf = child;
            farthest = std::max(farthest, std::abs(leaf.score));
        }
        CHECK(farthest > 0.1f);
        CHECK(std::abs(leaf.score) < 1e-2f);
    }
}

// The rules of sweep_score.hpp.
TEST(the_order_of_a_sweep_is_legal) {
    const std::vector<std::pair<int, int>> shapes = {{2, 2}, {2, 9}, {9, 2}, {3, 3}, {3, 4}, {4, 5}, {7, 11}, {12, 10}};
    for (const auto& [width, height] : shapes) {
        const Grid grid(width, height);
        const SweepScore score(grid, {});
        std::vector<Cell> sorted = score.order;
        std::sort(sorted.begin(), sorted.end());
        CHECK(int(sorted.size()) == grid.cells);
        for (int c = 0; c < grid.cells; ++c) CHECK(sorted[std::size_t(c)] == Cell(c));  // every cell once
        for (int p = 0; p < grid.cells; ++p) CHECK(score.place[score.order[std::size_t(p)]] == p);
        CHECK(score.order.back() == Cell(grid.cells - 1));  // the blank's home last
        for (int p = 0; p < grid.cells; ++p) {  // what is open stays connected
            std::vector<bool> reached(std::size_t(grid.cells), false);
            std::vector<Cell> open{score.order.back()};
            reached[open.back()] = true;
            int found = 0;
            while (!open.empty()) {
                const Cell cell = open.back();
                open.pop_back();
                ++found;
                for (const Cell next : grid.neighbor[cell]) {
                    if (next == kNoCell || reached[next] || score.place[next] < p) continue;
                    reached[next] = true;
                    open.push_back(next);
                }
            }
            CHECK(found == grid.cells - p);
        }
    }
}

// Weights that were learned for another order, or other states of the front, mean nothing.  Where this fails, raise
// SweepWeights::kVersion, learn new weights, and write the new checksum beside the new number.
TEST(another_order_of_a_sweep_has_another_version) {
    constexpr std::pair<int, std::uint64_t> known{1, 0x710f4980488f7c1};
    std::vector<std::uint8_t> places;
    const std::vector<std::pair<int, int>> shapes = {{2, 2}, {2, 9},  {9, 2},   {3, 3},
                                                     {5, 4}, {7, 11}, {12, 10}, {9, 12}};
    for (const auto& [width, height] : shapes) {
        const Grid grid(width, height);
        const SweepScore score(grid, {});
        for (const Cell cell : score.order) places.push_back(std::uint8_t(cell));
        for (const auto& [state, top, column, sign] : score.viewpoints())
            places.insert(places.end(), {state, top, column, std::uint8_t(sign)});
    }
    const std::pair<int, std::uint64_t> found{SweepWeights::kVersion, checksum(places.data(), places.size())};
    if (found != known) std::printf("version %d: 0x%llx\n", found.first, (unsigned long long)found.second);
    CHECK(found == known);
}

TEST(a_view_turns_with_the_band) {
    const Grid grid(10, 12);
    SweepView right(grid), left(grid);
    right.look({3, 4, 2, 1});
    left.look({3, 4, 7, -1});
    const auto mirrored = [&](Cell c) { return Cell(grid.row[c] * grid.width + grid.width - 1 - grid.column[c]); };
    Random random(2);
    for (int i = 0; i < 500; ++i) {
        const Cell label = Cell(random.below(120)), cell = Cell(random.below(120));
        const auto d = right.displacement(label, cell), m = left.displacement(mirrored(label), mirrored(cell));
        CHECK(right.tile(label, d) == left.tile(mirrored(label), m));
        CHECK(right.blank(cell) == left.blank(mirrored(cell)));
        for (const bool across : {false, true}) CHECK(right.pair(label, across) == left.pair(mirrored(label), across));
    }
    CHECK(right.tile(52, right.displacement(52, 53)) != right.tile(52, right.displacement(52, 51)));
    CHECK(right.second(52, false) == 53 && left.second(52, false) == 51 && right.second(52, true) == 62);
    CHECK(right.second(Cell(grid.cells - 2), false) == kNoCell);  // the blank's home
}

TEST(a_sweep_knows_where_the_tiles_are) {
    const Grid grid(8, 9);
    Cell blank = 0;
    const Arrangement board = near_home(grid, blank, 3000, 3);
    Sweep sweep(grid, board, blank, 40, 1, {}, std::make_shared<const SweepWeights>(random_weights(4)));
    int levels = 0;
    while (sweep.run(1) == Sweep::Status::running) {
        ++levels;
        for (int c = 0; c < grid.cells; ++c)
            CHECK(Cell(c) == sweep.blank() || sweep.score().position(sweep.board()[std::size_t(c)]) == Cell(c));
    }
    CHECK(levels > 100);
}

TEST(learning_prefers_what_wins_and_repeats_itself) {
    SweepRankingTuning tuning;
    tuning.width = 60;
    SweepRanking first({}, tuning, 5), second({}, tuning, 5);
    for (int board = 0; board < 8; ++board) {
        const std::size_t moves = first.learn(11, 11);
        CHECK(moves > 0);
        if (board < 2) CHECK(second.learn(11, 11) == moves);
    }
    const SweepWeights learned = first.mean();
    double behind = 0, ahead = 0;  // boards that are ahead of their level tend to win
    for (std::size_t state = 0; state < SweepWeights::kStates; ++state) {
        const float* weights = &learned.lead[state * SweepWeights::kLeads];
        behind += weights[0];
        for (int lead = 3; lead < SweepWeights::kLeads; ++lead) ahead += weights[lead];
    }
    CHECK(ahead < 0 && behind > 0);
    CHECK(first.mean().pair != SweepWeights{}.pair);
    second.forget();
    CHECK(second.mean().tile == SweepWeights{}.tile);
}

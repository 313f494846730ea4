// Excess tables against a plain search of the same placements; the score's changes against its sums.
#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>

#include "check.hpp"
#include "pattern_score.hpp"
#include "ranking.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

std::vector<std::uint8_t> build(const Grid& grid, const std::vector<Cell>& home, Cell blank) {
    ExcessBuilder builder(grid, home, blank);
    while (!builder.step(0.001)) {}
    return builder.table();
}

// Moves of pattern tiles from home to every (placement, cell of the blank): blank steps are free.
std::map<std::vector<Cell>, int> distances(const Grid& grid, std::vector<Cell> state) {
    std::map<std::vector<Cell>, int> found{{state, 0}};
    std::deque<std::vector<Cell>> queue{state};
    while (!queue.empty()) {
        state = queue.front();
        queue.pop_front();
        const Cell blank = state.back();
        for (const Cell to : grid.neighbour[blank]) {
            if (to == kOffBoard) continue;
            std::vector<Cell> next = state;
            const auto tile = std::find(next.begin(), next.end() - 1, to);
            const bool moves = tile != next.end() - 1;
            if (moves) *tile = blank;
            next.back() = to;
            const int distance = found[state] + moves;
            const auto [entry, fresh] = found.try_emplace(next, distance);
            if (!fresh && entry->second <= distance) continue;
            entry->second = distance;
            moves ? queue.push_back(next) : queue.push_front(next);
        }
    }
    return found;
}

// The cells the blank can reach without moving a tile.
int reach(const Grid& grid, const std::vector<Cell>& state) {
    std::vector<Cell> seen{state.back()};
    for (std::size_t i = 0; i < seen.size(); ++i)
        for (const Cell to : grid.neighbour[seen[i]])
            if (to != kOffBoard && !std::count(state.begin(), state.end() - 1, to) && !std::count(seen.begin(), seen.end(), to))
                seen.push_back(to);
    return int(seen.size());
}

void check_excess(int width, int height, const std::vector<Cell>& home, Cell blank) {
    const Grid grid(width, height);
    const auto table = build(grid, home, blank);
    CHECK(table.size() == ExcessBuilder::table_bytes(grid.cells, int(home.size())));
    std::vector<Cell> start = home;
    start.push_back(blank);
    for (const auto& [state, distance] : distances(grid, start)) {
        if (2 * reach(grid, state) <= grid.cells - int(home.size())) continue;  // not the largest region
        int manhattan = 0;
        std::uint32_t index = 0, stride = 1;
        for (std::size_t i = 0; i < home.size(); ++i, stride *= std::uint32_t(grid.cells)) {
            manhattan += grid.distance(state[i], home[i]);
            index += stride * state[i];
        }
        CHECK(excess_at(table.data(), index) == std::min(3, (distance - manhattan) / 2));
    }
}

std::vector<ExcessPartition> partitions(const std::uint8_t* pair, const std::uint8_t* corner, const Grid& grid) {
    std::vector<Cell> frame(grid.cells), turned(grid.cells);
    for (int c = 0; c < grid.cells; ++c) frame[c] = Cell(c), turned[c] = Cell(grid.column[c] * grid.width + grid.row[c]);
    return {{{pair, {0, 1}, frame}, {corner, {6, 7, 10}, frame}}, {{pair, {0, 4}, turned}}};
}

}  // namespace

TEST(excess_tables_are_what_a_plain_search_finds) {
    check_excess(3, 3, {0, 1, 3}, 8);
    check_excess(4, 3, {0, 1, 4, 5}, 11);
    check_excess(4, 4, {0, 1}, 15);
    check_excess(4, 4, {11, 14}, 15);  // home closes the blank's corner off
    check_excess(4, 4, {2, 3, 7}, 15);
    check_excess(3, 5, {4}, 0);
    const Grid grid(4, 4);
    CHECK_THROWS((ExcessBuilder(grid, {3, 3}, 15)), std::invalid_argument);
    CHECK_THROWS((ExcessBuilder(grid, {15}, 15)), std::invalid_argument);
    CHECK_THROWS((ExcessBuilder(Grid(9, 9), {0}, 80)), std::invalid_argument);
}

TEST(the_pattern_score_of_a_path_is_the_sum_over_its_last_board) {
    const Grid grid(4, 4);
    const auto pair = build(grid, {0, 1}, 15), corner = build(grid, {6, 7, 10}, 15);
    const auto parts = partitions(pair.data(), corner.data(), grid);
    BoardWeights weights = BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f);
    CHECK(weights.excess.size() == 3);
    const auto pairs = neighbour_pairs(grid, 15);
    CHECK(pairs.size() == 22);
    for (std::size_t i = 0; i < pairs.size() * 256; ++i) weights.pair.push_back(float(i * 7 % 11) / 8);
    PatternScore score(grid, parts, weights);
    auto total = [&](const Arrangement& board, Cell blank) {
        score.enter(board, blank);
        float sum = 0;
        for (int c = 0; c < grid.cells; ++c)
            if (c != blank) sum += weights.tile[board[c] * grid.cells + c];
        for (std::size_t i = 0; i < pairs.size(); ++i)
            sum += weights.pair[(i * 16 + find(board, pairs[i].first)) * 16 + find(board, pairs[i].second)];
        const auto excesses = score.excesses();
        for (std::size_t i = 0; i < excesses.size(); ++i) sum += weights.excess[i] * float(excesses[i]);
        for (int y = 0; y < 4; ++y) sum += weights.row[y] * float(score.conflicts<false>(board, y, blank));
        for (int x = 0; x < 4; ++x) sum += weights.column[x] * float(score.conflicts<true>(board, x, blank));
        return sum;
    };
    Random random(5);
    Arrangement board(16);
    std::iota(board.begin(), board.end(), Cell(0));
    Cell blank = 15;
    auto leaf = score.root(board, blank);
    const float first = total(board, blank);
    for (int i = 0; i < 500; ++i) {
        const Cell to = grid.neighbour[blank][random.below(4)];
        if (to == kOffBoard) continue;
        auto child = leaf;
        score.child(board, blank, to, leaf, child);
        score.step(board[to], to, blank);
        const auto followed = score.excesses();
        std::swap(board[blank], board[to]);
        blank = to;
        leaf = child;
        CHECK(std::abs(leaf.score - (total(board, blank) - first)) < 0.05f);
        CHECK(score.excesses() == followed);
        CHECK(leaf.togo == manhattan(grid, board, blank));
    }
    weights.excess.pop_back();
    CHECK_THROWS((PatternScore(grid, parts, weights)), std::invalid_argument);
}

TEST(learning_solves_boards_changes_weights_and_repeats_itself) {
    const Grid grid(4, 4);
    const auto pair = build(grid, {0, 1}, 15), corner = build(grid, {6, 7, 10}, 15);
    const auto parts = partitions(pair.data(), corner.data(), grid);
    const BoardWeights before = BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f);
    RankingTuning tuning;
    tuning.width = 50;
    Ranking one(grid, parts, before, tuning, 1), two(grid, parts, before, tuning, 1);
    std::size_t solved = 0;
    for (int i = 0; i < 5; ++i) {
        const std::size_t length = one.learn(1.f);
        CHECK(length == two.learn(1.f));
        solved += length > 0;
    }
    CHECK(solved > 0);
    CHECK(one.weights().tile != before.tile);
    CHECK(one.weights().tile == two.weights().tile);
    CHECK(one.weights().pair == two.weights().pair);
    CHECK(std::count(one.weights().pair.begin(), one.weights().pair.end(), 0.f) < std::ptrdiff_t(one.weights().pair.size()));
    for (int tile = 0; tile < 16; ++tile)  // the mirror image weighs the same
        for (int c = 0; c < 16; ++c)
            CHECK(std::abs(one.weights().tile[tile * 16 + c] - one.weights().tile[(tile % 4 * 4 + tile / 4) * 16 + c % 4 * 4 + c / 4]) < 1e-3f);
}

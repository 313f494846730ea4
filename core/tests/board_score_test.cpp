// Overhead tables against a plain search of the same placements; the score's changes against its sums.
#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>

#include "anysize/board/board_score.hpp"
#include "anysize/board/symmetry_classes.hpp"
#include "anysize/board/transfer.hpp"
#include "learn/board_ranking.hpp"
#include "tests/check.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

using Position = LargePosition;  // holds every board
using Score = BoardScore<Position>;

std::vector<std::uint8_t> build(const Grid& grid, const std::vector<Cell>& home, Cell blank) {
    OverheadBuilder builder(grid, home, blank);
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
        for (const Cell to : grid.neighbor[blank]) {
            if (to == kNoCell) continue;
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
        for (const Cell to : grid.neighbor[seen[i]])
            if (to != kNoCell && !std::count(state.begin(), state.end() - 1, to) &&
                !std::count(seen.begin(), seen.end(), to))
                seen.push_back(to);
    return int(seen.size());
}

void check_overhead(int width, int height, const std::vector<Cell>& home, Cell blank) {
    const Grid grid(width, height);
    const auto table = build(grid, home, blank);
    CHECK(table.size() == OverheadBuilder::table_bytes(grid.cells, int(home.size())));
    std::vector<Cell> start = home;
    start.push_back(blank);
    for (const auto& [state, distance] : distances(grid, start)) {
        if (2 * reach(grid, state) <= grid.cells - int(home.size())) continue;  // not the largest region
        int manhattan = 0;
        std::uint32_t index = 0, stride = 1;
        for (std::size_t i = 0; i < home.size(); ++i, stride *= OverheadBuilder::base(grid.cells)) {
            manhattan += grid.distance(state[i], home[i]);
            index += stride * state[i];
        }
        CHECK(overhead_at(table.data(), index) == std::min(3, (distance - manhattan) / 2));
    }
    CHECK(overhead_at(table.data(), std::uint32_t(grid.cells)) == 0);  // the first tile elsewhere
}

std::vector<OverheadPartition> partitions(const std::uint8_t* pair, const std::uint8_t* corner, const Grid& grid) {
    std::vector<Cell> frame(grid.cells), turned(grid.cells);
    for (int c = 0; c < grid.cells; ++c)
        frame[c] = Cell(c), turned[c] = Cell(grid.column[c] * grid.width + grid.row[c]);
    return {{{pair, 16, {0, 1}, frame}, {corner, 16, {6, 7, 10}, frame}}, {{pair, 16, {0, 4}, turned}}};
}

}  // namespace

TEST(overhead_tables_are_what_a_plain_search_finds) {
    check_overhead(3, 3, {0, 1, 3}, 8);
    check_overhead(4, 3, {0, 1, 4, 5}, 11);
    check_overhead(4, 4, {0, 1}, 15);
    check_overhead(4, 4, {11, 14}, 15);  // home closes the blank's corner off
    check_overhead(4, 4, {2, 3, 7}, 15);
    check_overhead(3, 5, {4}, 0);
    const Grid grid(4, 4);
    CHECK_THROWS((OverheadBuilder(grid, {3, 3}, 15)), std::invalid_argument);
    CHECK_THROWS((OverheadBuilder(grid, {15}, 15)), std::invalid_argument);
    CHECK_THROWS((OverheadBuilder(grid, {3}, 200)), std::invalid_argument);
    CHECK_THROWS((OverheadBuilder(Grid(9, 9), {0}, 80)), std::invalid_argument);
    CHECK_THROWS(OverheadBuilder::table_bytes(64, 5), std::invalid_argument);
}

TEST(the_score_of_a_position_is_the_sum_over_its_board_whichever_way_it_was_reached) {
    const Grid grid(4, 4);
    const auto pair = build(grid, {0, 1}, 15), corner = build(grid, {6, 7, 10}, 15);
    const auto parts = partitions(pair.data(), corner.data(), grid);
    BoardWeights weights = BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f);
    CHECK(weights.overhead.size() == 3);
    const auto pairs = neighbor_pairs(grid, 15);
    CHECK(pairs.size() == 22);
    for (std::size_t i = 0; i < pairs.size() * 256; ++i) weights.pair.push_back(float(i * 7 % 11) / 8);
    const Score score(grid, parts, weights);
    const FormulaScore lines(grid, 1.f, 0.f, 0.f);
    auto total = [&](const Arrangement& board, const Position& position, Cell blank) {
        auto units = [](float weight) { return std::lround(weight * kWeightUnits); };
        long sum = 0;
        for (int c = 0; c < grid.cells; ++c)
            if (c != blank) sum += units(weights.tile[board[c] * grid.cells + c]);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            sum += units(weights.pair[(i * 16 + find(board, pairs[i].first)) * 16 + find(board, pairs[i].second)]);
        for (int i = 0; i < 3; ++i) sum += units(weights.overhead[i]) * position.overhead(i + 1);
        for (int y = 0; y < 4; ++y) sum += units(weights.row[y]) * lines.conflicts<false>(board, y, blank);
        for (int x = 0; x < 4; ++x) sum += units(weights.column[x]) * lines.conflicts<true>(board, x, blank);
        return sum;
    };
    Random random(5);
    Arrangement board(16);
    std::iota(board.begin(), board.end(), Cell(0));
    Cell blank = 15;
    std::vector<Position> positions{score.root(board, blank)};
    Children children;
    for (int i = 0; i < 1000; ++i) {
        score.children(positions, 0, 1, 1 << 30, children);
        const Child child = children.child[random.below(children.size)];
        // A limit keeps those that are no worse, and may keep others.
        const std::size_t all = children.size;
        score.children(positions, 0, 1, child.score, children);
        CHECK(children.size <= all);
        CHECK(std::any_of(children.child.begin(), children.child.begin() + std::ptrdiff_t(children.size),
                          [&](const Child& other) { return other.hash == child.hash && other.score == child.score; }));
        score.apply(positions[0], child);
        CHECK(play(grid, board, blank, {child.move}));
        const Position fresh = score.root(board, blank);
        CHECK(positions[0].score == fresh.score && positions[0].score == total(board, fresh, blank));
        CHECK(positions[0].cell_of == fresh.cell_of && positions[0].hash == fresh.hash);
        CHECK(positions[0].overheads == fresh.overheads && positions[0].conflicts_in == fresh.conflicts_in);
        CHECK(positions[0].togo == fresh.togo && positions[0].togo == manhattan(grid, board, blank));
        CHECK(positions[0].bound == fresh.bound);
    }
    weights.overhead.pop_back();
    CHECK_THROWS((Score(grid, parts, weights)), std::invalid_argument);
    CHECK_THROWS((Score(Grid(9, 9), {}, weights)), std::invalid_argument);
    const Grid large(11, 11);
    CHECK_THROWS((Score(large, {}, BoardWeights::formula(large, {}, 1.5f, 1.f))), std::invalid_argument);
}

// One table of 4x4 cells, in the blank's corner of a larger board.
std::vector<OverheadPartition> a_part(const std::uint8_t* table, const Grid& grid) {
    const int top = grid.height - 4, left = grid.width - 4, first = top * grid.width + left;
    OverheadUse use{table, 16, {Cell(first), Cell(first + 1), Cell(first + grid.width)}, {}};
    for (int c = 0; c < grid.cells; ++c) {
        const int y = grid.row[c] - top, x = grid.column[c] - left;
        use.frame.push_back(Cell(y >= 0 && x >= 0 ? 4 * y + x : 16));
    }
    return {{use}};
}

// Moves about on a random board, or from home where there are tables; returns the scores on the way.
template <class Position>
std::vector<int> scores_on_a_walk(const Grid& grid, const std::vector<OverheadPartition>& parts) {
    const BoardScore<Position> score(grid, parts, BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f));
    Random random(7);
    Arrangement board(std::size_t(grid.cells));
    std::iota(board.begin(), board.end(), Cell(0));
    if (parts.empty()) board = random_arrangement(grid, random);
    Cell blank = find(board, Cell(grid.cells - 1));
    std::vector<Position> positions{score.root(board, blank)};
    std::vector<int> scores;
    int overheads = 0;
    Children children;
    for (int i = 0; i < 6000; ++i) {
        score.children(positions, 0, 1, 1 << 30, children);
        const Child child = children.child[random.below(children.size)];
        score.apply(positions[0], child);
        CHECK(play(grid, board, blank, {child.move}));
        const Position fresh = score.root(board, blank);
        CHECK(positions[0].score == fresh.score && positions[0].togo == fresh.togo &&
              positions[0].bound == fresh.bound);
        CHECK(positions[0].togo == manhattan(grid, board, blank));
        CHECK(positions[0].cell_of == fresh.cell_of && positions[0].conflicts_in == fresh.conflicts_in);
        CHECK(positions[0].overheads == fresh.overheads);
        overheads += positions[0].overhead(1);
        scores.push_back(positions[0].score);
    }
    CHECK((overheads > 0) == !parts.empty());
    return scores;
}

TEST(positions_of_all_shapes_stay_what_their_boards_are) {
    const auto table = build(Grid(4, 4), {0, 1, 4}, 15);
    for (const auto& [width, height] : {std::pair{2, 32}, {32, 2}, {16, 4}, {3, 21}, {8, 8}, {2, 2}}) {
        const Grid grid(width, height);
        CHECK(scores_on_a_walk<SmallPosition>(grid, {}) == scores_on_a_walk<LargePosition>(grid, {}));
    }
    for (const auto& [width, height] : {std::pair{10, 10}, {8, 9}}) {
        const Grid grid(width, height);
        scores_on_a_walk<LargePosition>(grid, a_part(table.data(), grid));
    }
    const Grid large(9, 9);
    CHECK_THROWS((BoardScore<SmallPosition>(large, {}, BoardWeights::formula(large, {}, 1.5f, 1.f))),
                 std::invalid_argument);
}

TEST(weights_of_one_class_are_images_of_each_other) {
    for (const auto& [width, height] : {std::pair{3, 3}, {4, 3}, {4, 4}}) {
        const Grid grid(width, height);
        const std::size_t cells = std::size_t(grid.cells);
        const auto pairs = neighbor_pairs(grid, Cell(cells - 1));
        const SymmetryClasses near = pair_classes(grid, Symmetry::diagonal), all = pair_classes(grid, Symmetry::all);
        CHECK(near.of.size() == pairs.size() * cells * cells && all.of.size() == near.of.size());
        CHECK(all.count < near.count);
        CHECK(width == height ? 2 * near.count < near.of.size() + 2 * cells * cells : near.count == near.of.size());
        std::map<std::uint32_t, std::vector<int>> distances;  // images are as far from home, and from each other
        for (std::size_t i = 0; i < all.of.size(); ++i) {
            const auto [first, second] = pairs[i / cells / cells];
            const Cell one = Cell(i / cells % cells), two = Cell(i % cells);
            std::vector<int> found{grid.distance(first, one), grid.distance(second, two)};
            std::sort(found.begin(), found.end());
            found.push_back(grid.distance(one, two));
            CHECK(distances.try_emplace(all.of[i], found).first->second == found);
        }
        std::vector<float> weights(all.count);
        std::iota(weights.begin(), weights.end(), 0.f);
        CHECK(all.first(all.spread(weights)) == weights);
        weights.pop_back();
        CHECK_THROWS(all.spread(weights), std::invalid_argument);
        const SymmetryClasses tiles = tile_classes(grid, Symmetry::all);
        CHECK(tiles.of[0 * cells + 1] == tiles.of[std::size_t(width - 1) * cells + std::size_t(width - 2)]);
        CHECK(tiles.of[0 * cells + 1] != tiles.of[1 * cells + 0]);
    }
}

TEST(grown_weights_are_those_of_the_tile_that_lies_alike) {
    const Grid small(4, 4), wide(6, 5);
    Random random(9);
    BoardWeights weights = BoardWeights::formula(small, {}, 1.5f, 1.f, 3.f);
    for (std::size_t i = 0; i < neighbor_pairs(small, 15).size() * 256; ++i)
        weights.pair.push_back(float(random.below(100)));
    for (std::size_t c = 0; c < 16; ++c)  // no two tiles in one cell
        for (std::size_t i = 0; i < weights.pair.size() / 256; ++i) weights.pair[i * 256 + 17 * c] = 0;
    const Groups groups{{0, 1, 4, 5}, {10, 11, 14}}, more{{0, 1, 6, 7}, {14, 15, 20}, {2, 3}};
    weights.overhead = {5, 7};
    weights.from = 16;
    const BoardWeights same = transfer(weights, small, groups, small, groups);
    CHECK(same.pair == weights.pair && same.row == weights.row && same.column == weights.column);
    CHECK(same.overhead == weights.overhead && same.from == 16);
    CHECK(std::equal(same.tile.begin(), same.tile.end() - 16, weights.tile.begin()));
    const BoardWeights larger = transfer(weights, small, groups, wide, more);
    CHECK(larger.from == 30 && larger.overhead == (std::vector<float>{5, 6, 6}));  // no other of its kind: the mean
    for (int c = 0; c < 29; ++c) CHECK(larger.tile[std::size_t(c * 30 + c)] == 0);
    CHECK(larger.tile[0 * 30 + 7] == weights.tile[0 * 16 + 5]);    // one down and one to the right
    CHECK(larger.tile[5 * 30 + 10] == weights.tile[3 * 16 + 6]);   // from the other corner
    CHECK(larger.tile[0 * 30 + 5] > larger.tile[0 * 30 + 4] && larger.tile[0 * 30 + 4] > weights.tile[0 * 16 + 3]);
    CHECK_THROWS(transfer(weights, wide, groups, small, groups), std::invalid_argument);
    weights.overhead.pop_back();
    CHECK_THROWS(transfer(weights, small, groups, wide, more), std::invalid_argument);
}

TEST(learning_solves_boards_changes_weights_and_repeats_itself) {
    const Grid grid(4, 4);
    const auto pair = build(grid, {0, 1}, 15), corner = build(grid, {6, 7, 10}, 15);
    const auto parts = partitions(pair.data(), corner.data(), grid);
    const BoardWeights before = BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f);
    BoardRankingTuning tuning;
    tuning.width = 50;
    BoardWeights far = before;
    far.from = 20;
    tuning.flow.stop = 2.f;  // boards farther away flow first
    BoardRanking one(grid, parts, {far, before}, tuning, 1), two(grid, parts, {far, before}, tuning, 1);
    std::size_t solved = 0;
    for (int i = 0; i < 5; ++i) {
        const std::size_t length = one.learn();
        CHECK(length == two.learn());
        solved += length > 0;
    }
    CHECK(solved > 0);
    CHECK(one.mean().size() == 2 && one.mean()[0].from == 20 && one.mean()[0].tile != one.mean()[1].tile);
    const BoardWeights learned = one.mean()[1];
    CHECK(learned.tile != before.tile);
    CHECK(learned.tile == two.mean()[1].tile && learned.pair == two.mean()[1].pair);
    CHECK(std::count(learned.pair.begin(), learned.pair.end(), 0.f) < std::ptrdiff_t(learned.pair.size()));
    for (int tile = 0; tile < 15; ++tile)  // the mirror image weighs the same
        for (int c = 0; c < 16; ++c)
            CHECK(std::abs(learned.tile[tile * 16 + c] -
                           learned.tile[(tile % 4 * 4 + tile / 4) * 16 + c % 4 * 4 + c / 4]) < 1e-3f);
}

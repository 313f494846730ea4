// Excess tables against a plain search of the same placements; the score's changes against its sums.
#include <algorithm>
#include <cmath>
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

TEST(the_score_of_a_position_is_the_sum_over_its_board_whichever_way_it_was_reached) {
    const Grid grid(4, 4);
    const auto pair = build(grid, {0, 1}, 15), corner = build(grid, {6, 7, 10}, 15);
    const auto parts = partitions(pair.data(), corner.data(), grid);
    BoardWeights weights = BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f);
    CHECK(weights.excess.size() == 3);
    const auto pairs = neighbour_pairs(grid, 15);
    CHECK(pairs.size() == 22);
    for (std::size_t i = 0; i < pairs.size() * 256; ++i) weights.pair.push_back(float(i * 7 % 11) / 8);
    const PatternScore score(grid, parts, weights);
    const BoardScore lines(grid, 1.f, 0.f, 0.f);
    auto total = [&](const Arrangement& board, const Position& position, Cell blank) {
        auto units = [](float price) { return std::lround(price * PatternScore::kUnit); };
        long sum = 0;
        for (int c = 0; c < grid.cells; ++c)
            if (c != blank) sum += units(weights.tile[board[c] * grid.cells + c]);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            sum += units(weights.pair[(i * 16 + find(board, pairs[i].first)) * 16 + find(board, pairs[i].second)]);
        for (int i = 0; i < 3; ++i) sum += units(weights.excess[i]) * position.excess(i + 1);
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
        CHECK(positions[0].excesses == fresh.excesses && positions[0].conflicts_in == fresh.conflicts_in);
        CHECK(positions[0].togo == fresh.togo && positions[0].togo == manhattan(grid, board, blank));
        CHECK(positions[0].bound == fresh.bound);
    }
    weights.excess.pop_back();
    CHECK_THROWS((PatternScore(grid, parts, weights)), std::invalid_argument);
    CHECK_THROWS((PatternScore(Grid(9, 9), {}, weights)), std::invalid_argument);
}

TEST(positions_of_all_shapes_stay_what_their_boards_are) {
    for (const auto& [width, height] : {std::pair{2, 32}, {32, 2}, {16, 4}, {3, 21}, {8, 8}, {2, 2}}) {
        const Grid grid(width, height);
        const PatternScore score(grid, {}, BoardWeights::formula(grid, {}, 1.5f, 1.f, 3.f));
        Random random(7);
        Arrangement board(std::size_t(grid.cells));
        std::iota(board.begin(), board.end(), Cell(0));
        do
            for (std::size_t c = board.size() - 1; c > 0; --c) std::swap(board[c], board[random.below(c + 1)]);
        while (!solvable(grid, board, Cell(grid.cells - 1)));
        Cell blank = find(board, Cell(grid.cells - 1));
        std::vector<Position> positions{score.root(board, blank)};
        Children children;
        for (int i = 0; i < 2000; ++i) {
            score.children(positions, 0, 1, 1 << 30, children);
            const Child child = children.child[random.below(children.size)];
            score.apply(positions[0], child);
            CHECK(play(grid, board, blank, {child.move}));
            const Position fresh = score.root(board, blank);
            CHECK(positions[0].score == fresh.score && positions[0].togo == fresh.togo && positions[0].bound == fresh.bound);
            CHECK(positions[0].togo == manhattan(grid, board, blank));
            CHECK(positions[0].cell_of == fresh.cell_of && positions[0].conflicts_in == fresh.conflicts_in);
        }
    }
}

TEST(a_beam_over_whole_boards_knows_the_way_to_every_position_and_is_the_same_for_any_team) {
    const Grid grid(5, 4);
    std::vector<PatternScore> phases;
    for (const int from : {12, 0}) {
        BoardWeights weights = BoardWeights::formula(grid, {}, from ? 1.5f : 1.3f, 0.f, 3.f);
        weights.from = from;
        phases.emplace_back(grid, std::vector<ExcessPartition>{}, weights);
    }
    Random random(3);
    for (int round = 0; round < 5; ++round) {
        Arrangement start(20);
        std::iota(start.begin(), start.end(), Cell(0));
        do std::swap(start[random.below(20)], start[random.below(20)]);
        while (!solvable(grid, start, 19) || manhattan(grid, start, find(start, 19)) < 20);
        const Cell blank = find(start, 19);
        WholeBeam beam(phases, start, blank, 300, 1.f, 7), twin(phases, start, blank, 300, 1.f, 7);
        Team alone(1), three(3);
        auto solved = [&] {
            return std::any_of(beam.positions().begin(), beam.positions().end(), [](const Position& p) { return p.togo == 0; });
        };
        for (int level = 1; !solved(); ++level) {
            CHECK(level < 200 && beam.level(alone) && twin.level(level % 3 ? three : alone));
            CHECK(beam.positions().size() <= 600 && beam.positions().size() == twin.positions().size());
            CHECK(beam.positions().back().hash == twin.positions().back().hash);
            if (level % 10) continue;
            for (std::size_t i = 0; i < beam.positions().size(); ++i) {
                Arrangement board = start;
                Cell at = blank;
                const Path way = beam.way_to(i);
                CHECK(int(way.size()) == level && play(grid, board, at, way));
                const Position fresh = phases[beam.phase()].root(board, at);
                CHECK(fresh.cell_of == beam.positions()[i].cell_of && fresh.score == beam.positions()[i].score);
            }
        }
        CHECK(beam.phase() == 1);
    }
}

TEST(learning_solves_boards_changes_weights_and_repeats_itself) {
    const Grid grid(4, 4);
    const auto pair = build(grid, {0, 1}, 15), corner = build(grid, {6, 7, 10}, 15);
    const auto parts = partitions(pair.data(), corner.data(), grid);
    const BoardWeights before = BoardWeights::formula(grid, parts, 1.5f, 1.f, 3.f);
    RankingTuning tuning;
    tuning.width = 50;
    BoardWeights far = before;
    far.from = 20;
    Ranking one(grid, parts, {far, before}, tuning, 1), two(grid, parts, {far, before}, tuning, 1);
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
            CHECK(std::abs(learned.tile[tile * 16 + c] - learned.tile[(tile % 4 * 4 + tile / 4) * 16 + c % 4 * 4 + c / 4]) < 1e-3f);
}

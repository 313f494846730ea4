// Beams: what they say of their boards is true, and a team goes the same way as one thread.
#include <atomic>
#include <numeric>
#include <set>
#include <stdexcept>

#include "check.hpp"
#include "descent.hpp"
#include "team.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

struct Start {
    Arrangement board;
    Cell blank;
};

Start random_start(const Grid& grid, std::uint64_t seed) {
    Random random(seed);
    const Arrangement board = random_arrangement(grid, random);
    return {board, find(board, Cell(grid.cells - 1))};
}

// Plays every way of a beam on a board of its own, level by level, and compares what the beam says of its leaves.
template <class Score>
void check_leaves(const Grid& grid, Score score, typename TourBeam<Score>::LeafType root, const Start& start, std::size_t width,
                  int levels) {
    TourBeam<Score> beam(grid, start.board, start.blank, width, 5);
    beam.start(root);
    Random random(9);
    for (int level = 1; level <= levels; ++level) {
        if (!beam.level(score, 1.f)) return;
        const auto leaves = beam.leaves();
        CHECK(!leaves.empty() && leaves.size() <= 2 * width);
        Start reached = start;
        CHECK(play(grid, reached.board, reached.blank, beam.committed()));
        CHECK(reached.board == beam.board() && reached.blank == beam.blank());
        std::set<Arrangement> boards;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const Path way = beam.way_to(i);
            Start leaf = reached;
            CHECK(way.size() == beam.depth() && play(grid, leaf.board, leaf.blank, way));
            CHECK(leaves[i].togo == manhattan(grid, leaf.board, leaf.blank));
            boards.insert(leaf.board);
        }
        CHECK(10 * boards.size() >= 9 * leaves.size());  // the memory of boards forgets some
        if (level % 20 == 0) beam.settle(random.below(leaves.size()));
        if (level % 50 == 45) {
            beam.take_back(beam.committed().size() / 2, {});
            Start back = start;
            CHECK(play(grid, back.board, back.blank, beam.committed()));
            root.togo = manhattan(grid, back.board, back.blank);
            beam.start(root);
        }
    }
}

}  // namespace

TEST(a_beam_knows_its_boards) {
    for (const int side : {3, 5, 8}) {
        const Grid grid(side, side + 1);
        const Start start = random_start(grid, std::uint64_t(side));
        for (const std::size_t width : {1, 2, 7, 100}) {
            const BoardScore board(grid, 1.5f, 1.f, 2.f);
            check_leaves(grid, board, board.root(start.board, start.blank), start, width, 120);
            FlowScore flow(grid, std::make_shared<const FlowPrices>());
            flow.locate(start.board);
            for (std::size_t d = 0; d < flow.phi.size(); ++d) flow.phi[d] = float(d * d);
            const int togo = manhattan(grid, start.board, start.blank);
            check_leaves(grid, flow, {0.f, togo, 0, 4, {}}, start, width, 120);
        }
    }
}

TEST(a_flow_adds_up_the_prices_of_neighbours) {
    Random random(4);
    std::vector<float> table(std::size_t(FlowPrices::kKinds) * FlowPrices::kKinds);
    for (float& price : table) price = float(random.below(100));
    const auto prices = std::make_shared<const FlowPrices>(table);
    CHECK_THROWS(FlowPrices({1.f}), std::invalid_argument);
    const Grid grid(6, 4);
    Start at = random_start(grid, 7);
    // Every two neighbours from scratch: in a row by the table as it is, in a column with the axes exchanged.
    const auto want = [](int distance) { return distance <= -3 ? 0 : distance < 0 ? 1 : distance == 0 ? 2 : distance < 3 ? 3 : 4; };
    const auto sum = [&] {
        float total = 0;
        for (int cell = 0; cell < grid.cells; ++cell)
            for (const int side : {kRight, kDown}) {
                const Cell next = grid.neighbour[cell][side];
                if (next == kOffBoard || next == at.blank || cell == at.blank) continue;
                const auto kind = [&](int where) {
                    const Cell tile = at.board[where];
                    const int x = want(grid.column[tile] - grid.column[where]), y = want(grid.row[tile] - grid.row[where]);
                    return std::size_t(side == kRight ? 5 * x + y : 5 * y + x);
                };
                total += table[kind(cell) * 25 + kind(next)];
            }
        return total;
    };
    FlowScore score(grid, prices);  // no distances, no potential: only neighbours count
    score.locate(at.board);
    FlowScore::LeafType leaf{sum(), manhattan(grid, at.board, at.blank), 0, 4, {}};
    for (int i = 0; i < 500; ++i) {
        const int move = int(random.below(4));
        const Cell to = grid.neighbour[at.blank][move];
        if (to == kOffBoard) continue;
        FlowScore::LeafType child = leaf;
        CHECK(score.child(at.board, at.blank, to, leaf, child));
        score.moved(at.board[to], at.blank);
        CHECK(play(grid, at.board, at.blank, {std::uint8_t(move)}));
        CHECK(child.score == sum() && child.togo == manhattan(grid, at.board, at.blank));
        leaf = child;
    }
}

TEST(a_descent_takes_the_same_way_with_any_number_of_threads) {
    const Grid grid(7, 7);
    const Start start = random_start(grid, 3);
    DescentTuning tuning;
    tuning.whole_width = tuning.sweep_width = 400;
    tuning.flow.stop = 100.f;  // no flow
    tuning.score = WholeScore::make(grid, {}, {BoardWeights::formula(grid, {}, 1.5f, 1.f)});
    Path first;
    for (const int threads : {1, 2, 3}) {
        Descent descent(grid, start.board, Cell(grid.cells - 1), 1, tuning, threads);
        while (!descent.run(3)) {}
        if (threads == 1) first = descent.path();
        CHECK(descent.path() == first);
    }
    CHECK(!first.empty());
}

TEST(a_team_works_together_and_hands_on_what_its_members_throw) {
    for (const int members : {1, 2, 5}) {
        Team team(members);
        CHECK(team.size() == members);
        std::vector<int> done(std::size_t(members), 0);
        for (int round = 1; round <= 200; ++round) {
            team.run([&](int member) { done[std::size_t(member)] += round; });
            for (const int sum : done) CHECK(sum == round * (round + 1) / 2);
        }
        for (int thrower = 0; thrower < members; ++thrower) {
            auto job = [&](int member) {
                if (member == thrower) throw std::runtime_error("enough");
            };
            CHECK_THROWS(team.run(job), std::runtime_error);
        }
        std::atomic<int> count = 0;
        team.run([&](int) { ++count; });
        CHECK(count == members);
    }
}

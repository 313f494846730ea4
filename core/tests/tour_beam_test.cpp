// Beams: what they say of their boards is true, and a team goes the same way as one thread.
#include <atomic>
#include <numeric>
#include <set>
#include <stdexcept>

#include "anysize/descent.hpp"
#include "base/thread_team.hpp"
#include "tests/check.hpp"

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
void check_leaves(const Grid& grid, Score score, typename TourBeam<Score>::LeafType root, const Start& start,
                  std::size_t width, int levels) {
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
            const FormulaScore board(grid, 1.5f, 1.f, 2.f);
            check_leaves(grid, board, board.root(start.board, start.blank), start, width, 120);
            FlowScore flow(grid, std::make_shared<const FlowWeights>());
            flow.locate(start.board);
            for (std::size_t d = 0; d < flow.phi.size(); ++d) flow.phi[d] = float(d * d);
            const int togo = manhattan(grid, start.board, start.blank);
            check_leaves(grid, flow, {0.f, togo, 0, kNoMove, {}}, start, width, 120);
        }
    }
}

// A flow's score from scratch: distances, the blank's potential, and every two neighbors; those in a column with the
// axes exchanged.
float flow_score(const Grid& grid, const std::vector<float>& table, const FlowScore& score, const Start& at) {
    const auto want = [](int distance) {
        return distance <= -3 ? 0 : distance < 0 ? 1 : distance == 0 ? 2 : distance < 3 ? 3 : 4;
    };
    float total = score.potential[at.blank];
    for (int cell = 0; cell < grid.cells; ++cell) {
        if (cell == at.blank) continue;
        const auto away = [&](int where) {
            const Cell tile = at.board[std::size_t(where)];
            return std::pair{grid.column[tile] - grid.column[where], grid.row[tile] - grid.row[where]};
        };
        const auto [x, y] = away(cell);
        total += score.phi[std::size_t(x + FlowScore::kZeroDistance)] +
                 score.phi[std::size_t(y + FlowScore::kZeroDistance)];
        for (const int side : {kRight, kDown}) {
            const Cell next = grid.neighbor[cell][side];
            if (next == kNoCell || next == at.blank) continue;
            const auto kind = [&](int where) {
                const auto [across, along] = away(where);
                return std::size_t(side == kRight ? 5 * want(across) + want(along) : 5 * want(along) + want(across));
            };
            total += table[kind(cell) * 25 + kind(next)];
        }
    }
    return total;
}

TEST(a_flow_adds_up_distances_potential_and_neighbors) {
    Random random(4);
    std::vector<float> table(std::size_t(FlowWeights::kKinds) * FlowWeights::kKinds);
    for (float& weight : table) weight = float(random.below(100));
    CHECK_THROWS(FlowWeights({1.f}), std::invalid_argument);
    for (const auto& [width, height] : {std::pair{6, 4}, {2, 9}, {9, 9}}) {
        const Grid grid(width, height);
        const Start start = random_start(grid, 7);
        FlowScore score(grid, std::make_shared<const FlowWeights>(table));
        for (int d = 0; d < FlowScore::kDistances; ++d)
            score.phi[std::size_t(d)] = float((d - FlowScore::kZeroDistance) * (d - FlowScore::kZeroDistance));
        for (float& value : score.potential) value = float(random.below(50));
        score.locate(start.board);
        TourBeam<FlowScore> beam(grid, start.board, start.blank, 30, 5);
        beam.start({0.f, manhattan(grid, start.board, start.blank), 0, kNoMove, {}});
        for (int level = 1; level <= 150; ++level) {
            CHECK(beam.level(score, 1.f));
            if (level % 40 == 0) {
                beam.settle(random.below(beam.leaves().size()));
                score.locate(beam.board());
            }
            if (level % 25 == 0)
                beam.rescore(score, {0.f, manhattan(grid, beam.board(), beam.blank()), 0, kNoMove, {}});
            Start root = start;
            CHECK(play(grid, root.board, root.blank, beam.committed()));
            float base = 0;
            for (std::size_t i = 0; i < beam.leaves().size(); ++i) {  // scores have a common base
                Start leaf = root;
                CHECK(play(grid, leaf.board, leaf.blank, beam.way_to(i)));
                const float beyond = beam.leaves()[i].score - flow_score(grid, table, score, leaf);
                if (i == 0) base = beyond;
                CHECK(beyond == base);
            }
        }
    }
}

TEST(a_flow_needs_a_beam_and_two_lines) {
    for (const auto& [width, height, beam] : {std::tuple{1, 6, 10}, {6, 1, 10}, {3, 3, 0}}) {
        const Grid grid(width, height);
        Arrangement home(std::size_t(grid.cells));
        std::iota(home.begin(), home.end(), Cell(0));
        CHECK_THROWS(Flow(grid, home, Cell(grid.cells - 1), std::size_t(beam), 1), std::invalid_argument);
    }
}

TEST(a_descent_takes_the_same_way_with_any_number_of_threads) {
    const Grid grid(7, 7);
    const Start start = random_start(grid, 3);
    DescentTuning tuning;
    tuning.board_beam_width = tuning.sweep_width = 400;
    tuning.flow.stop = 100.f;  // no flow
    tuning.score = BoardScores::make(grid, {}, {BoardWeights::formula(grid, {}, 1.5f, 1.f)});
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
        ThreadTeam team(members);
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

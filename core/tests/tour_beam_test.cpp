// A beam that is shared by a team goes the same way, board by board, as one that is not.
#include <atomic>
#include <numeric>
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
    Arrangement board(grid.cells);
    std::iota(board.begin(), board.end(), Cell(0));
    do
        for (int c = grid.cells - 1; c > 0; --c) std::swap(board[c], board[random.below(c + 1)]);
    while (!solvable(grid, board, Cell(grid.cells - 1)));
    return {board, find(board, Cell(grid.cells - 1))};
}

// Takes two beams through the same levels, one alone and one with a team, and looks for differences.
template <class Score>
void check_same(const Grid& grid, const Score& given, typename TourBeam<Score>::LeafType root, const Start& start,
                std::size_t width, int members, int levels) {
    Score score = given, shared_score = given;
    TourBeam<Score> alone(grid, start.board, start.blank, width, 5), shared(grid, start.board, start.blank, width, 5);
    shared.share_from(1, true);
    alone.start(root);
    shared.start(root);
    Team team(members);
    Random random(9);
    for (int level = 0; level < levels; ++level) {
        const bool alive = alone.level(score, 1.f);
        CHECK(shared.level(shared_score, 1.f, team) == alive);
        if (!alive) return;
        CHECK(alone.leaves().size() == shared.leaves().size());
        bool same = true;
        for (std::size_t i = 0; i < alone.leaves().size(); ++i) {
            const auto &one = alone.leaves()[i], &other = shared.leaves()[i];
            same &= one.score == other.score && one.togo == other.togo && one.hash == other.hash && one.last == other.last;
        }
        CHECK(same);
        for (int i = 0; i < 3; ++i) {
            const std::size_t leaf = random.below(alone.leaves().size());
            CHECK(alone.way_to(leaf) == shared.way_to(leaf));
        }
        CHECK(alone.committed() == shared.committed());
        CHECK(alone.board() == shared.board());
        CHECK(alone.generated() == shared.generated());
        if (level % 20 == 19) {  // go on from somewhere else
            const std::size_t leaf = random.below(alone.leaves().size());
            alone.settle(leaf);
            shared.settle(leaf);
        }
        if (level % 50 == 45) {
            alone.take_back(alone.committed().size() / 2, {});
            shared.take_back(shared.committed().size() / 2, {});
            alone.start(root);
            shared.start(root);
        }
    }
}

}  // namespace

TEST(a_shared_level_is_the_same_for_every_score_board_and_width) {
    for (const int side : {3, 5, 8}) {
        const Grid grid(side, side + 1);
        const Start start = random_start(grid, std::uint64_t(side));
        for (const std::size_t width : {1, 2, 7, 100, 900})
            for (const int members : {2, 3}) {
                const BoardScore board(grid, 1.5f, 1.f, 2.f);
                check_same(grid, board, board.root(start.board, start.blank), start, width, members, 120);
                FlowScore flow(grid);
                for (std::size_t d = 0; d < flow.phi.size(); ++d) flow.phi[d] = float(d * d);
                const int togo = manhattan(grid, start.board, start.blank);
                check_same(grid, flow, {0.f, togo, 0, 4, {}}, start, width, members, 120);
            }
    }
}

TEST(a_descent_takes_the_same_way_with_any_number_of_threads) {
    for (const bool whole : {true, false}) {
        const Grid grid(7, 7);
        const Start start = random_start(grid, 3);
        DescentTuning tuning;
        tuning.width = tuning.sweep_width = 400;
        tuning.whole = whole;
        Path first;
        for (const int threads : {1, 2, 3}) {
            Descent descent(grid, start.board, Cell(grid.cells - 1), 1, tuning, threads);
            while (!descent.run(3)) {}
            if (threads == 1) first = descent.path();
            CHECK(descent.path() == first);
        }
        CHECK(!first.empty());
    }
}

TEST(a_team_works_together_and_hands_on_what_its_members_throw) {
    for (const int members : {1, 2, 5}) {
        Team team(members);
        CHECK(team.size() == members);
        std::vector<int> one(std::size_t(members), 0), two = one;
        for (int round = 1; round <= 200; ++round) {
            team.run([&](int member) {
                one[std::size_t(member)] = round;
                team.meet(members);
                two[std::size_t(member)] = std::accumulate(one.begin(), one.end(), 0);
                team.meet(members);
            });
            for (const int sum : two) CHECK(sum == members * round);
        }
        for (int thrower = 0; thrower < members; ++thrower) {
            auto job = [&](int member) {
                if (member == thrower) throw std::runtime_error("enough");
                team.meet(members);
            };
            CHECK_THROWS(team.run(job), std::runtime_error);
        }
        std::atomic<int> count = 0;
        team.run([&](int) { ++count; });
        CHECK(count == members);
    }
}

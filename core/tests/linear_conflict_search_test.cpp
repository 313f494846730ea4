// The search of boards of every size, against complete distances, and node for node against a plain recursion that
// counts Manhattan distance and conflicts anew for every board. Runs under the sanitizers too.
#include "optimal/linear_conflict_search.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "anysize/bounds.hpp"
#include "optimal/distances.hpp"
#include "tests/altered_state.hpp"
#include "tests/check.hpp"

using namespace taquin;

namespace {

using List = std::vector<int>;

// Tiles 1, 2, 3 ... with the blank anywhere.
List goal_with_blank(int cells, int blank) {
    List goal(cells);
    for (int cell = 0, tile = 1; cell < cells; ++cell) goal[cell] = cell == blank ? 0 : tile++;
    return goal;
}

List walked(const anysize::Grid& grid, List tiles, int steps, anysize::Random& random) {
    int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    for (int last = -1; steps > 0;) {
        const int move = static_cast<int>(random.below(kMoves));
        const anysize::Cell to = grid.neighbor[blank][move];
        if (to == anysize::kNoCell || move == inverse(last)) continue;
        std::swap(tiles[blank], tiles[to]);
        blank = to;
        last = move;
        --steps;
    }
    return tiles;
}

bool solves(const anysize::Grid& grid, const List& start, const std::string& path, const List& goal) {
    anysize::Arrangement board = anysize::relabel(start, goal);
    auto blank = static_cast<anysize::Cell>(std::find(start.begin(), start.end(), 0) - start.begin());
    if (!anysize::play(grid, board, blank, anysize::from_text(path))) return false;
    for (int cell = 0; cell < grid.cells; ++cell)
        if (board[cell] != cell) return false;
    return true;
}

struct Counts {
    uint64_t generated = 0, expanded = 0;
    bool operator==(const Counts&) const = default;
};

// All iterations, broken off after every slice. The moves found, and the counts of all iterations.
std::string solve(IterationSearch& search, Counts& counts, uint64_t slice) {
    for (int bound = search.lower_bound();; bound += 2) {
        search.begin("", bound);
        Status status;
        while ((status = search.run(slice)) == Status::kRunning) search.restore(search.save());
        counts.generated += search.generated();
        counts.expanded += search.expanded();
        if (status == Status::kFound) return search.path();
    }
}

// The same rules in their plainest form.
class Plain {
public:
    Plain(const anysize::Grid& grid, const List& goal, const List& start)
        : grid_(grid), detours_(grid.width, grid.height), board_(anysize::relabel(start, goal)),
          blank_(static_cast<anysize::Cell>(std::find(start.begin(), start.end(), 0) - start.begin())) {}
    std::string solve() {
        for (bound_ = estimate(); !search(Detours::kStart); bound_ += 2) {}
        return path_;
    }
    Counts counts;

private:
    int estimate() const { return anysize::lower_bound(grid_, board_, blank_); }
    bool search(Detours::Trail trail) {
        const int estimated = estimate();
        if (static_cast<int>(path_.size()) + estimated > bound_) return false;
        if (estimated == 0) return true;
        ++counts.expanded;
        List moves;
        for (int move = 0; move < kMoves; ++move)
            if (grid_.neighbor[blank_][move] != anysize::kNoCell && detours_.allowed(trail) >> move & 1)
                moves.push_back(move);
        counts.generated += moves.size();
        for (int move : moves) {
            step(move);
            path_ += kMoveLetters[move];
            if (search(detours_.next(trail, move))) return true;
            path_.pop_back();
            step(inverse(move));
        }
        return false;
    }
    void step(int move) {
        const anysize::Cell to = grid_.neighbor[blank_][move];
        std::swap(board_[blank_], board_[to]);
        blank_ = to;
    }

    const anysize::Grid& grid_;
    const Detours detours_;
    anysize::Arrangement board_;
    anysize::Cell blank_;
    int bound_ = 0;
    std::string path_;
};

}  // namespace

TEST(linear_conflict_proves_the_length_of_every_small_board) {
    for (const auto& [shape, every] :
         {std::pair{Shape(2, 2), 1}, {Shape(3, 2), 1}, {Shape(2, 3), 1}, {Shape(2, 4), 5}, {Shape(3, 3), 397}}) {
        const anysize::Grid grid(shape.width, shape.height);
        for (int blank = 0; blank < shape.cells(); ++blank) {
            const List goal = goal_with_blank(shape.cells(), blank);
            const DistanceTable table(shape, Tiles(goal.begin(), goal.end()));
            List start(shape.cells());
            std::iota(start.begin(), start.end(), 0);
            int number = 0;
            do {
                const int distance = table.distance(Tiles(start.begin(), start.end()));
                if (distance == DistanceTable::kUnreached || number++ % every) continue;
                const auto search = make_linear_conflict_search(shape.width, shape.height, goal, start);
                Counts counts;
                const std::string path = solve(*search, counts, 100);
                CHECK(static_cast<int>(path.size()) == distance && solves(grid, start, path, goal));
            } while (std::next_permutation(start.begin(), start.end()));
        }
    }
}

TEST(linear_conflict_visits_the_nodes_of_a_plain_recursion) {
    anysize::Random random(3);
    const std::vector<std::array<int, 4>> kinds{  // width, height, steps of the walk, boards
                                                {2, 2, 9, 5},   {3, 3, 60, 30},  {4, 4, 36, 20},  {5, 5, 36, 10},
                                                {2, 9, 40, 20}, {7, 3, 40, 20},  {9, 8, 30, 6},   {64, 3, 26, 4},
                                                {65, 3, 26, 4}, {3, 129, 26, 4}, {2, 255, 24, 3}, {70, 70, 18, 2}};
    for (const auto& [width, height, steps, boards] : kinds) {
        const anysize::Grid grid(width, height);
        for (int board = 0; board < boards; ++board) {
            const List goal = goal_with_blank(grid.cells, static_cast<int>(random.below(grid.cells)));
            const List start = walked(grid, goal, steps, random);
            Plain plain(grid, goal, start);
            const auto search = make_linear_conflict_search(width, height, goal, start);
            for (const uint64_t slice : {uint64_t{1}, uint64_t{1000}, ~uint64_t{0}}) {
                Counts counts;
                if (slice == 1) plain.counts = {};
                const std::string path = solve(*search, counts, slice);
                if (slice == 1) CHECK(plain.solve() == path);
                CHECK(counts == plain.counts && solves(grid, start, path, goal));
            }
        }
    }
}

// Random boards have lines with many conflicts and long paths: an iteration that is far from any goal.
TEST(linear_conflict_keeps_its_estimate_on_any_board) {
    anysize::Random random(4);
    for (const auto& [width, height] : {std::pair{4, 4}, {6, 5}, {2, 30}, {12, 12}, {80, 2}, {40, 66}, {127, 127}}) {
        const anysize::Grid grid(width, height);
        for (int round = 0; round < 3; ++round) {
            const List goal = goal_with_blank(grid.cells, static_cast<int>(random.below(grid.cells)));
            const List start = walked(grid, goal, 40 * grid.cells, random);
            const auto search = make_linear_conflict_search(width, height, goal, start);
            const auto bound_after = [&](const std::string& path) {  // the estimate, counted anew
                anysize::Arrangement board = anysize::relabel(start, goal);
                auto blank = static_cast<anysize::Cell>(std::find(start.begin(), start.end(), 0) - start.begin());
                CHECK(anysize::play(grid, board, blank, anysize::from_text(path)));
                return anysize::lower_bound(grid, board, blank);
            };
            CHECK(search->lower_bound() == bound_after(""));
            const int bound = search->lower_bound() + 4 * round;
            search->begin("", bound);
            for (int slice = 0; slice < 20 && search->run(997) == Status::kRunning; ++slice) {
                const SearchState state = search->save();
                if (state.branches.empty()) break;
                const Branch& branch = state.branches[0];
                const int estimate = bound_after(branch.path), f = static_cast<int>(branch.path.size()) + estimate;
                CHECK(f <= bound);
                // All that is left there is within the bound.
                for (int move = 0; move < kMoves; ++move)
                    if (branch.untried.back() >> move & 1)
                        CHECK(static_cast<int>(branch.path.size()) + 1 +
                                  bound_after(branch.path + kMoveLetters[move]) <=
                              bound);
            }
        }
    }
}

TEST(linear_conflict_has_parts_that_add_up) {
    anysize::Random random(5);
    for (const auto& [width, height] : {std::pair{4, 4}, {8, 3}, {66, 2}}) {
        const anysize::Grid grid(width, height);
        const List goal = goal_with_blank(grid.cells, 1), start = walked(grid, goal, 60, random);
        const auto search = make_linear_conflict_search(width, height, goal, start);
        int bound = search->lower_bound();
        Counts whole;
        for (;; bound += 2) {
            search->begin("", bound);
            const Status status = search->run(~uint64_t{0});
            whole = {search->generated(), search->expanded()};
            if (status == Status::kFound || whole.generated > 20'000) break;
        }
        bound -= search->path().empty() ? 0 : 2;
        search->begin("", bound);
        CHECK(search->run(~uint64_t{0}) == Status::kExhausted);
        whole = {search->generated(), search->expanded()};
        for (int depth : {0, 1, 2, 5, 12}) {
            const std::vector<std::string> prefixes = search->split(bound, depth);
            CHECK(std::is_sorted(prefixes.begin(), prefixes.end(), [](const std::string& a, const std::string& b) {
                return anysize::from_text(a) < anysize::from_text(b);
            }));
            Counts sum{search->generated(), search->expanded()};
            for (const std::string& prefix : prefixes) {
                search->begin(prefix, bound);
                CHECK(search->run(~uint64_t{0}) == Status::kExhausted);
                sum.generated += search->generated();
                sum.expanded += search->expanded();
            }
            CHECK(sum == whole);
        }
    }
}

TEST(linear_conflict_goes_on_behind_a_goal_and_from_before_its_root) {
    const List goal = goal_with_blank(16, 15);
    const auto home = make_linear_conflict_search(4, 4, goal, goal);
    home->begin("", 0);
    home->restore(home->save());  // nothing has begun, and nothing is lost
    CHECK(home->run(10) == Status::kFound && home->path().empty() && home->run(10) == Status::kExhausted);
    CHECK(home->split(0, 4) == std::vector<std::string>{""});
    const List start{8, 6, 7, 2, 5, 4, 3, 0, 1}, end = goal_with_blank(9, 8);  // 31 moves apart, by 40 ways
    const auto search = make_linear_conflict_search(3, 3, end, start);
    search->begin("", 31);
    std::vector<anysize::Path> found;
    for (Status status; (status = search->run(50)) != Status::kExhausted; search->restore(search->save()))
        if (status == Status::kFound) found.push_back(anysize::from_text(search->path()));
    CHECK(found.size() > 1 && found.size() <= 40 && std::is_sorted(found.begin(), found.end(), std::less_equal<>()));
    for (const anysize::Path& path : found)
        CHECK(path.size() == 31 && solves(anysize::Grid(3, 3), start, anysize::to_text(path), end));
    search->begin("U", 0);
    CHECK(search->run(10) == Status::kExhausted && search->generated() == 0);
}

TEST(linear_conflict_saves_paths_of_a_million_moves) {
    const anysize::Grid grid(127, 127);
    anysize::Random random(6);
    const List goal = goal_with_blank(grid.cells, grid.cells - 1);
    List start(grid.cells);
    const anysize::Arrangement board = anysize::random_arrangement(grid, random);
    for (int cell = 0; cell < grid.cells; ++cell) start[cell] = goal[board[cell]];
    const auto whole = make_linear_conflict_search(127, 127, goal, start),
               broken = make_linear_conflict_search(127, 127, goal, start);
    CHECK(whole->lower_bound() > 1'300'000);
    const int bound = 2 * whole->lower_bound();  // so loose that the search goes far down
    whole->begin("", bound);
    broken->begin("", bound);
    CHECK(whole->run(4'000'000) == Status::kRunning);
    while (broken->generated() < whole->generated()) {
        CHECK(broken->run(std::min<uint64_t>(500'000, whole->generated() - broken->generated())) == Status::kRunning);
        broken->restore(broken->save());
    }
    const SearchState one = whole->save(), other = broken->save();
    CHECK(one.branches.size() == 1 && one.branches[0].path.size() > 1'000'000);
    CHECK(one.branches[0].path == other.branches[0].path && one.branches[0].untried == other.branches[0].untried);
    CHECK(one.generated == other.generated && one.expanded == other.expanded);
}

// Saved searches with some of their bytes changed: refused, or searched without leaving any array.
TEST(linear_conflict_refuses_or_survives_altered_states) {
    anysize::Random random(7);
    for (const auto& [width, height] : {std::pair{4, 3}, {70, 2}}) {
        const anysize::Grid grid(width, height);
        const List goal = goal_with_blank(grid.cells, 3), start = walked(grid, goal, 300, random);
        const auto search = make_linear_conflict_search(width, height, goal, start);
        search->begin("", search->lower_bound() + 8);
        CHECK(search->run(200) == Status::kRunning);
        const SearchState whole = search->save();
        int refused = 0;
        for (int round = 0; round < 3000; ++round) {
            try {
                search->restore(taquin::testing::altered(whole, random));
            } catch (const std::invalid_argument&) {
                ++refused;
                CHECK(search->run(300) == Status::kExhausted);
            }
            for (int slice = 0; slice < 3; ++slice) search->run(300);
        }
        CHECK(refused > 1000);
    }
}

TEST(linear_conflict_refuses_what_is_no_puzzle) {
    const List goal = goal_with_blank(6, 5);
    CHECK_THROWS(make_linear_conflict_search(6, 1, goal, goal), std::invalid_argument);
    CHECK_THROWS(make_linear_conflict_search(1, 6, goal, goal), std::invalid_argument);
    CHECK_THROWS(make_linear_conflict_search(3, 3, goal, goal), std::invalid_argument);
    CHECK_THROWS(make_linear_conflict_search(3, 2, goal, {1, 1, 2, 3, 4, 0}), std::invalid_argument);
    CHECK_THROWS(make_linear_conflict_search(3, 2, {1, 2, 3, 4, 5, 6}, goal), std::invalid_argument);
    CHECK_THROWS(make_linear_conflict_search(256, 2, goal_with_blank(512, 0), goal_with_blank(512, 0)),
                 std::invalid_argument);
    const auto search = make_linear_conflict_search(3, 2, goal, goal);
    CHECK_THROWS(search->begin("D", 10), std::invalid_argument);
    CHECK_THROWS(search->begin("x", 10), std::invalid_argument);
    CHECK_THROWS(search->begin("", -1), std::invalid_argument);
    CHECK_THROWS(search->begin("", 1 << 30), std::invalid_argument);
    CHECK(search->run(10) == Status::kExhausted);
}

// The any-size methods: whatever the shape, the goal and the start, the paths they give are replayed.
#include <algorithm>
#include <numeric>

#include "anysize/blank_last.hpp"
#include "anysize/bounds.hpp"
#include "anysize/construct.hpp"
#include "anysize/descent.hpp"
#include "anysize/formula_score.hpp"
#include "anysize/windows.hpp"
#include "tests/check.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

bool leads_home(const Grid& grid, Arrangement arrangement, Cell blank_home, const Path& path) {
    Cell blank = find(arrangement, blank_home);
    return play(grid, arrangement, blank, path) && std::is_sorted(arrangement.begin(), arrangement.end());
}

Arrangement shuffled(const Grid& grid, Random& random, Cell blank_home) {
    Arrangement arrangement(grid.cells);
    std::iota(arrangement.begin(), arrangement.end(), Cell(0));
    Cell blank = blank_home;
    if (grid.width == 1 || grid.height == 1) {  // only the blank can be elsewhere
        for (std::uint64_t i = random.below(2 * grid.cells); i > 0; --i) {
            const Cell to = grid.neighbor[blank][random.below(4)];
            if (to == kNoCell) continue;
            std::swap(arrangement[blank], arrangement[to]);
            blank = to;
        }
        return arrangement;
    }
    do
        for (int c = grid.cells - 1; c > 0; --c) std::swap(arrangement[c], arrangement[random.below(c + 1)]);
    while (!solvable(grid, arrangement, blank_home));
    return arrangement;
}

int construct_all(int width, int height, Cell blank_home) {
    const Grid grid(width, height);
    Arrangement arrangement(grid.cells);
    std::iota(arrangement.begin(), arrangement.end(), Cell(0));
    int count = 0;
    do {
        if (!solvable(grid, arrangement, blank_home)) continue;
        CHECK(leads_home(grid, arrangement, blank_home, construct(grid, arrangement, blank_home)));
        ++count;
    } while (std::next_permutation(arrangement.begin(), arrangement.end()));
    return count;
}

}  // namespace

TEST(construct_solves_every_small_board_towards_every_blank) {
    for (int home = 0; home < 4; ++home) CHECK(construct_all(2, 2, Cell(home)) == 12);
    for (int home = 0; home < 6; ++home) {
        CHECK(construct_all(2, 3, Cell(home)) == 360);
        CHECK(construct_all(3, 2, Cell(home)) == 360);
    }
    CHECK(construct_all(4, 2, 7) == 20160);
    CHECK(construct_all(2, 4, 0) == 20160);
    CHECK(construct_all(3, 3, 8) == 181440);
    CHECK(construct_all(1, 5, 2) == 5);
    CHECK(construct_all(1, 1, 0) == 1);
}

TEST(construct_solves_random_boards_of_every_shape) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const Grid grid(1 + int(random.below(13)), 1 + int(random.below(13)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = shuffled(grid, random, home);
        const Path path = construct(grid, start, home);
        CHECK(leads_home(grid, start, home, path));
        CHECK(int(path.size()) >= lower_bound(grid, start, find(start, home)));
        const Path beginning = construct_beginning(grid, start, home, 10);
        CHECK(beginning.size() <= path.size());
        CHECK(std::equal(beginning.begin(), beginning.end() - (beginning.empty() ? 0 : 1), path.begin()));
    }
}

TEST(a_construction_makes_the_same_moves_in_slices) {
    Random random(7);
    for (int i = 0; i < 300; ++i) {
        const Grid grid(1 + int(random.below(20)), 1 + int(random.below(20)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = shuffled(grid, random, home);
        const Path whole = construct(grid, start, home);
        Construction construction(grid, start, home);
        float progress = 0;
        for (bool done = construction.run(0); !done; done = construction.run(0)) {
            const Path& path = construction.path();
            Arrangement board = start;
            Cell blank = find(board, home);
            CHECK(play(grid, board, blank, path));
            CHECK(construction.progress() >= progress && construction.progress() < 1);
            progress = construction.progress();
        }
        CHECK(construction.path() == whole);
        CHECK(construction.progress() == 1);
        CHECK(construction.run(0));
    }
}

TEST(a_transposed_board_has_the_transposed_paths) {
    for (const auto& [width, height] : {std::pair{2, 12}, {12, 2}, {3, 5}}) {
        const Grid grid(width, height), other(height, width);
        Random random(5);
        for (int c = 0; c < grid.cells; ++c) CHECK(transposed(other, transposed(grid, Cell(c))) == c);
        const Cell home = Cell(grid.cells / 2);
        const Arrangement board = shuffled(grid, random, home);
        CHECK(transposed(other, transposed(grid, board)) == board);
        Path path = construct(other, transposed(grid, board), transposed(grid, home));
        transpose(path);
        CHECK(leads_home(grid, board, home, path));
    }
}

TEST(letters_are_played_like_moves) {
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        const Grid grid(1 + int(random.below(6)), 1 + int(random.below(6)));
        Arrangement by_number(grid.cells);
        std::iota(by_number.begin(), by_number.end(), Cell(0));
        Arrangement by_letter = by_number;
        Cell blank = Cell(random.below(grid.cells)), other = blank;
        Path path(random.below(20));
        for (auto& move : path) move = std::uint8_t(random.below(4));
        const bool legal = play(grid, by_number, blank, path);
        CHECK(play(grid, by_letter, other, to_text(path)) == legal);
        CHECK(by_letter == by_number && other == blank);
        CHECK(!play(grid, by_letter, other, "x"));
        CHECK(by_letter == by_number && other == blank);
    }
}

TEST(a_descent_that_is_concluded_constructs_the_rest) {
    Random random(10);
    for (int i = 0; i < 40; ++i) {
        const Grid grid(2 + int(random.below(9)), 2 + int(random.below(9)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = shuffled(grid, random, home);
        DescentTuning tuning;
        tuning.flow_width = tuning.board_beam_width = tuning.sweep_width = 20;
        if (i % 2) tuning.score = BoardScores::make(grid, {}, {BoardWeights::formula(grid, {}, 1.5f, 1.f)});
        Descent descent(grid, start, home, 1, tuning);
        bool done = false;
        for (std::uint64_t slices = random.below(300); slices > 0 && !done; --slices) done = descent.run(0);
        const Path expected = descent.path();
        descent.conclude();
        while (!descent.run(0)) CHECK(leads_home(grid, start, home, descent.path()));
        CHECK(descent.path() == expected);
        CHECK(leads_home(grid, start, home, expected));
    }
}

TEST(construct_refuses_the_unsolvable) {
    const Grid grid(3, 3);
    CHECK_THROWS(construct(grid, {1, 0, 2, 3, 4, 5, 6, 7, 8}, 8), std::invalid_argument);
}

TEST(descents_arrive_on_every_shape_and_windows_never_lengthen) {
    Random random(2);
    for (int i = 0; i < 60; ++i) {
        const Grid grid(2 + int(random.below(9)), 2 + int(random.below(9)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = shuffled(grid, random, home);
        const Cell blank = find(start, home);
        DescentTuning tuning;
        tuning.flow_width = tuning.board_beam_width = 30;
        if (i % 4 == 0) tuning.flow.stop = 100.f;  // no flow before the beam
        if (i % 2 == 0) tuning.score = BoardScores::make(grid, {}, {BoardWeights::formula(grid, {}, 1.5f, 1.f)});
        Descent descent(grid, start, home, 7, tuning);
        while (!descent.run(5)) CHECK(leads_home(grid, start, home, descent.path()));
        const Path path = descent.path();
        CHECK(leads_home(grid, start, home, path));
        WindowTuning narrow;
        narrow.width = 100;
        Windows windows(grid, start, blank, path, 7, narrow);
        for (bool done = false; !done;) {
            const std::size_t before = windows.path().size();
            done = windows.run(2);
            CHECK(windows.path().size() <= before);
            CHECK(leads_home(grid, start, home, windows.path()));
        }
        CHECK(int(windows.path().size()) >= lower_bound(grid, start, blank));
    }
}

TEST(the_bit_parallel_conflicts_are_the_linear_conflict) {
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        const Grid grid(1 + int(random.below(8)), 1 + int(random.below(8)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = shuffled(grid, random, home);
        const Cell blank = find(start, home);
        const FormulaScore score(grid, 1.5f, 1.f, 3.f);
        const auto root = score.root(start, blank);
        CHECK(2 * root.extra.conflicts == linear_conflict(grid, start, blank));
        for (int move = 0; move < 4; ++move) {  // and stay so, child by child
            const Cell to = grid.neighbor[blank][move];
            if (to == kNoCell) continue;
            auto child = root;
            score.child(start, blank, to, root, child);
            Arrangement next = start;
            std::swap(next[blank], next[to]);
            CHECK(2 * child.extra.conflicts == linear_conflict(grid, next, to));
            CHECK(child.togo == manhattan(grid, next, to));
        }
    }
}

TEST(every_goal_becomes_one_with_the_blank_last) {
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        const Grid grid(2 + int(random.below(6)), 2 + int(random.below(6)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = shuffled(grid, random, home);
        const BlankLast puzzle(grid, start, home);
        CHECK(solvable(grid, puzzle.arrangement(), puzzle.home()));
        CHECK(leads_home(grid, start, home, puzzle.translate(construct(grid, puzzle.arrangement(), puzzle.home()))));
    }
}

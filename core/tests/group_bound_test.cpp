// The group bound and its parts, each against a plainer way to the same figure.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>

#include "anysize/bounds.hpp"
#include "anysize/groups/cover.hpp"
#include "anysize/groups/group_bound.hpp"
#include "tests/check.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

Arrangement random_board(const Grid& grid, Cell blank_home, Random& random) {
    Arrangement board(grid.cells);
    std::iota(board.begin(), board.end(), Cell(0));
    do
        for (int c = grid.cells - 1; c > 0; --c) std::swap(board[c], board[random.below(c + 1)]);
    while (!solvable(grid, board, blank_home));
    return board;
}

Arrangement walk(const Grid& grid, Cell blank, int moves, Random& random) {
    Arrangement board(grid.cells);
    std::iota(board.begin(), board.end(), Cell(0));
    while (moves > 0) {
        const Cell to = grid.neighbor[blank][random.below(4)];
        if (to == kNoCell) continue;
        std::swap(board[blank], board[to]);
        blank = to;
        --moves;
    }
    return board;
}

// The same figure without regions: every cell of the blank is a state of its own, and its own moves are free.
int plain_overhead(const Grid& grid, const Arrangement& start, Cell blank_home, const std::vector<Cell>& tiles) {
    using State = std::array<Cell, 5>;  // the tiles, then the blank
    const std::size_t count = tiles.size();
    State first{}, home{};
    std::size_t states = grid.cells;
    int distance = 0;
    for (std::size_t i = 0; i < count; ++i, states *= grid.cells) {
        first[i] = find(start, tiles[i]);
        home[i] = tiles[i];
        distance += grid.distance(first[i], home[i]);
    }
    first[count] = find(start, blank_home);
    home[count] = blank_home;
    const auto index = [&](const State& state) {
        std::size_t sum = 0;
        for (std::size_t i = 0; i <= count; ++i) sum = sum * grid.cells + state[i];
        return sum;
    };
    std::vector<std::uint8_t> moves(states, 255);
    moves[index(first)] = 0;
    std::deque<State> queue{first};
    while (queue.front() != home) {
        const State state = queue.front();
        queue.pop_front();
        for (const Cell to : grid.neighbor[state[count]]) {
            if (to == kNoCell) continue;
            State next = state;
            const auto tile = std::find(next.begin(), next.begin() + count, to);
            const bool counts = tile != next.begin() + count;
            if (counts) *tile = state[count];
            next[count] = to;
            const int cost = moves[index(state)] + counts;
            if (cost >= moves[index(next)]) continue;
            moves[index(next)] = std::uint8_t(cost);
            if (counts) queue.push_back(next);
            else queue.push_front(next);
        }
    }
    return (moves[index(home)] - distance) / 2;
}

// The shortest solutions of all boards of this shape, or of those within so many moves.
std::map<Arrangement, int> distances(const Grid& grid, Cell blank_home, int most = 1000) {
    Arrangement home(grid.cells);
    std::iota(home.begin(), home.end(), Cell(0));
    std::map<Arrangement, int> found{{home, 0}};
    std::deque<Arrangement> queue{home};
    for (; !queue.empty(); queue.pop_front()) {
        const int distance = found[queue.front()];
        if (distance == most) break;
        const Cell blank = find(queue.front(), blank_home);
        for (const Cell to : grid.neighbor[blank]) {
            if (to == kNoCell) continue;
            Arrangement next = queue.front();
            std::swap(next[blank], next[to]);
            if (found.emplace(next, distance + 1).second) queue.push_back(next);
        }
    }
    return found;
}

int final_bound(const Grid& grid, const Arrangement& start, Cell blank_home) {
    GroupBound groups(grid, start, blank_home);
    while (!groups.run_steps(1000)) {}
    return groups.bound();
}

// Checks every `nth` board; returns the sum of the bounds beyond linear conflict.
int check_against_distances(int width, int height, Cell blank_home, int nth, int most = 1000) {
    const Grid grid(width, height);
    int i = 0, gained = 0;
    for (const auto& [board, distance] : distances(grid, blank_home, most)) {
        if (i++ % nth) continue;
        const int bound = final_bound(grid, board, blank_home),
                  before = lower_bound(grid, board, find(board, blank_home));
        CHECK(bound <= distance);
        CHECK((distance - bound) % 2 == 0);
        CHECK(bound >= before);
        gained += bound - before;
    }
    return gained;
}

}  // namespace

TEST(overheads_are_those_of_a_search_without_regions) {
    Random random(5);
    const std::pair<int, int> shapes[] = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 6}, {6, 2},
                                          {3, 5}, {4, 4}, {5, 4}, {5, 5}, {6, 5}};
    int seen = 0;
    for (const auto& [width, height] : shapes)
        for (int i = 0; i < 16; ++i) {
            const Grid grid(width, height);
            const Cell blank_home = i % 2 ? Cell(random.below(grid.cells)) : Cell(0);
            const Arrangement start = i % 3 ? random_board(grid, blank_home, random)
                                            : walk(grid, blank_home, 30, random);
            GroupOverhead overhead(grid, start, blank_home);
            std::vector<Cell> tiles;
            // Tiles whose homes are close to each other meet in corners and pockets more often.
            const Cell corner = Cell(random.below(grid.cells));
            const std::size_t size = 1 + random.below(std::min(4, grid.cells - 1));
            for (int tries = 0; tiles.size() < size; ++tries) {
                const Cell tile = Cell(random.below(grid.cells));
                if (tile == blank_home || std::find(tiles.begin(), tiles.end(), tile) != tiles.end()) continue;
                if (grid.distance(tile, corner) <= 2 || tries > 50) tiles.push_back(tile);
            }
            const int expected = plain_overhead(grid, start, blank_home, tiles);
            CHECK(overhead(tiles) == expected);
            for (int least = 1; least <= expected; ++least) CHECK(overhead(tiles, least) == expected);
            seen |= 1 << expected;
        }
    CHECK((seen & 7) == 7);  // none, one and two pairs of moves did occur
}

TEST(a_cover_is_least) {
    Random random(6);
    for (int i = 0; i < 300; ++i) {
        const int numbers = 1 + int(random.below(5)), demands = int(random.below(9));
        std::vector<std::pair<std::uint64_t, int>> asked;
        Cover cover;
        for (int d = 0; d < demands; ++d) {
            asked.emplace_back(1 + random.below((1u << numbers) - 1), 1 + int(random.below(3)));
            cover.demand(asked.back().first, asked.back().second);
        }
        const auto meets = [&](const auto& number) {
            return std::all_of(asked.begin(), asked.end(), [&](const auto& demand) {
                int sum = 0;
                for (int n = 0; n < numbers; ++n) sum += demand.first >> n & 1 ? number(n) : 0;
                return sum >= demand.second;
            });
        };
        int least = 100;
        for (int code = 0; code < 1 << 2 * numbers; ++code) {  // two bits a number: none needs more than three
            int sum = 0;
            for (int n = 0; n < numbers; ++n) sum += code >> 2 * n & 3;
            if (sum < least && meets([&](int n) { return code >> 2 * n & 3; })) least = sum;
        }
        CHECK(cover.least(0, 1000000) == least);
        CHECK(cover.least(least, 1000000) == least);
        CHECK(meets([&](int n) { return cover.number(n); }));
        int sum = 0;
        for (int n = 0; n < numbers; ++n) sum += cover.number(n);
        CHECK(sum == least);
        if (demands) CHECK(!cover.least(0, 0));
    }
}

TEST(the_group_bound_is_never_above_a_shortest_solution) {
    for (int home = 0; home < 4; ++home) check_against_distances(2, 2, Cell(home), 1);
    for (int home = 0; home < 6; ++home) {
        CHECK(check_against_distances(3, 2, Cell(home), 4) > 0);
        CHECK(check_against_distances(2, 3, Cell(home), 4) > 0);
    }
    CHECK(check_against_distances(4, 2, 3, 400) > 0);
    CHECK(check_against_distances(2, 4, 7, 400) > 0);
    for (const int home : {0, 1, 4, 8}) CHECK(check_against_distances(3, 3, Cell(home), 5000) > 0);
    CHECK(check_against_distances(5, 5, 24, 200, 11) > 0);
    CHECK(check_against_distances(4, 6, 9, 200, 11) > 0);
    CHECK(check_against_distances(8, 7, 0, 100, 11) > 0);  // too large to look at all groups
}

TEST(the_group_bound_begins_with_linear_conflict_and_only_rises) {
    Random random(7);
    for (int i = 0; i < 60; ++i) {
        const Grid grid(2 + int(random.below(8)), 2 + int(random.below(8)));
        const Cell home = Cell(random.below(grid.cells));
        const Arrangement start = i % 2 ? random_board(grid, home, random) : walk(grid, home, 60, random);
        GroupBound slices(grid, start, home), whole(grid, start, home);
        int before = lower_bound(grid, start, find(start, home));
        CHECK(slices.bound() == before);
        for (int slice = 0; slice < 40; ++slice) {
            slices.run_steps(25);
            CHECK(slices.bound() >= before);
            before = slices.bound();
        }
        whole.run_steps(1000);
        CHECK(whole.bound() == slices.bound());
        CHECK(whole.looked_at() == slices.looked_at());
    }
}

TEST(long_lines_of_conflicts_keep_their_bound) {
    for (const int side : {6, 20, 70}) {
        const Grid grid(side, side + 1);  // every row but the last reversed, and an even number of exchanges
        Arrangement board(grid.cells);
        std::iota(board.begin(), board.end(), Cell(0));
        for (int row = 0; row < side; ++row) std::reverse(board.begin() + row * side, board.begin() + (row + 1) * side);
        const Cell home = Cell(grid.cells - 1);
        if (!solvable(grid, board, home)) std::swap(board[grid.cells - 2], board[grid.cells - 3]);
        GroupBound groups(grid, board, home);
        CHECK(groups.bound() == lower_bound(grid, board, home));
        groups.run_steps(500);
        CHECK(groups.bound() >= lower_bound(grid, board, home));
    }
}

TEST(boards_of_one_row_have_nothing_to_gain) {
    for (const Grid& grid : {Grid(1, 1), Grid(6, 1), Grid(1, 255)}) {
        Arrangement board(grid.cells);
        std::iota(board.begin(), board.end(), Cell(0));
        std::rotate(board.begin(), board.end() - 1, board.end());  // the blank first, its home last
        GroupBound groups(grid, board, Cell(grid.cells - 1));
        CHECK(groups.run(0));
        CHECK(groups.bound() == grid.cells - 1);
    }
}

TEST(the_group_bound_refuses_the_unsolvable) {
    CHECK_THROWS(GroupBound(Grid(3, 3), {1, 0, 2, 3, 4, 5, 6, 7, 8}, 8), std::invalid_argument);
}

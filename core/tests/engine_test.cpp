// The search core against plain breadth-first search, exhaustively on small boards. Runs under the sanitizers too.
#include <algorithm>
#include <map>
#include <memory>

#include "base/checksum.hpp"
#include "optimal/distances.hpp"
#include "optimal/ida.hpp"
#include "optimal/manhattan.hpp"
#include "patterns/pattern_build.hpp"
#include "patterns/sampled_boards.hpp"
#include "tests/altered_state.hpp"
#include "tests/check.hpp"

using namespace taquin;

namespace {

Tiles goal_of(int cells) {
    Tiles goal(cells);
    for (int cell = 0; cell < cells; ++cell) goal[cell] = static_cast<uint8_t>((cell + 1) % cells);
    return goal;
}

struct Built {
    std::shared_ptr<PlacementSpace> space;
    WordArray bits;
    std::unique_ptr<PatternTable> table;
};

Built build(Shape shape, std::vector<int> home, int blank, int threads) {
    Built built;
    built.space = std::make_shared<PlacementSpace>(shape, static_cast<int>(home.size()));
    PatternBuilder builder(built.space, {shape, home, blank}, threads);
    while (!builder.step(0.001)) {}
    uint64_t sum = 0;
    for (uint64_t states : builder.states_per_level()) sum += states;
    CHECK(sum == builder.states_found() && sum <= builder.states_total());
    built.bits = builder.take_bits();
    built.table = std::make_unique<PatternTable>(built.space, Pattern{shape, home, blank}, built.bits.data());
    return built;
}

PatternUse as_it_is(const Built& built) {
    PatternUse use;
    use.table = built.table.get();
    for (int cell = 0; cell < kMaxCells; ++cell) use.frame[cell] = static_cast<uint8_t>(cell);
    return use;
}

// All iterations; the number of generated nodes in all.
uint64_t solve(IterationSearch& search, std::string& path, uint64_t slice) {
    uint64_t generated = 0;
    for (int bound = search.lower_bound();; bound += 2) {
        search.begin("", bound);
        Status status;
        while ((status = search.run(slice)) == Status::kRunning) search.restore(search.save());
        generated += search.generated();
        if (status == Status::kFound) break;
    }
    path = search.path();
    return generated;
}

Tiles walk(const Shape& shape, Tiles tiles, int steps, uint32_t seed) {
    int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    while (steps) {
        seed = seed * 1664525 + 1013904223;
        const int from = shape.neighbor(blank, seed >> 20 & 3);
        if (from == kOffBoard) continue;
        std::swap(tiles[blank], tiles[from]);
        blank = from;
        --steps;
    }
    return tiles;
}

bool reaches(const Shape& shape, Tiles tiles, const std::string& path, const Tiles& goal) {
    int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    for (char letter : path) {
        const int from = shape.neighbor(blank, parse_move(letter));
        if (from == kOffBoard) return false;
        std::swap(tiles[blank], tiles[from]);
        blank = from;
    }
    return tiles == goal;
}

}  // namespace

TEST(combinations_are_ranked_densely) {
    for (const auto [cells, chosen] : {std::pair{9, 4}, {16, 7}, {20, 3}, {25, 4}, {36, 3}}) {
        const CombinationRank rank(cells, chosen);
        std::vector<bool> seen(binomial(cells, chosen), false);
        uint64_t mask = (uint64_t{1} << chosen) - 1;
        for (size_t i = 0; i < seen.size(); ++i) {
            CHECK(rank(mask) == i);
            const uint64_t lowest = mask & -mask, ripple = mask + lowest;
            mask = ripple | (((mask ^ ripple) >> 2) / lowest);
        }
    }
}

TEST(rotations_move_one_tile_and_are_undone) {
    const PlacementSpace space(Shape(4, 4), 5);
    CHECK(space.rotated(space.permutation({2, 0, 1, 4, 3}), 1, 3) == space.permutation({2, 1, 4, 0, 3}));
    for (uint32_t permutation = 0; permutation < space.permutations(); ++permutation)
        for (int from = 0; from < 5; ++from)
            for (int to = 0; to < 5; ++to)
                CHECK(space.rotated(space.rotated(permutation, from, to), to, from) == permutation);
}

TEST(threads_do_not_change_a_table) {
    const Shape shape(4, 3);
    const Built one = build(shape, {0, 1, 4, 5}, 11, 1), three = build(shape, {0, 1, 4, 5}, 11, 3);
    CHECK(std::equal(one.bits.data(), one.bits.data() + one.bits.size(), three.bits.data()));
}

TEST(every_3x3_board_is_solved_optimally) {
    const Shape shape(3, 3);
    const auto detours = std::make_shared<Detours>(shape);
    const Tiles goal = goal_of(9);
    const DistanceTable exact(shape, goal);
    const Built upper = build(shape, {0, 1, 2, 3}, 8, 2), lower = build(shape, {4, 5, 6, 7}, 8, 1);
    const auto heuristic = std::make_shared<AdditiveHeuristic>(
        shape, goal, std::vector<Partition>{{as_it_is(upper), as_it_is(lower)}});
    for (uint32_t seed = 0; seed < 300; ++seed) {
        const Tiles start = walk(shape, goal, 60, seed);
        const int distance = exact.distance(start);
        CHECK(heuristic->lower_bound(start) <= distance);
        std::string path;
        const auto patterns = make_pattern_search(heuristic, detours, start);
        const uint64_t whole = solve(*patterns, path, 1u << 30);
        CHECK(static_cast<int>(path.size()) == distance && reaches(shape, start, path, goal));
        CHECK(solve(*patterns, path, 3) == whole);  // in slices, saved and restored after each
        const auto manhattan = make_manhattan_search(shape, goal, start);
        const uint64_t plain = solve(*manhattan, path, 1u << 30);
        CHECK(static_cast<int>(path.size()) == distance && reaches(shape, start, path, goal));
        CHECK(solve(*manhattan, path, 3) == plain);
    }
}

TEST(a_split_adds_up) {
    const Shape shape(4, 3);
    const auto detours = std::make_shared<Detours>(shape);
    const Tiles goal = goal_of(12), start = walk(shape, goal, 400, 7);
    const Built first = build(shape, {0, 1, 2, 3, 4}, 11, 2), second = build(shape, {5, 6, 7, 8, 9, 10}, 11, 2);
    const auto heuristic = std::make_shared<AdditiveHeuristic>(
        shape, goal, std::vector<Partition>{{as_it_is(first), as_it_is(second)}});
    const auto whole = make_pattern_search(heuristic, detours, start),
               part = make_pattern_search(heuristic, detours, start);
    std::string path;
    solve(*whole, path, 1u << 30);
    const int bound = static_cast<int>(path.size()) - 2;
    whole->begin("", bound);
    CHECK(whole->run(1u << 30) == Status::kExhausted);
    for (int depth : {0, 1, 5, 9}) {
        const auto prefixes = part->split(bound, depth);
        uint64_t generated = part->generated(), expanded = part->expanded();
        for (const auto& prefix : prefixes) {
            part->begin(prefix, bound);
            CHECK(part->run(1u << 30) == Status::kExhausted);
            generated += part->generated();
            expanded += part->expanded();
        }
        CHECK(generated == whole->generated() && expanded == whole->expanded());
    }
}

TEST(a_sample_stands_for_its_iteration) {
    const Shape shape(4, 3);
    const Tiles goal = goal_of(12), start = walk(shape, goal, 400, 7);
    const Built first = build(shape, {0, 1, 2, 3, 4}, 11, 2), second = build(shape, {5, 6, 7, 8, 9, 10}, 11, 2);
    const auto heuristic = std::make_shared<AdditiveHeuristic>(
        shape, goal, std::vector<Partition>{{as_it_is(first), as_it_is(second)}});
    const auto search = make_pattern_search(heuristic, std::make_shared<Detours>(shape), start);
    std::string path;
    solve(*search, path, 1u << 30);
    const int bound = static_cast<int>(path.size()) - 2;
    search->begin("", bound);
    CHECK(search->run(1u << 30) == Status::kExhausted);
    const uint64_t generated = search->generated(), expanded = search->expanded();
    // 1. one that follows every node has their number and can draw them all
    const TreeSample all = search->sample(bound, {1u << 20, 1u << 20, 1});
    CHECK(all.generated == static_cast<double>(generated) && all.paths.size() == expanded);
    CHECK(search->sample(bound, {5, 3, 1}).paths.size() == std::min<uint64_t>(3, expanded));
    CHECK_THROWS(search->sample(bound, {0, 3, 1}), std::invalid_argument);
    // 2. the distances at the ends of the paths are those that are found there
    const SampledBoards boards(shape, goal, start, all.paths);
    const std::vector<uint8_t> one = boards.distances(as_it_is(first)), other = boards.distances(as_it_is(second));
    for (size_t board = 0; board < all.paths.size(); ++board) {
        Tiles tiles = start;
        for (char letter : all.paths[board]) {
            const int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
            std::swap(tiles[blank], tiles[shape.neighbor(blank, parse_move(letter))]);
        }
        const std::vector<PatternState> states = heuristic->locate(tiles);
        CHECK(states[0].distance == one[board] && states[1].distance == other[board]);
        CHECK(static_cast<int>(all.paths[board].size()) + one[board] + other[board] <= bound);
    }
    // 3. the partition of the search leaves them all, a pattern alone no fewer
    const PartitionPair best = boards.best_pair(bound, {one, other}, {{0}, {0, 1}}, 2);
    CHECK(best.kept == expanded && best.first == 0 && best.second == 0);
    CHECK(boards.best_pair(bound - 8, {one, other}, {{0}, {0, 1}}, 2).second == 1);
    CHECK_THROWS(SampledBoards(shape, goal, start, {"UUUUUU"}), std::invalid_argument);
}

TEST(all_shortest_solutions_are_found) {
    const Shape shape(3, 3);
    const auto back_and_forth = std::make_shared<Detours>(shape, kBackAndForth);
    const Tiles goal = goal_of(9);
    const DistanceTable exact(shape, goal);
    const Built all = build(shape, {0, 1, 2, 3, 4, 5}, 8, 1), rest = build(shape, {6, 7}, 8, 1);
    const auto heuristic = std::make_shared<AdditiveHeuristic>(shape, goal,
                                                               std::vector<Partition>{{as_it_is(all), as_it_is(rest)}});
    for (uint32_t seed = 0; seed < 60; ++seed) {
        const Tiles start = walk(shape, goal, 80, seed);
        const auto search = make_pattern_search(heuristic, back_and_forth, start, true);
        search->begin("", exact.distance(start));
        uint64_t found = 0;
        for (Status status; (status = search->run(100)) != Status::kExhausted;) {
            if (status != Status::kFound) continue;
            ++found;
            CHECK(search->path().size() == exact.distance(start) && reaches(shape, start, search->path(), goal));
        }
        CHECK(found == exact.count_solutions(start));
    }
}

// What lies on the stack must not decide which node comes first: with one partition, the room for a second is not used.
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void fill_the_stack(int value) {
    volatile unsigned char rubbish[1 << 16];
    for (volatile unsigned char& byte : rubbish) byte = static_cast<unsigned char>(value);
}

TEST(a_search_reads_only_what_it_has_written) {
    const Shape shape(3, 3);
    const auto detours = std::make_shared<Detours>(shape);
    const Tiles goal = goal_of(9);
    const Built upper = build(shape, {0, 1, 2, 3}, 8, 1), lower = build(shape, {4, 5, 6, 7}, 8, 1);
    const auto heuristic = std::make_shared<AdditiveHeuristic>(
        shape, goal, std::vector<Partition>{{as_it_is(upper), as_it_is(lower)}});
    for (uint32_t seed = 0; seed < 20; ++seed) {
        const auto search = make_pattern_search(heuristic, detours, walk(shape, goal, 200, seed));
        std::string path;
        fill_the_stack(0);
        const uint64_t generated = solve(*search, path, 1u << 30);
        fill_the_stack(255);
        CHECK(solve(*search, path, 1u << 30) == generated);
    }
}

// Saved searches with some of their bytes changed: refused, or searched without leaving any array. For the sanitizers.
TEST(a_saved_search_that_was_altered_breaks_nothing) {
    const Shape shape(4, 3);
    const auto detours = std::make_shared<Detours>(shape);
    const Tiles goal = goal_of(12), start = walk(shape, goal, 300, 3);
    const Built first = build(shape, {0, 1, 2, 3, 4}, 11, 1), second = build(shape, {5, 6, 7, 8, 9, 10}, 11, 1);
    const auto heuristic = std::make_shared<AdditiveHeuristic>(
        shape, goal, std::vector<Partition>{{as_it_is(first), as_it_is(second)}});
    anysize::Random random(1);
    for (const bool patterns : {true, false}) {
        const auto search = patterns ? make_pattern_search(heuristic, detours, start)
                                     : make_manhattan_search(shape, goal, start);
        search->begin("", search->lower_bound() + 8);
        CHECK(search->run(200) == Status::kRunning);
        const SearchState whole = search->save();
        int refused = 0;
        for (int round = 0; round < 3000; ++round) {
            try {
                search->restore(taquin::testing::altered(whole, random));
            } catch (const std::invalid_argument&) {
                ++refused;
            }
            for (int slice = 0; slice < 3; ++slice) search->run(300);  // also after a refusal
        }
        CHECK(refused > 1000);
    }
    // One move from home; a path of legal moves that leaves the bound, and more to try at its end.
    Tiles near = goal_of(16);
    std::swap(near[14], near[15]);
    const auto manhattan = make_manhattan_search(Shape(4, 4), goal_of(16), near);
    const std::string away = "ULDRULDRULDRULDRULDRULDR";
    std::vector<uint8_t> untried(away.size() + 1, 0);
    untried.back() = 1 << kUp | 1 << kRight;
    CHECK_THROWS(manhattan->restore({24, 0, 0, {{away, untried}}}), std::invalid_argument);
}

TEST(damaged_bits_are_noticed_at_a_walk_home) {
    const Shape shape(4, 3);
    Built built = build(shape, {0, 1, 2, 3, 4}, 11, 1);
    std::fill(built.bits.data(), built.bits.data() + built.bits.size(), 0);
    CHECK_THROWS(built.table->locate({4, 3, 2, 1, 0}, 11), DamagedTable);
}

TEST(a_checksum_changes_with_every_bit_and_with_the_length) {
    std::string data(200, '\0');
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i * 37);
    for (size_t length = 0; length <= data.size(); ++length) {
        const uint64_t whole = checksum(data.data(), length);
        CHECK(length == 0 || checksum(data.data(), length - 1) != whole);
        for (size_t bit = 0; bit < 8 * length; ++bit) {
            data[bit / 8] ^= static_cast<char>(1 << bit % 8);
            CHECK(checksum(data.data(), length) != whole);
            data[bit / 8] ^= static_cast<char>(1 << bit % 8);
        }
    }
    CHECK(checksum(nullptr, 0) == checksum(data.data(), 0));
}

// Two bits in words that go into one lane one after the other, as where a line of memory is bad.
TEST(a_checksum_notices_two_flips_a_line_apart) {
    std::string data(256, 'x');
    const uint64_t whole = checksum(data.data(), data.size());
    for (size_t first = 0; first < 64; ++first)
        for (size_t second = 0; second < 64; ++second) {
            std::string altered = data;
            altered[64 + first / 8] ^= static_cast<char>(1 << first % 8);
            altered[128 + second / 8] ^= static_cast<char>(1 << second % 8);
            CHECK(checksum(altered.data(), altered.size()) != whole);
        }
}

TEST(bad_arguments_are_refused) {
    CHECK_THROWS(Shape(7, 7), std::invalid_argument);
    CHECK_THROWS(Shape(1431655766, 3), std::invalid_argument);  // 2 cells, where the product wraps around
    for (const int tiles : {-1, 0, 9, 1000000000})
        CHECK_THROWS(PlacementSpace(Shape(4, 4), tiles), std::invalid_argument);
    CHECK_THROWS(make_manhattan_search(Shape(5, 5), goal_of(25), goal_of(25)), std::invalid_argument);
    CHECK_THROWS(make_manhattan_search(Shape(4, 4), goal_of(16), goal_of(15)), std::invalid_argument);
    CHECK_THROWS(DistanceTable(Shape(4, 3), goal_of(12)), std::invalid_argument);
    CHECK_THROWS(DistanceTable(Shape(3, 2), goal_of(6), Metric::kMultiTile).solution(goal_of(6)),
                 std::invalid_argument);
    const auto search = make_manhattan_search(Shape(3, 3), goal_of(9), goal_of(9));
    CHECK_THROWS(search->restore({4, 0, 0, {{"UUUU", {0, 0, 0, 0, 0}}}}), std::invalid_argument);
    CHECK_THROWS(search->restore({4, 0, 0, {{"U", {1, 2, 3}}}}), std::invalid_argument);
    CHECK_THROWS(search->restore({4, 0, 0, {{"U", {1, 1}}, {"L", {1, 1}}}}), std::invalid_argument);
}

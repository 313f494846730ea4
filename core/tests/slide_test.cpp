// Distances in slides: the numbering of sequences, the builder, and the search, against breadth-first search.
#include <map>
#include <queue>
#include <set>

#include "optimal/distances.hpp"
#include "optimal/slide_search.hpp"
#include "optimal/slides.hpp"
#include "patterns/slide_build.hpp"
#include "tests/check.hpp"

using namespace taquin;

namespace {

struct Built {
    SlideTableBuilder builder;
    SlideTable table;

    Built(Shape shape, std::vector<int> colors, int blank, int threads = 1)
        : builder(Coloring(shape, colors, blank), threads),
          table((finish(builder), Coloring(shape, colors, blank)), builder.words()) {}

    static void finish(SlideTableBuilder& builder) {
        while (!builder.step(0.001)) {}
    }
};

std::vector<int> colors_of(int cells) {
    std::vector<int> colors(cells);
    for (int cell = 0; cell < cells; ++cell) colors[cell] = 4 * cell / cells;
    return colors;
}

Tiles goal_with_blank(int cells, int blank) {
    Tiles goal(cells);
    for (int cell = 0, tile = 0; cell < cells; ++cell) goal[cell] = static_cast<uint8_t>(cell == blank ? 0 : ++tile);
    return goal;
}

Tiles played(const Shape& shape, Tiles tiles, const std::string& moves) {
    int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    for (const char letter : moves) {
        const int next = shape.neighbor(blank, parse_move(letter));
        if (next == kOffBoard) return {};
        std::swap(tiles[blank], tiles[next]);
        blank = next;
    }
    return tiles;
}

int slides_of(const std::string& moves) {
    int slides = 0;
    for (size_t i = 0; i < moves.size(); ++i) slides += !i || moves[i] != moves[i - 1];
    return slides;
}

// A walk of so many pseudo-random steps from the goal.
Tiles walked(const Shape& shape, Tiles tiles, int steps, uint32_t seed) {
    int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    while (steps > 0) {
        seed = seed * 1664525 + 1013904223;
        const int next = shape.neighbor(blank, static_cast<int>(seed >> 28 & 3));
        if (next == kOffBoard) continue;
        std::swap(tiles[blank], tiles[next]);
        blank = next;
        --steps;
    }
    return tiles;
}

int solve(IterationSearch& search) {
    for (int bound = search.lower_bound();; ++bound) {
        search.begin("", bound);
        if (search.run(~uint64_t{0}) == Status::kFound) return bound;
    }
}

}  // namespace

TEST(every_sequence_of_a_coloring_has_a_number_of_its_own) {
    const Coloring coloring(Shape(4, 3), colors_of(12), 11);
    std::set<uint32_t> numbers;
    uint32_t counted = 0;
    for (const Coloring::Block& block : coloring.blocks())
        for (const uint32_t ending : coloring.endings(block)) {
            const uint32_t number = coloring.number(block.beginning | ending);
            CHECK(number == counted++);
            numbers.insert(number);
        }
    CHECK(numbers.size() == coloring.size() && counted == coloring.size());
    CHECK(coloring.size() == 92400);  // 11! / (3! 3! 3! 2!)
}

TEST(a_slide_up_and_a_slide_down_undo_each_other) {
    const Coloring coloring(Shape(4, 4), colors_of(16), 15);
    const uint32_t sequence = 0x1b72d4c6 & 0x3fffffff;
    for (int blank = 4; blank < 16; ++blank) {
        const uint32_t up = coloring.blank_up(sequence, blank);
        CHECK(coloring.blank_down(up, blank - 4) == sequence);
    }
}

TEST(a_table_of_slides_has_the_distances_of_the_colors) {
    // 2x3 with four colors for five tiles: breadth first over boards of colors.
    const Shape shape(3, 2);
    const std::vector<int> colors{0, 1, 2, 3, 3, 0};
    const Built built(shape, colors, 5, 2);
    using State = std::pair<std::vector<int>, int>;
    std::map<State, int> distance;
    std::queue<State> open;
    std::vector<int> goal = colors;
    goal[5] = -1;
    distance[{goal, 5}] = 0;
    open.push({goal, 5});
    while (!open.empty()) {
        const State state = open.front();
        open.pop();
        for (int move = 0; move < kMoves; ++move) {
            State next = state;
            for (int cell; (cell = shape.neighbor(next.second, move)) != kOffBoard;) {
                std::swap(next.first[cell], next.first[next.second]);
                next.second = cell;
                if (distance.emplace(next, distance[state] + 1).second) open.push(next);
            }
        }
    }
    CHECK(2 * distance.size() == built.builder.found());
    for (const auto& [state, slides] : distance) {
        uint32_t sequence = 0;
        int place = 0;
        for (const int color : state.first)
            if (color >= 0) sequence |= static_cast<uint32_t>(color) << 2 * place++;
        CHECK(built.table.distance(sequence, state.second) == slides);
        // The tracks of a board are neighbors: one is nearer to each target, and a row's distance to the row is even.
        for (const Axis target : {kAlongRow, kAlongColumn}) {
            const int row = built.table.tracks(sequence, state.second, kAlongRow, target);
            const int column = built.table.tracks(sequence, state.second, kAlongColumn, target);
            CHECK(std::abs(row - column) == 1 && row % 2 == (target == kAlongColumn) && row + 1 >= slides);
        }
    }
}

TEST(the_search_in_slides_finds_shortest_solutions_for_every_place_of_the_blank) {
    for (const Shape shape : {Shape(3, 3), Shape(4, 2), Shape(2, 4), Shape(2, 2)})
        for (int blank = 0; blank < shape.cells(); ++blank) {
            const Tiles goal = goal_with_blank(shape.cells(), blank);
            const DistanceTable distances(shape, goal, Metric::kMultiTile);
            const Mirrored turned = mirrored(shape, blank);
            const int row = turned.rows ? shape.height - 1 - blank / shape.width : blank / shape.width;
            const int column = turned.columns ? shape.width - 1 - blank % shape.width : blank % shape.width;
            const Built rows(shape, colors_of(shape.cells()), row * shape.width + column);
            const Built columns(Shape(shape.height, shape.width), colors_of(shape.cells()),
                                column * shape.height + row);
            for (uint32_t seed = 0; seed < 25; ++seed) {
                const Tiles start = walked(shape, goal, static_cast<int>(3 * seed), seed);
                const auto search = make_slide_search(shape, goal, start, rows.table, columns.table);
                const int slides = solve(*search);
                CHECK(slides == distances.distance(start));
                CHECK(slides_of(search->path()) == slides);
                CHECK(played(shape, start, search->path()) == goal);
            }
        }
}

TEST(a_search_in_slides_goes_on_where_it_was_saved_and_its_parts_add_up) {
    const Shape shape(3, 3);
    const Tiles goal = goal_with_blank(9, 8);
    const Built built(shape, colors_of(9), 8);
    const Tiles start = walked(shape, goal, 200, 7);
    const auto whole = make_slide_search(shape, goal, start, built.table, built.table);
    const int shortest = solve(*whole);
    const int bound = shortest - 1;  // an iteration that finds nothing
    whole->begin("", bound);
    CHECK(whole->run(~uint64_t{0}) == Status::kExhausted);

    const auto broken = make_slide_search(shape, goal, start, built.table, built.table);
    broken->begin("", bound);
    for (Status status = Status::kRunning; status == Status::kRunning;) {
        status = broken->run(5);
        const auto next = make_slide_search(shape, goal, start, built.table, built.table);
        next->restore(broken->save());
        broken->restore(next->save());
    }
    CHECK(broken->generated() == whole->generated() && broken->expanded() == whole->expanded());

    for (const int depth : {1, 2, 5}) {
        const std::vector<std::string> prefixes = broken->split(bound, depth);
        uint64_t generated = broken->generated(), expanded = broken->expanded();
        for (const std::string& prefix : prefixes) {
            broken->begin(prefix, bound);
            CHECK(broken->run(~uint64_t{0}) == Status::kExhausted);
            generated += broken->generated();
            expanded += broken->expanded();
        }
        CHECK(generated == whole->generated() && expanded == whole->expanded());
    }
    CHECK_THROWS(broken->begin("b?", bound), std::invalid_argument);
    CHECK_THROWS(broken->restore({bound, 0, 0, {{"a", {1}}}}), std::invalid_argument);
    CHECK_THROWS(broken->restore({bound, 0, 0, {{"aaaa", {}}}}), std::invalid_argument);
}

TEST(a_search_in_slides_refuses_what_its_tables_do_not_hold) {
    const Built built(Shape(3, 3), colors_of(9), 8);
    for (const Shape shape : {Shape(6, 6), Shape(16, 1), Shape(1, 16), Shape(4, 3), Shape(4, 4)}) {
        const Tiles goal = goal_with_blank(shape.cells(), shape.cells() - 1);
        CHECK_THROWS(make_slide_search(shape, goal, goal, built.table, built.table), std::invalid_argument);
    }
}

TEST(what_is_no_coloring_is_refused) {
    CHECK_THROWS(Coloring(Shape(5, 4), colors_of(20), 19), std::invalid_argument);
    CHECK_THROWS(Coloring(Shape(3, 3), colors_of(8), 7), std::invalid_argument);
    CHECK_THROWS(Coloring(Shape(2, 2), {0, 1, 4, 0}, 3), std::invalid_argument);
    CHECK_THROWS(Coloring(Shape(2, 2), {0, 1, 2, 0}, 4), std::invalid_argument);
}

// Leaving detours out must lose no board: each is still reached by a path of its shortest length.
#include <map>
#include <set>

#include "optimal/detours.hpp"
#include "tests/check.hpp"

using namespace taquin;

namespace {

struct Position {
    Tiles tiles;
    int blank;
};

Position start_at(const Shape& shape, int blank) {
    Tiles tiles(shape.cells());
    for (int cell = 0; cell < shape.cells(); ++cell) tiles[cell] = static_cast<uint8_t>(cell == blank ? 0 : cell + 1);
    return {tiles, blank};
}

Position after(const Shape& shape, Position position, int move) {
    const int next = shape.neighbor(position.blank, move);
    std::swap(position.tiles[position.blank], position.tiles[next]);
    position.blank = next;
    return position;
}

// Level by level, all paths and, beside them, only those without detours that never come back to an earlier board:
// both must reach the same new boards.
void check_that_nothing_is_lost(const Shape& shape, int blank, int levels, const Detours& detours) {
    std::map<Tiles, int> all{{start_at(shape, blank).tiles, blank}}, before;
    std::map<std::pair<Tiles, Detours::Trail>, int> kept{{{start_at(shape, blank).tiles, Detours::kStart}, blank}};
    for (int level = 0; level < levels && !all.empty(); ++level) {
        std::map<Tiles, int> next;
        for (const auto& [tiles, cell] : all)
            for (int move = 0; move < kMoves; ++move) {
                if (shape.neighbor(cell, move) == kOffBoard) continue;
                const Position reached = after(shape, {tiles, cell}, move);
                if (!before.contains(reached.tiles)) next.emplace(reached.tiles, reached.blank);
            }
        std::map<std::pair<Tiles, Detours::Trail>, int> kept_next;
        std::set<Tiles> reached_without;
        for (const auto& [node, cell] : kept)
            for (int move = 0; move < kMoves; ++move) {
                if (shape.neighbor(cell, move) == kOffBoard || !(detours.allowed(node.second) >> move & 1)) continue;
                const Position reached = after(shape, {node.first, cell}, move);
                if (!next.contains(reached.tiles)) continue;
                kept_next.emplace(std::pair{reached.tiles, detours.next(node.second, move)}, reached.blank);
                reached_without.insert(reached.tiles);
            }
        CHECK(reached_without.size() == next.size());
        before.swap(all);
        all.swap(next);
        kept.swap(kept_next);
    }
}

uint64_t paths(const Shape& shape, int blank, int length, const Detours& detours,
               Detours::Trail trail = Detours::kStart) {
    if (length == 0) return 1;
    uint64_t count = 0;
    for (int move = 0; move < kMoves; ++move)
        if (const int next = shape.neighbor(blank, move); next != kOffBoard && detours.allowed(trail) >> move & 1)
            count += paths(shape, next, length - 1, detours, detours.next(trail, move));
    return count;
}

}  // namespace

TEST(without_detours_every_board_is_reached_as_soon) {
    const auto whole = [](Shape shape) {
        for (int blank = 0; blank < shape.cells(); ++blank)
            check_that_nothing_is_lost(shape, blank, 100, Detours(shape));
    };
    whole({2, 2});
    whole({3, 2});
    whole({2, 4});
    check_that_nothing_is_lost({3, 3}, 8, 100, Detours(Shape(3, 3)));
    for (const auto& [shape, levels] : {std::pair{Shape(3, 3), 14}, {Shape(6, 2), 14}, {Shape(4, 4), 11}})
        for (int blank = 0; blank < shape.cells(); ++blank)
            check_that_nothing_is_lost(shape, blank, levels, Detours(shape));
    for (int blank : {0, 2, 12}) check_that_nothing_is_lost({5, 5}, blank, 10, Detours(Shape(5, 5)));
}

TEST(longer_detours_leave_fewer_paths) {
    const Shape shape(4, 4);
    // From the corner there are 107 boards at a distance of 6 and 1,948 at a distance of 10.
    CHECK(paths(shape, 15, 6, Detours(shape, kBackAndForth)) == 108);
    CHECK(paths(shape, 15, 6, Detours(shape, {6, 4})) == 107);
    CHECK(Detours(shape).states().size() == 1384);
    const uint64_t all = paths(shape, 15, 10, Detours(shape, kBackAndForth)),
                   few = paths(shape, 15, 10, Detours(shape, {10, 4}));
    CHECK(few >= 1948 && few < 2000 && few < paths(shape, 15, 10, Detours(shape, {6, 4})) && all > 2200);
}

TEST(the_smallest_automaton_allows_the_same_paths) {
    for (const auto& [width, height, kind] :
         {std::tuple{4, 4, kUsualDetours}, {5, 5, DetourKind{12, 5}}, {5, 2, kUsualDetours}}) {
        const DetourAutomaton whole = find_detours(width, height, kind), small = minimized(whole);
        CHECK(small.next.size() < whole.next.size());
        std::set<std::pair<int, int>> seen{{0, 0}};
        for (std::vector<std::pair<int, int>> left{{0, 0}}; !left.empty();) {
            const auto [one, other] = left.back();
            left.pop_back();
            for (int move = 0; move < kMoves; ++move) {
                const int next = whole.next[one][move], twin = small.next[other][move];
                CHECK((next == DetourAutomaton::kNever) == (twin == DetourAutomaton::kNever));
                if (next != DetourAutomaton::kNever && seen.emplace(next, twin).second) left.emplace_back(next, twin);
            }
        }
        CHECK(seen.size() == whole.next.size());  // each state has one twin
    }
    CHECK(minimized(find_detours(4, 4, kUsualDetours)).next.size() == 1191);
}

TEST(without_long_detours_every_board_is_reached_as_soon) {
    const DetourKind long_on_small{14, 5};
    const auto whole = [&](Shape shape) {
        for (int blank = 0; blank < shape.cells(); ++blank)
            check_that_nothing_is_lost(shape, blank, 100, Detours(shape, long_on_small));
    };
    whole({3, 2});
    whole({2, 4});
    for (int blank : {0, 2}) check_that_nothing_is_lost({5, 2}, blank, 20, Detours(Shape(5, 2), long_on_small));
    check_that_nothing_is_lost({3, 3}, 8, 100, Detours(Shape(3, 3), long_on_small));
    const Detours found(Shape(5, 5), kLongDetours);
    CHECK(found.states().size() == 54281);
    for (int blank : {0, 12}) check_that_nothing_is_lost({5, 5}, blank, 12, found);
    // Kept and taken again, they are the same; what is none is refused.
    CHECK(Detours(found.states()).allowed(7) == found.allowed(7));
    std::vector<Detours::State> wrong = found.states();
    wrong[100].next[1] = 54281;
    CHECK_THROWS(Detours(std::move(wrong)), std::invalid_argument);
    CHECK_THROWS(Detours(std::vector<Detours::State>{}), std::invalid_argument);
}

// Pattern tables: their spaces, their building, and the lower bound that they add up to.
#include "bind/patterns.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>

#include "base/thread_team.hpp"
#include "patterns/pattern_build.hpp"
#include "patterns/sampled_boards.hpp"
#include "patterns/slide_build.hpp"

namespace taquin::bind {
namespace {

using release = nb::call_guard<nb::gil_scoped_release>;
using Use = std::tuple<std::shared_ptr<MappedTable>, std::vector<int>>;  // a table and the frame it is used in

// A pattern of this space; std::invalid_argument where its cells are none.
Pattern pattern_of(const PlacementSpace& space, std::vector<int> home, int blank) {
    const int cells = space.shape().cells();
    if (static_cast<int>(home.size()) != space.tiles() || blank < 0 || blank >= cells)
        throw std::invalid_argument("the pattern does not fit its space");
    uint64_t taken = uint64_t{1} << blank;
    for (const int cell : home) {
        if (cell < 0 || cell >= cells || taken >> cell & 1)
            throw std::invalid_argument("the tiles' home cells must be distinct, on the board and not the blank's");
        taken |= uint64_t{1} << cell;
    }
    return {space.shape(), std::move(home), blank};
}

// Throws unless the frame maps the board's cells to the table's one to one, and neighbors to neighbors.
void check_frame(const Shape& board, const std::vector<int>& frame, const Shape& table) {
    const int cells = board.cells();
    if (static_cast<int>(frame.size()) != cells || table.cells() != cells)
        throw std::invalid_argument("a table's frame does not fit the board");
    uint64_t seen = 0;
    for (const int cell : frame) {
        if (cell < 0 || cell >= cells || seen >> cell & 1)
            throw std::invalid_argument("a table's frame must hold every cell once");
        seen |= uint64_t{1} << cell;
    }
    for (int cell = 0; cell < cells; ++cell)
        for (int move = 0; move < kMoves; ++move)
            if (const int next = board.neighbor(cell, move); next != kOffBoard)
                if (table.distance(frame[cell], frame[next]) != 1)
                    throw std::invalid_argument("a table's frame must leave neighbors side by side");
}

PatternUse pattern_use(const Shape& board, const MappedTable& table, const std::vector<int>& frame) {
    check_frame(board, frame, table.table.space().shape());
    PatternUse use;
    use.table = &table.table;
    std::copy(frame.begin(), frame.end(), use.frame.begin());
    return use;
}

std::shared_ptr<Heuristic> make_heuristic(int width, int height, Tiles goal,
                                          const std::vector<std::vector<Use>>& partitions,
                                          std::shared_ptr<const KeptDetours> detours) {
    auto heuristic = std::make_shared<Heuristic>();
    const Shape shape(width, height);
    check_tiles(shape, goal);
    std::vector<Partition> inner;
    for (const auto& partition : partitions) {
        inner.emplace_back();
        for (const auto& [table, frame] : partition) {
            if (!table) throw std::invalid_argument("a partition has None in the place of a table");
            inner.back().push_back(pattern_use(shape, *table, frame));
            heuristic->tables.push_back(table);
        }
    }
    heuristic->additive = std::make_shared<AdditiveHeuristic>(shape, std::move(goal), std::move(inner));
    if (detours && std::min(width, height) < kLongDetours.box)
        throw std::invalid_argument("long detours are for boards with five rows and columns at least");
    heuristic->detours = detours ? detours->detours : Detours::shared(width, height);
    return heuristic;
}

int distance_of(const MappedTable& self, const std::vector<int>& cells, int blank) {
    const int size = self.table.space().shape().cells();
    uint64_t mask = 0;
    for (int cell : cells) {
        if (cell < 0 || cell >= size || mask >> cell & 1) throw std::invalid_argument("not a placement");
        mask |= uint64_t{1} << cell;
    }
    if (static_cast<int>(cells.size()) != self.table.space().tiles() || blank < 0 || blank >= size || mask >> blank & 1)
        throw std::invalid_argument("not a placement");
    return self.table.locate(cells, blank).distance;
}

}  // namespace

MappedTable::MappedTable(std::shared_ptr<PlacementSpace> space, std::vector<int> home, int blank, const Memory& memory)
    : buffer(memory, false),
      table((buffer.require(table_words(*space) * 8), space), pattern_of(*space, std::move(home), blank),
            static_cast<const uint64_t*>(buffer.data())) {}

namespace {

SlideTable slide_table(const Buffer& buffer, int width, int height, std::vector<int> colors, int blank) {
    Coloring coloring(Shape(width, height), std::move(colors), blank);
    buffer.require(SlideTableBuilder::bytes_of(coloring));
    return {std::move(coloring), static_cast<const uint32_t*>(buffer.data())};
}

}  // namespace

MappedSlideTable::MappedSlideTable(int width, int height, std::vector<int> colors, int blank, const Memory& memory)
    : buffer(memory, false), table(slide_table(buffer, width, height, std::move(colors), blank)) {}

namespace {

int distance_in_slides(const MappedSlideTable& self, const std::vector<int>& homes) {
    const Coloring& coloring = self.table.coloring();
    const int cells = coloring.shape().cells();
    uint32_t sequence = 0, seen = 0;
    int blank = -1, place = 0;
    for (int cell = 0; cell < static_cast<int>(homes.size()) && cell < cells; ++cell) {
        const int home = homes[cell];
        if (home < 0 || home >= cells || seen >> home & 1) break;
        seen |= uint32_t{1} << home;
        if (home == coloring.blank()) blank = cell;
        else sequence |= static_cast<uint32_t>(coloring.color(home)) << 2 * place++;
    }
    if (static_cast<int>(homes.size()) != cells || seen != (uint32_t{1} << cells) - 1)
        throw std::invalid_argument("not a permutation of the cells");
    return self.table.distance(sequence, blank);
}

void bind_slides(nb::module_& module) {
    module.attr("SLIDE_TABLE_CELLS") = Coloring::kMostCells;
    nb::class_<SlideTableBuilder>(module, "SlideTableBuilder",
                                  "A table of distances in slides in the making, breadth first from the goal. A slide "
                                  "moves a whole run of tiles in one line and counts one.")
        .def(
            "__init__",
            [](SlideTableBuilder* self, int width, int height, std::vector<int> colors, int blank, int threads) {
                nb::gil_scoped_release unlocked;
                require_threads(threads);
                new (self) SlideTableBuilder(Coloring(Shape(width, height), std::move(colors), blank), threads);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("colors"), nb::arg("blank"), nb::arg("threads"),
            "`colors` are those of the goal's cells, 0 to 3, and `blank` is the goal cell of the blank, whose color "
            "does not matter. Tiles of one color are not told apart. Up to SLIDE_TABLE_CELLS cells.")
        .def("step", &SlideTableBuilder::step, release(), nb::arg("seconds"),
             "Work for about so many seconds. Returns whether the table is complete.")
        .def_prop_ro("found", &SlideTableBuilder::found,
                     "How many placements have been reached so far, once for each of the two lines of the goal.")
        .def_prop_ro("total", &SlideTableBuilder::total, "How many there are in all, counted in the same way.")
        .def_prop_ro("table_bytes", &SlideTableBuilder::bytes, "The bytes of the table.")
        .def(
            "copy_to",
            [](const SlideTableBuilder& self, const Memory& memory) {
                const Buffer buffer(memory, true);
                buffer.require(self.bytes());
                nb::gil_scoped_release unlocked;
                std::memcpy(buffer.data(), self.words(), self.bytes());
            },
            nb::arg("memory"),
            "Write the table into memory of exactly its size, aligned to 8 bytes. BufferError where the memory is "
            "read-only.");

    nb::class_<MappedSlideTable>(
        module, "SlideTable", nb::is_weak_referenceable(),
        "A complete table of distances in slides, which stays in the memory that Python lends.")
        .def(nb::init<int, int, std::vector<int>, int, const Memory&>(), nb::arg("width"), nb::arg("height"),
             nb::arg("colors"), nb::arg("blank"), nb::arg("memory"),
             "`memory` is what a SlideTableBuilder of the same shape, colors and blank wrote. It is read where it is.")
        .def("distance", &distance_in_slides, nb::arg("homes"),
             "The slides that it takes until every color is home, from a board that is given as the home cell of what "
             "is in each of its cells. TableError where the table is damaged.");
}

void bind_space(nb::module_& module) {
    nb::class_<PlacementSpace>(
        module, "PlacementSpace",
        "All ways to place some tiles on a board: the cells that they take, a region of the other cells for the blank, "
        "and the order of the tiles. It takes seconds to make for 7 tiles on 36 cells.")
        .def(
            "__init__",
            [](PlacementSpace* self, int width, int height, int tiles) {
                nb::gil_scoped_release unlocked;
                new (self) PlacementSpace(Shape(width, height), tiles);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("tiles"),
            "For 1 to PATTERN_TILES tiles, on a board of up to PATTERN_CELLS cells.")
        .def_prop_ro("regions", &PlacementSpace::regions,
                     "How many pairs there are of a set of cells for the tiles and a region for the blank.")
        .def_prop_ro("permutations", &PlacementSpace::permutations, "How many orders the tiles have in a set of cells.")
        .def_prop_ro(
            "table_bytes", [](const PlacementSpace& self) { return table_words(self) * 8; },
            "The bytes of a table of this space: one bit for each region and order.");
}

void bind_builder(nb::module_& module) {
    nb::class_<PatternBuilder>(module, "PatternBuilder", "A pattern table in the making, breadth first from the goal.")
        .def(
            "__init__",
            [](PatternBuilder* self, std::shared_ptr<PlacementSpace> space, std::vector<int> home, int blank,
               int threads) {
                nb::gil_scoped_release unlocked;
                require_threads(threads);
                Pattern pattern = pattern_of(*space, std::move(home), blank);
                new (self) PatternBuilder(std::move(space), std::move(pattern), threads);
            },
            nb::arg("space"), nb::arg("home"), nb::arg("blank"), nb::arg("threads"),
            "`home` are the goal cells of the tiles, `blank` is the goal cell of the blank, or another of its region. "
            "Each of the threads takes memory for one more table.")
        .def("step", &PatternBuilder::step, release(), nb::arg("seconds"),
             "Work for about so many seconds. Returns whether the table is complete.")
        .def_prop_ro("level", &PatternBuilder::level, "The distance from the goal that is being reached, in moves.")
        .def_prop_ro("found", &PatternBuilder::states_found, "How many placements have been reached so far.")
        .def_prop_ro("total", &PatternBuilder::states_total, "How many placements there are in all.")
        .def_prop_ro("states_per_level", &PatternBuilder::states_per_level,
                     "How many placements lie at each distance from the goal, as far as they have been reached.")
        .def_static(
            "memory_needed",
            [](const PlacementSpace& space, int threads) {
                require_threads(threads);
                return PatternBuilder::memory_needed(space, threads);
            },
            nb::arg("space"), nb::arg("threads"), "The bytes that building a table with so many threads takes.")
        .def(
            "copy_to",
            [](const PatternBuilder& self, const Memory& memory) {
                const Buffer buffer(memory, true);
                buffer.require(self.bits().bytes());
                nb::gil_scoped_release unlocked;
                std::memcpy(buffer.data(), self.bits().data(), self.bits().bytes());
            },
            nb::arg("memory"),
            "Write the table into memory of exactly its size, aligned to 8 bytes. BufferError where the memory is "
            "read-only.");
}

void bind_detours(nb::module_& module) {
    module.attr("LONG_DETOURS_SIDE") = kLongDetours.box;
    nb::class_<KeptDetours>(module, "LongDetours",
                            "Words of up to 14 moves that a better word replaces, on boards with at least "
                            "LONG_DETOURS_SIDE rows and columns.")
        .def(
            "__init__",
            [](KeptDetours* self, const Memory& memory) {
                const Buffer buffer(memory, false);
                const auto* first = static_cast<const Detours::State*>(buffer.data());
                if (buffer.bytes() % sizeof(Detours::State)) throw std::invalid_argument("these are no detours");
                std::vector<Detours::State> states(first, first + buffer.bytes() / sizeof(Detours::State));
                new (self) KeptDetours{std::make_shared<Detours>(std::move(states))};
            },
            nb::arg("memory"), "`memory` is what `find` gave.")
        .def_static(
            "find",
            [] {
                std::vector<Detours::State> states;
                {
                    nb::gil_scoped_release unlocked;
                    states = Detours(kLongDetours.box, kLongDetours.box, kLongDetours).states();
                }
                return nb::bytes(states.data(), states.size() * sizeof(Detours::State));
            },
            "Find them, which takes a second or two, as bytes to be kept.")
        .def_prop_ro(
            "states", [](const KeptDetours& self) { return self.detours->states().size(); },
            "How many states of a path are told apart.");
}

void bind_samples(nb::module_& module) {
    nb::class_<SampledBoards>(module, "SampledBoards",
                              "Boards that were drawn from the tree of a search, and what other partitions would have "
                              "done to them.")
        .def(
            "__init__",
            [](SampledBoards* self, int width, int height, const Tiles& goal, const Tiles& start,
               const std::vector<std::string>& paths) {
                new (self) SampledBoards(Shape(width, height), goal, start, paths);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("goal"), nb::arg("start"), nb::arg("paths"),
            "Where the paths lead from the start.")
        .def(
            "distances",
            [](const SampledBoards& self, const MappedTable& table, const std::vector<int>& frame) {
                std::vector<uint8_t> found;
                {
                    nb::gil_scoped_release unlocked;
                    found = self.distances(pattern_use(self.shape(), table, frame));
                }
                return nb::bytes(found.data(), found.size());
            },
            nb::arg("table"), nb::arg("frame"),
            nb::sig("def distances(self, table: PatternTable, frame: "
                    "collections.abc.Sequence[int]) -> bytes"),
            "The distance of one pattern on each board, a byte each.")
        .def(
            "best_pair",
            [](const SampledBoards& self, int bound, const std::vector<nb::bytes>& distances,
               const std::vector<std::vector<int>>& partitions, size_t firsts) {
                std::vector<std::span<const uint8_t>> spans;
                for (const nb::bytes& each : distances)
                    spans.emplace_back(static_cast<const uint8_t*>(each.data()), each.size());
                nb::gil_scoped_release unlocked;
                const PartitionPair best = self.best_pair(bound, spans, partitions, firsts);
                return std::tuple(best.first, best.second, best.kept);
            },
            nb::arg("bound"), nb::arg("distances"), nb::arg("partitions"), nb::arg("firsts"),
            "The places of the two partitions that leave the fewest boards within the bound, one of them among the "
            "first `firsts`, and how many boards they leave. A partition is a list of places in `distances`.");
}

void bind_table(nb::module_& module) {
    nb::class_<MappedTable>(module, "PatternTable", nb::is_weak_referenceable(),
                            "A pattern with its complete table, which stays in the memory that Python lends.")
        .def(nb::init<std::shared_ptr<PlacementSpace>, std::vector<int>, int, const Memory&>(), nb::arg("space"),
             nb::arg("home"), nb::arg("blank"), nb::arg("memory"),
             "`memory` is what a PatternBuilder of the same space, home and blank wrote. It is read where it is.")
        .def("distance", &distance_of, nb::arg("cells"), nb::arg("blank"),
             "The moves of the pattern's tiles that it takes from these cells to the goal, exactly; `blank` is a cell "
             "of the blank. TableError where the table is damaged.");

    nb::class_<Heuristic>(
        module, "Heuristic",
        "A lower bound from pattern tables, towards one goal: the largest sum of any partition of the tiles.")
        .def(nb::new_(&make_heuristic), nb::arg("width"), nb::arg("height"), nb::arg("goal"), nb::arg("partitions"),
             nb::arg("detours") = nb::none(),
             "A partition is a list of tables, in which every tile is once. Each table comes with the frame that maps "
             "the cells of the board to its own. Searches with it leave out these detours, or else the usual ones.")
        .def(
            "lower_bound",
            [](const Heuristic& self, const Tiles& tiles) {
                check_tiles(self.additive->shape(), tiles);
                return self.additive->lower_bound(tiles);
            },
            nb::arg("tiles"), "The moves that every solution of this board has at least.");
}

}  // namespace

void bind_patterns(nb::module_& module) {
    module.attr("PATTERN_CELLS") = kMaxCells;
    module.attr("PATTERN_TILES") = kMaxPatternTiles;
    nb::register_exception_translator(
        [](const std::exception_ptr& thrown, void* error) {
            try {
                std::rethrow_exception(thrown);
            } catch (const DamagedTable& damaged) {
                PyErr_SetString(static_cast<PyObject*>(error), damaged.what());
            }
        },
        nb::object(nb::module_::import_("taquin.errors").attr("TableError")).release().ptr());
    bind_space(module);
    bind_builder(module);
    bind_detours(module);
    bind_table(module);
    bind_samples(module);
    bind_slides(module);
}

}  // namespace taquin::bind

// Optimal searches, complete tables of distances, and counting boards.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/one_user.hpp"
#include "bind/patterns.hpp"
#include "optimal/distances.hpp"
#include "optimal/enumerate.hpp"
#include "optimal/ida.hpp"
#include "optimal/linear_conflict_search.hpp"
#include "optimal/manhattan.hpp"
#include "optimal/slide_search.hpp"

namespace taquin::bind {
namespace {

using release = nb::call_guard<nb::gil_scoped_release>;

struct SearchParts {
    using Tables = std::vector<std::shared_ptr<const void>>;

    SearchParts(Tables tables, std::unique_ptr<IterationSearch> iteration)
        : kept(std::move(tables)), search(std::move(iteration)) {}

    Tables kept;  // alive
    std::unique_ptr<IterationSearch> search;
    Status status = Status::kRunning;  // what `run` said last
};
using Search = OneUser<SearchParts>;

#define STATUS "typing.Literal['running', 'found', 'exhausted']"

const char* name_of(Status status) {
    return status == Status::kRunning ? "running" : status == Status::kFound ? "found" : "exhausted";
}

Metric metric_of(bool multi_tile) { return multi_tile ? Metric::kMultiTile : Metric::kSingleTile; }

// Bound, generated, expanded, and the open branches: a path and the untried moves of its last nodes.
using Saved = std::tuple<int, uint64_t, uint64_t, std::vector<std::tuple<std::string, std::vector<int>>>>;

Saved save(const Search& self) {
    SearchState state;
    {
        nb::gil_scoped_release unlocked;
        const Use use(self);
        state = self.search->save();
    }
    Saved saved{state.bound, state.generated, state.expanded, {}};
    for (const Branch& branch : state.branches)
        std::get<3>(saved).emplace_back(branch.path, std::vector<int>(branch.untried.begin(), branch.untried.end()));
    return saved;
}

void restore(Search& self, const Saved& saved) {
    const auto& [bound, generated, expanded, branches] = saved;
    SearchState state{bound, generated, expanded, {}};
    for (const auto& [path, untried] : branches) {
        Branch& branch = state.branches.emplace_back(Branch{path, {}});
        for (int moves : untried) {
            if (moves < 0 || moves > 15) throw std::invalid_argument("the saved search does not fit together");
            branch.untried.push_back(static_cast<uint8_t>(moves));
        }
    }
    nb::gil_scoped_release unlocked;
    const Use use(self);
    self.search->restore(state);
    self.status = Status::kRunning;
}

void bind_search(nb::module_& module) {
    nb::class_<Search>(
        module, "Search",
        "A search for a shortest solution: one iteration of IDA* at a time, in slices, which can be "
        "saved and continued. One thread at a time may use it: RuntimeError for the second one. Only the counts may "
        "be asked from any thread.")
        .def(
            "begin",
            [](Search& self, const std::string& prefix, int bound) {
                const Use use(self);
                self.search->begin(prefix, bound);
                self.status = Status::kRunning;
            },
            release(), nb::arg("prefix"), nb::arg("bound"),
            "Begin an iteration below the node that the moves of `prefix` lead to. `bound` is the largest f = g + h, "
            "in moves, 0 to LARGEST_BOUND.")
        .def(
            "run",
            [](Search& self, uint64_t budget) {
                const Use use(self);
                return name_of(self.status = self.search->run(budget));
            },
            release(), nb::arg("budget"), nb::sig("def run(self, budget: int) -> " STATUS),
            "Search until a goal is found, the iteration is exhausted, or about `budget` nodes have been generated. "
            "After \"running\" and \"found\" it can go on.")
        .def_prop_ro(
            "status", [](const Search& self) { return name_of(self.status); },
            nb::for_getter(nb::sig("def status(self) -> " STATUS)), "What `run` returned last.")
        .def(
            "split",
            [](Search& self, int bound, int depth) {
                const Use use(self);
                return self.search->split(bound, depth);
            },
            release(), nb::arg("bound"), nb::arg("depth"),
            "The prefixes of all subtrees `depth` moves below the start that the bound does not cut off. The nodes "
            "above them are counted in `generated` and `expanded`. ValueError where the subtrees are too many to be "
            "listed.")
        .def(
            "sample",
            [](Search& self, int bound, size_t width, size_t paths, uint64_t seed) {
                const Use use(self);
                TreeSample found = self.search->sample(bound, {width, paths, seed});
                self.status = Status::kRunning;
                return std::tuple(found.generated, found.expanded, std::move(found.paths));
            },
            release(), nb::arg("bound"), nb::arg("width"), nb::arg("paths"), nb::arg("seed"),
            "A look at an iteration that may be far too large to be searched: estimates of the nodes that it generates "
            "and expands, and the paths to some nodes that it expands, each as likely as any other. `width` nodes of "
            "each level are followed. Only over pattern tables; what had begun is forgotten.")
        .def(
            "path",
            [](const Search& self) {
                const Use use(self);
                return self.search->path();
            },
            "The moves from the start to the goal, once `run` has returned \"found\".")
        .def("save", &save,
             "All that is needed to go on: the bound, the nodes generated and expanded, and the open branches, each a "
             "path with the sets of untried moves of its last nodes.")
        .def("restore", &restore, nb::arg("saved"),
             "Go on from what `save` returned. ValueError where it does not fit this search.")
        .def_prop_ro(
            "lower_bound", [](const Search& self) { return self.search->lower_bound(); },
            "The moves that every solution of the start board has at least.")
        .def_prop_ro(
            "generated", [](const Search& self) { return self.search->generated(); },
            "How many nodes this iteration has generated.")
        .def_prop_ro(
            "expanded", [](const Search& self) { return self.search->expanded(); },
            "How many nodes this iteration has expanded: their children have been generated.");
}

void bind_searches(nb::module_& module) {
    module.def(
        "pattern_search",
        [](std::shared_ptr<Heuristic> heuristic, const Tiles& start, bool every_path) {
            const Shape shape = heuristic->additive->shape();
            check_tiles(shape, start);
            const auto detours = every_path ? std::make_shared<Detours>(shape, kBackAndForth) : heuristic->detours;
            auto search = make_pattern_search(heuristic->additive, detours, start, every_path);
            return std::make_unique<Search>(SearchParts::Tables{std::move(heuristic)}, std::move(search));
        },
        nb::arg("heuristic"), nb::arg("start"), nb::arg("every_path"),
        "IDA* with pattern tables. It leaves out paths that another one makes superfluous; with `every_path` only "
        "those that undo their last move, so that it finds all shortest solutions, in the order U L R D.");
    module.attr("MANHATTAN_CELLS") = kManhattanCells;
    module.attr("LARGEST_BOUND") = IterationSearch::kMaxDepth;
    module.attr("LONGEST_PATH") = kLongestPath;
    module.def(
        "manhattan_search",
        [](int width, int height, Tiles goal, Tiles start) {
            const Shape shape(width, height);
            check_tiles(shape, goal), check_tiles(shape, start);
            return std::make_unique<Search>(SearchParts::Tables{},
                                            make_manhattan_search(shape, std::move(goal), std::move(start)));
        },
        nb::arg("width"), nb::arg("height"), nb::arg("goal"), nb::arg("start"),
        "Korf's IDA* with Manhattan distance, up to 16 cells, node for node.");
    module.def(
        "linear_conflict_search",
        [](int width, int height, const std::vector<int>& goal, const std::vector<int>& start) {
            return std::make_unique<Search>(SearchParts::Tables{},
                                            make_linear_conflict_search(width, height, goal, start));
        },
        release(), nb::arg("width"), nb::arg("height"), nb::arg("goal"), nb::arg("start"),
        "IDA* with Manhattan distance and linear conflict, from 2x2 to 255x255 cells, without tables.");
    module.attr("MOST_SLIDES") = kMostSlidesOfPath;
    module.def(
        "slide_search",
        [](int width, int height, const Tiles& goal, const Tiles& start, std::shared_ptr<MappedSlideTable> rows,
           std::shared_ptr<MappedSlideTable> columns, bool every_path) {
            auto search = make_slide_search(Shape(width, height), goal, start, rows->table, columns->table, every_path);
            return std::make_unique<Search>(SearchParts::Tables{std::move(rows), std::move(columns)},
                                            std::move(search));
        },
        nb::arg("width"), nb::arg("height"), nb::arg("goal"), nb::arg("start"), nb::arg("rows"), nb::arg("columns"),
        nb::arg("every_path"),
        "IDA* in slides, up to SLIDE_TABLE_CELLS cells: bounds and depths count slides, and `path` has single-tile "
        "moves. The tables are those of the goal and of its transpose, mirrored where that has to be so that the blank "
        "belongs into the last rows and columns. It finds all shortest solutions one after the other, with "
        "`every_path` in the order U L R D.");
}

void bind_distances(nb::module_& module) {
    module.attr("DISTANCE_TABLE_CELLS") = DistanceTable::kMaxCells;
    nb::class_<DistanceTable>(
        module, "DistanceTable",
        "The exact distances of all boards of a shape of up to DISTANCE_TABLE_CELLS cells to one goal.")
        .def(
            "__init__",
            [](DistanceTable* self, int width, int height, const Tiles& goal, bool multi_tile) {
                nb::gil_scoped_release unlocked;
                const Shape shape(width, height);
                check_tiles(shape, goal);
                new (self) DistanceTable(shape, goal, metric_of(multi_tile));
            },
            nb::arg("width"), nb::arg("height"), nb::arg("goal"), nb::arg("multi_tile"),
            "With `multi_tile` a move may slide several tiles in one line; such a table has distances, but no "
            "solutions.")
        .def("distance", &DistanceTable::distance, nb::arg("tiles"),
             "The moves to the goal, exactly; 255 where it cannot be reached.")
        .def("solution", &DistanceTable::solution, nb::arg("tiles"),
             "A shortest solution. ValueError where the goal cannot be reached.")
        .def("count_solutions", &DistanceTable::count_solutions, nb::arg("tiles"),
             "How many shortest solutions there are; 0 where the goal cannot be reached.")
        .def_prop_ro("boards_per_distance", &DistanceTable::boards_per_distance,
                     "How many boards lie at each distance from the goal.");
}

// Both ways to count the boards of a space.
template <class Enumeration>
void bind_enumeration(nb::module_& module, const char* name, const char* about, const char* step) {
    nb::class_<Enumeration>(module, name, about)
        .def(
            "__init__",
            [](Enumeration* self, int width, int height, int blank, bool multi_tile) {
                nb::gil_scoped_release unlocked;
                new (self) Enumeration(Shape(width, height), blank, metric_of(multi_tile));
            },
            nb::arg("width"), nb::arg("height"), nb::arg("blank"), nb::arg("multi_tile"),
            "`blank` is the blank's cell in the goal: of the goal, only that matters.")
        .def("step", &Enumeration::step, release(), nb::arg("seconds"), step)
        .def_prop_ro("counts", &Enumeration::counts,
                     "How many boards lie at each distance, for the levels that are complete.");
}

}  // namespace

void bind_optimal(nb::module_& module) {
    bind_search(module);
    bind_searches(module);
    bind_distances(module);
    module.attr("DENSE_ENUMERATION_CELLS") = DenseEnumeration::kMaxCells;
    module.attr("SPARSE_ENUMERATION_CELLS") = SparseEnumeration::kMaxCells;
    bind_enumeration<DenseEnumeration>(
        module, "DenseEnumeration",
        "Counts the boards at each distance from a goal, in whole spaces of up to DENSE_ENUMERATION_CELLS cells.",
        "Work for about so many seconds. Returns whether the whole space is counted.");
    bind_enumeration<SparseEnumeration>(
        module, "SparseEnumeration",
        "Counts the boards at each distance from a goal, level by level, on boards of up to "
        "SPARSE_ENUMERATION_CELLS cells.",
        "Work for about so many seconds. Returns whether one more level is counted.");
}

}  // namespace taquin::bind

// The module `taquin._core`. Only the files of this folder know Python. Python validates, C++ computes:
// nothing here but conversions, and letting other Python threads run meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "board.hpp"
#include "buffer.hpp"
#include "checksum.hpp"
#include "distances.hpp"
#include "enumerate.hpp"
#include "ida.hpp"
#include "manhattan.hpp"
#include "pages.hpp"
#include "pattern_build.hpp"

using namespace taquin;

namespace taquin::anysize {
void bind(nb::module_& module);  // anysize.cpp
}

namespace {

// A table together with the memory it reads.
struct MappedTable {
    Buffer buffer;
    PatternTable table;

    MappedTable(std::shared_ptr<PlacementSpace> space, std::vector<int> home, int blank, nb::handle memory)
        : buffer(memory, false),
          table((buffer.require(table_words(*space) * 8), space), {space->shape(), std::move(home), blank},
                static_cast<const uint64_t*>(buffer.data())) {}
};

struct Heuristic {
    std::vector<std::shared_ptr<MappedTable>> tables;  // kept alive
    std::shared_ptr<const AdditiveHeuristic> additive;
    std::shared_ptr<const Detours> detours;  // for all searches with these tables
};

using Use = std::tuple<std::shared_ptr<MappedTable>, std::vector<int>>;  // a table and the frame it is used in

std::shared_ptr<Heuristic> make_heuristic(int width, int height, Tiles goal, const std::vector<std::vector<Use>>& partitions) {
    auto heuristic = std::make_shared<Heuristic>();
    const Shape shape(width, height);
    std::vector<Partition> inner;
    for (const auto& partition : partitions) {
        inner.emplace_back();
        for (const auto& [table, frame] : partition) {
            PatternUse use;
            use.table = &table->table;
            if (static_cast<int>(frame.size()) != shape.cells() || table->table.space().shape().cells() != shape.cells())
                throw std::invalid_argument("a table's frame does not fit the board");
            for (int cell = 0; cell < shape.cells(); ++cell) {
                if (frame[cell] < 0 || frame[cell] >= shape.cells()) throw std::invalid_argument("a frame leaves the board");
                use.frame[cell] = static_cast<uint8_t>(frame[cell]);
            }
            inner.back().push_back(use);
            heuristic->tables.push_back(table);
        }
    }
    heuristic->additive = std::make_shared<AdditiveHeuristic>(shape, std::move(goal), std::move(inner));
    heuristic->detours = std::make_shared<Detours>(shape);
    return heuristic;
}

struct Search {
    std::shared_ptr<Heuristic> heuristic;  // kept alive
    std::unique_ptr<IterationSearch> search;
    Status status = Status::kRunning;  // what `run` said last
};

const char* name_of(Status status) {
    return status == Status::kRunning ? "running" : status == Status::kFound ? "found" : "exhausted";
}

using Saved = std::tuple<int, uint64_t, uint64_t, std::vector<std::tuple<std::string, std::vector<int>>>>;

Saved save(const Search& self) {
    const SearchState state = self.search->save();
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
    self.search->restore(state);
    self.status = Status::kRunning;
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of taquin; use it through taquin.native.";
    using release = nb::call_guard<nb::gil_scoped_release>;

    module.def("count_smaller_after", [](const std::vector<int>& values) { return count_smaller_after(values); });
    module.def("neighbor_cells", [](int width, int height) {
        std::vector<std::vector<int>> cells;
        for (const auto& neighbors : neighbor_cells(width, height))
            cells.emplace_back(std::begin(neighbors.cell), std::end(neighbors.cell));
        return cells;
    });
    module.def("pack", [](const std::vector<int>& tiles) { return pack(tiles); });
    module.def("unpack", &unpack);
    module.def("checksum", [](nb::handle memory) {
        const Buffer buffer(memory, false);
        std::optional<uint64_t> sum;
        {
            nb::gil_scoped_release unlocked;
            if (populate(buffer.data(), buffer.bytes())) sum = checksum(buffer.data(), buffer.bytes());
        }
        if (sum) return *sum;
        errno = EIO;
        PyErr_SetFromErrno(PyExc_OSError);
        throw nb::python_error();
    });
    nb::register_exception_translator(
        [](const std::exception_ptr& thrown, void* error) {
            try {
                std::rethrow_exception(thrown);
            } catch (const DamagedTable& damaged) {
                PyErr_SetString(static_cast<PyObject*>(error), damaged.what());
            }
        },
        nb::object(nb::module_::import_("taquin.errors").attr("TableError")).release().ptr());

    nb::class_<PlacementSpace>(module, "PlacementSpace")
        .def("__init__", [](PlacementSpace* self, int width, int height, int tiles) {
            nb::gil_scoped_release unlocked;
            new (self) PlacementSpace(Shape(width, height), tiles);
        })
        .def_prop_ro("regions", &PlacementSpace::regions)
        .def_prop_ro("arrangements", &PlacementSpace::arrangements)
        .def_prop_ro("table_bytes", [](const PlacementSpace& self) { return table_words(self) * 8; });

    nb::class_<PatternBuilder>(module, "PatternBuilder")
        .def("__init__", [](PatternBuilder* self, std::shared_ptr<PlacementSpace> space, std::vector<int> home, int blank, int threads) {
            const Shape shape = space->shape();
            new (self) PatternBuilder(std::move(space), {shape, std::move(home), blank}, threads);
        })
        .def("step", &PatternBuilder::step, release())
        .def_prop_ro("level", &PatternBuilder::level)
        .def_prop_ro("found", &PatternBuilder::states_found)
        .def_prop_ro("total", &PatternBuilder::states_total)
        .def_prop_ro("states_per_level", &PatternBuilder::states_per_level)
        .def_static("memory_needed", &PatternBuilder::memory_needed)
        .def("copy_to", [](const PatternBuilder& self, nb::handle memory) {
            const Buffer buffer(memory, true);
            buffer.require(self.bits().bytes());
            nb::gil_scoped_release unlocked;
            std::memcpy(buffer.data(), self.bits().data(), self.bits().bytes());
        });

    nb::class_<MappedTable>(module, "PatternTable", nb::is_weak_referenceable())
        .def(nb::init<std::shared_ptr<PlacementSpace>, std::vector<int>, int, nb::handle>())
        .def("distance", [](const MappedTable& self, const std::vector<int>& cells, int blank) {
            const int size = self.table.space().shape().cells();
            uint64_t mask = 0;
            for (int cell : cells) {
                if (cell < 0 || cell >= size || mask >> cell & 1) throw std::invalid_argument("not a placement");
                mask |= uint64_t{1} << cell;
            }
            if (static_cast<int>(cells.size()) != self.table.space().tiles() || blank < 0 || blank >= size || mask >> blank & 1)
                throw std::invalid_argument("not a placement");
            return self.table.locate(cells, blank).distance;
        });

    nb::class_<Heuristic>(module, "Heuristic")
        .def(nb::new_(&make_heuristic))
        .def("lower_bound", [](const Heuristic& self, const Tiles& tiles) {
            check_tiles(self.additive->shape(), tiles);
            return self.additive->lower_bound(tiles);
        });

    nb::class_<Search>(module, "Search")
        .def("begin", [](Search& self, const std::string& prefix, int bound) {
            self.search->begin(prefix, bound);
            self.status = Status::kRunning;
        }, release())
        .def("run", [](Search& self, uint64_t budget) { return name_of(self.status = self.search->run(budget)); }, release())
        .def_prop_ro("status", [](const Search& self) { return name_of(self.status); })
        .def("split", [](Search& self, int bound, int depth) { return self.search->split(bound, depth); }, release())
        .def("path", [](const Search& self) { return self.search->path(); })
        .def("save", &save)
        .def("restore", &restore)
        .def_prop_ro("lower_bound", [](const Search& self) { return self.search->lower_bound(); })
        .def_prop_ro("generated", [](const Search& self) { return self.search->generated(); })
        .def_prop_ro("expanded", [](const Search& self) { return self.search->expanded(); });
    module.def("pattern_search", [](std::shared_ptr<Heuristic> heuristic, const Tiles& start, bool every_path) {
        const auto detours = every_path ? std::make_shared<Detours>(heuristic->additive->shape(), Detours::kBackAndForth) : heuristic->detours;
        auto search = make_pattern_search(heuristic->additive, detours, start, every_path);
        return std::make_unique<Search>(Search{std::move(heuristic), std::move(search)});
    });
    module.def("manhattan_search", [](int width, int height, Tiles goal, Tiles start) {
        return std::make_unique<Search>(Search{nullptr, make_manhattan_search(Shape(width, height), std::move(goal), std::move(start))});
    });

    nb::class_<DistanceTable>(module, "DistanceTable")
        .def("__init__", [](DistanceTable* self, int width, int height, const Tiles& goal, bool multi_tile) {
            nb::gil_scoped_release unlocked;
            new (self) DistanceTable(Shape(width, height), goal, multi_tile ? Metric::kMultiTile : Metric::kSingleTile);
        })
        .def("distance", &DistanceTable::distance)
        .def("solution", &DistanceTable::solution)
        .def("count_solutions", &DistanceTable::count_solutions)
        .def_prop_ro("boards_per_distance", &DistanceTable::boards_per_distance);

    nb::class_<DenseEnumeration>(module, "DenseEnumeration")
        .def("__init__", [](DenseEnumeration* self, int width, int height, int blank, bool multi_tile) {
            new (self) DenseEnumeration(Shape(width, height), blank, multi_tile ? Metric::kMultiTile : Metric::kSingleTile);
        })
        .def("step", &DenseEnumeration::step, release())
        .def_prop_ro("counts", &DenseEnumeration::counts);
    nb::class_<SparseEnumeration>(module, "SparseEnumeration")
        .def("__init__", [](SparseEnumeration* self, int width, int height, int blank, bool multi_tile) {
            new (self) SparseEnumeration(Shape(width, height), blank, multi_tile ? Metric::kMultiTile : Metric::kSingleTile);
        })
        .def("step", &SparseEnumeration::step, release())
        .def_prop_ro("counts", &SparseEnumeration::counts);
    anysize::bind(module);
}

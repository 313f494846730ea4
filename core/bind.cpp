// The only file of the core that knows Python. Python validates, C++ computes:
// nothing here but conversions, and letting other Python threads run meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>

#include "board.hpp"
#include "bounds.hpp"
#include "construct.hpp"
#include "descent.hpp"
#include "distances.hpp"
#include "enumerate.hpp"
#include "ida.hpp"
#include "manhattan.hpp"
#include "pattern_build.hpp"
#include "ranking.hpp"
#include "windows.hpp"

namespace nb = nanobind;
using namespace taquin;

namespace {

// A Python object's memory, held as long as this lives.
class Buffer {
public:
    Buffer(nb::handle object, bool writable) {
        if (PyObject_GetBuffer(object.ptr(), &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0) throw nb::python_error();
    }
    Buffer(const Buffer&) = delete;
    ~Buffer() {
        nb::gil_scoped_acquire gil;
        PyBuffer_Release(&view_);
    }
    void require(size_t bytes) const {
        if (static_cast<size_t>(view_.len) != bytes || reinterpret_cast<uintptr_t>(view_.buf) % alignof(uint64_t))
            throw std::invalid_argument("the memory for a table has the wrong size or alignment");
    }
    void* data() const { return view_.buf; }

private:
    Py_buffer view_{};
};

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
}

}  // namespace

namespace taquin::anysize {

using TileList = std::vector<int>;

// A puzzle as the any-size methods want it (grid.hpp).
struct Renamed {
    Grid grid;
    Arrangement arrangement;
    Cell blank_home, blank;

    Renamed(int width, const TileList& start, const TileList& goal)
        : grid(width, int(goal.size()) / std::max(width, 1)), arrangement(relabel(start, goal)) {
        blank_home = Cell(std::find(goal.begin(), goal.end(), 0) - goal.begin());
        blank = find(arrangement, blank_home);
    }
};

// Excess tables in use together with the memory they lie in.
struct ExcessTables {
    std::vector<std::shared_ptr<Buffer>> buffers;
    std::vector<ExcessPartition> partitions;

    // For each partition its tables: the memory, the tiles, and the frame of cells.
    using Use = std::tuple<nb::object, std::vector<Cell>, std::vector<Cell>>;
    explicit ExcessTables(const std::vector<std::vector<Use>>& given) {
        for (const auto& partition : given) {
            partitions.emplace_back();
            for (const auto& [memory, tiles, frame] : partition) {
                buffers.push_back(std::make_shared<Buffer>(memory, false));
                for (const Cell cell : frame)
                    if (cell >= frame.size()) throw std::invalid_argument("a frame leaves the board");
                buffers.back()->require(ExcessBuilder::table_bytes(int(frame.size()), int(tiles.size())));
                partitions.back().push_back({static_cast<const std::uint8_t*>(buffers.back()->data()), tiles, frame});
            }
        }
    }
};

// What is learned of a shape: the weights of each phase.
struct LearnedWeights {
    std::shared_ptr<const std::vector<BoardWeights>> phases;
};

void bind_scores(nb::module_& module) {
    using release = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<ExcessBuilder>(module, "ExcessBuilder")
        .def("__init__",
             [](ExcessBuilder* self, int width, int height, const std::vector<Cell>& home, Cell blank) {
                 new (self) ExcessBuilder(Grid(width, height), home, blank);
             })
        .def("step", &ExcessBuilder::step, release())
        .def("table", [](const ExcessBuilder& self) {
            return nb::bytes(reinterpret_cast<const char*>(self.table().data()), self.table().size());
        })
        .def_static("table_bytes", &ExcessBuilder::table_bytes);
    nb::class_<ExcessTables>(module, "ExcessTables").def(nb::init<const std::vector<std::vector<ExcessTables::Use>>&>());
    using Floats = std::vector<float>;
    nb::class_<BoardWeights>(module, "BoardWeights")
        .def("__init__",
             [](BoardWeights* self, const Floats& tile, const Floats& row, const Floats& column, const Floats& excess,
                nb::bytes pair, float unit, int from) {  // the pairs' prices: signed bytes, in units
                 Floats prices;
                 const auto* values = static_cast<const std::int8_t*>(pair.data());
                 for (std::size_t i = 0; i < pair.size(); ++i) prices.push_back(unit * float(values[i]));
                 new (self) BoardWeights{tile, row, column, excess, std::move(prices), from};
             })
        .def_ro("tile", &BoardWeights::tile)
        .def_ro("row", &BoardWeights::row)
        .def_ro("column", &BoardWeights::column)
        .def_ro("excess", &BoardWeights::excess)
        .def_ro("pair", &BoardWeights::pair)
        .def_ro("from_", &BoardWeights::from);
    nb::class_<LearnedWeights>(module, "LearnedWeights")
        .def("__init__",
             [](LearnedWeights* self, const std::vector<BoardWeights>& phases) {
                 if (phases.empty()) throw std::invalid_argument("there must be one phase at least");
                 new (self) LearnedWeights{std::make_shared<const std::vector<BoardWeights>>(phases)};
             })
        .def_prop_ro("phases", [](const LearnedWeights& self) { return *self.phases; });
    nb::class_<Ranking>(module, "Ranking")
        .def("__init__",
             [](Ranking* self, int width, int height, const ExcessTables& tables, const LearnedWeights* weights,
                const std::vector<int>& borders, std::size_t beam, std::uint64_t seed) {  // borders: `from` of each phase without weights
                 const Grid grid(width, height);
                 RankingTuning tuning;
                 tuning.width = beam;
                 std::vector<BoardWeights> phases;
                 if (weights) phases = *weights->phases;
                 else
                     for (const int from : borders) {
                         phases.push_back(BoardWeights::formula(grid, tables.partitions, 1.7f, 1.f, DescentTuning{}.conflict_price));
                         phases.back().from = from;
                     }
                 new (self) Ranking(grid, tables.partitions, phases, tuning, seed);
             },
             nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::keep_alive<1, 4>())
        .def("learn", &Ranking::learn, release())
        .def("forget", &Ranking::forget)
        .def("mean", [](const Ranking& self) { return LearnedWeights{std::make_shared<const std::vector<BoardWeights>>(self.mean())}; });
}

void bind(nb::module_& module) {
    bind_scores(module);
    module.def("construct", [](int width, const TileList& start, const TileList& goal) {
        nb::gil_scoped_release release;
        const Renamed puzzle(width, start, goal);
        return to_text(construct(puzzle.grid, puzzle.arrangement, puzzle.blank_home));
    });
    module.def("construct_beginning", [](int width, const TileList& start, const TileList& goal, std::size_t moves) {
        nb::gil_scoped_release release;
        const Renamed puzzle(width, start, goal);
        return to_text(construct_beginning(puzzle.grid, puzzle.arrangement, puzzle.blank_home, moves));
    });
    module.def("lower_bound", [](int width, const TileList& start, const TileList& goal) {
        const Renamed puzzle(width, start, goal);
        return lower_bound(puzzle.grid, puzzle.arrangement, puzzle.blank);
    });
    module.def("replay", [](int width, TileList tiles, const std::string& moves) {
        nb::gil_scoped_release release;
        const Grid grid(width, int(tiles.size()) / std::max(width, 1));
        Arrangement board(tiles.begin(), tiles.end());
        Cell blank = find(board, 0);
        if (!play(grid, board, blank, from_text(moves))) throw std::invalid_argument("a move leaves the board");
        return TileList(board.begin(), board.end());
    });
    nb::class_<Descent>(module, "Descent")
        .def("__init__",
             [](Descent* self, int width, const TileList& start, const TileList& goal, std::uint64_t seed, std::size_t beam,
                std::size_t sweep_beam, bool whole, float power, float border, const ExcessTables* tables,
                const LearnedWeights* weights, int threads) {
                 const Renamed puzzle(width, start, goal);
                 DescentTuning tuning;
                 tuning.width = beam;
                 tuning.sweep_width = sweep_beam;
                 tuning.whole = whole;
                 tuning.power = power;
                 tuning.border = border;
                 if (tables) tuning.partitions = tables->partitions;
                 if (weights) tuning.phases = weights->phases;
                 new (self) Descent(puzzle.grid, puzzle.arrangement, puzzle.blank_home, seed, tuning, threads);
             },
             nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg().none(), nb::arg().none(), nb::arg("threads") = 1, nb::keep_alive<1, 11>())
        .def("run", &Descent::run, nb::call_guard<nb::gil_scoped_release>())
        .def("path", [](Descent& self) { return to_text(self.path()); }, nb::call_guard<nb::gil_scoped_release>())
        .def("part", [](Descent& self, std::size_t from, std::size_t to) { return to_text(self.part(from, to)); }, nb::arg(),
             nb::arg() = std::size_t(-1), nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("settled", &Descent::settled)
        .def_prop_ro("generated", &Descent::generated);
    nb::class_<Windows>(module, "Windows")
        .def("__init__",
             [](Windows* self, int width, const TileList& tiles, const std::string& moves, std::uint64_t seed,
                std::size_t beam) {
                 const Grid grid(width, int(tiles.size()) / std::max(width, 1));
                 const Arrangement board(tiles.begin(), tiles.end());
                 WindowTuning tuning;
                 tuning.width = beam;
                 new (self) Windows(grid, board, find(board, 0), from_text(moves), seed, tuning);
             })
        .def("run", &Windows::run, nb::call_guard<nb::gil_scoped_release>())
        .def("path", [](Windows& self) { return to_text(self.path()); }, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("length", [](Windows& self) { return self.path().size(); })
        .def_prop_ro("generated", &Windows::generated);
}

}  // namespace taquin::anysize

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

    nb::class_<PlacementSpace>(module, "PlacementSpace")
        .def("__init__", [](PlacementSpace* self, int width, int height, int tiles) {
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
        .def("begin", [](Search& self, const std::string& prefix, int bound) { self.search->begin(prefix, bound); }, release())
        .def("run", [](Search& self, uint64_t budget) { return name_of(self.search->run(budget)); }, release())
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

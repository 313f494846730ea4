// The half of the module for boards of any size.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "bounds.hpp"
#include "buffer.hpp"
#include "construct.hpp"
#include "descent.hpp"
#include "grown.hpp"
#include "images.hpp"
#include "ranking.hpp"
#include "sweep_ranking.hpp"
#include "windows.hpp"

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

    // For each partition its tables: the memory, the number of cells it is for, the tiles, and the frame of cells.
    using Use = std::tuple<nb::object, int, std::vector<Cell>, std::vector<Cell>>;
    explicit ExcessTables(const std::vector<std::vector<Use>>& given) {
        for (const auto& partition : given) {
            partitions.emplace_back();
            for (const auto& [memory, cells, tiles, frame] : partition) {
                buffers.push_back(std::make_shared<Buffer>(memory, false));
                for (const Cell cell : frame)
                    if (cell > cells) throw std::invalid_argument("a frame leaves the table");
                buffers.back()->require(ExcessBuilder::table_bytes(cells, int(tiles.size())));
                partitions.back().push_back({static_cast<const std::uint8_t*>(buffers.back()->data()), cells, tiles, frame});
            }
        }
    }
};

// What is learned of a shape: the weights of each phase.
struct LearnedWeights {
    using Floats = std::vector<float>;
    // Prices of tiles, of rows, columns and excesses, of pairs (signed bytes, in units, one for each class of images), and `from`.
    using Packed = std::tuple<Floats, Floats, Floats, Floats, nb::bytes, int>;

    Images images;
    std::shared_ptr<const std::vector<BoardWeights>> phases;

    static LearnedWeights unpack(Images images, float unit, const std::vector<Packed>& packed) {
        std::vector<BoardWeights> phases;
        PriceClasses classes;
        for (const auto& [tile, row, column, excess, pair, from] : packed) {
            if (phases.empty()) classes = pair_classes(Grid(int(column.size()), int(row.size())), images);
            Floats prices(pair.size());
            const auto* values = static_cast<const std::int8_t*>(pair.data());
            std::transform(values, values + pair.size(), prices.begin(), [&](std::int8_t value) { return unit * float(value); });
            phases.push_back({tile, row, column, excess, classes.spread(prices), from});
        }
        if (phases.empty()) throw std::invalid_argument("there must be one phase at least");
        return {images, std::make_shared<const std::vector<BoardWeights>>(std::move(phases))};
    }

    LearnedWeights grow(const Groups& from_groups, int width, int height, const Groups& to_groups) const {
        std::vector<BoardWeights> made;
        for (const BoardWeights& phase : *phases)
            made.push_back(grown(phase, Grid(int(phase.column.size()), int(phase.row.size())), from_groups, Grid(width, height), to_groups));
        return {images, std::make_shared<const std::vector<BoardWeights>>(std::move(made))};
    }

    std::vector<Packed> pack(float unit) const {
        std::vector<Packed> packed;
        for (const BoardWeights& phase : *phases) {
            std::string bytes;
            for (const float price : pair_classes(Grid(int(phase.column.size()), int(phase.row.size())), images).first(phase.pair))
                bytes.push_back(char(std::lround(std::clamp(price / unit, -127.f, 127.f))));
            packed.emplace_back(phase.tile, phase.row, phase.column, phase.excess, nb::bytes(bytes.data(), bytes.size()), phase.from);
        }
        return packed;
    }
};

// A score in use by any number of descents.
struct SharedScore {
    std::shared_ptr<const WholeScore> score;
};

// The prices of the sweep, which do not depend on the shape.
struct LearnedSweep {
    std::shared_ptr<const SweepPrices> prices;
};

// The prices of the flow, which do not depend on the shape.
struct LearnedFlow {
    std::shared_ptr<const FlowPrices> prices;
};

void bind_flow(nb::module_& module) {
    nb::class_<LearnedFlow>(module, "FlowPrices").def("__init__", [](LearnedFlow* self, const std::vector<float>& in_a_row) {
        new (self) LearnedFlow{std::make_shared<const FlowPrices>(in_a_row)};
    });
    // For learning: what a flow of a random board costs, in moves per unit of Manhattan distance.
    module.def(
        "flow_cost",
        [](int width, int height, std::size_t beam, std::uint64_t seed, const LearnedFlow& flow) {
            const Grid grid(width, height);
            if (std::min(width, height) < 2) throw std::invalid_argument("a flow needs at least 2x2 cells");
            Random random(seed);
            Arrangement board = random_arrangement(grid, random);
            Cell blank = find(board, Cell(grid.cells - 1));
            const int first = manhattan(grid, board, blank);
            const Path path = flow_down(grid, board, blank, beam, random.next(), {}, flow.prices);
            return double(path.size()) / double(std::max(first - manhattan(grid, board, blank), 1));
        },
        nb::call_guard<nb::gil_scoped_release>());
}

void bind_sweep(nb::module_& module) {
    nb::class_<LearnedSweep>(module, "SweepPrices")
        .def("__init__",
             [](LearnedSweep* self, nb::bytes tile, nb::bytes pair, nb::bytes blank, nb::bytes lead,
                float unit) {  // the prices: signed bytes, in units
                 SweepPrices prices;
                 const auto read = [unit](nb::bytes from, std::vector<float>& to) {
                     if (from.size() != to.size()) throw std::invalid_argument("the sweep has other prices than these");
                     const auto* values = static_cast<const std::int8_t*>(from.data());
                     for (std::size_t i = 0; i < to.size(); ++i) to[i] = unit * float(values[i]);
                 };
                 read(tile, prices.tile), read(pair, prices.pair), read(blank, prices.blank), read(lead, prices.lead);
                 new (self) LearnedSweep{std::make_shared<const SweepPrices>(std::move(prices))};
             })
        .def_prop_ro("tile", [](const LearnedSweep& self) { return self.prices->tile; })
        .def_prop_ro("pair", [](const LearnedSweep& self) { return self.prices->pair; })
        .def_prop_ro("blank", [](const LearnedSweep& self) { return self.prices->blank; })
        .def_prop_ro("lead", [](const LearnedSweep& self) { return self.prices->lead; });
    nb::class_<SweepRanking>(module, "SweepRanking")
        .def("__init__",
             [](SweepRanking* self, const LearnedSweep* prices, std::size_t beam, std::uint64_t seed) {
                 SweepRankingTuning tuning;
                 tuning.width = beam;
                 new (self) SweepRanking(prices ? *prices->prices : SweepPrices{}, tuning, seed);
             },
             nb::arg().none(), nb::arg(), nb::arg())
        .def("learn", &SweepRanking::learn, nb::call_guard<nb::gil_scoped_release>())
        .def("forget", &SweepRanking::forget)
        .def("mean", [](const SweepRanking& self) {
            return LearnedSweep{std::make_shared<const SweepPrices>(self.mean())};
        });
}

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
    nb::enum_<Images>(module, "Images").value("diagonal", Images::diagonal).value("all", Images::all);
    nb::class_<LearnedWeights>(module, "LearnedWeights")
        .def(nb::new_(&LearnedWeights::unpack))
        .def("packed", &LearnedWeights::pack)
        .def("grown", &LearnedWeights::grow, release())
        .def_ro("images", &LearnedWeights::images);
    nb::class_<SharedScore>(module, "WholeScore")
        .def("__init__",
             [](SharedScore* self, int width, int height, const ExcessTables* tables, const LearnedWeights* weights, float power,
                float border) {  // the formula's, where there are no weights
                 nb::gil_scoped_release unlocked;  // the prices of a large board take some milliseconds
                 const Grid grid(width, height);
                 const std::vector<ExcessPartition> partitions = tables ? tables->partitions : std::vector<ExcessPartition>{};
                 std::vector<BoardWeights> phases;
                 if (weights) phases = *weights->phases;
                 else phases.push_back(BoardWeights::formula(grid, partitions, power, border));
                 if (!tables)
                     for (BoardWeights& phase : phases) phase.excess.clear();
                 new (self) SharedScore{WholeScore::make(grid, partitions, phases)};
             },
             nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg(), nb::arg(), nb::keep_alive<1, 4>());
    nb::class_<Ranking>(module, "Ranking")
        .def("__init__",
             [](Ranking* self, int width, int height, const ExcessTables& tables, const LearnedWeights* weights,
                const std::vector<int>& borders, std::size_t beam, float rate, Images images, float flow_stop,
                const LearnedFlow& flow, std::uint64_t seed) {  // borders: `from` of each phase without weights
                 const Grid grid(width, height);
                 RankingTuning tuning;
                 tuning.width = beam;
                 tuning.rate = rate;
                 tuning.images = images;
                 tuning.flow.stop = flow_stop;
                 tuning.flow_prices = flow.prices;
                 std::vector<BoardWeights> phases;
                 if (weights) phases = *weights->phases;
                 else
                     for (const int from : borders) {
                         phases.push_back(BoardWeights::formula(grid, tables.partitions, 1.7f, 1.f));
                         phases.back().from = from;
                     }
                 new (self) Ranking(grid, tables.partitions, phases, tuning, seed);
             },
             nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::keep_alive<1, 4>())
        .def("learn", &Ranking::learn, release())
        .def("forget", &Ranking::forget)
        .def("slow_down", &Ranking::slow_down)
        .def("mean", [](const Ranking& self) {
            return LearnedWeights{self.images(), std::make_shared<const std::vector<BoardWeights>>(self.mean())};
        });
}

void bind(nb::module_& module) {
    bind_flow(module);
    bind_scores(module);
    bind_sweep(module);
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
             [](Descent* self, int width, const TileList& start, const TileList& goal, std::uint64_t seed,
                std::size_t flow_width, std::size_t whole_width, std::size_t sweep_width, float flow_stop, const SharedScore* score,
                const LearnedFlow* flow, const LearnedSweep* sweep, int threads) {
                 nb::gil_scoped_release unlocked;
                 const Renamed puzzle(width, start, goal);
                 DescentTuning tuning;
                 tuning.flow_width = flow_width;
                 tuning.whole_width = whole_width;
                 tuning.sweep_width = sweep_width;
                 tuning.flow.stop = flow_stop;
                 if (score) tuning.score = score->score;
                 if (flow) tuning.flow_prices = flow->prices;
                 if (sweep) tuning.sweep_prices = sweep->prices;
                 new (self) Descent(puzzle.grid, puzzle.arrangement, puzzle.blank_home, seed, tuning, threads);
             },
             nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::kw_only(), nb::arg("flow_width") = DescentTuning{}.flow_width,
             nb::arg("whole_width") = DescentTuning{}.whole_width, nb::arg("sweep_width") = DescentTuning{}.sweep_width,
             nb::arg("flow_stop") = FlowTuning{}.stop, nb::arg("score") = nb::none(), nb::arg("flow_prices") = nb::none(),
             nb::arg("sweep_prices") = nb::none(), nb::arg("threads") = 1, nb::keep_alive<1, 10>())
        .def("run", &Descent::run, nb::call_guard<nb::gil_scoped_release>())
        .def("path", [](Descent& self) { return to_text(self.path()); }, nb::call_guard<nb::gil_scoped_release>())
        .def("part", [](Descent& self, std::size_t from, std::size_t to) { return to_text(self.part(from, to)); }, nb::arg(),
             nb::arg() = std::size_t(-1), nb::call_guard<nb::gil_scoped_release>())
        .def("narrow", &Descent::narrow)
        .def_prop_ro("progress", &Descent::progress)
        .def_prop_ro("flowing", &Descent::flowing)
        .def_prop_ro("sweeping", &Descent::sweeping)
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

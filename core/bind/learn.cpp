// The module `taquin_learn`: what makes the weights. It is built for developers only; the weights themselves are files.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "anysize/flow/flow.hpp"
#include "bind/weights.hpp"
#include "learn/board_ranking.hpp"
#include "learn/sweep_ranking.hpp"

namespace nb = nanobind;
using namespace taquin;
using namespace taquin::anysize;

namespace {

using release = nb::call_guard<nb::gil_scoped_release>;

std::vector<BoardWeights> first_weights(const Grid& grid, const OverheadTables& tables, const LearnedWeights* weights,
                                        const std::vector<int>& borders) {
    if (weights) return *weights->phases;
    std::vector<BoardWeights> phases;
    for (const int from : borders) {
        phases.push_back(BoardWeights::formula(grid, tables.partitions, 1.7f, 1.f));
        phases.back().from = from;
    }
    return phases;
}

// What a flow of a random board costs, in moves per unit of Manhattan distance.
double flow_cost(int width, int height, std::size_t beam, std::uint64_t seed, std::shared_ptr<FlowWeights> weights) {
    const Grid grid(width, height);
    if (std::min(width, height) < 2) throw std::invalid_argument("a flow needs at least 2x2 cells");
    Random random(seed);
    Arrangement board = random_arrangement(grid, random);
    Cell blank = find(board, Cell(grid.cells - 1));
    const int first = manhattan(grid, board, blank);
    const Path path = flow_down(grid, board, blank, beam, random.next(), {}, std::move(weights));
    return double(path.size()) / double(std::max(first - manhattan(grid, board, blank), 1));
}

}  // namespace

NB_MODULE(taquin_learn, module) {
    module.doc() = "What learns the weights of taquin's scores; used by the commands of learning/ alone.";
    nb::module_::import_("taquin._core");  // whose classes are used here
    module.def("flow_cost", &flow_cost, release(), nb::arg("width"), nb::arg("height"), nb::arg("beam"),
               nb::arg("seed"), nb::arg("weights").none(),
               "The moves that the flow of a random board takes for each unit of Manhattan distance, with these "
               "weights or with none. `beam` is the width of the beam, in boards for each level.");
    nb::class_<SweepRanking>(module, "SweepRanking", "Learns the weights of the sweep from random boards.")
        .def(
            "__init__",
            [](SweepRanking* self, const SweepWeights* weights, std::size_t beam, std::uint64_t seed) {
                SweepRankingTuning tuning;
                tuning.width = beam;
                new (self) SweepRanking(weights ? *weights : SweepWeights{}, tuning, seed);
            },
            nb::arg("weights").none(), nb::arg("beam"), nb::arg("seed"),
            "It begins with these weights, or with none. `beam` is the width of the beam, in boards for each level.")
        .def("learn", &SweepRanking::learn, release(), nb::arg("width"), nb::arg("height"),
             "Learn from one random board. Returns the moves of its sweep, 0 where the sweep was stuck.")
        .def("forget", &SweepRanking::forget, "Begin the mean of the weights anew.")
        .def(
            "mean", [](const SweepRanking& self) { return std::make_shared<SweepWeights>(self.mean()); },
            "The mean of the weights after each step, since the mean was begun.");
    nb::class_<BoardRanking>(module, "BoardRanking", "Learns the weights of a shape from random boards.")
        .def(
            "__init__",
            [](BoardRanking* self, int width, int height, const OverheadTables& tables, const LearnedWeights* weights,
               const std::vector<int>& borders, std::size_t beam, float rate, Symmetry symmetry, float flow_stop,
               std::shared_ptr<FlowWeights> flow_weights, bool slides, std::uint64_t seed) {
                const Grid grid(width, height);
                BoardRankingTuning tuning;
                tuning.step = slides ? Step::slide : Step::move;
                tuning.width = beam;
                tuning.rate = rate;
                tuning.symmetry = symmetry;
                tuning.flow.stop = flow_stop;
                tuning.flow_weights = std::move(flow_weights);
                new (self)
                    BoardRanking(grid, tables.partitions, first_weights(grid, tables, weights, borders), tuning, seed);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("tables"), nb::arg("weights").none(), nb::arg("borders"),
            nb::arg("beam"), nb::arg("rate"), nb::arg("symmetry"), nb::arg("flow_stop"), nb::arg("flow_weights").none(),
            nb::arg("slides"), nb::arg("seed"), nb::keep_alive<1, 4>(),
            "It begins with these weights; without them, with the formula, in one phase for each of `borders`, the "
            "Manhattan distances down to which they are in force. `beam` is the width of the beam, in boards for each "
            "level, and counts `slides` or moves; `rate` is the length of the first steps.")
        .def("learn", &BoardRanking::learn, release(),
             "Learn from one random board. Returns the steps of its solution, 0 where the beam found none.")
        .def("forget", &BoardRanking::forget, "Begin the mean of the weights anew.")
        .def("slow_down", &BoardRanking::slow_down, nb::arg("factor"),
             "Divide the length of the steps to come by this factor.")
        .def(
            "mean",
            [](const BoardRanking& self) {
                return LearnedWeights{self.symmetry(), std::make_shared<const std::vector<BoardWeights>>(self.mean())};
            },
            "The mean of the weights after each board, since the mean was begun.");
}

// What boards of any size are ranked by: learned weights, overhead tables, and the scores that are made of them.
#include "bind/weights.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "anysize/board/board_scores.hpp"
#include "anysize/flow/flow_weights.hpp"
#include "anysize/sweep/sweep_view.hpp"

namespace taquin::anysize {
namespace {

using release = nb::call_guard<nb::gil_scoped_release>;

constexpr float kSteepest = 100;  // power and border of the formula: some are near 2, and none is near this

// Weights as their files hold them: signed bytes, in units.
void unpack(nb::bytes from, float unit, std::vector<float>& to) {
    if (from.size() != to.size()) throw std::invalid_argument("the sweep has other weights than these");
    const auto* values = static_cast<const std::int8_t*>(from.data());
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = unit * float(values[i]);
}

void bind_learned(nb::module_& module) {
    module.attr("WEIGHT_UNIT") = 1.0 / kWeightUnits;
    module.attr("FLOW_WANTS") = FlowWeights::kWants;
    nb::enum_<Symmetry>(module, "Symmetry", "Which places, turned and mirrored, have the same weights.")
        .value("diagonal", Symmetry::diagonal, "those mirrored along the diagonal of the blank's corner")
        .value("all", Symmetry::all, "all eight");
    nb::class_<LearnedWeights>(
        module, "LearnedWeights",
        "The learned weights of the boards of one shape, one set for each phase of a descent, from far to near.")
        .def(nb::new_(&LearnedWeights::unpack), nb::arg("symmetry"), nb::arg("unit"), nb::arg("phases"),
             "A phase has the weights of tiles, rows, columns and overheads, then those of pairs, as signed bytes in "
             "multiples of `unit`, and the Manhattan distance down to which it is in force. The rows and columns tell "
             "the shape, which has up to BOARD_BEAM_CELLS cells.")
        .def("packed", &LearnedWeights::pack, nb::arg("unit"),
             "The phases as `phases` takes them; the weights of pairs are rounded to multiples of `unit`.")
        .def("transfer", &LearnedWeights::transfer_to, release(), nb::arg("from_groups"), nb::arg("width"),
             nb::arg("height"), nb::arg("to_groups"),
             "Weights for another shape, made of these. The groups are the cells of the patterns with overhead tables, "
             "on this shape and on the other one.")
        .def_ro("symmetry", &LearnedWeights::symmetry, "Which places have the same weights.");
    nb::class_<FlowWeights>(module, "FlowWeights",
                            "The weights of two tiles side by side in the flow, on boards of every shape.")
        .def(nb::new_([](const std::vector<float>& in_a_row) {
                 check_weights(in_a_row);
                 return std::make_shared<FlowWeights>(in_a_row);
             }),
             nb::arg("in_a_row"),
             "625 weights: by the kind of the left tile, then by that of the right one "
             "(core/anysize/flow/flow_weights.hpp).");
    module.attr("SWEEP_VERSION") = SweepWeights::kVersion;
    nb::class_<SweepWeights>(module, "SweepWeights",
                             "The weights of what the front of the sweep sees, on boards of every shape "
                             "(core/anysize/sweep/sweep_view.hpp).")
        .def(nb::new_([](nb::bytes tile, nb::bytes pair, nb::bytes blank, nb::bytes lead, float unit) {
                 auto weights = std::make_shared<SweepWeights>();
                 check_unit(unit);
                 unpack(tile, unit, weights->tile), unpack(pair, unit, weights->pair);
                 unpack(blank, unit, weights->blank), unpack(lead, unit, weights->lead);
                 return weights;
             }),
             nb::arg("tile"), nb::arg("pair"), nb::arg("blank"), nb::arg("lead"), nb::arg("unit"),
             "The weights as signed bytes, in multiples of `unit`.")
        .def_ro("tile", &SweepWeights::tile,
                "The weights of one tile, by the state of the front, the tile's home and how far it is from there.")
        .def_ro("pair", &SweepWeights::pair, "The weights of two tiles that are neighbors at home.")
        .def_ro("blank", &SweepWeights::blank,
                "The weights of the blank, by the state of the front and the blank's place.")
        .def_ro("lead", &SweepWeights::lead,
                "The weights of a lead, by the state of the front and by how far a board is ahead of the others.");
}

void bind_overhead(nb::module_& module) {
    module.attr("OVERHEAD_CELLS") = OverheadBuilder::kMostCells;
    module.attr("OVERHEAD_TILES") = OverheadBuilder::kMostTiles;
    nb::class_<OverheadBuilder>(
        module, "OverheadBuilder",
        "An overhead table in the making: what a few tiles cost beyond their Manhattan distance.")
        .def(
            "__init__",
            [](OverheadBuilder* self, int width, int height, const std::vector<Cell>& home, Cell blank) {
                nb::gil_scoped_release unlocked;
                new (self) OverheadBuilder(Grid(width, height), home, blank);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("home"), nb::arg("blank"),
            "`home` are the goal cells of 1 to OVERHEAD_TILES tiles, `blank` is the blank's. The board has up to "
            "OVERHEAD_CELLS cells.")
        .def("step", &OverheadBuilder::step, release(), nb::arg("seconds"),
             "Work for about so many seconds. Returns whether the table is complete.")
        .def(
            "table",
            [](const OverheadBuilder& self) {
                return nb::bytes(reinterpret_cast<const char*>(self.table().data()), self.table().size());
            },
            "The table, as far as it is complete: two bits for every placement, half its overhead in moves.")
        .def_static("table_bytes", &OverheadBuilder::table_bytes, nb::arg("cells"), nb::arg("tiles"),
                    "The bytes of a table for so many tiles on a board of so many cells.");
    nb::class_<OverheadTables>(module, "OverheadTables",
                               "Overhead tables as the boards of one shape use them, in the memory that Python lends.")
        .def(nb::init<const std::vector<std::vector<OverheadTables::Use>>&>(), nb::arg("partitions"),
             "A partition is a list of tables. Each comes as its memory, the number of its cells, the tiles that it is "
             "for (named by their home cells), and the frame that maps the cells of the board to its own, or to the "
             "number of its cells where it has none.");
}

void bind_scores(nb::module_& module) {
    module.attr("BOARD_BEAM_CELLS") = LargePosition::kCells;
    module.attr("SMALL_POSITION_CELLS") = SmallPosition::kCells;
    nb::class_<BoardScores>(module, "BoardScores",
                            "What a beam ranks the boards of one shape by, each board as a whole.")
        .def(nb::new_([](int width, int height, const OverheadTables* tables, const LearnedWeights* weights,
                         float power, float border) {
                 nb::gil_scoped_release unlocked;  // the weights of a large board take some milliseconds
                 const Grid grid(width, height);
                 require_board_beam(grid);
                 if (!(power >= 0 && power <= kSteepest && border >= 0 && border <= kSteepest))
                     throw std::invalid_argument("power and border lie between 0 and 100");
                 const auto partitions = tables ? tables->partitions : std::vector<OverheadPartition>{};
                 std::vector<BoardWeights> phases;
                 if (weights) phases = *weights->phases;
                 else phases.push_back(BoardWeights::formula(grid, partitions, power, border));
                 if (!tables)
                     for (BoardWeights& phase : phases) phase.overhead.clear();
                 return std::const_pointer_cast<BoardScores>(BoardScores::make(grid, partitions, phases));
             }),
             nb::arg("width"), nb::arg("height"), nb::arg("tables").none(), nb::arg("weights").none(), nb::arg("power"),
             nb::arg("border"), nb::keep_alive<0, 4>(),
             "By learned weights; without weights by the formula, in which a tile's distance is raised to `power` and "
             "tiles at the edge count 1 + `border` times. 2x2 to BOARD_BEAM_CELLS cells.");
}

}  // namespace
}  // namespace taquin::anysize

namespace taquin::bind {

void bind_weights(nb::module_& module) {
    anysize::bind_learned(module);
    anysize::bind_overhead(module);
    anysize::bind_scores(module);
}

}  // namespace taquin::bind

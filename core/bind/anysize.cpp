// Boards of any size: constructing, bounds, descents and windows.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "anysize/bounds.hpp"
#include "anysize/construct.hpp"
#include "anysize/descent.hpp"
#include "anysize/groups/group_bound.hpp"
#include "anysize/windows.hpp"
#include "bind/one_user.hpp"
#include "bind/puzzle.hpp"

namespace nb = nanobind;

namespace taquin::anysize {
namespace {

using bind::for_one;
using bind::OneUser;
using bind::Use;
using release = nb::call_guard<nb::gil_scoped_release>;

constexpr std::size_t kWidestBeam = 16'000'000;  // boards a level: a beam over whole boards numbers twice as many

// More boards on a level than any memory holds would only be a mistake.
void check_width(std::size_t width) {
    if (width < 1 || width > kWidestBeam) throw std::invalid_argument("a beam is 1 to 16 million boards wide");
}

void make_descent(OneUser<Descent>* self, int width, const TileList& start, const TileList& goal, std::uint64_t seed,
                  std::size_t flow_width, std::size_t board_beam_width, std::size_t sweep_width, float flow_stop,
                  std::shared_ptr<BoardScores> score, std::shared_ptr<FlowWeights> flow_weights,
                  std::shared_ptr<SweepWeights> sweep_weights, bool slides, int threads) {
    nb::gil_scoped_release unlocked;
    const Renamed puzzle(width, start, goal);
    if (std::min(puzzle.grid.width, puzzle.grid.height) < 2)
        throw std::invalid_argument("a descent needs at least 2x2 cells");
    if (!solvable(puzzle.grid, puzzle.arrangement, puzzle.blank_home))
        throw std::invalid_argument("the puzzle is not solvable");
    check_width(flow_width), check_width(sweep_width);
    if (score) check_width(board_beam_width);
    if (!(flow_stop >= 0)) throw std::invalid_argument("the flow ends at 0 or more moves for each cell");
    require_threads(threads);
    if (score && (score->grid().width != puzzle.grid.width || score->grid().height != puzzle.grid.height))
        throw std::invalid_argument("the score is for another shape");
    DescentTuning tuning;
    tuning.flow_width = flow_width;
    tuning.board_beam_width = board_beam_width;
    tuning.sweep_width = sweep_width;
    tuning.flow.stop = flow_stop;
    tuning.step = slides ? Step::slide : Step::move;
    tuning.score = std::move(score);
    tuning.flow_weights = std::move(flow_weights);
    tuning.sweep_weights = std::move(sweep_weights);
    new (self) OneUser<Descent>(puzzle.grid, puzzle.arrangement, puzzle.blank_home, seed, tuning, threads);
}

void bind_descent(nb::module_& module) {
    module.attr("FLOW_STOP") = FlowTuning{}.stop;
    module.attr("NARROWEST_BEAM") = Descent::kNarrowest;
    nb::class_<OneUser<Descent>>(
        module, "Descent",
        "A good solution from scratch, in slices: the board flows, is searched as a whole, and is "
        "swept. One thread at a time may use it: RuntimeError for the second one.")
        .def(
            "__init__", &make_descent, nb::arg("width"), nb::arg("start"), nb::arg("goal"), nb::arg("seed"),
            nb::kw_only(), nb::arg("flow_width") = DescentTuning{}.flow_width,
            nb::arg("board_beam_width") = DescentTuning{}.board_beam_width,
            nb::arg("sweep_width") = DescentTuning{}.sweep_width, nb::arg("flow_stop") = FlowTuning{}.stop,
            nb::arg("score").none() = nb::none(), nb::arg("flow_weights").none() = nb::none(),
            nb::arg("sweep_weights").none() = nb::none(), nb::arg("slides") = false, nb::arg("threads") = 1,
            "The widths of the beams are in boards for each level. The flow ends at `flow_stop` times as many moves "
            "of Manhattan distance as there are cells; infinity means no flow where there is a score. Without `score` "
            "the board is not searched as a whole; with `slides` that search counts slides, not moves. The path is the "
            "same for any number of threads. ValueError where "
            "the puzzle is not solvable.")
        .def("run", for_one(&Descent::run), release(), nb::arg("milliseconds"),
             "Work for about so many milliseconds. Returns whether the solution is complete.")
        .def(
            "path",
            [](OneUser<Descent>& self) {
                const Use use(self);
                return to_text(self.path());
            },
            release(),
            "The moves of a solution, from start to goal. Where the descent is not complete, the rest is constructed.")
        .def(
            "part",
            [](OneUser<Descent>& self, std::size_t begin, std::optional<std::size_t> end) {
                const Use use(self);
                return to_text(self.part(begin, end.value_or(std::size_t(-1))));
            },
            release(), nb::arg("begin"), nb::arg("end") = nb::none(),
            "The moves number `begin` up to `end`, which must be settled; without `end` all that follow, to the goal.")
        .def(
            "narrow",
            [](OneUser<Descent>& self, float part) {
                if (!(part > 0 && part <= 1)) throw std::invalid_argument("the part of a width lies between 0 and 1");
                const Use use(self);
                self.narrow(part);
            },
            nb::arg("part"),
            "Go on with beams of this part of their width, from 0 to 1, but no narrower than NARROWEST_BEAM boards.")
        .def("conclude", for_one(&Descent::conclude), release(),
             "Give up the search where it is: from now on `run` constructs what is left.")
        .def_prop_ro("progress", for_one(&Descent::progress), "How much of its present stage is done, from 0 to 1.")
        .def_prop_ro("flowing", for_one(&Descent::flowing), "Whether it is in its first stage, the flow.")
        .def_prop_ro("sweeping", for_one(&Descent::sweeping), "Whether it is in its last stage, the sweep.")
        .def_prop_ro("settled", for_one(&Descent::settled),
                     "How many moves, counted from the first, will not change any more.")
        .def_prop_ro("generated", for_one(&Descent::generated), "How many boards it has made so far.")
        .def_prop_ro("expanded", for_one(&Descent::expanded), "Of how many boards it has made the children so far.");
}

int overhead_of_group(int width, const TileList& start, const TileList& goal, const TileList& tiles) {
    const Renamed puzzle(width, start, goal);
    if (std::min(puzzle.grid.width, puzzle.grid.height) < 2 || tiles.empty() ||
        tiles.size() > GroupOverhead::kMostTiles)
        throw std::invalid_argument("an overhead is that of one to four tiles, on a board of at least 2x2 cells");
    if (!solvable(puzzle.grid, puzzle.arrangement, puzzle.blank_home))
        throw std::invalid_argument("this puzzle has no solution");
    std::vector<Cell> homes;
    for (const int tile : tiles) {
        const auto home = std::find(goal.begin(), goal.end(), tile);
        const Cell cell = Cell(home - goal.begin());
        if (tile == 0 || home == goal.end() || std::find(homes.begin(), homes.end(), cell) != homes.end())
            throw std::invalid_argument("these are not different tiles of the board");
        homes.push_back(cell);
    }
    return GroupOverhead(puzzle.grid, puzzle.arrangement, puzzle.blank_home)(homes);
}

void bind_bounds(nb::module_& module) {
    module.def(
        "lower_bound",
        [](int width, const TileList& start, const TileList& goal) {
            const Renamed puzzle(width, start, goal);
            return lower_bound(puzzle.grid, puzzle.arrangement, puzzle.blank);
        },
        release(), nb::arg("width"), nb::arg("start"), nb::arg("goal"),
        "Manhattan distance plus linear conflict: moves that are needed at least.");
    module.def("group_overhead", &overhead_of_group, release(), nb::arg("width"), nb::arg("start"), nb::arg("goal"),
               nb::arg("tiles"), "Half the moves that one to four tiles need beyond their Manhattan distance.");
    nb::class_<OneUser<GroupBound>>(
        module, "GroupBound",
        "A lower bound by groups of up to four tiles, which rises as it works. One thread at a time "
        "may use it: RuntimeError for the second one.")
        .def(
            "__init__",
            [](OneUser<GroupBound>* self, int width, const TileList& start, const TileList& goal) {
                nb::gil_scoped_release unlocked;
                const Renamed puzzle(width, start, goal);
                new (self) OneUser<GroupBound>(puzzle.grid, puzzle.arrangement, puzzle.blank_home);
            },
            nb::arg("width"), nb::arg("start"), nb::arg("goal"), "Begins with Manhattan distance and linear conflict.")
        .def("run", for_one(&GroupBound::run), release(), nb::arg("milliseconds"),
             "Work for about so many milliseconds; whether there is nothing more to do.")
        .def("run_steps", for_one(&GroupBound::run_steps), release(), nb::arg("steps"),
             "The same for so many groups of tiles, whatever the machine.")
        .def_prop_ro("bound", for_one(&GroupBound::bound), "Moves that are needed at least, so far.")
        .def_prop_ro("groups", for_one(&GroupBound::looked_at), "Groups looked at so far.");
}

void bind_windows(nb::module_& module) {
    nb::class_<OneUser<Windows>>(
        module, "Windows",
        "A solution that gets shorter, in slices: one stretch after the other is solved again. One "
        "thread at a time may use it: RuntimeError for the second one.")
        .def(
            "__init__",
            [](OneUser<Windows>* self, int width, const TileList& tiles, const std::string& moves, std::uint64_t seed,
               std::size_t beam) {
                nb::gil_scoped_release unlocked;
                const Grid grid = grid_of(width, tiles);
                const Arrangement board = arrangement_of(tiles);
                check_width(beam);
                WindowTuning tuning;
                tuning.width = beam;
                new (self) OneUser<Windows>(grid, board, find(board, 0), from_text(moves), seed, tuning);
            },
            nb::arg("width"), nb::arg("tiles"), nb::arg("moves"), nb::arg("seed"), nb::arg("beam"),
            "The moves lead from the board `tiles` to the goal, wherever that is. `beam` is the width of the beams, in "
            "boards for each level.")
        .def("run", for_one(&Windows::run), release(), nb::arg("milliseconds"),
             "Work for about so many milliseconds. Returns whether the pass over all moves is complete.")
        .def(
            "path",
            [](const OneUser<Windows>& self) {
                const Use use(self);
                return to_text(self.path());
            },
            release(), "The moves now. They always lead to the goal.")
        .def_prop_ro("length", for_one(&Windows::length), "How many moves there are now.")
        .def_prop_ro("generated", for_one(&Windows::generated), "How many boards it has made so far.")
        .def_prop_ro("expanded", for_one(&Windows::expanded), "Of how many boards it has made the children so far.");
}

void bind_construction(nb::module_& module) {
    nb::class_<OneUser<Construction>>(module, "Construction",
                                      "A solution that cannot fail, made in slices. One thread at a time may use it: "
                                      "RuntimeError for the second one.")
        .def(
            "__init__",
            [](OneUser<Construction>* self, int width, const TileList& start, const TileList& goal) {
                nb::gil_scoped_release unlocked;
                const Renamed puzzle(width, start, goal);
                new (self) OneUser<Construction>(puzzle.grid, puzzle.arrangement, puzzle.blank_home);
            },
            nb::arg("width"), nb::arg("start"), nb::arg("goal"),
            "From the start to the goal; ValueError where no moves lead there.")
        .def("run", for_one(&Construction::run), release(), nb::arg("milliseconds"),
             "Work for about so many milliseconds; whether the path leads to the goal.")
        .def(
            "path",
            [](const OneUser<Construction>& self) {
                const Use use(self);
                return to_text(self.path());
            },
            release(), "The moves so far: a solution, or its beginning.")
        .def_prop_ro(
            "length",
            [](const OneUser<Construction>& self) {
                const Use use(self);
                return self.path().size();
            },
            "The number of moves so far.")
        .def_prop_ro("progress", for_one(&Construction::progress), "How much of the work is done, 0 to 1.");
}

}  // namespace
}  // namespace taquin::anysize

namespace taquin::bind {

using namespace taquin::anysize;

void bind_anysize(nb::module_& module) {
    module.attr("LONGEST_SIDE") = kLongestSide;
    bind_bounds(module);
    bind_descent(module);
    bind_windows(module);
    bind_construction(module);
    module.def(
        "construct",
        [](int width, const TileList& start, const TileList& goal) {
            const Renamed puzzle(width, start, goal);
            return to_text(construct(puzzle.grid, puzzle.arrangement, puzzle.blank_home));
        },
        release(), nb::arg("width"), nb::arg("start"), nb::arg("goal"),
        "The moves of a solution, of any solvable puzzle. ValueError where it is not solvable.");
    module.def(
        "construct_beginning",
        [](int width, const TileList& start, const TileList& goal, std::size_t moves) {
            const Renamed puzzle(width, start, goal);
            return to_text(construct_beginning(puzzle.grid, puzzle.arrangement, puzzle.blank_home, moves));
        },
        release(), nb::arg("width"), nb::arg("start"), nb::arg("goal"), nb::arg("moves"),
        "The first moves of that solution, about so many: enough for a hint on a board whose whole solution takes "
        "long.");
    module.def(
        "replay",
        [](int width, const TileList& tiles, std::string_view moves) {
            const Grid grid = grid_of(width, tiles);
            Arrangement board = arrangement_of(tiles);
            Cell blank = find(board, 0);
            if (!play(grid, board, blank, moves)) throw std::invalid_argument("a move leaves the board");
            return TileList(board.begin(), board.end());
        },
        release(), nb::arg("width"), nb::arg("tiles"), nb::arg("moves"),
        "The tiles after these moves. ValueError where a move leaves the board.");
}

}  // namespace taquin::bind

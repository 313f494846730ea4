// The only file of the core that knows Python. Python validates, C++ computes:
// nothing here but conversions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "board.hpp"
#include "bounds.hpp"
#include "construct.hpp"
#include "descent.hpp"
#include "windows.hpp"

namespace nb = nanobind;

namespace {

using Tiles = std::vector<int>;

// A puzzle as the any-size methods want it (grid.hpp).
struct Renamed {
    taquin::anysize::Grid grid;
    taquin::anysize::Arrangement arrangement;
    taquin::anysize::Cell blank_home, blank;

    Renamed(int width, const Tiles& start, const Tiles& goal)
        : grid(width, int(goal.size()) / std::max(width, 1)), arrangement(taquin::anysize::relabel(start, goal)) {
        blank_home = taquin::anysize::Cell(std::find(goal.begin(), goal.end(), 0) - goal.begin());
        blank = taquin::anysize::find(arrangement, blank_home);
    }
};

void bind_anysize(nb::module_& module) {
    using namespace taquin::anysize;
    module.def("construct", [](int width, const Tiles& start, const Tiles& goal) {
        nb::gil_scoped_release release;
        const Renamed puzzle(width, start, goal);
        return to_text(construct(puzzle.grid, puzzle.arrangement, puzzle.blank_home));
    });
    module.def("construct_beginning", [](int width, const Tiles& start, const Tiles& goal, std::size_t moves) {
        nb::gil_scoped_release release;
        const Renamed puzzle(width, start, goal);
        return to_text(construct_beginning(puzzle.grid, puzzle.arrangement, puzzle.blank_home, moves));
    });
    module.def("lower_bound", [](int width, const Tiles& start, const Tiles& goal) {
        const Renamed puzzle(width, start, goal);
        return lower_bound(puzzle.grid, puzzle.arrangement, puzzle.blank);
    });
    module.def("replay", [](int width, Tiles tiles, const std::string& moves) {
        nb::gil_scoped_release release;
        const Grid grid(width, int(tiles.size()) / std::max(width, 1));
        Arrangement board(tiles.begin(), tiles.end());
        Cell blank = find(board, 0);
        if (!play(grid, board, blank, from_text(moves))) throw std::invalid_argument("a move leaves the board");
        return Tiles(board.begin(), board.end());
    });
    nb::class_<Descent>(module, "Descent")
        .def("__init__",
             [](Descent* self, int width, const Tiles& start, const Tiles& goal, std::uint64_t seed, std::size_t beam,
                std::size_t sweep_beam, bool whole, float power, float border) {
                 const Renamed puzzle(width, start, goal);
                 DescentTuning tuning;
                 tuning.width = beam;
                 tuning.sweep_width = sweep_beam;
                 tuning.whole = whole;
                 tuning.power = power;
                 tuning.border = border;
                 new (self) Descent(puzzle.grid, puzzle.arrangement, puzzle.blank_home, seed, tuning);
             })
        .def("run", &Descent::run, nb::call_guard<nb::gil_scoped_release>())
        .def("path", [](Descent& self) { return to_text(self.path()); }, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("generated", &Descent::generated);
    nb::class_<Windows>(module, "Windows")
        .def("__init__",
             [](Windows* self, int width, const Tiles& tiles, const std::string& moves, std::uint64_t seed,
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
        .def_prop_ro("passes", &Windows::passes)
        .def_prop_ro("generated", &Windows::generated);
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of taquin; use it through taquin.native.";

    module.def("count_smaller_after",
               [](const std::vector<int>& values) { return taquin::count_smaller_after(values); });
    module.def("neighbor_cells", [](int width, int height) {
        std::vector<std::vector<int>> cells;
        for (const auto& neighbors : taquin::neighbor_cells(width, height)) {
            cells.emplace_back(std::begin(neighbors.cell), std::end(neighbors.cell));
        }
        return cells;
    });
    module.def("pack", [](const std::vector<int>& tiles) { return taquin::pack(tiles); });
    module.def("unpack", &taquin::unpack);
    bind_anysize(module);
}

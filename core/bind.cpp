// The only file of the core that knows Python. Python validates, C++ computes:
// nothing here but conversions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "board.hpp"

namespace nb = nanobind;

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
}

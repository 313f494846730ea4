// Boards, packing and checksums.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "base/board.hpp"
#include "base/checksum.hpp"
#include "base/thread_team.hpp"
#include "bind/buffer.hpp"

namespace taquin::bind {

void bind_base(nb::module_& module) {
    module.attr("PACKED_CELLS") = kPackedCells;
    module.attr("MAX_THREADS") = kMostThreads;
    module.def(
        "count_smaller_after", [](const std::vector<int>& values) { return count_smaller_after(values); },
        nb::arg("values"),
        "For each value, how many later values are smaller. The values are distinct whole numbers from 0 up.");
    module.def(
        "neighbor_cells",
        [](int width, int height) {
            std::vector<std::vector<int>> cells;
            for (const auto& neighbors : neighbor_cells(width, height))
                cells.emplace_back(std::begin(neighbors.cell), std::end(neighbors.cell));
            return cells;
        },
        nb::arg("width"), nb::arg("height"),
        "For each cell, the four cells that the blank reaches by U, L, R and D; -1 where a move leaves the board.");
    module.def(
        "pack", [](const std::vector<int>& tiles) { return pack(tiles); }, nb::arg("tiles"),
        "One number that holds up to PACKED_CELLS tiles from 0 to 15: four bits each, the first cell in the lowest "
        "bits.");
    module.def(
        "unpack", [](uint64_t packed, int cells) { return unpack(packed, cells); }, nb::arg("packed"), nb::arg("cells"),
        "The tiles of the first so many cells of a number that `pack` made.");
    module.def(
        "checksum",
        [](const Memory& memory) {
            const Buffer buffer(memory, false);
            nb::gil_scoped_release unlocked;
            return checksum(buffer.data(), buffer.bytes());
        },
        nb::arg("memory"), "A number of 64 bits that changes with the bytes of the memory (core/base/checksum.hpp).");
}

}  // namespace taquin::bind

// Any board of any shape through the methods of every size: what they return solves it.
#include <cstdlib>
#include <stdexcept>

#include "anysize/construct.hpp"
#include "anysize/descent.hpp"
#include "anysize/windows.hpp"
#include "fuzz/input.hpp"

namespace {

using namespace taquin;
using namespace taquin::anysize;

void require_home(const Grid& grid, Arrangement arrangement, Cell blank_home, const Path& path) {
    Cell blank = find(arrangement, blank_home);
    if (!play(grid, arrangement, blank, path) || blank != blank_home) std::abort();
    for (int cell = 0; cell < grid.cells; ++cell)
        if (cell != blank && arrangement[cell] != cell) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz::Input input(data, size);
    const Grid grid(input.between(1, 9), input.between(1, 9));
    const auto start = input.board(grid.cells), goal = input.board(grid.cells);
    const Arrangement arrangement = relabel(start, goal);
    const Cell home = static_cast<Cell>(std::find(goal.begin(), goal.end(), 0) - goal.begin());
    try {
        const Path path = from_text(input.moves(200));
        Windows windows(grid, arrangement, find(arrangement, home), path, 1);
        windows.run(1);
        (void)windows.path();
    } catch (const std::invalid_argument&) {}
    try {
        const Path path = construct(grid, arrangement, home);
        require_home(grid, arrangement, home, path);
        Windows windows(grid, arrangement, find(arrangement, home), path, input.byte());
        windows.run(2);
        require_home(grid, arrangement, home, windows.path());
        if (grid.width < 2 || grid.height < 2) return 0;
        DescentTuning tuning;
        tuning.flow_width = tuning.board_beam_width = tuning.sweep_width = Descent::kNarrowest;
        Descent descent(grid, arrangement, home, input.byte(), tuning, input.between(1, 2));
        for (int slice = input.below(8); slice > 0 && !descent.run(0.5); --slice)
            if (input.below(4) == 0) descent.narrow(0.5f);
        require_home(grid, arrangement, home, descent.path());
    } catch (const std::invalid_argument&) {  // it cannot be solved
        if (solvable(grid, arrangement, home)) std::abort();
    }
    return 0;
}

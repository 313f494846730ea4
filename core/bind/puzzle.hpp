// Puzzles as they come from Python.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "anysize/grid.hpp"

namespace taquin::anysize {

using TileList = std::vector<int>;

// The grid of a board with these tiles; std::invalid_argument where they fill no whole rows.
inline Grid grid_of(int width, const TileList& tiles) {
    if (width < 1 || tiles.empty() || tiles.size() % std::size_t(width) != 0)
        throw std::invalid_argument("the tiles do not fill whole rows of this width");
    return Grid(width, int(tiles.size()) / width);
}

// A board whose tiles keep their numbers; std::invalid_argument unless they are 0 .. cells-1, each once.
inline Arrangement arrangement_of(const TileList& tiles) {
    std::vector<bool> seen(tiles.size(), false);
    for (const int tile : tiles) {
        if (tile < 0 || std::size_t(tile) >= tiles.size() || seen[std::size_t(tile)])
            throw std::invalid_argument("a board holds the numbers 0 .. cells-1, each once");
        seen[std::size_t(tile)] = true;
    }
    return Arrangement(tiles.begin(), tiles.end());
}

// A puzzle as the any-size methods want it (grid.hpp).
struct Renamed {
    Grid grid;
    Arrangement arrangement;
    Cell blank_home, blank;

    Renamed(int width, const TileList& start, const TileList& goal)
        : grid(grid_of(width, goal)), arrangement(relabel(start, goal)) {
        blank_home = Cell(std::find(goal.begin(), goal.end(), 0) - goal.begin());
        blank = find(arrangement, blank_home);
    }
};

}  // namespace taquin::anysize

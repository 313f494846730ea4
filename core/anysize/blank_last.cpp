#include "anysize/blank_last.hpp"

#include <stdexcept>

namespace taquin::anysize {

BlankLast::BlankLast(const Grid& grid, const Arrangement& arrangement, Cell blank_home)
    : arrangement_(arrangement), turned_(2 * int(blank_home) < grid.cells - 1) {
    const Cell last = Cell(grid.cells - 1);
    Cell blank = turned_ ? Cell(last - blank_home) : blank_home;
    if (turned_)
        for (int c = 0; c < grid.cells; ++c) arrangement_[c] = Cell(last - arrangement[last - c]);

    Path walk(grid.width - 1 - grid.column[blank], std::uint8_t(kRight));
    walk.insert(walk.end(), grid.height - 1 - grid.row[blank], std::uint8_t(kDown));
    Arrangement goal(grid.cells);
    for (int c = 0; c < grid.cells; ++c) goal[c] = Cell(c);
    if (!play(grid, goal, blank, walk)) throw std::logic_error("a walk inside the board left it");
    std::vector<Cell> home(grid.cells);
    for (int c = 0; c < grid.cells; ++c) home[goal[c]] = Cell(c);
    for (Cell& label : arrangement_) label = home[label];
    for (auto move = walk.rbegin(); move != walk.rend(); ++move) back_.push_back(std::uint8_t(inverse(*move)));
}

Path BlankLast::translate(Path path) const {
    path.insert(path.end(), back_.begin(), back_.end());
    cancel_reversals(path);
    return translate_part(std::move(path));
}

Path BlankLast::translate_part(Path path) const {
    if (turned_)
        for (auto& move : path) move = std::uint8_t(inverse(move));
    return path;
}

}  // namespace taquin::anysize

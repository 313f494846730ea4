#include "grid.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace taquin::anysize {

Grid::Grid(int w, int h) : width(w), height(h), cells(w * h) {
    if (w < 1 || h < 1 || w > 255 || h > 255)
        throw std::invalid_argument("a board has 1 to 255 rows and columns");
    neighbour.resize(cells);
    row.resize(cells);
    column.resize(cells);
    for (int c = 0; c < cells; ++c) {
        int y = c / w, x = c % w;
        row[c] = std::uint8_t(y);
        column[c] = std::uint8_t(x);
        neighbour[c] = {y > 0 ? Cell(c - w) : kOffBoard, x > 0 ? Cell(c - 1) : kOffBoard,
                        x + 1 < w ? Cell(c + 1) : kOffBoard, y + 1 < h ? Cell(c + w) : kOffBoard};
    }
}

Arrangement relabel(const std::vector<int>& start, const std::vector<int>& goal) {
    const std::size_t n = goal.size();
    std::vector<int> home(n, -1);
    for (std::size_t c = 0; c < n; ++c) {
        if (goal[c] < 0 || std::size_t(goal[c]) >= n || home[goal[c]] >= 0)
            throw std::invalid_argument("the goal is not a permutation of 0 .. cells-1");
        home[goal[c]] = int(c);
    }
    if (start.size() != n) throw std::invalid_argument("start and goal differ in size");
    Arrangement result(n);
    std::vector<bool> seen(n, false);
    for (std::size_t c = 0; c < n; ++c) {
        if (start[c] < 0 || std::size_t(start[c]) >= n || seen[start[c]])
            throw std::invalid_argument("the start is not a permutation of 0 .. cells-1");
        seen[start[c]] = true;
        result[c] = Cell(home[start[c]]);
    }
    return result;
}

Cell find(const Arrangement& arrangement, Cell label) {
    return Cell(std::find(arrangement.begin(), arrangement.end(), label) - arrangement.begin());
}

bool play(const Grid& grid, Arrangement& arrangement, Cell& blank, const Path& path) {
    for (std::uint8_t move : path) {
        if (move > 3) return false;
        Cell to = grid.neighbour[blank][move];
        if (to == kOffBoard) return false;
        std::swap(arrangement[blank], arrangement[to]);
        blank = to;
    }
    return true;
}

bool solvable(const Grid& grid, const Arrangement& arrangement, Cell blank_home) {
    const int n = grid.cells;
    Cell blank = find(arrangement, blank_home);
    if (grid.width == 1 || grid.height == 1) {
        // The tiles cannot pass each other: apart from the blank their order is fixed.
        int expected = 0;
        for (int c = 0; c < n; ++c) {
            if (c == blank) continue;
            if (expected == blank_home) ++expected;
            if (arrangement[c] != expected++) return false;
        }
        return true;
    }
    std::vector<bool> seen(n, false);
    int odd = grid.distance(blank, blank_home) & 1;
    for (int c = 0; c < n; ++c) {
        if (seen[c]) continue;
        int length = 0;
        for (int at = c; !seen[at]; at = arrangement[at], ++length) seen[at] = true;
        odd ^= (length - 1) & 1;
    }
    return odd == 0;
}

int manhattan(const Grid& grid, const Arrangement& arrangement, Cell blank) {
    int sum = 0;
    for (int c = 0; c < grid.cells; ++c)
        if (c != blank) sum += grid.distance(Cell(c), arrangement[c]);
    return sum;
}

void cancel_reversals(Path& path) {
    std::size_t kept = 0;
    for (std::uint8_t move : path) {
        if (kept > 0 && path[kept - 1] == inverse(move)) --kept;
        else path[kept++] = move;
    }
    path.resize(kept);
}

std::string to_text(const Path& path) {
    std::string text(path.size(), ' ');
    for (std::size_t i = 0; i < path.size(); ++i) text[i] = "ULRD"[path[i]];
    return text;
}

Path from_text(const std::string& text) {
    static const std::string letters = "ULRD";
    Path path;
    path.reserve(text.size());
    for (char letter : text) {
        auto move = letters.find(letter);
        if (move == std::string::npos) throw std::invalid_argument("moves are written with U L R D");
        path.push_back(std::uint8_t(move));
    }
    return path;
}

Arrangement random_arrangement(const Grid& grid, Random& random) {
    Arrangement board(std::size_t(grid.cells));
    std::iota(board.begin(), board.end(), Cell(0));
    do
        for (std::size_t c = board.size() - 1; c > 0; --c) std::swap(board[c], board[random.below(c + 1)]);
    while (!solvable(grid, board, Cell(grid.cells - 1)));
    return board;
}

}  // namespace taquin::anysize

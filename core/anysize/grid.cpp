#include "anysize/grid.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace taquin::anysize {

static int checked_side(int side) {
    if (side < 1 || side > kLongestSide) throw std::invalid_argument("a board has 1 to 255 rows and columns");
    return side;
}

Grid::Grid(int w, int h) : width(checked_side(w)), height(checked_side(h)), cells(w * h) {
    neighbor.resize(cells);
    row.resize(cells);
    column.resize(cells);
    for (int c = 0; c < cells; ++c) {
        row[c] = std::uint8_t(c / w);
        column[c] = std::uint8_t(c % w);
        for (int move = 0; move < kMoves; ++move) neighbor[c][move] = Cell(neighbor_of(w, h, c, move));
    }
}

Cell transposed(const Grid& grid, Cell cell) { return Cell(grid.column[cell] * grid.height + grid.row[cell]); }

Arrangement transposed(const Grid& grid, const Arrangement& arrangement) {
    Arrangement other(arrangement.size());
    for (int c = 0; c < grid.cells; ++c) other[transposed(grid, Cell(c))] = transposed(grid, arrangement[c]);
    return other;
}

void transpose(Path& path) {
    static_assert((kUp ^ 1) == kLeft && (kRight ^ 1) == kDown);
    for (std::uint8_t& move : path) move ^= 1;
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

namespace {

// Plays moves by number.  Row and column are counted along: nothing has to be looked up before the next move.
template <class Moves, class Number>
bool play_all(const Grid& grid, Arrangement& arrangement, Cell& blank, const Moves& moves, Number&& number) {
    const int row_step[4] = {-1, 0, 0, 1}, column_step[4] = {0, -1, 1, 0};
    int row = grid.row[blank], column = grid.column[blank];
    int at = blank;
    const Cell blank_label = arrangement[blank];
    bool inside = true;
    for (const auto& given : moves) {
        const int move = number(given);
        if (move < 0 || move > 3) {
            inside = false;
            break;
        }
        const int y = row + row_step[move], x = column + column_step[move];
        if (unsigned(y) >= unsigned(grid.height) || unsigned(x) >= unsigned(grid.width)) {
            inside = false;
            break;
        }
        const int to = y * grid.width + x;
        arrangement[at] = arrangement[to];
        row = y, column = x, at = to;
    }
    arrangement[at] = blank_label;
    blank = Cell(at);
    return inside;
}

}  // namespace

bool play(const Grid& grid, Arrangement& arrangement, Cell& blank, const Path& path) {
    return play_all(grid, arrangement, blank, path, [](std::uint8_t move) { return int(move); });
}

bool play(const Grid& grid, Arrangement& arrangement, Cell& blank, std::string_view letters) {
    std::array<std::int8_t, 256> number;
    number.fill(-1);
    for (int move = 0; move < 4; ++move) number[std::uint8_t(kMoveLetters[move])] = std::int8_t(move);
    return play_all(grid, arrangement, blank, letters, [&](char letter) { return int(number[std::uint8_t(letter)]); });
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
    for (std::size_t i = 0; i < path.size(); ++i) {  // compared, not looked up: so it takes 32 moves at a time
        const std::uint8_t move = path[i];
        text[i] = move == kUp      ? kMoveLetters[kUp]
                  : move == kLeft  ? kMoveLetters[kLeft]
                  : move == kRight ? kMoveLetters[kRight]
                                   : kMoveLetters[kDown];
    }
    return text;
}

Path from_text(const std::string& text) {
    Path path;
    path.reserve(text.size());
    for (char letter : text) path.push_back(std::uint8_t(parse_move(letter)));
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

#include "anysize/construct.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace taquin::anysize {
namespace {

const Arrangement& require_solvable(const Grid& grid, const Arrangement& arrangement, Cell blank_home) {
    if (!solvable(grid, arrangement, blank_home)) throw std::invalid_argument("the arrangement is not solvable");
    return arrangement;
}

// Moves for each unit of Manhattan distance, a little more than most boards need (4.92 at 127x127 and 200x200, measured
// 2026-11): with room for them, a path of millions of moves is not copied as it grows.
constexpr std::size_t kMovesPerUnit = 5;

// The eight places around a tile, clockwise from the one above it: by row and column, by the side of the tile, and the
// move from each to the next.
constexpr int kAround[3][3] = {{7, 0, 1}, {6, -1, 2}, {5, 4, 3}};
constexpr int kAroundBySide[4] = {0, 6, 2, 4};
constexpr int kClockwise[8] = {kRight, kDown, kDown, kLeft, kLeft, kUp, kUp, kRight};

}  // namespace

Construction::Construction(const Grid& grid, const Arrangement& arrangement, Cell blank_home)
    : grid_(grid), puzzle_(grid, require_solvable(grid, arrangement, blank_home), blank_home),
      board_(puzzle_.arrangement()), at_(board_.size()), rows_(grid.height), columns_(grid.width), work_(work_left()),
      finished_(board_.size(), false), settled_(board_.size(), 0), way_(board_.size(), 0) {
    for (int c = 0; c < grid.cells; ++c) at_[board_[c]] = Cell(c);
    blank_ = at_[puzzle_.home()];
    path_.reserve(kMovesPerUnit * std::size_t(manhattan(grid_, board_, blank_)));
    if (std::min(grid.width, grid.height) == 1) slide(find(arrangement, blank_home), blank_home);
}

bool Construction::run(double milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
    while (!step())
        if (Clock::now() >= end) return false;
    return true;
}

bool Construction::step() {
    if (done_) return true;
    if (rows_ == 2 && columns_ == 2) {
        finish();
        return true;
    }
    const Cell home = line_cell(along_, 0);
    if (along_ + 1 < line_length()) {
        walk(home, home);
        finished_[home] = true;
        ++along_;
        return false;
    }
    finish_last_of_line();
    finished_[home] = true;
    along_ = 0;
    by_rows() ? (++top_, --rows_) : (++left_, --columns_);
    return false;
}

// One row or one column: the blank slides to its home and every tile falls into place.
void Construction::slide(Cell blank, Cell blank_home) {
    const int forward = grid_.height == 1 ? kRight : kDown;
    const int steps = int(blank_home) - int(blank);
    path_.assign(std::size_t(std::abs(steps)), std::uint8_t(steps < 0 ? inverse(forward) : forward));
    done_ = true;
}

void Construction::finish_last_of_line() {
    const int last = line_length() - 1;
    const Cell corner = line_cell(last, 0), before = line_cell(last - 1, 0);
    if (at_[corner] == corner) return;
    std::vector<Cell> block;
    for (int across = 0; across < 3; ++across)
        for (int along = last - 1; along <= last; ++along) block.push_back(line_cell(along, across));
    const auto inside = [&](Cell c) { return std::find(block.begin(), block.end(), c) != block.end(); };
    if (!inside(at_[corner])) walk(corner, line_cell(last, 1));
    if (!inside(blank_)) walk_blank(at_[corner] == block[4] ? block[5] : block[4], at_[corner]);
    finished_[before] = false;
    search_block(block, {before, corner});
    finished_[before] = true;
}

// The last 2x2 block, and the walk to where the blank belongs.
void Construction::finish() {
    search_block({cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)}, {cell(0, 0), cell(0, 1), cell(1, 0)});
    for (const std::uint8_t move : puzzle_.way_back()) record(move);
    done_ = true;
}

// Walks the tile that belongs to `label` to `target`.  Steps along the line come first while the
// tile is deeper in the board, so that it never needs a finished cell.
void Construction::walk(Cell label, Cell target) {
    const bool row = by_rows();
    while (at_[label] != target) {
        const Cell tile = at_[label];
        const int dy = int(grid_.row[target]) - int(grid_.row[tile]);
        const int dx = int(grid_.column[target]) - int(grid_.column[tile]);
        const int vertical = dy < 0 ? kUp : kDown, horizontal = dx < 0 ? kLeft : kRight;
        const int along = row ? dx : dy, across = row ? dy : dx;
        const int move_along = row ? horizontal : vertical, move_across = row ? vertical : horizontal;
        int move = along != 0 ? move_along : move_across;
        if (along != 0 && across != 0) {
            // Both help: take the one whose side the blank is nearer to, unless it is finished.
            const Cell next = grid_.neighbor[tile][move_across];
            if (!finished_[next] &&
                grid_.distance(blank_, next) < grid_.distance(blank_, grid_.neighbor[tile][move_along]))
                move = move_across;
        }
        if (near_in_the_open(tile)) go_round(tile, move);
        else walk_blank(grid_.neighbor[tile][move], tile);
        move_blank(inverse(move));
    }
}

// Whether the blank is one of the eight cells around a tile, all of them free.
bool Construction::near_in_the_open(Cell tile) const {
    const int row = grid_.row[tile], column = grid_.column[tile];
    const int first_row = top_ + by_rows(), first_column = left_ + !by_rows();  // of the lines after the present one
    return row > first_row && row + 1 < grid_.height && column > first_column && column + 1 < grid_.width &&
           std::abs(row - grid_.row[blank_]) <= 1 && std::abs(column - grid_.column[blank_]) <= 1;
}

// What walk_blank() would find in the open, where nearly all moves are made: the shorter way round the
// tile to this side of it, and of two equal ones the one over the top or the left.
void Construction::go_round(Cell tile, int side) {
    const int place = kAround[grid_.row[blank_] - grid_.row[tile] + 1][grid_.column[blank_] - grid_.column[tile] + 1];
    const int clockwise = (kAroundBySide[side] - place) & 7;
    const bool forward = clockwise < 4 || (clockwise == 4 && (side == kUp || side == kRight));
    for (int i = 0; i < (forward ? clockwise : 8 - clockwise); ++i)
        move_blank(forward ? kClockwise[(place + i) & 7] : inverse(kClockwise[(place - i - 1) & 7]));
}

// Shortest way of the blank to `target` over unfinished cells other than `avoid`, searched from
// the target.  Manhattan distance guides it: a step towards the blank keeps the estimate of the
// whole way, any other step adds two, so a stack before a queue is the whole priority queue.
void Construction::walk_blank(Cell target, Cell avoid) {
    ++walks_;
    nearer_.assign(1, {target, 0});
    farther_.clear();
    std::size_t next_farther = 0;
    while (settled_[blank_] != walks_) {
        if (nearer_.empty() && next_farther == farther_.size()) throw std::logic_error("the blank is shut in");
        Visit visit;
        if (nearer_.empty()) visit = farther_[next_farther++];
        else visit = nearer_.back(), nearer_.pop_back();
        const Cell here = visit.cell;
        if (settled_[here] == walks_) continue;
        settled_[here] = walks_;
        way_[here] = visit.way;
        const int distance = grid_.distance(here, blank_);
        for (int move = 0; move < 4; ++move) {
            const Cell next = grid_.neighbor[here][move];
            if (next == kNoCell || next == avoid || finished_[next] || settled_[next] == walks_) continue;
            const bool comes_nearer = grid_.distance(next, blank_) < distance;
            (comes_nearer ? nearer_ : farther_).push_back({next, std::uint8_t(inverse(move))});
        }
    }
    while (blank_ != target) move_blank(way_[blank_]);
}

void Construction::move_blank(int move) {
    const Cell to = grid_.neighbor[blank_][move], label = board_[to];
    board_[blank_] = label;
    at_[label] = blank_;
    blank_ = to;
    record(move);
}

// Adds a move to the path, as the puzzle that was given has it.
void Construction::record(int move) {
    if (puzzle_.turned()) move = inverse(move);
    if (!path_.empty() && path_.back() == inverse(move)) path_.pop_back();
    else path_.push_back(std::uint8_t(move));
}

// Breadth-first over (blank, places of the wanted tiles) inside the block, other tiles ignored.
void Construction::search_block(const std::vector<Cell>& block, const std::vector<Cell>& wanted) {
    using State = std::array<Cell, 4>;  // blank, then the wanted tiles
    State start{};
    start[0] = blank_;
    for (std::size_t i = 0; i < wanted.size(); ++i) start[i + 1] = at_[wanted[i]];
    auto home = [&](const State& s) { return std::equal(wanted.begin(), wanted.end(), s.begin() + 1); };
    std::vector<State> states{start};
    std::vector<std::pair<int, int>> came{{-1, 4}};
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (home(states[i])) {
            Path way;
            for (int at = int(i); came[at].first >= 0; at = came[at].first)
                way.push_back(std::uint8_t(came[at].second));
            for (auto move = way.rbegin(); move != way.rend(); ++move) move_blank(*move);
            return;
        }
        for (int move = 0; move < 4; ++move) {
            State next = states[i];
            next[0] = grid_.neighbor[next[0]][move];
            if (std::find(block.begin(), block.end(), next[0]) == block.end()) continue;
            for (std::size_t k = 1; k <= wanted.size(); ++k)
                if (next[k] == next[0]) next[k] = states[i][0];
            if (std::find(states.begin(), states.end(), next) != states.end()) continue;
            states.push_back(next);
            came.push_back({int(i), move});
        }
    }
    throw std::logic_error("a block cannot be finished");
}

// Cells that are not finished, times the length of the way home of a tile.
double Construction::work_left() const { return double(rows_ * columns_ - along_) * (rows_ + columns_); }

float Construction::progress() const { return done_ ? 1.f : float(1 - work_left() / work_); }

Path construct(const Grid& grid, const Arrangement& arrangement, Cell blank_home) {
    Construction construction(grid, arrangement, blank_home);
    while (!construction.step()) {}
    return construction.path();
}

Path construct_beginning(const Grid& grid, const Arrangement& arrangement, Cell blank_home, std::size_t moves) {
    Construction construction(grid, arrangement, blank_home);
    while (construction.path().size() < moves && !construction.step()) {}
    return construction.path();
}

}  // namespace taquin::anysize

#include "construct.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>

#include "blank_last.hpp"

namespace taquin::anysize {
namespace {

class Builder {
public:
    Builder(const Grid& grid, const Arrangement& start, Cell blank_home)
        : grid_(grid), board_(start), at_(start.size()), finished_(start.size(), false),
          settled_(start.size(), 0), way_(start.size(), 0) {
        for (int c = 0; c < grid.cells; ++c) at_[board_[c]] = Cell(c);
        blank_ = at_[blank_home];
    }

    // Stops early, after a tile, once the path has this many moves.
    Path run(std::size_t enough) {
        enough_ = enough;
        int top = 0, left = 0, rows = grid_.height, columns = grid_.width;
        while (rows > 2 || columns > 2) {
            const bool row = rows >= columns;
            finish_line(top, left, row, row ? columns : rows);
            if (path_.size() >= enough) return std::move(path_);
            row ? (++top, --rows) : (++left, --columns);
        }
        const Cell corner = cell(top, left);
        finish_block({corner, Cell(corner + 1), Cell(corner + grid_.width), Cell(corner + grid_.width + 1)},
                     {corner, Cell(corner + 1), Cell(corner + grid_.width)});
        done_ = true;
        return std::move(path_);
    }

    bool finished() const { return done_; }

private:
    Cell cell(int row, int column) const { return Cell(row * grid_.width + column); }

    void finish_line(int top, int left, bool row, int length) {
        // (along, across): position in the line, and how many lines further in.
        auto at = [&](int along, int across) {
            return row ? cell(top + across, left + along) : cell(top + along, left + across);
        };
        const int in = row ? kDown : kRight;
        for (int i = 0; i + 1 < length; ++i) {
            walk(at(i, 0), at(i, 0), in);
            finished_[at(i, 0)] = true;
            if (path_.size() >= enough_) return;
        }
        const Cell corner = at(length - 1, 0), before = at(length - 2, 0);
        if (at_[corner] != corner) {
            const std::vector<Cell> block{before, corner, at(length - 2, 1), at(length - 1, 1),
                                          at(length - 2, 2), at(length - 1, 2)};
            auto inside = [&](Cell c) { return std::find(block.begin(), block.end(), c) != block.end(); };
            if (!inside(at_[corner])) walk(corner, at(length - 1, 1), in);
            if (!inside(blank_)) walk_blank(at_[corner] == block[4] ? block[5] : block[4], at_[corner]);
            finished_[before] = false;
            finish_block(block, {before, corner});
            finished_[before] = true;
        }
        finished_[corner] = true;
    }

    // Walks the tile that belongs to `label` to `target`.  Steps along the line come first while the
    // tile is deeper in the board, so that it never needs a finished cell.
    void walk(Cell label, Cell target, int in) {
        const bool row = in == kDown;
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
                const Cell next = grid_.neighbour[tile][move_across];
                if (!finished_[next] && grid_.distance(blank_, next) <
                                            grid_.distance(blank_, grid_.neighbour[tile][move_along]))
                    move = move_across;
            }
            walk_blank(grid_.neighbour[tile][move], tile);
            step(inverse(move));
        }
    }

    // Shortest way of the blank to `target` over unfinished cells other than `avoid`, searched from
    // the target.  Manhattan distance guides it: a step towards the blank keeps the estimate of the
    // whole way, any other step adds two, so a double-ended queue is the whole priority queue.
    void walk_blank(Cell target, Cell avoid) {
        ++stamp_;
        std::deque<std::pair<Cell, std::uint8_t>> open{{target, 0}};
        while (settled_[blank_] != stamp_) {
            if (open.empty()) throw std::logic_error("the blank is shut in");
            const auto [here, way] = open.front();
            open.pop_front();
            if (settled_[here] == stamp_) continue;
            settled_[here] = stamp_;
            way_[here] = way;
            for (int move = 0; move < 4; ++move) {
                const Cell next = grid_.neighbour[here][move];
                if (next == kOffBoard || next == avoid || finished_[next] || settled_[next] == stamp_) continue;
                const std::pair<Cell, std::uint8_t> entry{next, std::uint8_t(inverse(move))};
                if (grid_.distance(next, blank_) < grid_.distance(here, blank_)) open.push_front(entry);
                else open.push_back(entry);
            }
        }
        while (blank_ != target) step(way_[blank_]);
    }

    void step(int move) {
        const Cell to = grid_.neighbour[blank_][move];
        std::swap(board_[blank_], board_[to]);
        at_[board_[blank_]] = blank_;
        at_[board_[to]] = to;
        blank_ = to;
        if (!path_.empty() && path_.back() == inverse(move)) path_.pop_back();
        else path_.push_back(std::uint8_t(move));
    }

    // Breadth-first over (blank, places of the wanted tiles) inside the block, other tiles ignored.
    void finish_block(const std::vector<Cell>& block, const std::vector<Cell>& wanted) {
        using State = std::array<Cell, 4>;  // blank, then the wanted tiles
        State start{};
        start[0] = blank_;
        for (std::size_t i = 0; i < wanted.size(); ++i) start[i + 1] = at_[wanted[i]];
        auto done = [&](const State& s) {
            for (std::size_t i = 0; i < wanted.size(); ++i)
                if (s[i + 1] != wanted[i]) return false;
            return true;
        };
        std::vector<State> states{start};
        std::vector<std::pair<int, int>> came{{-1, 4}};
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (done(states[i])) {
                Path way;
                for (int at = int(i); came[at].first >= 0; at = came[at].first)
                    way.push_back(std::uint8_t(came[at].second));
                for (auto move = way.rbegin(); move != way.rend(); ++move) step(*move);
                return;
            }
            for (int move = 0; move < 4; ++move) {
                State next = states[i];
                next[0] = grid_.neighbour[next[0]][move];
                if (std::find(block.begin(), block.end(), next[0]) == block.end()) continue;
                for (std::size_t k = 1; k <= wanted.size(); ++k)
                    if (next[k] == next[0]) next[k] = states[i][0];
                if (std::find(states.begin(), states.end(), next) != states.end()) continue;
                states.push_back(next);
                came.push_back({int(i), move});
            }
        }
        throw std::invalid_argument("the arrangement is not solvable");
    }

    const Grid& grid_;
    Arrangement board_;
    std::vector<Cell> at_;  // where each label is
    std::vector<bool> finished_;
    std::vector<int> settled_;  // the number of the walk that settled a cell
    std::vector<std::uint8_t> way_;  // the move from a settled cell towards the walk's target
    int stamp_ = 0;
    Cell blank_;
    std::size_t enough_ = 0;
    bool done_ = false;
    Path path_;
};

// One row or one column: the blank slides to its home and every tile falls into place.
Path slide(const Grid& grid, Cell blank, Cell blank_home) {
    const bool row = grid.height == 1;
    const int forward = row ? kRight : kDown;
    const int steps = int(blank_home) - int(blank);
    return Path(std::abs(steps), std::uint8_t(steps < 0 ? inverse(forward) : forward));
}

}  // namespace

Path construct(const Grid& grid, const Arrangement& arrangement, Cell blank_home) {
    return construct_beginning(grid, arrangement, blank_home, std::numeric_limits<std::size_t>::max());
}

Path construct_beginning(const Grid& grid, const Arrangement& arrangement, Cell blank_home, std::size_t moves) {
    if (!solvable(grid, arrangement, blank_home))
        throw std::invalid_argument("the arrangement is not solvable");
    if (grid.width == 1 || grid.height == 1) return slide(grid, find(arrangement, blank_home), blank_home);
    const BlankLast puzzle(grid, arrangement, blank_home);
    Builder builder(grid, puzzle.arrangement(), puzzle.home());
    Path path = builder.run(moves);
    return builder.finished() ? puzzle.translate(std::move(path)) : puzzle.translate_part(std::move(path));
}

}  // namespace taquin::anysize

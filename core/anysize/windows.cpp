#include "anysize/windows.hpp"

#include <chrono>
#include <stdexcept>

namespace taquin::anysize {

struct Windows::Window {
    Grid grid;
    FormulaScore score;
    TourBeam<FormulaScore> beam;
    int length, level = 0;

    Window(int width, int height, const Arrangement& board, Cell blank, int length, const WindowTuning& tuning,
           std::uint64_t seed)
        : grid(width, height), score(grid, tuning.power, 0.f, tuning.conflict_weight),
          beam(grid, board, blank, tuning.width, seed), length(length) {
        beam.start(score.root(board, blank));
    }
};

Windows::Windows(const Grid& grid, Arrangement start, Cell blank, Path path, std::uint64_t seed, WindowTuning tuning)
    : grid_(grid), tuning_(tuning), random_(seed), board_(std::move(start)), blank_(blank), rest_(std::move(path)),
      scratch_(board_.size()) {
    Arrangement end = board_;
    Cell at = blank;
    if (!play(grid, end, at, rest_)) throw std::invalid_argument("a move leaves the board");
    cancel_reversals(rest_);
    done_.reserve(rest_.size());
    // Begin anywhere within the first window, so that every pass cuts elsewhere.
    const std::size_t skip = random_.below(std::size_t(tuning.shortest));
    if (skip + std::size_t(tuning.shortest) < rest_.size()) walk(skip);
}

bool Windows::run(double milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
    while (window_ || to_come() > 2) {
        if (!window_) open();
        advance();
        if (Clock::now() >= end) break;
    }
    return !window_ && to_come() <= 2;
}

Path Windows::path() const {
    Path path = done_;
    path.insert(path.end(), rest_.begin() + std::ptrdiff_t(next_), rest_.end());
    return path;
}

// Cuts the next window out of the board.
void Windows::open() {
    const std::size_t wanted = std::size_t(tuning_.shortest) +
                               random_.below(std::size_t(tuning_.longest - tuning_.shortest + 1));
    int top = grid_.row[blank_], bottom = top, left = grid_.column[blank_], right = left;
    Arrangement end = board_;
    Cell blank = blank_;
    std::size_t length = 0;
    for (; length < wanted && length < to_come(); ++length) {
        const Cell to = grid_.neighbor[blank][rest_[next_ + length]];
        const int y = grid_.row[to], x = grid_.column[to];
        if (std::max(bottom, y) - std::min(top, y) >= kLongestLine - 2 * tuning_.margin ||
            std::max(right, x) - std::min(left, x) >= kLongestLine - 2 * tuning_.margin)
            break;
        top = std::min(top, y), bottom = std::max(bottom, y), left = std::min(left, x), right = std::max(right, x);
        std::swap(end[blank], end[to]);
        blank = to;
    }
    top = std::max(0, top - tuning_.margin), left = std::max(0, left - tuning_.margin);
    bottom = std::min(grid_.height - 1, bottom + tuning_.margin),
    right = std::min(grid_.width - 1, right + tuning_.margin);
    const int width = right - left + 1, height = bottom - top + 1;
    auto whole = [&](int c) { return Cell((top + c / width) * grid_.width + left + c % width); };
    std::vector<Cell>& home = scratch_;
    for (int c = 0; c < width * height; ++c) home[end[whole(c)]] = Cell(c);
    Arrangement box(std::size_t(width) * height);
    for (int c = 0; c < width * height; ++c) box[c] = home[board_[whole(c)]];
    const Cell box_blank = Cell((grid_.row[blank_] - top) * width + grid_.column[blank_] - left);
    window_ = std::make_shared<Window>(width, height, box, box_blank, int(length), tuning_, random_.next());
}

// One level of the window's beam.
void Windows::advance() {
    Window& w = *window_;
    if (w.level == w.length) return close(nullptr);
    ++w.level;
    w.score.moves_left = w.length - w.level;
    const std::uint64_t generated = w.beam.generated(), expanded = w.beam.expanded();
    const bool alive = w.beam.level(w.score, tuning_.noise);
    generated_ += w.beam.generated() - generated;
    expanded_ += w.beam.expanded() - expanded;
    if (!alive) return close(nullptr);
    if (w.beam.summary().value == 0) {
        w.beam.settle(w.beam.summary().leaf);
        close(&w.beam.committed());
    }
}

// Puts the new stretch in and walks on by half a window.
void Windows::close(const Path* better) {
    const std::size_t old = std::size_t(window_->length);
    std::size_t length = old;
    if (better) {
        length = better->size();
        next_ += old - length;  // of a shorter stretch the end stays in its place: the rest need not move up
        std::copy(better->begin(), better->end(), rest_.begin() + std::ptrdiff_t(next_));
    }
    const std::size_t stride = length >= to_come() ? length : std::max<std::size_t>(1, length / 2);
    window_.reset();
    walk(stride);
}

void Windows::walk(std::size_t moves) {
    for (std::size_t i = 0; i < moves; ++i) {
        done_.push_back(rest_[next_++]);
        const Cell to = grid_.neighbor[blank_][done_.back()];
        std::swap(board_[blank_], board_[to]);
        blank_ = to;
    }
}

}  // namespace taquin::anysize

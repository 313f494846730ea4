// Windows: shorten a solution piece by piece.
//
// A window is a stretch of some forty to a hundred moves.  The blank stays inside a small box while it
// lasts, so the stretch is a puzzle of its own: the box, from how it looks before the stretch to
// how it looks after it.  Naming every piece of the box by its cell *after* the stretch makes that
// end the goal, and a beam looks for a shorter way.  Boards that cannot be home in time
// (moves + Manhattan + 2 conflicts beyond the old length) are dropped.  An equally long other way is
// taken too: the path drifts, and the next pass sees other windows.
//
// One pass runs over the path from left to right, beginning at a random move; one step of work is one
// level of one beam.  The path is a valid solution at every moment and never gets longer.
#pragma once
#include <memory>

#include "board_score.hpp"
#include "grid.hpp"
#include "random.hpp"

namespace taquin::anysize {

struct WindowTuning {
    int shortest = 40, longest = 100;
    std::size_t width = 3000;
    float power = 1.5f, conflict_price = 2.f, noise = 1.f;
    int margin = 1;  // cells around the blank's way
};

class Windows {
public:
    // Throws std::invalid_argument when the path leaves the board.
    Windows(const Grid& grid, Arrangement start, Cell blank, Path path, std::uint64_t seed, WindowTuning tuning = {});

    // Works for about so many milliseconds; true when the pass is complete.
    bool run(double milliseconds);

    const Path& path() const { return path_; }
    std::uint64_t generated() const { return generated_; }

private:
    struct Window;
    void open();
    void advance();
    void walk(std::size_t moves);
    void close(const Path* better);

    const Grid grid_;
    WindowTuning tuning_;
    Random random_;
    Arrangement start_, board_;  // the board before move at_
    Cell start_blank_, blank_;
    Path path_;
    std::size_t at_ = 0;
    std::vector<Cell> scratch_;
    std::shared_ptr<Window> window_;
    std::uint64_t generated_ = 0;
};

}  // namespace taquin::anysize

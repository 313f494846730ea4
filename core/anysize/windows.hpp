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

#include "anysize/formula_score.hpp"
#include "anysize/grid.hpp"
#include "base/random.hpp"

namespace taquin::anysize {

struct WindowTuning {
    int shortest = 40;            // moves of a window at least
    int longest = 100;            // and at most
    std::size_t width = 3000;     // of the beam, in boards a level
    float power = 1.5f;           // of a tile's distance, in the formula
    float conflict_weight = 2.f;  // in the formula
    float noise = 1.f;            // up to so much is added to a score by chance
    int margin = 1;  // cells around the blank's way
};

class Windows {
public:
    // Throws std::invalid_argument when the path leaves the board.
    Windows(const Grid& grid, Arrangement start, Cell blank, Path path, std::uint64_t seed, WindowTuning tuning = {});

    // Works for about so many milliseconds; true when the pass is complete.
    bool run(double milliseconds);

    Path path() const;
    std::size_t length() const { return done_.size() + to_come(); }
    std::uint64_t generated() const { return generated_; }
    std::uint64_t expanded() const { return expanded_; }

private:
    struct Window;
    std::size_t to_come() const { return rest_.size() - next_; }
    void open();
    void advance();
    void walk(std::size_t moves);
    void close(const Path* better);

    const Grid grid_;
    WindowTuning tuning_;
    Random random_;
    Arrangement board_;     // after the moves of done_
    Cell blank_;            // its cell there
    Path done_;             // the moves that the pass has behind it
    Path rest_;             // those that it has before it, from next_ on
    std::size_t next_ = 0;  // what stands before this one in rest_ counts no more
    std::vector<Cell> scratch_;
    std::shared_ptr<Window> window_;
    std::uint64_t generated_ = 0, expanded_ = 0;
};

}  // namespace taquin::anysize

// Sweep: finish the cells of a board one after the other, and lock what is finished.
//
// Order of the cells: bands of three rows from the top, column by column inside a band, the
// direction alternating from band to band, the last two columns of a band row by row; the last band
// has two rows and runs to the blank's home, the last cell (sweep_score.hpp has the rules of such an order).
// The first band has one or two rows where the rows above the last band are not a multiple of three.
// The *pointer* of a board is the first cell of the order that does not hold its own piece.  The beam minimizes
//     sum over tiles w(lead) [ phi(|dx|) + phi(|dy|) + conflict_weight * conflicts ]
//         + pull * distance(blank, where it is pulled) - bonus * pointer,
//     phi(d) = d + d^2,   lead = place in the order - front,
//     w = finished_weight behind the front, else far_weight + near_weight * exp(-lead / reach):
// the next tiles matter much, later ones a little, so they travel along when that is free.  A conflict is another
// tile near by, in the row or column that is home to both, on the wrong side.  SweepTuning has the figures.
// The *front* is the first place of the order that some board of the beam has not finished.  It never goes back, even
// where a board does, and cells well before it become walls.  Learned weights of what the front sees are added to this
// formula (sweep_view.hpp).
//
// When no pointer advances for a while, the moves since the last advance are taken back (they must
// not be paid for) and tried again without learned weights, with less care for later tiles (smaller
// far_weight), a wider beam and *abstract* duplicates: only the blank and the tiles up to the pointer tell
// two boards apart, which makes it nearly a breadth-first search in a small space.  When even that fails the sweep
// gives up, and the caller falls back on construct(), which cannot fail.
#pragma once
#include <memory>

#include "anysize/sweep/sweep_score.hpp"

namespace taquin::anysize {

class Sweep {
public:
    // The blank's home must be the last cell.
    Sweep(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed,
          SweepTuning tuning = {}, std::shared_ptr<const SweepWeights> weights = nullptr);

    enum class Status { running, home, stuck };
    Status run(int levels);
    void resize(std::size_t width);
    Path& path() { return beam_.committed(); }  // complete when home; a valid way to board() otherwise
    std::size_t settled() const { return mark_length_; }  // moves of the path that are never taken back
    const Arrangement& board() const { return beam_.board(); }
    Cell blank() const { return beam_.blank(); }
    float progress() const { return float(best_) / float(grid_.cells); }  // the part of the cells that are done
    std::uint64_t generated() const { return beam_.generated(); }
    std::uint64_t expanded() const { return beam_.expanded(); }

    const TourBeam<SweepScore>& beam() const { return beam_; }
    const SweepScore& score() const { return score_; }
    bool freeing() const { return attempt_ > 0; }  // it was stuck, and tries again

private:
    void look();
    void aim();
    bool retry();

    const Grid& grid_;
    SweepTuning tuning_;
    std::shared_ptr<const SweepWeights> weights_;
    SweepScore score_;
    TourBeam<SweepScore> beam_;
    std::size_t width_;
    int best_ = -1, waited_ = 0, allowed_, attempt_ = 0;
    std::size_t mark_length_ = 0;  // the path at the last advance: this many committed moves ...
    Path mark_way_;                // ... and then these
};

}  // namespace taquin::anysize

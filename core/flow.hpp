// Flow: all tiles of a large board drift home together.
//
// The beam minimises   E = sum over tiles [ phi(|dx|) + phi(|dy|) ]  +  V(blank),
//   phi(d) = d + q d^2 : convex, so that far tiles move first and nobody is left behind; q falls
//     with the mean distance, so the ratio between an average tile and one almost home stays.
//   V : the potential of the blank.  Tiles near an edge want to go inwards, which sucks the blank
//     outwards for free; there it would sit, since every tile that wanted its way has gone.  The mean
//     pull on the blank at a cell is f = (phi'(dx), phi'(dy)) of the tile there.  V is the potential
//     whose gradient is nearest to the smoothed f (a discrete Poisson equation with free boundary,
//     solved by over-relaxation from the previous V).  E + V is then flat on average and the blank
//     is free to go wherever tiles want to move.
//
// V follows the board: it is refreshed every few moves, and the leaves are scored anew.
#pragma once
#include "grid.hpp"
#include "tour_beam.hpp"

namespace taquin::anysize {

struct FlowScore {
    struct Extra {};
    using LeafType = Leaf<Extra>;
    struct Summary : Leader {  // nearest to home
        void add(const LeafType& leaf, std::size_t number) { offer(leaf.togo, number); }
    };

    const Grid& grid;
    std::vector<float> phi;        // by distance along one axis
    std::vector<float> potential;  // V by cell

    explicit FlowScore(const Grid& g) : grid(g), phi(256, 0.f), potential(g.cells, 0.f) {}

    bool child(const Arrangement& board, Cell blank, Cell to, const LeafType& parent, LeafType& child) const {
        const Cell tile = board[to];
        const bool across = grid.row[blank] == grid.row[to];
        const std::uint8_t* axis = across ? grid.column.data() : grid.row.data();
        const int home = axis[tile], before = std::abs(axis[to] - home), after = std::abs(axis[blank] - home);
        child.togo = parent.togo + after - before;
        child.score = parent.score + phi[after] - phi[before] + potential[to] - potential[blank];
        return true;
    }
};

struct FlowTuning {
    float convexity = 3.f;     // q = min(1, convexity / mean distance along one axis)
    float strength = 1.f;      // of V
    float noise = 3.f;
    float stop = 1.75f;        // flow ends at this many Manhattan units per cell
    int radius = 1;            // of the smoothing
    int refresh = 0;           // moves between two refreshes of V; 0 = by size
    int sweeps = 8;            // of over-relaxation per refresh
};

class Flow {
public:
    Flow(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed, FlowTuning tuning = {});

    // Runs at most `levels` levels; true when the flow is over (near home, or no longer falling).
    bool run(int levels);
    void resize(std::size_t width) { beam_.resize(width); }

    // The best board so far: commits the way to it.
    Path finish();
    const Path& committed() const { return beam_.committed(); }
    // How much of the way is behind it, 0 to 1.
    float progress() const { return (first_ - float(best_)) / std::max(first_ - tuning_.stop * float(grid_.cells), 1.f); }
    std::uint64_t generated() const { return beam_.generated(); }

private:
    void refresh(int sweeps);

    const Grid& grid_;
    FlowTuning tuning_;
    FlowScore score_;
    TourBeam<FlowScore> beam_;
    int best_, since_refresh_ = 0, period_;
    float first_;  // Manhattan distance at the start
    long stalled_ = 0;
};

}  // namespace taquin::anysize

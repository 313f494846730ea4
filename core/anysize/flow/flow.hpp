// Flow: all tiles of a large board drift home together.
//
// The beam minimizes   E = sum over tiles [ phi(|dx|) + phi(|dy|) ]  +  V(blank)  +  sum over neighbors [ weight ],
//   phi(d) = d + q d^2 : convex, so that far tiles move first and nobody is left behind; q falls
//     with the mean distance, so the ratio between an average tile and one almost home stays.
//   V : the potential of the blank.  Tiles near an edge want to go inwards, which sucks the blank
//     outwards for free; there it would sit, since every tile that wanted its way has gone.  The mean
//     pull on the blank at a cell is f = (phi'(dx), phi'(dy)) of the tile there.  V is the potential
//     whose gradient is nearest to the smoothed f (a discrete Poisson equation with free boundary,
//     solved by over-relaxation from the previous V).  E + V is then flat on average and the blank
//     is free to go wherever tiles want to move.
//   weight : of what two neighbors want (flow_weights.hpp).
//
// V follows the board: it is refreshed every few moves, and the leaves are scored anew.
//
// On a strip, a board much longer than wide, that is not enough.  Two tiles that have to pass each other along the
// strip can do so only side by side, and a blank that goes round and round moves as many tiles away from home as
// towards it.  So a strip has lanes:  E += lane(column, dy),  which is low for a tile that wants to go up in the
// leftmost column and for one that wants to go down in the rightmost, and high the other way round.  Once the tiles
// keep to their lanes, nearly every move of a long loop brings one nearer.  A strip that is to have lanes has to stand.
// Its V rises from row to row by the mean of f, which is known at once; relaxation, which would take long to reach from
// one end of a strip to the other, adds only what differs from column to column.
// What is left to do may be far from the blank, beyond rows that are finished, and no score leads there: a blank that
// has gained nothing for a while walks to a tile that is far from home.
#pragma once
#include <memory>

#include "anysize/beam/tour_beam.hpp"
#include "anysize/flow/flow_weights.hpp"
#include "anysize/grid.hpp"

namespace taquin::anysize {

struct FlowScore {
    // The index of distance 0 in tables by distance: distances along an axis have a sign.
    static constexpr int kZeroDistance = kLongestSide;
    static constexpr int kDistances = 2 * kZeroDistance + 1;
    struct Extra {};
    using LeafType = Leaf<Extra>;
    struct Summary : Leader {  // nearest to home
        void add(const LeafType& leaf, std::size_t number) { offer(leaf.togo, number); }
    };

    std::shared_ptr<const FlowWeights> weights;
    std::vector<float> phi;  // by distance along one axis, + kZeroDistance
    std::vector<float> potential;  // V by cell
    // By column, then by distance down the strip, + kZeroDistance; empty where there are no lanes.
    std::vector<float> lane;

    FlowScore(const Grid& g, std::shared_ptr<const FlowWeights> given)
        : weights(std::move(given)), phi(kDistances, 0.f), potential(g.cells, 0.f), place_(g.cells),
          kinds_(std::size_t(g.height + 2) << kBits, FlowWeights::kWall) {
        for (int c = 0; c < g.cells; ++c) place_[c] = std::uint32_t((g.row[c] + 1) << kBits | (g.column[c] + 1));
        for (int d = 0; d < kDistances; ++d) want_[d] = std::uint8_t(FlowWeights::want(d - kZeroDistance));
    }

    // Where all tiles are; after that the beam tells of every move.
    void locate(const Arrangement& board) {
        for (std::size_t c = 0; c < board.size(); ++c) moved(board[c], Cell(c));
    }
    void moved(Cell tile, Cell at) { kinds_[place_[at]] = kind(away(tile, at)); }

    bool child(const Arrangement& board, Cell blank, Cell to, const LeafType& parent, LeafType& child) const {
        const Cell tile = board[to];
        const std::uint32_t old_away = away(tile, to), new_away = away(tile, blank);
        const bool across = (old_away ^ new_away) < (1u << kBits);
        const int axis = across ? 0 : kBits;
        const int before = int(old_away >> axis & kMask), after = int(new_away >> axis & kMask);
        child.togo = parent.togo + std::abs(after - kZeroDistance) - std::abs(before - kZeroDistance);

        // What stands in the blank's cell is no neighbor, neither before nor after.
        const int move = across ? kLeft + (to > blank) : to > blank ? kDown : kUp;
        const std::uint8_t *from = &kinds_[place_[to]], *into = &kinds_[place_[blank]];
        const int old_kind = *from, new_kind = kind(new_away);
        const float left = around(old_kind, from) - (*weights)(inverse(move), old_kind, *into);
        const float found = around(new_kind, into) - (*weights)(move, new_kind, old_kind);
        child.score = parent.score + phi[after] - phi[before] + potential[to] - potential[blank] + found - left;
        if (!lane.empty()) child.score += in_lane(blank, new_away) - in_lane(to, old_away);
        return true;
    }

private:
    // A cell's row and column in one number, and the way from a cell to a tile's home: both distances, each +
    // kZeroDistance.
    static constexpr int kBits = 9;  // hold every distance along an axis, + kZeroDistance
    static constexpr int kMask = (1 << kBits) - 1;

    std::uint32_t away(Cell tile, Cell at) const {
        return place_[tile] - place_[at] + (kZeroDistance << kBits | kZeroDistance);
    }
    std::uint8_t kind(std::uint32_t away) const {
        return std::uint8_t(FlowWeights::kWants * want_[away & kMask] + want_[away >> kBits]);
    }

    float in_lane(Cell at, std::uint32_t away) const {
        const std::size_t column = (place_[at] & kMask) - 1;
        return lane[column * kDistances + (away >> kBits)];
    }

    // The weights of a kind with all four neighbors of this place.
    float around(int kind, const std::uint8_t* place) const {
        constexpr int kRow = 1 << kBits;
        return ((*weights)(kUp, kind, place[-kRow]) + (*weights)(kLeft, kind, place[-1])) +
               ((*weights)(kRight, kind, place[1]) + (*weights)(kDown, kind, place[kRow]));
    }

    std::vector<std::uint32_t> place_;  // by cell
    std::array<std::uint8_t, kDistances> want_;
    std::vector<std::uint8_t> kinds_;  // by place, with a wall all round
};

struct FlowTuning {
    float convexity = 5.3f;  // q = min(1, convexity / mean distance along one axis)
    float strip_convexity = 20.f;  // the same on a narrow strip
    float lane = 1.5f;  // weight of a lane of a narrow strip, in slopes of phi
    int lane_far = 3;  // from this distance on a lane has its whole weight
    float strength = 0.97f;  // of V; on a strip it is 1, because what is left adds up along it
    float noise = 1.9f;
    float stop = 1.75f;  // flow ends at this many Manhattan units per cell
    int radius = 1;  // of the smoothing
    int refresh = 0;  // moves between two refreshes of V; 0 = by size (refresh_period in flow.cpp)
    int relaxations = 8;  // of over-relaxation per refresh
    // How far a relaxation goes beyond the mean of its neighbors, 1 to 2: 1 goes there, 2 would never settle.
    float over_relaxation = 1.8f;
    // Relaxations before the first level, for each cell of the longer side: V has to reach from one edge to the other.
    int first_relaxations = 6;
    // The flow is over after so many levels without gain, for each cell of the longer side.
    int most_stalled = 50;
};

class Flow {
public:
    // At least 2x2 cells and a beam; throws std::invalid_argument otherwise.
    Flow(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed, FlowTuning tuning = {},
         std::shared_ptr<const FlowWeights> weights = nullptr);

    // Runs at most `levels` levels, or some milliseconds of what goes before the first one; true when the flow is over
    // (near home, or no longer falling).
    bool run(int levels);
    void resize(std::size_t width) { beam_.resize(width); }

    // The best board so far: commits the way to it.
    Path finish();
    const Path& committed() const { return beam_.committed(); }
    // How much of the way is behind it, 0 to 1.
    float progress() const {
        return (first_ - float(best_)) / std::max(first_ - tuning_.stop * float(grid_.cells), 1.f);
    }
    std::uint64_t generated() const { return beam_.generated(); }
    std::uint64_t expanded() const { return beam_.expanded(); }

private:
    void look();
    void lay_lanes(float q);
    void raise_rows(const std::vector<float>& fy);
    void walk();
    void relax(int times);
    void rescore();
    void warm_up();

    const Grid& grid_;
    FlowTuning tuning_;
    const bool lanes_;
    FlowScore score_;
    TourBeam<FlowScore> beam_;
    Random random_;
    int best_, since_refresh_ = 0, period_;
    std::vector<float> wanted_;  // by cell: the rise of V to all its neighbors that the tiles want
    int cold_;  // relaxations before the first level: V begins with nothing
    float first_;  // Manhattan distance at the start
    long stalled_ = 0;  // levels since the last one that came nearer
    int idle_ = 0;  // the same, or since the blank has walked
};

// Flows to the end, plays the moves on the board, and returns them.
Path flow_down(const Grid& grid, Arrangement& board, Cell& blank, std::size_t width, std::uint64_t seed,
               FlowTuning tuning = {}, std::shared_ptr<const FlowWeights> weights = nullptr);

}  // namespace taquin::anysize

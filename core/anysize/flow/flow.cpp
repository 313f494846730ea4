#include "anysize/flow/flow.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace taquin::anysize {
namespace {

// A beam of several families that keep apart has an old root, and the potential is that of the root: it no longer
// fits, and the tiles stop drifting.  From this depth on the family of the best goes on alone.
constexpr std::size_t kDeepest = 300;

// On a strip: moves between two refreshes of V, narrow or not (measured 2026-11 at 2x100 to 3x255, and at 10x60 to
// 20x120).
constexpr int kStripRefresh = 16, kWiderStripRefresh = 32;

// Columns of a narrow strip.  On a wider one tiles find a way past each other in the middle: lanes weigh less there,
// falling with the square of the width, and far tiles count as on other boards.
constexpr int kNarrowStrip = 6;

// On a strip: levels without gain, in lengths of the strip, after which the blank walks (measured as above).
constexpr int kIdleLengths = 1;

// Cells that one part of the first relaxations works on: a millisecond's worth (8 ns each, measured 2026-11).
constexpr int kWarmingCells = 100'000;

// Moves between two refreshes of V, by the shorter side: one costs as much as the board has cells, and the V of a large
// board changes slowly.  By the longer side, which is the same on squares, V was so old at 20x80 that the blank stayed
// at one end.  A board at least twice as long as wide has more cells for its side, and half as many refreshes.
constexpr int refresh_period(int shorter, int longer) {
    const int period = shorter <= 30 ? 16 : shorter <= 60 ? 64 : 256;
    return longer >= 2 * shorter ? std::min(2 * period, 256) : period;
}

// Mean over (2 radius + 1) cells along one axis, cut at the edges.
void blur(const std::vector<float>& in, std::vector<float>& out, int count, int length, int line_stride, int stride,
          int radius) {
    for (int line = 0; line < count; ++line) {
        const float* from = &in[std::size_t(line) * line_stride];
        float* to = &out[std::size_t(line) * line_stride];
        float sum = 0;
        int low = 0, high = 0;  // the window [low, high)
        for (int i = 0; i < length; ++i) {
            while (high < length && high <= i + radius) sum += from[high++ * stride];
            while (low < i - radius) sum -= from[low++ * stride];
            to[i * stride] = sum / float(high - low);
        }
    }
}

void smooth(const Grid& g, std::vector<float>& field, std::vector<float>& scratch, int radius) {
    for (int pass = 0; pass < 2; ++pass) {
        blur(field, scratch, g.height, g.width, g.width, 1, radius);
        blur(scratch, field, g.width, g.height, 1, g.width, radius);
    }
}

}  // namespace

Flow::Flow(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed, FlowTuning tuning,
           std::shared_ptr<const FlowWeights> weights)
    : grid_(grid), tuning_(tuning), lanes_(stands(grid)),
      score_(grid, weights ? std::move(weights) : std::make_shared<const FlowWeights>()),
      beam_(grid, start, blank, width, seed), random_(seed), best_(manhattan(grid, start, blank)),
      first_(float(best_)) {
    if (std::min(grid.width, grid.height) < 2 || width == 0)
        throw std::invalid_argument("a flow needs at least 2x2 cells, and a beam");
    const auto [shorter, longer] = std::minmax(grid.width, grid.height);
    period_ = tuning.refresh               ? tuning.refresh
              : !lanes_                    ? refresh_period(shorter, longer)
              : grid.width <= kNarrowStrip ? kStripRefresh
                                           : kWiderStripRefresh;
    beam_.start({0.f, best_, 0, kNoMove, {}});
    cold_ = lanes_ ? 1 : tuning.first_relaxations * longer;
    look();
}

// What the tiles want of the potential.
void Flow::look() {
    const Grid& g = grid_;
    const Arrangement& board = beam_.board();
    const int togo = manhattan(g, board, beam_.blank());
    const float mean = std::max(float(togo) / (2.f * float(g.cells)), 0.01f);  // along one axis; never 0
    const bool narrow = lanes_ && g.width <= kNarrowStrip;
    const float q = std::min(1.f, (narrow ? tuning_.strip_convexity : tuning_.convexity) / mean);
    for (int d = -FlowScore::kZeroDistance; d <= FlowScore::kZeroDistance; ++d)
        score_.phi[std::size_t(d + FlowScore::kZeroDistance)] = float(std::abs(d)) + q * float(d) * float(d);
    if (lanes_) lay_lanes(q);

    std::vector<float> fx(g.cells), fy(g.cells), scratch(g.cells);
    const auto slope = [&](int d) {
        const float* phi = &score_.phi[std::size_t(d + FlowScore::kZeroDistance)];
        return (phi[1] - phi[-1]) / 2;
    };
    for (int c = 0; c < g.cells; ++c) {
        if (c == beam_.blank()) continue;
        fx[c] = slope(int(g.column[c]) - int(g.column[board[c]]));
        fy[c] = slope(int(g.row[c]) - int(g.row[board[c]]));
    }
    smooth(g, fx, scratch, tuning_.radius);
    smooth(g, fy, scratch, tuning_.radius);

    if (lanes_) raise_rows(fy);
    // V(c) = mean over neighbors n of ( V(n) - the rise wanted from c to n ).
    wanted_.resize(g.cells);
    const float half = (lanes_ ? 1.f : tuning_.strength) / 2;
    for (int c = 0; c < g.cells; ++c) {
        const auto& n = g.neighbor[c];
        float sum = 0;
        if (n[kUp] != kNoCell) sum += half * (fy[c] + fy[n[kUp]]);
        if (n[kDown] != kNoCell) sum -= half * (fy[c] + fy[n[kDown]]);
        if (n[kLeft] != kNoCell) sum += half * (fx[c] + fx[n[kLeft]]);
        if (n[kRight] != kNoCell) sum -= half * (fx[c] + fx[n[kRight]]);
        wanted_[c] = sum;
    }
}

// A tile is worth its lane as much as its next step is worth.
void Flow::lay_lanes(float q) {
    constexpr int home = FlowScore::kZeroDistance, distances = FlowScore::kDistances;
    score_.lane.resize(std::size_t(grid_.width) * distances);
    const float part = std::min(1.f, float(kNarrowStrip) / float(grid_.width));
    for (int column = 0; column < grid_.width; ++column) {
        const float side = float(2 * column) / float(grid_.width - 1) - 1.f;  // -1 leftmost, 1 rightmost
        for (int d = -home; d <= home; ++d) {
            const float far = std::min(1.f, float(std::abs(d)) / float(tuning_.lane_far));
            const float slope = 1.f + 2.f * q * float(std::abs(d));
            const float weight = tuning_.lane * part * part * far * slope * side;
            score_.lane[std::size_t(column * distances + d + home)] = d > 0 ? -weight : weight;
        }
    }
}

// The potential of a strip.
void Flow::raise_rows(const std::vector<float>& fy) {
    float height = 0;
    for (int c = 0; c < grid_.cells; c += grid_.width) {
        float rise = 0;
        for (int i = c; i < c + grid_.width; ++i) {
            score_.potential[i] = height;
            if (i + grid_.width < grid_.cells) rise += (fy[i] + fy[i + grid_.width]) / 2;
        }
        height += rise / float(grid_.width);
    }
}

// Commits the best board of the level, and a straight walk of the blank along its lane, to the row of a tile that is
// drawn with a chance in proportion to its distance.  Always the farthest one would be the same again and again.
void Flow::walk() {
    beam_.settle(beam_.summary().leaf);
    const Arrangement& board = beam_.board();
    const auto away = [&](int c) { return std::abs(int(grid_.row[c]) - int(grid_.row[board[c]])); };
    int all = 1;  // and not 0 where all tiles are in their rows
    for (int c = 0; c < grid_.cells; ++c) all += away(c);
    int left = int(random_.below(std::size_t(all))), drawn = 0;
    while (drawn + 1 < grid_.cells && (left -= away(drawn)) >= 0) ++drawn;
    const int rows = int(grid_.row[drawn]) - int(grid_.row[beam_.blank()]);
    const Path way(std::size_t(std::abs(rows)), std::uint8_t(rows < 0 ? kUp : kDown));
    beam_.take_back(beam_.committed().size(), way);
    beam_.forget();
    beam_.start({0.f, manhattan(grid_, board, beam_.blank()), 0, kNoMove, {}});
}

void Flow::relax(int times) {
    const Grid& g = grid_;
    std::vector<float>& v = score_.potential;
    const float omega = tuning_.over_relaxation;
    for (int s = 0; s < times; ++s)
        for (int c = 0; c < g.cells; ++c) {
            float sum = wanted_[c];
            int count = 0;
            for (Cell n : g.neighbor[c])
                if (n != kNoCell) {
                    sum += v[n];
                    ++count;
                }
            v[c] += omega * (sum / float(count) - v[c]);
        }
}

void Flow::rescore() {
    score_.locate(beam_.board());
    beam_.rescore(score_, {0.f, manhattan(grid_, beam_.board(), beam_.blank()), 0, kNoMove, {}});
}

// A part of the relaxations that come before the first level: all of them take a second at 255x255.
void Flow::warm_up() {
    const int times = std::min(cold_, 1 + kWarmingCells / grid_.cells);
    relax(times);
    cold_ -= times;
    if (cold_ == 0) rescore();
}

bool Flow::run(int levels) {
    if (cold_ > 0) {
        warm_up();
        return false;
    }
    for (int i = 0; i < levels; ++i) {
        if (++since_refresh_ >= period_) {
            if (lanes_ && idle_ > kIdleLengths * grid_.height) {
                walk();
                idle_ = 0;
            } else if (beam_.depth() > kDeepest) {
                beam_.settle(beam_.summary().leaf);
                if (lanes_) beam_.forget();  // its neighbors on a strip are so few that all may have been seen
            }
            look();
            relax(tuning_.relaxations);
            rescore();
            since_refresh_ = 0;
        }
        if (!beam_.level(score_, tuning_.noise)) return true;
        const int best = std::min(best_, beam_.summary().value);
        stalled_ = best < best_ ? 0 : stalled_ + 1;
        idle_ = stalled_ == 0 ? 0 : idle_ + 1;
        best_ = best;
        if (best_ <= tuning_.stop * float(grid_.cells)) return true;
        if (stalled_ > long(tuning_.most_stalled) * std::max(grid_.width, grid_.height)) return true;
    }
    return false;
}

Path Flow::finish() {
    if (!beam_.leaves().empty()) beam_.settle(beam_.summary().leaf);
    return std::move(beam_.committed());
}

Path flow_down(const Grid& grid, Arrangement& board, Cell& blank, std::size_t width, std::uint64_t seed,
               FlowTuning tuning, std::shared_ptr<const FlowWeights> weights) {
    Flow flow(grid, board, blank, width, seed, tuning, std::move(weights));
    while (!flow.run(1000)) {}
    Path path = flow.finish();
    if (!play(grid, board, blank, path)) throw std::logic_error("a beam left the board");
    return path;
}

}  // namespace taquin::anysize

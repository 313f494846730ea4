#include "anysize/flow/flow.hpp"

#include <cmath>
#include <stdexcept>

namespace taquin::anysize {
namespace {

// A beam of several families that keep apart has an old root, and the potential is that of the root: it no longer
// fits, and the tiles stop drifting.  From this depth on the family of the best goes on alone.
constexpr std::size_t kDeepest = 300;

// Cells that one part of the first relaxations works on: a millisecond's worth (8 ns each, measured 2026-11).
constexpr int kWarmingCells = 100'000;

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
    : grid_(grid), tuning_(tuning), score_(grid, weights ? std::move(weights) : std::make_shared<const FlowWeights>()),
      beam_(grid, start, blank, width, seed), best_(manhattan(grid, start, blank)), first_(float(best_)) {
    if (std::min(grid.width, grid.height) < 2 || width == 0)
        throw std::invalid_argument("a flow needs at least 2x2 cells, and a beam");
    const int side = std::max(grid.width, grid.height);
    period_ = tuning.refresh ? tuning.refresh : side <= 30 ? 16 : side <= 60 ? 64 : 256;
    beam_.start({0.f, best_, 0, 4, {}});
    cold_ = 6 * side;
    look();
}

// What the tiles want of the potential.
void Flow::look() {
    const Grid& g = grid_;
    const Arrangement& board = beam_.board();
    const int togo = manhattan(g, board, beam_.blank());
    const float mean = std::max(float(togo) / (2.f * float(g.cells)), 0.01f);
    const float q = std::min(1.f, tuning_.convexity / mean);
    for (int d = -FlowScore::kHome; d <= FlowScore::kHome; ++d)
        score_.phi[std::size_t(d + FlowScore::kHome)] = float(std::abs(d)) + q * float(d) * float(d);

    std::vector<float> fx(g.cells), fy(g.cells), scratch(g.cells);
    const auto slope = [&](int d) {
        const float* phi = &score_.phi[std::size_t(d + FlowScore::kHome)];
        return (phi[1] - phi[-1]) / 2;
    };
    for (int c = 0; c < g.cells; ++c) {
        if (c == beam_.blank()) continue;
        fx[c] = slope(int(g.column[c]) - int(g.column[board[c]]));
        fy[c] = slope(int(g.row[c]) - int(g.row[board[c]]));
    }
    smooth(g, fx, scratch, tuning_.radius);
    smooth(g, fy, scratch, tuning_.radius);

    // V(c) = mean over neighbors n of ( V(n) - the rise wanted from c to n ).
    wanted_.resize(g.cells);
    const float half = tuning_.strength / 2;
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

void Flow::relax(int times) {
    const Grid& g = grid_;
    std::vector<float>& v = score_.potential;
    const float omega = 1.8f;
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
    beam_.rescore(score_, {0.f, manhattan(grid_, beam_.board(), beam_.blank()), 0, 4, {}});
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
            if (beam_.depth() > kDeepest) beam_.settle(beam_.summary().leaf);
            look();
            relax(tuning_.relaxations);
            rescore();
            since_refresh_ = 0;
        }
        if (!beam_.level(score_, tuning_.noise)) return true;
        const int best = std::min(best_, beam_.summary().value);
        stalled_ = best < best_ ? 0 : stalled_ + 1;
        best_ = best;
        if (best_ <= tuning_.stop * float(grid_.cells)) return true;
        if (stalled_ > 50L * std::max(grid_.width, grid_.height)) return true;
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

#include "sweep.hpp"

#include <cmath>

namespace taquin::anysize {
namespace {

constexpr std::array<float, 5> kCare = {1.f, 0.4f, 0.1f, 0.02f, 0.005f};
constexpr std::array<std::size_t, 5> kWider = {0, 1000, 3000, 8000, 20000};

std::vector<Cell> sweep_order(const Grid& g, int band) {
    std::vector<Cell> order;
    auto add = [&](int y, int x) { order.push_back(Cell(y * g.width + x)); };
    bool rightwards = true;
    int y = 0;
    while (y < g.height - 2) {
        const int left = g.height - 2 - y;
        const int rows = left % band ? left % band : band;  // the odd rows come first
        for (int i = 0; i < g.width - 2; ++i)
            for (int r = 0; r < rows; ++r) add(y + r, rightwards ? i : g.width - 1 - i);
        for (int r = 0; r < rows; ++r)
            for (int i = std::max(0, g.width - 2); i < g.width; ++i) add(y + r, rightwards ? i : g.width - 1 - i);
        y += rows;
        rightwards = !rightwards;
    }
    for (int x = 0; x < g.width; ++x)
        for (int r = y; r < g.height; ++r) add(r, x);
    return order;
}

}  // namespace

SweepScore::SweepScore(const Grid& g, int band) : grid(g), order(sweep_order(g, band)), place(g.cells), phi(256) {
    for (int i = 0; i < g.cells; ++i) place[order[i]] = Cell(i);
    for (std::size_t d = 0; d < phi.size(); ++d) phi[d] = float(d) + float(d) * float(d);
}

void SweepScore::set_weights(const SweepTuning& t, float far_weight) {
    weight.assign(64 + 2, far_weight);
    weight[0] = t.finished_weight;
    for (int lead = 0; lead < 64; ++lead) weight[lead + 1] = far_weight + t.near_weight * std::exp(-float(lead) / t.reach);
}

int SweepScore::pointer(const Arrangement& board, int from) const {
    while (from + 1 < grid.cells && board[order[from]] == order[from]) ++from;
    return from;
}

Sweep::Sweep(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed, SweepTuning tuning)
    : grid_(grid), tuning_(tuning), score_(grid, tuning.band), beam_(grid, start, blank, width, seed), width_(width),
      allowed_(tuning.patience) {
    score_.pull = tuning.pull;
    score_.bonus = tuning.bonus;
    score_.conflict_price = tuning.conflict_price;
    score_.set_weights(tuning, tuning.far_weight);
    beam_.start({0.f, manhattan(grid, start, blank), 0, 4, {score_.pointer(start, 0)}});
    look();
}

// Takes note of how far the beam is; keeps the way to its furthest leaf.
void Sweep::look() {
    const SweepScore::Summary summary = beam_.summary();
    int smallest = summary.smallest;
    const std::size_t leader = summary.leader;
    if (summary.furthest > best_) {
        best_ = summary.furthest;
        waited_ = 0;
        mark_length_ = beam_.committed().size();
        mark_way_ = beam_.way_to(leader);
        if (attempt_ > 0) {
            attempt_ = 0;
            beam_.settle(leader);
            beam_.distinguish([](Cell) { return true; });
            beam_.forget();
            beam_.resize(width_);
            score_.set_weights(tuning_, tuning_.far_weight);
            smallest = best_;
            mark_length_ = beam_.committed().size();
            mark_way_.clear();
        }
    } else ++waited_;
    if (smallest != score_.reference || waited_ % 8 == 0) {
        score_.reference = smallest;
        aim();
    }
}

// Pulls the blank to the cell to be filled, or to its tile when that is far away; moves the wall.
void Sweep::aim() {
    const Cell wanted = score_.order[score_.reference];
    const Cell tile = find(beam_.board(), wanted);
    const int distance = grid_.distance(wanted, tile);
    const bool far = distance >= 6;
    score_.anchor = far ? tile : wanted;
    allowed_ = tuning_.patience + 2 * grid_.distance(beam_.blank(), score_.anchor) + (far ? 10 * distance : 0);
    score_.wall = std::max(score_.wall, score_.reference - (3 * tuning_.band + 1));
    const Arrangement& board = beam_.board();
    const int togo = manhattan(grid_, board, beam_.blank());
    beam_.rescore(score_, {0.f, togo, 0, 4, {score_.pointer(board, score_.wall)}});
}

bool Sweep::retry() {
    if (++attempt_ >= int(kCare.size())) return false;
    beam_.take_back(mark_length_, mark_way_);
    mark_length_ = beam_.committed().size();
    mark_way_.clear();
    beam_.distinguish([&](Cell label) { return score_.place[label] <= best_ + attempt_ / 2; });
    beam_.forget();
    beam_.resize(std::max(width_, kWider[attempt_]));
    score_.set_weights(tuning_, kCare[attempt_]);
    beam_.start({0.f, 0, 0, 4, {best_}});
    score_.reference = best_;
    waited_ = 0;
    aim();
    return true;
}

void Sweep::resize(std::size_t width) {
    width_ = width;
    if (attempt_ == 0) beam_.resize(width);
}

Sweep::Status Sweep::run(int levels) {
    for (int i = 0; i < levels; ++i) {
        if (beam_.summary().home.value == 0) {
            beam_.settle(beam_.summary().home.leaf);
            return Status::home;
        }
        const bool alive = beam_.level(score_, tuning_.noise);
        if (alive) look();
        if (!alive || waited_ > allowed_ * (attempt_ > 0 ? 3 : 1)) {
            if (!retry()) {
                beam_.take_back(mark_length_, mark_way_);
                return Status::stuck;
            }
        }
    }
    return Status::running;
}

}  // namespace taquin::anysize

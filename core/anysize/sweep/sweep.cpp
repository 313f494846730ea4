#include "anysize/sweep/sweep.hpp"

namespace taquin::anysize {
namespace {

// Attempt by attempt, for a sweep that is stuck: the weight of tiles far ahead of the front.
constexpr std::array<float, 5> kCare = {1.f, 0.4f, 0.1f, 0.02f, 0.005f};
// The same: the least width of its beam, in boards a level.
constexpr std::array<std::size_t, 5> kWider = {0, 1000, 3000, 8000, 20000};

}  // namespace

Sweep::Sweep(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed, SweepTuning tuning,
             std::shared_ptr<const SweepWeights> weights)
    : grid_(grid), tuning_(tuning), weights_(std::move(weights)), score_(grid, tuning),
      beam_(grid, start, blank, width, seed), width_(width), allowed_(tuning.patience) {
    score_.weights = weights_.get();
    score_.locate(start);
    beam_.start({0.f, manhattan(grid, start, blank), 0, kNoMove, {score_.pointer(start, 0)}});
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
            score_.locate(beam_.board());
            score_.weights = weights_.get();
            beam_.distinguish([](Cell) { return true; });
            beam_.forget();
            beam_.resize(width_);
            score_.set_weights(tuning_, tuning_.far_weight);
            smallest = best_;
            mark_length_ = beam_.committed().size();
            mark_way_.clear();
        }
    } else ++waited_;
    if (smallest > score_.front || waited_ % tuning_.aim_period == 0) {
        score_.set_front(std::max(smallest, score_.front));
        aim();
    }
}

// Pulls the blank to the cell to be filled, or to its tile when that is far away; moves the wall.
void Sweep::aim() {
    const Cell wanted = score_.order[score_.front];
    const Cell tile = find(beam_.board(), wanted);
    const int distance = grid_.distance(wanted, tile);
    const bool far = distance >= tuning_.far;
    score_.pulled_to = far ? tile : wanted;
    allowed_ = tuning_.patience + tuning_.patience_to_walk * grid_.distance(beam_.blank(), score_.pulled_to) +
               (far ? tuning_.patience_to_fetch * distance : 0);
    score_.wall = std::max(score_.wall, score_.front - tuning_.wall_lag);
    const Arrangement& board = beam_.board();
    const int togo = manhattan(grid_, board, beam_.blank());
    beam_.rescore(score_, {0.f, togo, 0, kNoMove, {score_.pointer(board, score_.wall)}});
}

bool Sweep::retry() {
    if (++attempt_ >= int(kCare.size())) return false;
    beam_.take_back(mark_length_, mark_way_);
    score_.locate(beam_.board());
    score_.weights = nullptr;
    mark_length_ = beam_.committed().size();
    mark_way_.clear();
    beam_.distinguish([&](Cell label) { return score_.place[label] <= best_ + attempt_ / 2; });
    beam_.forget();
    beam_.resize(std::max(width_, kWider[attempt_]));
    score_.set_weights(tuning_, kCare[attempt_]);
    beam_.start({0.f, 0, 0, kNoMove, {best_}});
    score_.set_front(best_);
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
        if (!alive || waited_ > allowed_ * (attempt_ > 0 ? tuning_.patience_when_stuck : 1)) {
            if (!retry()) {
                beam_.take_back(mark_length_, mark_way_);
                return Status::stuck;
            }
        }
    }
    return Status::running;
}

}  // namespace taquin::anysize

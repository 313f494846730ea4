#include "descent.hpp"

#include <chrono>
#include <stdexcept>

#include "construct.hpp"

namespace taquin::anysize {

Descent::Descent(const Grid& given, const Arrangement& arrangement, Cell blank_home, std::uint64_t seed, DescentTuning tuning,
                 int threads)
    : grid_(given), tuning_(tuning), puzzle_(given, arrangement, blank_home), seed_(seed),
      team_(tuning.score ? threads : 1) {
    if (given.width < 2 || given.height < 2 || !solvable(given, arrangement, blank_home))
        throw std::invalid_argument("a descent needs a solvable board of at least 2x2 cells");
    const Arrangement& start = puzzle_.arrangement();
    const Cell blank = find(start, puzzle_.home());
    if (tuning.score) {
        if (tuning.score->grid().width != given.width || tuning.score->grid().height != given.height)
            throw std::invalid_argument("this score is for another shape");
        stage_ = Stage::beam;
        beam_ = tuning.score->beam(start, blank, tuning.width, tuning.noise, seed);
        first_ = beam_->nearest();
        if (first_ == 0) stage_ = Stage::done;
    } else {
        stage_ = Stage::flow;
        flow_ = std::make_unique<Flow>(grid_, start, blank, tuning.width, seed, tuning.flow, tuning.flow_prices);
    }
}

bool Descent::run(double milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
    while (stage_ != Stage::done) {
        step();
        if (Clock::now() >= end) break;
    }
    return stage_ == Stage::done;
}

void Descent::step() {
    if (stage_ == Stage::beam) return step_beam();
    if (stage_ == Stage::flow) {
        if (flow_->run(1)) {
            generated_ += flow_->generated();
            start_sweep(flow_->finish());
        }
        return;
    }
    const Sweep::Status status = sweep_->run(1);
    if (status == Sweep::Status::running) return;
    path_.insert(path_.end(), sweep_->path().begin(), sweep_->path().end());
    if (manhattan(grid_, sweep_->board(), sweep_->blank()) > 0) {  // stuck
        const Path rest = construct(grid_, sweep_->board(), puzzle_.home());
        path_.insert(path_.end(), rest.begin(), rest.end());
    }
    generated_ += sweep_->generated();
    sweep_.reset();
    stage_ = Stage::done;
}

// The first level that holds the goal ends the beam; one that no longer comes nearer is taken back to
// its nearest board, and swept.
void Descent::step_beam() {
    const bool alive = beam_->level(team_);
    if (const int bound = beam_->nearest(); bound < best_) {
        best_ = bound;
        waited_ = 0;
        nearest_ = beam_->way_to_nearest();
    } else ++waited_;
    if (best_ > 0 && alive && waited_ <= 4 * (grid_.width + grid_.height)) return;
    generated_ += beam_->generated();
    beam_.reset();
    if (best_ > 0) return start_sweep(std::move(nearest_));
    path_ = std::move(nearest_);
    stage_ = Stage::done;
}

float Descent::progress() const {
    if (stage_ == Stage::beam) return 1.f - float(std::min(best_, first_)) / float(std::max(first_, 1));
    if (stage_ == Stage::flow) return flow_->progress();
    return stage_ == Stage::sweep ? sweep_->progress() : 1.f;
}

void Descent::narrow(float part) {
    for (std::size_t* width : {&tuning_.width, &tuning_.sweep_width})
        *width = std::min(*width, std::max(kNarrowest, std::size_t(float(*width) * part)));
    if (beam_) beam_->resize(tuning_.width);
    if (flow_) flow_->resize(tuning_.width);
    if (sweep_) sweep_->resize(tuning_.sweep_width);
}

void Descent::start_sweep(Path path) {
    path_ = std::move(path);
    Arrangement board = puzzle_.arrangement();
    Cell blank = find(board, puzzle_.home());
    if (!play(grid_, board, blank, path_)) throw std::logic_error("a beam left the board");
    flow_.reset();
    sweep_ = std::make_unique<Sweep>(grid_, board, blank, tuning_.sweep_width, seed_, tuning_.sweep, tuning_.sweep_prices);
    stage_ = Stage::sweep;
}

Path Descent::path() {
    return puzzle_.translate(complete());
}

// What the stages have committed themselves to.
Path Descent::so_far() {
    if (stage_ == Stage::beam) return nearest_;
    if (stage_ == Stage::flow) return flow_->committed();
    Path path = path_;
    if (stage_ == Stage::sweep) path.insert(path.end(), sweep_->path().begin(), sweep_->path().end());
    return path;
}

Path Descent::complete() {
    Path path = so_far();
    if (stage_ == Stage::done) return path;
    Arrangement board = puzzle_.arrangement();
    Cell blank = find(board, puzzle_.home());
    if (!play(grid_, board, blank, path)) throw std::logic_error("a beam left the board");
    const Path rest = construct(grid_, board, puzzle_.home());
    path.insert(path.end(), rest.begin(), rest.end());
    return path;
}

std::size_t Descent::settled() const {
    if (stage_ == Stage::flow) return flow_->committed().size();
    if (stage_ == Stage::sweep) return path_.size() + sweep_->settled();
    return stage_ == Stage::done ? path_.size() : 0;
}

Path Descent::part(std::size_t from, std::size_t to) {
    const bool last = to > settled();
    Path path = last ? complete() : so_far();
    path.resize(std::min(to, path.size()));
    path.erase(path.begin(), path.begin() + std::ptrdiff_t(std::min(from, path.size())));
    return last ? puzzle_.translate(std::move(path)) : puzzle_.translate_part(std::move(path));
}

std::uint64_t Descent::generated() const {
    return generated_ + (beam_ ? beam_->generated() : 0) + (flow_ ? flow_->generated() : 0) + (sweep_ ? sweep_->generated() : 0);
}

}  // namespace taquin::anysize

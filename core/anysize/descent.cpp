#include "anysize/descent.hpp"

#include <chrono>
#include <stdexcept>

namespace taquin::anysize {
namespace {

// Rows from the top of a strip within which a sweep finds the blank by itself; it does not from 200 rows away.
constexpr int kSweepReach = 16;

// A beam over whole boards is given up after so many levels without coming nearer, for each row and column of the
// board.
constexpr int kBeamPatience = 4;

}  // namespace

Descent::Descent(const Grid& given, const Arrangement& arrangement, Cell blank_home, std::uint64_t seed,
                 DescentTuning tuning, int threads)
    : transposed_(!tuning.score && lies(given)), grid_(transposed_ ? Grid(given.height, given.width) : given),
      tuning_(tuning), puzzle_(grid_, transposed_ ? transposed(given, arrangement) : arrangement,
                               transposed_ ? transposed(given, blank_home) : blank_home),
      board_(puzzle_.arrangement()), blank_(find(board_, puzzle_.home())), seed_(seed),
      team_(tuning.score ? threads : 1) {
    if (given.width < 2 || given.height < 2 || !solvable(given, arrangement, blank_home))
        throw std::invalid_argument("a descent needs a solvable board of at least 2x2 cells");
    if (tuning.score && (tuning.score->grid().width != given.width || tuning.score->grid().height != given.height))
        throw std::invalid_argument("this score is for another shape");
    stage_ = Stage::flow;
    if (tuning.score && float(manhattan(grid_, board_, blank_)) <= tuning.flow.stop * float(grid_.cells)) start_beam();
    else
        flow_ = std::make_unique<Flow>(grid_, board_, blank_, tuning.flow_width, seed, tuning.flow,
                                       tuning.flow_weights);
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
    if (stage_ == Stage::flow) step_flow();
    else if (stage_ == Stage::beam) step_beam();
    else if (stage_ == Stage::sweep) step_sweep();
    else step_construction();
}

void Descent::step_flow() {
    if (!flow_->run(1)) return;
    generated_ += flow_->generated(), expanded_ += flow_->expanded();
    take(flow_->finish());
    flow_.reset();
    if (tuning_.score) start_beam();
    else start_sweep();
}

// The first level that holds the goal ends the beam; one that no longer comes nearer is taken back to
// its nearest board, and swept.
void Descent::step_beam() {
    if (!beam_->advance(team_)) return;
    if (const int bound = beam_->nearest(); bound < best_) {
        best_ = bound;
        waited_ = 0;
        nearest_ = beam_->way_to_nearest();
    } else ++waited_;
    if (best_ > 0 && beam_->alive() && waited_ <= kBeamPatience * (grid_.width + grid_.height)) return;
    generated_ += beam_->generated(), expanded_ += beam_->expanded();
    beam_.reset();
    take(nearest_);
    if (best_ > 0) start_sweep();
    else stage_ = Stage::done;
}

void Descent::step_sweep() {
    if (sweep_->run(1) == Sweep::Status::running) return;
    generated_ += sweep_->generated(), expanded_ += sweep_->expanded();
    take(sweep_->path());
    sweep_.reset();
    stage_ = Stage::done;
    if (manhattan(grid_, board_, blank_) == 0) return;
    construction_ = std::make_unique<Construction>(grid_, board_, puzzle_.home());  // the sweep is stuck
    stage_ = Stage::construction;
}

void Descent::step_construction() {
    if (!construction_->step()) return;
    take(construction_->path());
    construction_.reset();
    stage_ = Stage::done;
}

void Descent::start_beam() {
    beam_ = tuning_.score->beam(board_, blank_, tuning_.step, tuning_.board_beam_width, tuning_.noise, seed_);
    first_ = beam_->nearest();
    stage_ = first_ == 0 ? Stage::done : Stage::beam;
}

// Brings the blank of a strip near to where the sweep begins.
void Descent::approach() {
    const int rows = int(grid_.row[blank_]) - kSweepReach;
    if (stands(grid_) && rows > 0) take(Path(std::size_t(rows), std::uint8_t(kUp)));
}

void Descent::start_sweep() {
    approach();
    sweep_ = std::make_unique<Sweep>(grid_, board_, blank_, tuning_.sweep_width, seed_, tuning_.sweep,
                                     tuning_.sweep_weights);
    stage_ = Stage::sweep;
}

// A stage is finished: plays its moves.
void Descent::take(const Path& path) {
    if (!play(grid_, board_, blank_, path)) throw std::logic_error("a beam left the board");
    path_.insert(path_.end(), path.begin(), path.end());
}

float Descent::progress() const {
    if (stage_ == Stage::beam) return 1.f - float(std::min(best_, first_)) / float(std::max(first_, 1));
    if (stage_ == Stage::flow) return flow_->progress();
    if (stage_ == Stage::construction) return construction_->progress();
    return stage_ == Stage::sweep ? sweep_->progress() : 1.f;
}

void Descent::narrow(float part) {
    for (std::size_t* width : {&tuning_.flow_width, &tuning_.board_beam_width, &tuning_.sweep_width})
        *width = std::min(*width, std::max(kNarrowest, std::size_t(float(*width) * part)));
    if (flow_) flow_->resize(tuning_.flow_width);
    if (beam_) beam_->resize(tuning_.board_beam_width);
    if (sweep_) sweep_->resize(tuning_.sweep_width);
}

void Descent::conclude() {
    if (stage_ == Stage::done || stage_ == Stage::construction) return;
    generated_ = generated(), expanded_ = expanded();
    path_ = so_far();
    flow_.reset(), beam_.reset(), sweep_.reset();
    board_ = puzzle_.arrangement();
    blank_ = find(board_, puzzle_.home());
    if (!play(grid_, board_, blank_, path_)) throw std::logic_error("a beam left the board");
    construction_ = std::make_unique<Construction>(grid_, board_, puzzle_.home());
    stage_ = Stage::construction;
}

// A path of the board that was given.
Path Descent::given(Path path) const {
    if (transposed_) transpose(path);
    return path;
}

Path Descent::path() { return given(puzzle_.translate(complete())); }

// What the stages have committed themselves to.
Path Descent::so_far() {
    Path path = path_;
    const auto add = [&](const Path& more) { path.insert(path.end(), more.begin(), more.end()); };
    if (stage_ == Stage::flow) add(flow_->committed());
    if (stage_ == Stage::beam) add(nearest_);
    if (stage_ == Stage::sweep) add(sweep_->path());
    if (stage_ == Stage::construction) add(construction_->path());
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
    return path_.size();
}

Path Descent::part(std::size_t from, std::size_t to) {
    const bool last = to > settled();
    Path path = last ? complete() : so_far();
    path.resize(std::min(to, path.size()));
    path.erase(path.begin(), path.begin() + std::ptrdiff_t(std::min(from, path.size())));
    return given(last ? puzzle_.translate(std::move(path)) : puzzle_.translate_part(std::move(path)));
}

std::uint64_t Descent::generated() const {
    return generated_ + (beam_ ? beam_->generated() : 0) + (flow_ ? flow_->generated() : 0) +
           (sweep_ ? sweep_->generated() : 0);
}

std::uint64_t Descent::expanded() const {
    return expanded_ + (beam_ ? beam_->expanded() : 0) + (flow_ ? flow_->expanded() : 0) +
           (sweep_ ? sweep_->expanded() : 0);
}

}  // namespace taquin::anysize

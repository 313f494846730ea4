// Descent: one good solution from scratch, at any size.
//
// A board flows (flow.hpp) to a certain distance from home.  From there on it is searched as a whole by a beam
// (board_beam.hpp) where there is a score for all of it.  What these leave is swept (sweep.hpp), and what the sweep
// leaves is constructed (construct.hpp), so a descent always arrives.  One step of work is one level of a beam, of a
// wide one a part of a level, or one tile of a construction.
//
// A strip, a board much longer than wide, stands while it flows and is swept: there the flow has lanes, and the sweep
// goes along the strip once instead of there and back for each of its bands.
#pragma once
#include <memory>

#include "anysize/blank_last.hpp"
#include "anysize/board/board_scores.hpp"
#include "anysize/construct.hpp"
#include "anysize/flow/flow.hpp"
#include "anysize/sweep/sweep.hpp"

namespace taquin::anysize {

struct DescentTuning {
    std::size_t flow_width = 1000, board_beam_width = 1000, sweep_width = 1000;
    float noise = 1.f;            // of the beam over whole boards
    Step step = Step::move;       // what is to be few, in that beam
    std::shared_ptr<const BoardScores> score;  // search the board as a whole, by this score
    FlowTuning flow;
    std::shared_ptr<const FlowWeights> flow_weights;
    SweepTuning sweep;
    std::shared_ptr<const SweepWeights> sweep_weights;  // besides the formula of the sweep
};

class Descent {
public:
    static constexpr std::size_t kNarrowest = 20;  // boards a level: a beam that falls behind gets no narrower

    Descent(const Descent&) = delete;  // its parts point into it

    // The arrangement must be solvable, and at least 2x2.  The path is the same for any number of threads.
    Descent(const Grid& grid, const Arrangement& arrangement, Cell blank_home, std::uint64_t seed,
            DescentTuning tuning = {}, int threads = 1);

    // Works for about so many milliseconds; true when the path is complete.
    bool run(double milliseconds);

    // How much of its stage is done, 0 to 1.  A flow can only be the first stage; a sweep, and the construction where
    // that is stuck, only the last one.
    float progress() const;
    bool flowing() const { return stage_ == Stage::flow; }
    bool sweeping() const { return stage_ == Stage::sweep || stage_ == Stage::construction; }
    // Goes on with beams of so many times their width: for one that falls behind.
    void narrow(float part);

    // Gives up the search where it is: what is left is constructed, in slices as before.
    void conclude();

    // The solution.  Asked for before the descent is complete, it leads to where that is, and construct() adds the
    // rest.
    Path path();

    // The first so many moves stay as they are while the rest is still looked for.
    std::size_t settled() const;
    // The moves [from, to) of the solution, where `to` is at most settled(); without `to` all moves from there on, once
    // the descent is complete.
    Path part(std::size_t from, std::size_t to = std::size_t(-1));
    std::uint64_t generated() const;  // by its beams
    std::uint64_t expanded() const;

private:
    enum class Stage { flow, beam, sweep, construction, done };
    void step();
    void step_flow();
    void step_beam();
    void step_sweep();
    void step_construction();
    void start_beam();
    void start_sweep();
    void approach();  // brings the blank of a strip near to where the sweep begins
    // Paths here are those of grid_ and of a goal with its blank last: puzzle_ translates them for the goal that was
    // given, and this for the board that was given, in case it lies.
    Path given(Path path) const;
    void take(const Path& path);  // plays the moves of a finished stage
    Path so_far();  // what the finished stages and the present one have committed themselves to
    Path complete();  // and then a construction from there

    const bool transposed_;  // a strip that lies is made to stand
    const Grid grid_;
    DescentTuning tuning_;
    BlankLast puzzle_;
    Arrangement board_;  // after the finished stages
    Cell blank_;
    std::uint64_t seed_;
    ThreadTeam team_;  // for the levels of a beam over whole boards; asleep between two slices
    Stage stage_;
    std::unique_ptr<BoardBeam> beam_;
    std::unique_ptr<Flow> flow_;
    std::unique_ptr<Sweep> sweep_;
    std::unique_ptr<Construction> construction_;
    Path path_;  // of finished stages
    int first_ = 0;  // the bound of the board with which the beam over whole boards begins
    int best_ = 1 << 29;  // and that of its nearest board so far
    int waited_ = 0;  // levels since best_ was found
    Path nearest_;  // the way to the board of best_
    std::uint64_t generated_ = 0, expanded_ = 0;  // by finished stages
};

}  // namespace taquin::anysize

// Learning the weights of BoardScore: a beam that ranks boards well need not be wide.
//
// A random board, which flows first where it is farther from home than beams of its shape begin, is solved by a
// beam.  At each level the board on the way to the solution (the winner)
// was worth keeping; boards of the same level taken at random (the others) had the same number of
// moves behind them and did not get there first.  So the winner should have scored better: with the
// difference of scores d = score(winner) - score(other), a board's loss is the sum of
// log(1 + exp(d / temperature)), averaged over the others of a level.  The score is a sum of weights,
// so the gradient is made of differences of features.  After each board every weight takes a step
// down the gradient, shorter the more its own gradient has varied so far (Adagrad): what is seldom
// seen learns from the little there is.  What chance adds to the weights evens out in their mean over the boards.
//
// Weights of one symmetry class are learned together (symmetry_classes.hpp).
#pragma once
#include <limits>

#include "anysize/board/board_beam.hpp"
#include "anysize/board/symmetry_classes.hpp"
#include "anysize/flow/flow.hpp"
#include "base/random.hpp"

namespace taquin::anysize {

struct BoardRankingTuning {
    Step step = Step::move;   // what the beam counts
    std::size_t width = 1000;  // of the beam, in boards a level
    int others = 16;  // at each level
    float rate = 0.1f;  // the length of the first steps
    float temperature = 3.f;  // a difference of scores that matters
    float caution = 50.f;  // the squared gradient that every weight begins with
    Symmetry symmetry = Symmetry::diagonal;  // that weigh the same
    FlowTuning flow{.stop = std::numeric_limits<float>::infinity()};  // no flow
    std::size_t flow_width = 100;  // boards a level
    std::shared_ptr<const FlowWeights> flow_weights;
};

class BoardRanking {
public:
    // The goal has its blank last.  Weights: one for each phase.
    BoardRanking(const Grid& grid, std::vector<OverheadPartition> partitions, const std::vector<BoardWeights>& weights,
                 BoardRankingTuning tuning, std::uint64_t seed);

    // Learns from one random board.  Returns the steps of its solution, 0 when the beam found none.
    std::size_t learn();
    std::vector<BoardWeights> mean() const;  // of the weights after each board since the last forget()
    void forget();
    Symmetry symmetry() const { return tuning_.symmetry; }
    void slow_down(float factor) { tuning_.rate /= factor; }  // of the steps to come

private:
    using Numbers = std::vector<float>;
    using Position = LargePosition;  // holds every board
    static constexpr std::uint64_t kLongestWalk = 20;  // moves a cell
    static constexpr std::array<Numbers BoardWeights::*, 5> kParts = {
        &BoardWeights::tile, &BoardWeights::row, &BoardWeights::column, &BoardWeights::overhead, &BoardWeights::pair};
    struct Phase {
        BoardWeights weights, gradient, squares, sum;
    };
    Arrangement random_board();
    void compare(Phase& phase, const Position& winner, const Position& other);
    void count(BoardWeights& gradient, const Position& position, float step) const;
    void descend(Phase& phase);

    const Grid grid_;
    std::vector<OverheadPartition> partitions_;
    std::vector<Phase> phases_;
    BoardRankingTuning tuning_;
    Random random_;
    std::vector<NeighborPair> pairs_;
    SymmetryClasses tile_classes_, pair_classes_;
    std::size_t boards_ = 0;
};

}  // namespace taquin::anysize

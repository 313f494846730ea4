// Learning the weights of PatternScore: a beam that keeps the right boards needs no wide beam.
//
// A random board is solved by a beam.  At each level the board on the way to the solution (the winner)
// was worth keeping; boards of the same level taken at random (the others) had the same number of
// moves behind them and did not get there first.  So the winner should have scored better: with the
// difference of scores d = score(winner) - score(other), the weights take one step down the
// gradient of log(1 + exp(d / temperature)).  The score is a sum of weights, so the gradient is the
// difference of the two boards' features.  Over some hundred boards what is chance evens out.
//
// On a square board a puzzle and its mirror image along the diagonal of the blank's corner weigh the same.
#pragma once
#include "pattern_score.hpp"
#include "random.hpp"

namespace taquin::anysize {

struct RankingTuning {
    std::size_t width = 1000;
    int others = 3;  // at each level
    float tile_rate = 0.02f, pair_rate = 0.02f, rate = 0.005f, temperature = 3.f;
};

class Ranking {
public:
    // The goal has its blank last.
    Ranking(const Grid& grid, std::vector<ExcessPartition> partitions, BoardWeights weights, RankingTuning tuning, std::uint64_t seed);

    // Learns from one random board, with steps of so many times the rates.  Returns the length of its
    // solution, 0 when the beam found none.
    std::size_t learn(float pace);
    const BoardWeights& weights() const { return weights_; }

private:
    struct Position {
        Arrangement board;
        Cell blank;
    };
    struct Features {
        std::vector<int> excesses, rows, columns;
        std::vector<std::size_t> pairs;  // where in weights.pair
    };
    std::size_t mirrored(std::size_t cell) const;
    Position position(const Position& start, const Path& path) const;
    Features features(PatternScore& score, const Position& position) const;
    float value(const Position& position, const Features& features) const;
    void adjust(const Position& position, const Features& features, float step);

    const Grid grid_;
    std::vector<ExcessPartition> partitions_;
    BoardWeights weights_;
    RankingTuning tuning_;
    Random random_;
    std::vector<NeighbourPair> pairs_;
    std::vector<std::size_t> mirror_;  // [pair], on a square board
};

}  // namespace taquin::anysize

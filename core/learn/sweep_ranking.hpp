// Learning the weights of the sweep, by the method of board_ranking.hpp.
//
// Random boards of many shapes flow with a narrow beam and are swept.  At each level the board on the way that the
// sweep took in the end is the winner, also against the boards of levels that were taken back.  Weights take a step
// every hundred levels.  A tile's weight is the sum of one that all states of the front share and one of the state's
// own, so a state that is seldom seen learns from the others; only the sum is kept.
#pragma once
#include <memory>

#include "anysize/sweep/sweep.hpp"
#include "base/random.hpp"

namespace taquin::anysize {

struct SweepRankingTuning {
    std::size_t width = 150;      // of the sweep, in boards a level
    std::size_t flow_width = 20;  // of the flow before it
    int others = 8;               // boards of a level that the winner is compared with
    int batch = 100;              // levels between two steps
    float rate = 0.3f;            // the length of the first steps
    float temperature = 5.f;      // a difference of scores that matters
    float caution = 20.f;  // the squared gradient that every weight begins with
};

class SweepRanking {
public:
    SweepRanking(SweepWeights weights, SweepRankingTuning tuning, std::uint64_t seed);

    // Learns from one random board.  Returns the moves that its sweep took, 0 when it was stuck.
    std::size_t learn(int width, int height);
    SweepWeights mean() const;  // of the weights after each step since the last forget()
    void forget();

private:
    using Numbers = std::vector<float>;
    static constexpr std::array<Numbers SweepWeights::*, 4> kParts = {&SweepWeights::tile, &SweepWeights::pair,
                                                                      &SweepWeights::blank, &SweepWeights::lead};
    // The sums of the gradient that a step has seen, and the squares of all steps.
    struct Slope {
        Numbers gradient, squares;
        std::vector<std::uint32_t> touched;

        Slope(std::size_t size, float caution) : gradient(size, 0.f), squares(size, caution) {}
        void add(std::size_t index, float step);
        template <class Move>
        void descend(float rate, Move&& move);
    };
    struct Record {  // some boards of a level
        std::size_t root, length;  // moves that they share with the winner for sure; all their moves
        int front, wall;
        Cell pulled_to;
        std::vector<Path> ways;  // from the root
    };
    struct Feature {
        std::uint32_t slope, index;
        bool operator==(const Feature&) const = default;
    };
    std::vector<Record> sweep(Sweep& sweep);
    void compare(const Record& record, const Path& path, SweepScore& score, Arrangement& board, Cell blank);
    void descend();

    SweepRankingTuning tuning_;
    Random random_;
    std::shared_ptr<SweepWeights> weights_;
    SweepWeights sum_;
    std::vector<Slope> slopes_;  // of the parts, and of the weight that all states share
    std::size_t steps_ = 0;
};

}  // namespace taquin::anysize

#include "whole_score.hpp"

#include <stdexcept>

namespace taquin::anysize {
namespace {

template <class Position>
class ScoreOf final : public WholeScore {
public:
    ScoreOf(const Grid& given, const std::vector<ExcessPartition>& partitions, const std::vector<BoardWeights>& phases)
        : WholeScore(given) {
        if (phases.empty()) throw std::invalid_argument("there must be one phase at least");
        for (const BoardWeights& weights : phases) phases_.emplace_back(grid(), partitions, weights);
    }

    std::unique_ptr<WholeBeam> beam(const Arrangement& start, Cell blank, std::size_t width, float noise, std::uint64_t seed) const override {
        return std::make_unique<BeamOf<Position>>(phases_, start, blank, width, noise, seed);
    }

private:
    std::vector<PatternScore<Position>> phases_;
};

}  // namespace

std::shared_ptr<const WholeScore> WholeScore::make(const Grid& grid, const std::vector<ExcessPartition>& partitions,
                                                   const std::vector<BoardWeights>& phases) {
    if (grid.cells <= SmallPosition::kCells) return std::make_shared<ScoreOf<SmallPosition>>(grid, partitions, phases);
    return std::make_shared<ScoreOf<LargePosition>>(grid, partitions, phases);
}

}  // namespace taquin::anysize

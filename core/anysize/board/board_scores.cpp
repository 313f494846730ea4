#include "anysize/board/board_scores.hpp"

#include <stdexcept>

namespace taquin::anysize {
namespace {

template <class Position>
class BoardScoresOf final : public BoardScores {
public:
    BoardScoresOf(const Grid& given, const std::vector<OverheadPartition>& partitions,
                  const std::vector<BoardWeights>& phases)
        : BoardScores(given) {
        if (phases.empty()) throw std::invalid_argument("there must be one phase at least");
        for (const BoardWeights& weights : phases) phases_.emplace_back(grid(), partitions, weights);
    }

    std::unique_ptr<BoardBeam> beam(const Arrangement& start, Cell blank, Step step, std::size_t width, float noise,
                                    std::uint64_t seed) const override {
        return std::make_unique<BoardBeamOf<Position>>(phases_, start, blank, step, width, noise, seed);
    }

private:
    std::vector<BoardScore<Position>> phases_;
};

}  // namespace

std::shared_ptr<const BoardScores> BoardScores::make(const Grid& grid, const std::vector<OverheadPartition>& partitions,
                                                     const std::vector<BoardWeights>& phases) {
    if (grid.cells <= SmallPosition::kCells)
        return std::make_shared<BoardScoresOf<SmallPosition>>(grid, partitions, phases);
    return std::make_shared<BoardScoresOf<LargePosition>>(grid, partitions, phases);
}

}  // namespace taquin::anysize

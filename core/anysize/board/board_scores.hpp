// What a beam over whole boards ranks them by: the score of each phase of a descent, from far to near.
// Made once for a shape, because its weights take some time, and shared by all descents.
#pragma once
#include <memory>

#include "anysize/board/board_beam.hpp"

namespace taquin::anysize {

class BoardScores {
public:
    // With the smallest positions that hold the board.  The goal has its blank last.  Throws std::invalid_argument
    // where the parts do not fit together.
    static std::shared_ptr<const BoardScores> make(const Grid& grid, const std::vector<OverheadPartition>& partitions,
                                                   const std::vector<BoardWeights>& phases);
    virtual ~BoardScores() = default;
    BoardScores(const BoardScores&) = delete;  // the phases point to the grid

    const Grid& grid() const { return grid_; }
    // A beam that ranks by this score, which must outlive it (board_beam.hpp says what the others are).
    virtual std::unique_ptr<BoardBeam> beam(const Arrangement& start, Cell blank, Step step, std::size_t width,
                                            float noise, std::uint64_t seed) const = 0;

protected:
    explicit BoardScores(const Grid& grid) : grid_(grid) {}

private:
    const Grid grid_;
};

}  // namespace taquin::anysize

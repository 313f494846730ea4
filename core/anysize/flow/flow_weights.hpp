// What a flow knows of two tiles that stand side by side.
//
// Along each axis a tile wants to go far back, back, nowhere, on or far on; its *kind* is what it wants along both.
// There is a learned weight for the kinds of every two neighbors: two that face each other are in each other's way, two
// that want to pass each other on two lines turn about with one round of the blank.  One table serves neighbors in
// a row and, with the axes exchanged, in a column.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "anysize/grid.hpp"

namespace taquin::anysize {

class FlowWeights {
public:
    static constexpr int kWants = 5;  // along one axis: far back, back, nowhere, on, far on
    static constexpr int kFar = 3;  // cells from which on a home is far (docs/notebook/large-boards.md)
    static constexpr int kKinds = kWants * kWants;
    static constexpr std::uint8_t kWall = kKinds;  // beyond the edge; costs nothing

    FlowWeights() = default;  // all nothing
    // By the kind of the left one, then of the right one.  Throws std::invalid_argument for another number of weights.
    explicit FlowWeights(const std::vector<float>& in_a_row);

    // By where the neighbor is (as a move), the kind of a tile, and the kind of its neighbor.
    float operator()(int side, int kind, int neighbor) const {
        return weight_[std::size_t(kind)][std::size_t(side)][std::size_t(neighbor)];
    }

    // What a tile wants along one axis, so far from home.
    static int want(int distance) {
        return 2 + (distance > 0) + (distance >= kFar) - (distance < 0) - (distance <= -kFar);
    }

private:
    std::array<std::array<std::array<float, 32>, 4>, kKinds + 1> weight_{};  // 32: a power of two, at least kKinds + 1
};

}  // namespace taquin::anysize

#include "anysize/flow/flow_weights.hpp"

#include <stdexcept>

namespace taquin::anysize {

FlowWeights::FlowWeights(const std::vector<float>& in_a_row) {
    if (in_a_row.size() != std::size_t(kKinds) * kKinds)
        throw std::invalid_argument("the flow has other weights than these");
    const auto turned = [](std::size_t kind) { return kind % kWants * kWants + kind / kWants; };
    for (std::size_t first = 0; first < kKinds; ++first)
        for (std::size_t second = 0; second < kKinds; ++second) {
            const float weight = in_a_row[first * kKinds + second];
            weight_[first][kRight][second] = weight_[second][kLeft][first] = weight;
            weight_[turned(first)][kDown][turned(second)] = weight_[turned(second)][kUp][turned(first)] = weight;
        }
}

}  // namespace taquin::anysize

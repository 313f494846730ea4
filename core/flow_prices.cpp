#include "flow_prices.hpp"

#include <stdexcept>

namespace taquin::anysize {

FlowPrices::FlowPrices(const std::vector<float>& in_a_row) {
    if (in_a_row.size() != std::size_t(kKinds) * kKinds) throw std::invalid_argument("the flow has other prices than these");
    const auto turned = [](std::size_t kind) { return kind % kWants * kWants + kind / kWants; };
    for (std::size_t first = 0; first < kKinds; ++first)
        for (std::size_t second = 0; second < kKinds; ++second) {
            const float price = in_a_row[first * kKinds + second];
            price_[first][kRight][second] = price_[second][kLeft][first] = price;
            price_[turned(first)][kDown][turned(second)] = price_[turned(second)][kUp][turned(first)] = price;
        }
}

}  // namespace taquin::anysize

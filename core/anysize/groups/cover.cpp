#include "anysize/groups/cover.hpp"

#include <algorithm>
#include <bit>

namespace taquin::anysize {

std::optional<int> Cover::least(int from, long work) {
    // Few choices first: demands of few numbers are the better branches and the better packing.
    std::sort(demands_.begin(), demands_.end(), [](const Demand& a, const Demand& b) {
        const int count = std::popcount(a.numbers), other = std::popcount(b.numbers);
        if (count != other) return count < other;
        return a.value != b.value ? a.value > b.value : a.numbers < b.numbers;
    });
    work_ = work;
    for (int sum = from;; ++sum) {
        std::fill(std::begin(numbers_), std::end(numbers_), 0);
        if (meet(sum, ~std::uint64_t{0})) return sum;
        if (work_ < 0) return std::nullopt;
    }
}

// Whether the demands can be met by raising the free numbers by `left` in all; the numbers are then so raised.
bool Cover::meet(int left, std::uint64_t free) {
    std::uint64_t packed = 0;
    int asked = 0;
    const Demand* narrowest = nullptr;
    int choices = kMostNumbers + 1;
    for (const Demand& demand : demands_) {
        if (--work_ < 0) return false;
        int missing = demand.value;
        for (std::uint64_t rest = demand.numbers; rest; rest &= rest - 1) missing -= numbers_[std::countr_zero(rest)];
        if (missing <= 0) continue;
        const std::uint64_t open = demand.numbers & free;
        if (missing > left || !open) return false;
        if (!(open & packed)) {
            packed |= open;
            asked += missing;
            if (asked > left) return false;
        }
        if (std::popcount(open) < choices) choices = std::popcount(open), narrowest = &demand;
    }
    if (!narrowest) return true;
    for (std::uint64_t open = narrowest->numbers & free; open; open &= open - 1) {
        const int i = std::countr_zero(open);
        ++numbers_[i];
        if (meet(left - 1, free)) return true;
        --numbers_[i];
        free &= ~(std::uint64_t{1} << i);
    }
    return false;
}

}  // namespace taquin::anysize

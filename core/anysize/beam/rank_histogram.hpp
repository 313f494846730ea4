// Where a beam cuts a level: a histogram of the ranks tells it without sorting.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace taquin::anysize {

// Ranks are integers or floats, smaller is better.
template <class Rank>
class RankHistogram {
public:
    // All ranks lie between these two.
    RankHistogram(Rank low, Rank high) : low_(low), scale_(float(kBuckets - 1) / float(std::max(high - low, kLeast))) {}

    void add(Rank rank) { ++count_[std::size_t(float(rank - low_) * scale_)]; }

    // The rank up to which at most `width` survive, or one bucket of equals.
    Rank cut(std::size_t width) const {
        std::size_t total = 0;
        int bucket = 0;
        while (bucket < kBuckets && (total += count_[std::size_t(bucket)]) <= width) ++bucket;
        return low_ + Rank(float(std::max(bucket, 1)) / scale_);
    }

private:
    static constexpr int kBuckets = 1024;
    static constexpr Rank kLeast = std::is_integral_v<Rank> ? Rank(1) : Rank(1e-6f);  // between two ranks that differ

    Rank low_;
    float scale_;
    std::array<std::uint32_t, kBuckets> count_{};
};

}  // namespace taquin::anysize

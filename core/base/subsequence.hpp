// The length of a longest increasing subsequence of distinct numbers that come one after the other.
//
// Linear conflict counts by it: of the tiles that stand in a line they belong to, those outside a longest increasing
// subsequence of their goals must leave the line and come back.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace taquin {

// Numbers of 0 to 64 * Words - 1.
//
// One word takes four machine operations a number and no branch: its zeros count the subsequence, and each number turns
// the next one above its place into a zero (the bit-parallel longest common subsequence with 0, 1, 2 ...). More words
// keep the smallest end of a subsequence of every length.
template <int Words>
class Subsequence {
public:
    void add(unsigned number) {
        if constexpr (Words == 1) {
            add_bit(uint64_t{1} << number);
        } else {
            const auto end = static_cast<uint8_t>(number);
            if (length_ == 0 || ends_[length_ - 1] < end) ends_[length_++] = end;  // as a rule, near home
            else *std::lower_bound(ends_.data(), ends_.data() + length_, end) = end;
        }
    }
    // The same by the bit of a number; nothing where there is none.
    void add_bit(uint64_t bit)
        requires(Words == 1)
    {
        const uint64_t hit = row_ & bit;
        row_ = (row_ + hit) | (row_ - hit);
    }
    int length() const {
        if constexpr (Words == 1) return std::popcount(~row_);
        else return length_;
    }

private:
    uint64_t row_ = ~uint64_t{0};
    int length_ = 0;
    std::array<uint8_t, Words == 1 ? 1 : 64 * Words> ends_;  // [k] the smallest end of a subsequence of k + 1
};

}  // namespace taquin

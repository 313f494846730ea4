// The least sum of non-negative integers that meets a set of demands.
//
// A demand says that some of the numbers add up to a value at least.  Sums are tried one after the other,
// the smallest first.  The search takes a demand that is not met.  Its first branch raises the first number
// of that demand; the second one raises the second number and never again the first, because the first
// branch has tried that; and so on.  A branch ends where demands that are not met, and share no number, ask for more
// than is left.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace taquin::anysize {

class Cover {
public:
    static constexpr int kMostNumbers = 64;  // sets of them are words

    // `numbers`: one bit for each.
    void demand(std::uint64_t numbers, int value) { demands_.push_back({numbers, value}); }

    // The least sum, which is `from` at least as the caller knows; nothing when that takes more than
    // `work` looks at a demand.
    std::optional<int> least(int from, long work);

    // One way to meet the demands with this sum: each number after least() has given one.
    int number(int i) const { return numbers_[i]; }

private:
    struct Demand {
        std::uint64_t numbers;
        int value;
    };
    bool meet(int left, std::uint64_t free);

    std::vector<Demand> demands_;
    int numbers_[kMostNumbers] = {};
    long work_ = 0;
};

}  // namespace taquin::anysize

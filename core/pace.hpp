// Whether work is better shared or done alone, by how long either took lately.
//
// Sharing has its price, and on a busy machine it can be a high one: everybody waits for whoever has lost
// the processor.  So both ways are timed, the faster one is taken, and the other one tried again now and then,
// the more rarely the slower it was.  Only for work whose result is the same either way.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>

namespace taquin {

class Pace {
public:
    bool shared() {
        if (until_trial_-- > 0) return shared_is_faster();
        const double ratio = std::max(seconds_[0], seconds_[1]) / std::max(1e-12, std::min(seconds_[0], seconds_[1]));
        until_trial_ = int(kBetweenTrials * std::min(ratio, kLongest));
        return !shared_is_faster();
    }

    // Times so many units of work.
    template <class Work>
    void time(bool shared, std::size_t units, Work&& work) {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        work();
        const double taken = std::chrono::duration<double>(Clock::now() - begin).count() / double(units);
        double& known = seconds_[shared];
        known = known == 0 ? taken : known + (taken - known) / 4;
    }

private:
    static constexpr double kBetweenTrials = 24, kLongest = 40;
    bool shared_is_faster() const { return seconds_[1] <= seconds_[0]; }

    double seconds_[2] = {0, 0};  // per unit, alone and shared
    int until_trial_ = 4;
};

}  // namespace taquin

// splitmix64: small, fast, the same on every machine.
#pragma once
#include <cstdint>

namespace taquin::anysize {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    std::uint64_t below(std::uint64_t n) { return next() % n; }
    double part() { return static_cast<double>((next() >> 11) + 1) * 0x1p-53; }  // above 0, at most 1

private:
    std::uint64_t state_;
};

}  // namespace taquin::anysize

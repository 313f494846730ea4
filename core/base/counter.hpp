// A count that one thread raises while others read it.
//
// Relaxed: a reader gets some recent value, and nothing else rests on it. Only one thread writes, so adding is a load
// and a store, as cheap as on a plain integer.
#pragma once

#include <atomic>
#include <cstdint>

namespace taquin {

class Counter {
public:
    operator uint64_t() const { return value_.load(std::memory_order_relaxed); }
    uint64_t operator=(uint64_t value) {
        value_.store(value, std::memory_order_relaxed);
        return value;
    }
    uint64_t operator+=(uint64_t more) { return *this = *this + more; }
    uint64_t operator++() { return *this += 1; }

private:
    std::atomic<uint64_t> value_{0};
};

}  // namespace taquin

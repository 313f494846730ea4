// A team of threads that take every step together.
//
// run(job) calls job(member) once on every member at the same time, member 0 being the caller, and
// returns when all are done.  A level of a beam lasts some hundred microseconds to some milliseconds and has two
// such steps, so waiting is done awake: a short spin, then yielding the processor, which also works with fewer
// cores than members.  Without a job members fall asleep after the spin.
//
// A team of one starts no thread and waits for nothing.  What a member throws comes out of run().
#pragma once
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(_M_X64) || defined(_M_IX86)
#include <intrin.h>
#endif

namespace taquin {

inline constexpr int kMostThreads = 256;  // more than one search has use for, and few enough to be started at once

// Throws std::invalid_argument unless so many threads can be asked for.
inline void require_threads(int threads) {
    if (threads < 1 || threads > kMostThreads) throw std::invalid_argument("there must be 1 to 256 threads");
}

class ThreadTeam {
public:
    explicit ThreadTeam(int members) {
        try {
            threads_.reserve(std::size_t(members > 1 ? members - 1 : 0));
            for (int member = 1; member < members; ++member) threads_.emplace_back([this, member] { serve(member); });
        } catch (const std::system_error&) {  // no more threads to be had: the team is smaller
        } catch (const std::bad_alloc&) {     // nor memory for one
        }
    }
    ~ThreadTeam() {
        call_ = nullptr;
        begin_round();
        for (std::thread& thread : threads_) thread.join();
    }
    ThreadTeam(const ThreadTeam&) = delete;

    int size() const { return int(threads_.size()) + 1; }

    template <class Job>
    void run(Job&& job) {
        if (threads_.empty()) return job(0);
        call_ = [](void* given, int member) { (*static_cast<std::remove_reference_t<Job>*>(given))(member); };
        job_ = &job;
        working_.store(size(), std::memory_order_relaxed);
        begin_round();
        perform(0);
        wait([this] { return working_.load(std::memory_order_acquire) == 0; });
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

private:
    static constexpr int kSpins = 2000;  // looks at the others before a thread gives way

    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(_M_X64) || defined(_M_IX86)
        _mm_pause();
#elif defined(__aarch64__)
        __asm__ __volatile__("yield");
#endif
    }

    template <class Done>
    static void wait(Done&& done) {
        for (int spin = 0; !done(); ++spin) spin < kSpins ? pause() : std::this_thread::yield();
    }

    void begin_round() {
        {
            const std::lock_guard lock(mutex_);  // nobody is between looking at the round and falling asleep
            round_.fetch_add(1, std::memory_order_release);
        }
        begun_.notify_all();
    }

    void serve(int member) {
        for (unsigned round = 0;;) {
            for (int spin = 0; spin < kSpins && round_.load(std::memory_order_relaxed) == round; ++spin) pause();
            if (round_.load(std::memory_order_acquire) == round) {
                std::unique_lock lock(mutex_);
                begun_.wait(lock, [&] { return round_.load(std::memory_order_relaxed) != round; });
            }
            ++round;
            if (!call_) return;
            perform(member);
        }
    }

    void perform(int member) {
        try {
            call_(job_, member);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        working_.fetch_sub(1, std::memory_order_release);
    }

    void (*call_)(void*, int) = nullptr;
    void* job_ = nullptr;
    std::mutex mutex_;
    std::condition_variable begun_;  // not round_.wait(), in which libstdc++ 12 may sleep for ever without a futex
    std::exception_ptr failure_;
    alignas(64) std::atomic<unsigned> round_{0};
    alignas(64) std::atomic<int> working_{0};
    std::vector<std::thread> threads_;
};

}  // namespace taquin

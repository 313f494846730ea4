// Large zeroed arrays of 64-bit words on huge pages where the system grants them:
// a table of hundreds of megabytes otherwise pays a page walk at every lookup.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#else
#include <cstdlib>
#endif

namespace taquin {

class WordArray {
public:
    WordArray() = default;
    explicit WordArray(size_t words) : size_(words) {
        if (!words) return;
#if defined(__linux__)
        void* memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, bytes(), MADV_HUGEPAGE);  // advice: harmless where it is refused
        data_ = static_cast<uint64_t*>(memory);
#else
        data_ = static_cast<uint64_t*>(std::calloc(words, sizeof(uint64_t)));
        if (!data_) throw std::bad_alloc();
#endif
    }
    WordArray(WordArray&& other) noexcept { *this = std::move(other); }
    WordArray& operator=(WordArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    WordArray(const WordArray&) = delete;
    WordArray& operator=(const WordArray&) = delete;
    ~WordArray() {
        if (!data_) return;
#if defined(__linux__)
        munmap(data_, bytes());
#else
        std::free(data_);
#endif
    }

    uint64_t* data() { return data_; }
    const uint64_t* data() const { return data_; }
    size_t size() const { return size_; }
    size_t bytes() const { return size_ * sizeof(uint64_t); }

private:
    uint64_t* data_ = nullptr;
    size_t size_ = 0;
};

}  // namespace taquin

// The boards that a beam has kept lately, by some bits of their hashes in a direct-mapped memory.
//
// It keeps a level from having a board twice, and a beam from going round in circles.  A wrong answer, one in 32,768
// with tags of 16 bits, costs the beam a board and no more.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/prefetch.hpp"

namespace taquin::anysize {

// Tag: the type of the bits that are kept of a hash.
template <class Tag>
class SeenBoards {
public:
    // Room for eight times the boards of a level.
    void resize(std::size_t width) {
        std::size_t size = 1 << 10;
        while (size < width * 8) size *= 2;
        tags_.assign(size, 0);
    }
    void forget() { std::fill(tags_.begin(), tags_.end(), Tag(0)); }
    void prefetch(std::uint64_t hash) const { taquin::prefetch(&tags_[slot(hash)]); }
    bool has(std::uint64_t hash) const { return tags_[slot(hash)] == tag(hash); }
    // False where it is there already.
    bool add(std::uint64_t hash) {
        Tag& memory = tags_[slot(hash)];
        if (memory == tag(hash)) return false;
        memory = tag(hash);
        return true;
    }

private:
    static constexpr int kBits = std::numeric_limits<Tag>::digits;  // the hash's upper half is the slot

    std::size_t slot(std::uint64_t hash) const { return (hash >> 32) & (tags_.size() - 1); }
    static Tag tag(std::uint64_t hash) { return Tag(hash >> (32 - kBits)) | Tag(1); }  // never 0, which is nothing

    std::vector<Tag> tags_;
};

}  // namespace taquin::anysize

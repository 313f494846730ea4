// Which children of a level survive: the best `width` of them, and no board twice.
//
// The cut comes from one histogram of the ranks, without sorting.  Of the survivors 32 bits of the hash are
// kept in a direct-mapped memory of boards, which also stops a beam from going round in circles.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace taquin::anysize {

template <class LeafType, class Summary>
class Selection {
public:
    struct Candidate {
        LeafType leaf;
        float rank;            // smaller is better
        std::uint32_t parent;  // number of a leaf
    };
    struct Chosen {
        std::size_t kept;
        float best;  // score
    };

    void resize(std::size_t width) {
        width_ = width;
        std::size_t size = 1 << 10;
        while (size < width * 8) size *= 2;
        seen_.assign(size, 0);
        if (survivors_.size() < 2 * width) survivors_.resize(2 * width);
    }

    void forget() { std::fill(seen_.begin(), seen_.end(), 0); }
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&seen_[slot(hash)]); }

    std::vector<Candidate>& candidates() { return candidates_; }
    std::vector<LeafType>& survivors() { return survivors_; }  // the first of them: as many as were kept

    // Chooses among the candidates.  Marks the survivors' moves in keep[parent], one bit each.
    Chosen select(std::vector<std::uint8_t>& keep, Summary& summary) {
        Chosen chosen{0, kDropped};
        const float cut = find_cut(chosen.best);
        for (const Candidate& c : candidates_) {
            if (c.rank > cut || !remember(c.leaf.hash)) continue;
            keep[c.parent] |= std::uint8_t(1 << c.leaf.last);
            survivors_[chosen.kept] = c.leaf;
            summary.add(c.leaf, chosen.kept);
            if (++chosen.kept >= 2 * width_) break;  // one bucket can hold any number of equals
        }
        return chosen;
    }

private:
    static constexpr float kDropped = 1e30f;
    static constexpr int kBuckets = 1024;

    std::size_t slot(std::uint64_t hash) const { return (hash >> 32) & (seen_.size() - 1); }
    static std::uint32_t tag(std::uint64_t hash) { return std::uint32_t(hash) | 1; }

    bool remember(std::uint64_t hash) {
        std::uint32_t& memory = seen_[slot(hash)];
        if (memory == tag(hash)) return false;
        memory = tag(hash);
        return true;
    }

    // The rank up to which at most `width` candidates survive, or one bucket of equals. Boards that are in the memory
    // already are dropped.
    float find_cut(float& best) {
        float low = kDropped, high = -kDropped;
        std::size_t fresh = 0;
        for (Candidate& c : candidates_) {
            if (seen_[slot(c.leaf.hash)] == tag(c.leaf.hash)) {
                c.rank = kDropped;
                continue;
            }
            ++fresh;
            low = std::min(low, c.rank);
            high = std::max(high, c.rank);
            best = std::min(best, c.leaf.score);
        }
        if (fresh <= width_) return high;
        const float scale = float(kBuckets - 1) / std::max(high - low, 1e-6f);
        std::array<std::uint32_t, kBuckets> histogram{};
        for (const Candidate& c : candidates_)
            if (c.rank < kDropped) ++histogram[std::size_t((c.rank - low) * scale)];
        std::size_t total = 0;
        int bucket = 0;
        while (bucket < kBuckets && (total += histogram[std::size_t(bucket)]) <= width_) ++bucket;
        return low + float(std::max(bucket, 1)) / scale;
    }

    std::size_t width_ = 0;
    std::vector<std::uint32_t> seen_;
    std::vector<Candidate> candidates_;
    std::vector<LeafType> survivors_;
};

}  // namespace taquin::anysize

// Which children of a level survive: the best `width` of them, and no board twice.
//
// The cut comes from one histogram of the ranks (rank_histogram.hpp).  The survivors are remembered, so that a beam
// does not go round in circles (seen_boards.hpp).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "anysize/beam/rank_histogram.hpp"
#include "anysize/beam/seen_boards.hpp"

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
        seen_.resize(width);
        if (survivors_.size() < 2 * width) survivors_.resize(2 * width);
    }

    void forget() { seen_.forget(); }
    void prefetch(std::uint64_t hash) const { seen_.prefetch(hash); }

    std::vector<Candidate>& candidates() { return candidates_; }
    std::vector<LeafType>& survivors() { return survivors_; }  // the first of them: as many as were kept

    // Chooses among the candidates.  Marks the survivors' moves in keep[parent], one bit each.
    Chosen select(std::vector<std::uint8_t>& keep, Summary& summary) {
        Chosen chosen{0, kDropped};
        const float cut = find_cut(chosen.best);
        for (const Candidate& c : candidates_) {
            if (c.rank > cut || !seen_.add(c.leaf.hash)) continue;
            keep[c.parent] |= std::uint8_t(1 << c.leaf.last);
            survivors_[chosen.kept] = c.leaf;
            summary.add(c.leaf, chosen.kept);
            if (++chosen.kept >= 2 * width_) break;  // one bucket can hold any number of equals
        }
        return chosen;
    }

private:
    static constexpr float kDropped = 1e30f;  // a rank worse than any

    // The rank up to which at most `width` candidates survive, or one bucket of equals. Boards that are in the memory
    // already are dropped.
    float find_cut(float& best) {
        float low = kDropped, high = -kDropped;
        std::size_t fresh = 0;
        for (Candidate& c : candidates_) {
            if (seen_.has(c.leaf.hash)) {
                c.rank = kDropped;
                continue;
            }
            ++fresh;
            low = std::min(low, c.rank);
            high = std::max(high, c.rank);
            best = std::min(best, c.leaf.score);
        }
        if (fresh <= width_) return high;
        RankHistogram<float> histogram(low, high);
        for (const Candidate& c : candidates_)
            if (c.rank < kDropped) histogram.add(c.rank);
        return histogram.cut(width_);
    }

    std::size_t width_ = 0;
    SeenBoards<std::uint32_t> seen_;
    std::vector<Candidate> candidates_;
    std::vector<LeafType> survivors_;
};

}  // namespace taquin::anysize

// Which children of a level survive: the best `width` of them, and no board twice.
//
// The cut comes from one histogram of the ranks, without sorting.  Of the survivors 32 bits of the hash are
// kept in a direct-mapped memory of boards, which also stops a beam from going round in circles.
//
// The children come in parts, one a member of a team.  Each member owns a range of the memory; it is
// asked for every board that falls into it, part by part in the order of the children.  So what survives,
// and in which order, does not depend on the number of parts.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "team.hpp"

namespace taquin::anysize {

template <class LeafType, class Summary>
class Selection {
public:
    struct Candidate {
        LeafType leaf;
        float rank;            // smaller is better
        std::uint32_t parent;  // number of a leaf
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

    // Room for so many parts.
    void divide(int parts) {
        while (int(shares_.size()) < parts) shares_.emplace_back();
        for (Share& share : shares_) share.claims.resize(std::size_t(parts));
    }
    std::vector<Candidate>& candidates(int part) { return shares_[std::size_t(part)].candidates; }

    // One member's work on its part.  Marks the survivors' moves in keep[parent], one bit each.
    void select(int part, int parts, Team& team, std::uint8_t* keep) {
        Share& share = shares_[std::size_t(part)];
        auto meet = [&] {
            if (parts > 1) team.meet(parts);
        };
        look_up(share);
        meet();
        const float cut = find_cut(share, parts, meet);
        share.kept = 0;
        share.summary = {};
        if (parts == 1) {
            for (const Candidate& c : share.candidates)
                if (c.rank <= cut && remember(slot(c.leaf.hash), tag(c.leaf.hash))) take(share, c, 0, keep);
            return;
        }
        ask(share, parts, cut);
        meet();
        answer(part, parts);
        meet();
        std::size_t before = 0;
        for (int earlier = 0; earlier < part; ++earlier)
            for (const Claims& claims : shares_[std::size_t(earlier)].claims) before += claims.granted;
        share.marks.assign(share.candidates.size(), 0);
        for (const Claims& claims : share.claims)
            for (const Claim& claim : claims.list) share.marks[claim.candidate] = claim.tag != 0;
        for (std::size_t i = 0; i < share.marks.size(); ++i)
            if (share.marks[i]) take(share, share.candidates[i], before, keep);
    }

    // All parts together, when every member is done.
    struct Result {
        float best = kDropped;  // score
        Summary summary;
    };
    Result result(int parts) const {
        Result all;
        for (int part = 0; part < parts; ++part) {
            const Share& share = shares_[std::size_t(part)];
            all.best = std::min(all.best, share.best);
            all.summary.join(share.summary);
        }
        return all;
    }
    std::size_t kept(int part) const { return shares_[std::size_t(part)].kept; }
    std::vector<LeafType>& survivors() { return survivors_; }  // as many as were kept of all parts

private:
    static constexpr float kDropped = 1e30f;
    static constexpr int kBuckets = 1024;

    struct Claim {
        std::uint32_t slot, tag, candidate;  // no tag: refused
    };
    struct Claims {
        std::vector<Claim> list;
        std::size_t granted;
    };
    struct alignas(64) Share {
        std::vector<Candidate> candidates;
        float low, high, best;  // of the fresh ones: rank, rank, score
        std::size_t fresh, kept;
        Summary summary;
        std::array<std::uint32_t, kBuckets> histogram;
        std::vector<Claims> claims;  // by owner
        std::vector<std::uint8_t> marks;
    };

    std::uint32_t slot(std::uint64_t hash) const { return std::uint32_t(hash >> 32) & std::uint32_t(seen_.size() - 1); }
    static std::uint32_t tag(std::uint64_t hash) { return std::uint32_t(hash) | 1; }

    bool remember(std::uint32_t slot, std::uint32_t tag) {
        if (seen_[slot] == tag) return false;
        seen_[slot] = tag;
        return true;
    }

    // Drops the boards that are in the memory already and measures the others.
    void look_up(Share& share) const {
        float low = kDropped, high = -kDropped, best = kDropped;
        std::size_t fresh = 0;
        for (Candidate& c : share.candidates) {
            if (seen_[slot(c.leaf.hash)] == tag(c.leaf.hash)) {
                c.rank = kDropped;
                continue;
            }
            ++fresh;
            low = std::min(low, c.rank);
            high = std::max(high, c.rank);
            best = std::min(best, c.leaf.score);
        }
        share.low = low, share.high = high, share.best = best, share.fresh = fresh;
    }

    // The rank up to which at most `width` candidates of all parts survive, or one bucket of equals.
    template <class Meet>
    float find_cut(Share& share, int parts, Meet&& meet) const {
        float low = kDropped, high = -kDropped;
        std::size_t fresh = 0;
        for (int part = 0; part < parts; ++part) {
            const Share& other = shares_[std::size_t(part)];
            low = std::min(low, other.low);
            high = std::max(high, other.high);
            fresh += other.fresh;
        }
        if (fresh <= width_) return high;
        const float scale = float(kBuckets - 1) / std::max(high - low, 1e-6f);
        share.histogram.fill(0);
        for (const Candidate& c : share.candidates)
            if (c.rank < kDropped) ++share.histogram[std::size_t((c.rank - low) * scale)];
        meet();
        std::size_t total = 0;
        int bucket = 0;
        for (; bucket < kBuckets; ++bucket) {
            for (int part = 0; part < parts; ++part) total += shares_[std::size_t(part)].histogram[std::size_t(bucket)];
            if (total > width_) break;
        }
        return low + float(std::max(bucket, 1)) / scale;
    }

    // Sorts the candidates up to the cut by who owns their place in the memory.
    void ask(Share& share, int parts, float cut) const {
        for (Claims& claims : share.claims) claims.list.clear();
        for (std::size_t i = 0; i < share.candidates.size(); ++i) {
            const Candidate& c = share.candidates[i];
            if (c.rank > cut) continue;
            const std::uint32_t at = slot(c.leaf.hash);
            const std::size_t owner = std::size_t(at) * std::size_t(parts) / seen_.size();
            share.claims[owner].list.push_back({at, tag(c.leaf.hash), std::uint32_t(i)});
        }
    }

    void answer(int owner, int parts) {
        for (int part = 0; part < parts; ++part) {
            Claims& claims = shares_[std::size_t(part)].claims[std::size_t(owner)];
            claims.granted = 0;
            for (Claim& claim : claims.list)
                if (remember(claim.slot, claim.tag)) ++claims.granted;
                else claim.tag = 0;
        }
    }

    // One bucket can hold any number of equals: twice the width is enough.
    void take(Share& share, const Candidate& c, std::size_t before, std::uint8_t* keep) {
        const std::size_t number = before + share.kept;
        if (number >= 2 * width_) return;
        ++share.kept;
        keep[c.parent] |= std::uint8_t(1 << c.leaf.last);
        survivors_[number] = c.leaf;
        share.summary.add(c.leaf, number);
    }

    std::size_t width_ = 0;
    std::vector<std::uint32_t> seen_;
    std::deque<Share> shares_;
    std::vector<LeafType> survivors_;
};

}  // namespace taquin::anysize

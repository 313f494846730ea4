// Builds a pattern table by breadth-first search from the goal, level by level.
//
// All levels are bit sets over (permutation, region), one block of bits a permutation. The moves
// out of a region are the same for every permutation: a target region and a rotation of the
// reading order. So expanding a block is a plain run over its bits and their move lists,
// with no board in sight; the targets lie in the few blocks the permutation rotates into, which
// the cache holds.
//
// A level has two phases. Expand: every thread takes blocks and writes the neighbors into a
// bit set of its own, so no write is shared. Merge: new = union of these without the states seen.
// The table bit, bit 1 of the distance, is filled in as the levels appear.
//
// `step` works for a given time and returns: progress, Ctrl-C and abandonment happen between steps.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/pages.hpp"
#include "patterns/pattern.hpp"

namespace taquin {

class PatternBuilder {
public:
    PatternBuilder(std::shared_ptr<const PlacementSpace> space, Pattern pattern, int threads);

    bool step(double seconds);  // true when the table is complete
    bool done() const { return done_; }
    int level() const { return level_; }
    uint64_t states_found() const { return found_; }
    uint64_t states_total() const { return uint64_t{space_->permutations()} * space_->regions(); }
    const std::vector<uint64_t>& states_per_level() const { return per_level_; }
    const WordArray& bits() const { return bits_; }
    WordArray take_bits() { return std::move(bits_); }  // once done
    static uint64_t memory_needed(const PlacementSpace& space, int threads) {
        return table_words(space) * 8 * (3 + threads) + uint64_t{space.regions()} * 40;
    }

private:
    struct PatternMove {  // out of a region, for any permutation
        uint32_t target : 26;
        uint32_t rotation : 6;  // from place << 3 | to place
    };
    struct Worker {
        WordArray reached;
        std::vector<uint8_t> touched;  // blocks with bits in `reached`
        uint64_t found = 0;
    };

    void list_moves();
    void expand(uint32_t block, Worker& worker);
    void merge(uint32_t block, Worker& worker);
    void end_phase();

    std::shared_ptr<const PlacementSpace> space_;
    Pattern pattern_;
    size_t stride_;
    std::vector<uint32_t> first_move_;  // [region], one past the end at the back
    std::vector<PatternMove> moves_;
    WordArray bits_, frontier_, seen_;
    std::vector<uint8_t> in_frontier_;  // blocks with bits in `frontier_`
    std::vector<Worker> workers_;
    std::atomic<uint32_t> next_block_{0};
    bool merging_ = false, done_ = false;
    int level_ = 0;
    uint64_t found_ = 0, found_in_level_ = 0;
    std::vector<uint64_t> per_level_;
};

}  // namespace taquin

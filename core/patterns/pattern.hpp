// One pattern and its table: the exact number of pattern-tile moves needed to bring the
// pattern's tiles home with the blank in the home region, for every (mask, region, permutation).
//
// Only moves of pattern tiles count, so the distances of disjoint patterns add up to a lower
// bound. Every pattern move changes the distance by exactly one: the state graph is bipartite
// (a tile step changes the parity of the placement's Manhattan distance), and the graph knows
// the blank's region exactly, so neighbors differ by at most one.
// Hence ONE BIT an entry is enough: bit 1 of the distance, (distance >> 1) & 1. Who knows the
// distance d of a state knows its neighbor's is d-1 or d+1; the two differ in bit 1.
// The first distance is found by walking downhill to the goal (`PatternTable::distance`).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "patterns/placement.hpp"

namespace taquin {

struct Pattern {
    Shape shape;
    std::vector<int> home;  // goal cells of the pattern's tiles, ascending; tile i of the pattern belongs to home[i]
    int blank = 0;          // a goal cell of the blank; only its region matters

    uint64_t home_mask() const;
};

struct PatternState {
    uint64_t mask;
    uint32_t permutation;
    int32_t distance;
};

// Bits of one permutation fill whole 64-byte lines.
inline size_t words_per_permutation(const PlacementSpace& space) { return (space.regions() + 511) / 512 * 8; }
inline size_t table_words(const PlacementSpace& space) { return words_per_permutation(space) * space.permutations(); }

// The bits contradict each other. They were whole when the table was read: something changed them in memory.
struct DamagedTable : std::runtime_error {
    DamagedTable() : std::runtime_error("a pattern table was damaged in memory: start again, and it is read anew") {}
};

// A pattern with its finished bits (owned elsewhere).
class PatternTable {
public:
    PatternTable(std::shared_ptr<const PlacementSpace> space, Pattern pattern, const uint64_t* bits);

    const PlacementSpace& space() const { return *space_; }
    const Pattern& pattern() const { return pattern_; }
    const uint64_t* bits() const { return bits_; }
    size_t stride() const { return stride_; }

    bool bit(uint32_t permutation, uint32_t region) const {
        return bits_[permutation * stride_ + (region >> 6)] >> (region & 63) & 1;
    }
    // The state after the tile at `from` moved into the blank at `to`.
    PatternState moved(const PatternState& state, int from, int to) const;
    // Exact distance of a placement: cells[i] = where tile i of the pattern stands.
    PatternState locate(const std::vector<int>& cells, int blank) const;

private:
    std::shared_ptr<const PlacementSpace> space_;
    Pattern pattern_;
    const uint64_t* bits_;
    size_t stride_;
};

}  // namespace taquin

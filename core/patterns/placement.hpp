// The space of partial placements: where k chosen tiles can be, and where the blank is.
//
// A state of a pattern of k tiles is (mask, region, permutation):
//   mask         the set of cells the k tiles occupy,
//   region       the connected component of the other cells that holds the blank
//                (inside it the blank wanders without moving any pattern tile),
//   permutation  the order of the k tiles read cell by cell, as a rank below k!.
//
// Why this split and not a rank of the cells tile by tile:
//   * a tile that moves along a row keeps its place in the reading order, so the permutation
//     stays; a tile that moves along a column overtakes at most width-1 cells, so the
//     permutation changes by a rotation of a few neighbors: one look into a small table;
//   * (mask, region) and permutation are independent coordinates: the moves out of a
//     (mask, region) are the same for all k! permutations;
//   * all states of one permutation lie together (a block of a few kilobytes), and a depth-first
//     search stays among few permutations: most lookups are cache hits.
//
// The rank of a mask is the colexicographic rank sum C(c_i, i+1) over its cells c_0 < c_1 < ...
// The terms of a chunk of cells depend only on the chunk's bits and on how many cells are set below,
// so the rank is a sum of one small-table lookup per chunk.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "patterns/shape.hpp"

namespace taquin {

constexpr int kMaxPatternTiles = 8;  // 8! permutations still fit 16 bits

uint64_t binomial(int n, int k);
uint32_t factorial(int n);

// Ranks k-subsets of n cells densely, 0 .. C(n, k)-1.
class CombinationRank {
public:
    CombinationRank() = default;
    CombinationRank(int cells, int chosen);

    uint32_t operator()(uint64_t mask) const {
        uint32_t rank = 0;
        int below = 0;
        for (int chunk = 0; chunk < chunks_; ++chunk) {
            const uint32_t bits = static_cast<uint32_t>(mask >> (chunk * chunk_bits_)) & ((1u << chunk_bits_) - 1);
            rank += terms_[((chunk * (chosen_ + 1) + below) << chunk_bits_) + bits];
            below += std::popcount(bits);
        }
        return rank;
    }
    int chunks() const { return chunks_; }
    int chosen() const { return chosen_; }
    const uint32_t* terms() const { return terms_.data(); }

private:
    int chosen_ = 0, chunk_bits_ = 0, chunks_ = 0;
    std::vector<uint32_t> terms_;  // [chunk][cells set below][bits of the chunk]
};

// The coordinates of placements of `tiles` tiles on a shape; shared by all patterns of that size.
class PlacementSpace {
public:
    PlacementSpace(Shape shape, int tiles);

    Shape shape() const { return shape_; }
    int tiles() const { return tiles_; }
    uint32_t permutations() const { return permutations_; }
    uint32_t regions() const { return static_cast<uint32_t>(region_cells_.size()); }

    // Where the blank stands (any cell outside the mask) picks the region.
    uint32_t region(uint64_t mask, int blank) const {
        const uint32_t combination = rank_(mask);
        return first_region_[combination] + region_of_cell_[combination * shape_.cells() + blank];
    }
    uint64_t mask_of_region(uint32_t region) const { return region_mask_[region]; }
    uint64_t cells_of_region(uint32_t region) const { return region_cells_[region]; }

    // The tile at place `from` of the reading order goes to place `to`, those between close up.
    uint32_t rotated(uint32_t permutation, int from, int to) const {
        return rotation_[(permutation * tiles_ + from) * tiles_ + to];
    }
    // Rank of the order in which labels 0 .. k-1 are read.
    uint32_t permutation(const std::vector<int>& labels) const;

    // Raw tables for the inner loop of a search.
    const CombinationRank& combination_rank() const { return rank_; }
    const uint32_t* first_region() const { return first_region_.data(); }
    const uint8_t* region_of_cell() const { return region_of_cell_.data(); }
    const uint16_t* rotation() const { return rotation_.data(); }

private:
    void number_regions();
    void tabulate_rotations();

    Shape shape_;
    int tiles_;
    uint32_t permutations_;
    CombinationRank rank_;
    std::vector<uint32_t> first_region_;   // [combination]
    std::vector<uint8_t> region_of_cell_;  // [combination][cell]
    std::vector<uint64_t> region_mask_, region_cells_;
    std::vector<uint16_t> rotation_;  // [permutation][from][to]
};

}  // namespace taquin

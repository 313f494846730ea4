// How many boards lie at each distance from a goal: breadth-first search that counts levels and stores no distances.
//
// DENSE, for whole spaces of up to 12 cells (240 million boards): one bit a board. A board is (cell of the blank,
// order of the tiles read cell by cell). Moving along a row keeps the order, so it is a union of whole bit sets.
// Moving along a column takes one tile past width-1 others. The order is ranked in the factorial number system with
// digits d_i = how many later tiles are smaller than tile i; passing a neighbor changes only those two digits:
// with e the digit of the tile that moves and x the digit of the one it passes,
//     e before x:  x >= e  ->  x + 1, e       else  x, e - 1
//     x before e:  e < x   ->  e, x - 1       else  e + 1, x
// Only half of all orders can be reached with the blank in a given row; the last free digit follows from the parity.
//
// SPARSE, for the first levels of spaces of up to 16 cells: sorted lists of packed boards.
//
// Both work in steps: `step` returns after about the given time; the levels finished so far are in `counts`.
#pragma once

#include <cstdint>
#include <vector>

#include "base/pages.hpp"
#include "optimal/distances.hpp"
#include "patterns/shape.hpp"

namespace taquin {

class DenseEnumeration {
public:
    static constexpr int kMaxCells = 12;  // three bits for each of 12!/2 boards: 90 MB

    DenseEnumeration(Shape shape, int blank, Metric metric);

    bool step(double seconds);  // true when the whole space is counted
    const std::vector<uint64_t>& counts() const { return counts_; }

private:
    uint64_t* block(WordArray& bits, int blank) { return bits.data() + size_t(blank) * words_; }
    void expand(int blank, size_t word);
    uint32_t shifted(uint32_t index, int from, int to, int parity) const;
    int parity(int blank) const { return (shape_.width - 1) * (blank / shape_.width - home_ / shape_.width) & 1; }
    void end_level();

    Shape shape_;
    int home_, tiles_;
    Metric metric_;
    std::vector<uint32_t> weight_;  // of each digit; 0 for the last two, which are not stored
    size_t words_;
    WordArray seen_, frontier_, next_;
    int blank_ = 0;    // where the level's expansion has got to
    size_t word_ = 0;
    std::vector<uint64_t> counts_;
    bool done_ = false;
};

class SparseEnumeration {
public:
    static constexpr int kMaxCells = kPackedCells;

    SparseEnumeration(Shape shape, int blank, Metric metric);

    bool step(double seconds);  // true when one more level is finished
    const std::vector<uint64_t>& counts() const { return counts_; }

private:
    Shape shape_;
    Metric metric_;
    std::vector<uint64_t> previous_, current_, next_;
    size_t position_ = 0;
    std::vector<uint64_t> counts_;
};

}  // namespace taquin

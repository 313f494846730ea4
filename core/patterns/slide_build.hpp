// Builds a table of distances in slides, one target after the other, by breadth-first search over tracks from the
// target (coloring.hpp).
//
// Two levels are one step: from rows to all columns that cross them, and on to all rows that cross these. A row's track
// is a sequence and a row, so the second half needs no memory but the sequence's own; the columns are found board by
// board. The boards of a sequence are a set of the blank's places, 16 bits. As in pattern_build.hpp every thread writes
// what it reaches into sets of its own, which are merged afterwards, so no write is shared.
//
// `step` works for a given time and returns: progress, Ctrl-C and abandonment happen between steps.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/pages.hpp"
#include "patterns/coloring.hpp"

namespace taquin {

class SlideTableBuilder {
public:
    SlideTableBuilder(Coloring coloring, int threads);

    bool step(double seconds);  // true when the table is complete
    uint64_t found() const { return found_; }
    uint64_t total() const { return 2 * uint64_t{coloring_.size()} * coloring_.shape().cells(); }
    const uint32_t* words() const { return reinterpret_cast<const uint32_t*>(words_.data()); }
    size_t bytes() const { return bytes_of(coloring_); }
    static size_t bytes_of(const Coloring& coloring) { return (size_t{coloring.size()} + 1) / 2 * 8; }
    static uint64_t memory_needed(const Coloring& coloring, int threads) {
        return bytes_of(coloring) * (4 + threads) / 2;  // the table itself, and sets of half its size
    }

private:
    class Sets {  // of cells, one a sequence
    public:
        Sets() = default;
        explicit Sets(uint32_t sequences) : words_((sequences + 3) / 4) {}
        uint16_t* data() { return reinterpret_cast<uint16_t*>(words_.data()); }

    private:
        WordArray words_;
    };
    struct Worker {
        Sets reached;
        uint64_t found = 0;
    };

    void begin(Axis target);
    void expand(const Coloring::Block& block, Worker& worker);
    void merge(const Coloring::Block& block, Worker& worker);
    void end_phase();
    uint16_t rows_of(uint16_t cells) const;  // all cells of their rows

    Coloring coloring_;
    WordArray words_;
    Sets frontier_;  // boards in the rows of the last level
    Sets seen_;  // boards whose column is seen
    std::vector<Worker> workers_;
    Axis target_ = kAlongRow;
    std::atomic<uint32_t> next_block_{0};
    bool merging_ = false, done_ = false;
    uint64_t found_ = 0;  // boards whose column is seen, for both targets
};

}  // namespace taquin

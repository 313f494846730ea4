#include "patterns/slide_build.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>

#include "base/thread_team.hpp"

namespace taquin {

SlideTableBuilder::SlideTableBuilder(Coloring coloring, int threads)
    : coloring_(std::move(coloring)), words_(bytes_of(coloring_) / 8) {
    workers_.resize(std::max(1, threads));
    for (Worker& worker : workers_) worker.reached = Sets(coloring_.size());
    begin(kAlongRow);
}

void SlideTableBuilder::begin(Axis target) {
    target_ = target;
    frontier_ = Sets(coloring_.size());
    seen_ = Sets(coloring_.size());
    const int home = coloring_.blank();
    merging_ = target == kAlongColumn;
    if (target == kAlongRow)
        frontier_.data()[coloring_.number(coloring_.goal())] = rows_of(static_cast<uint16_t>(1u << home));
    else
        coloring_.for_column(coloring_.goal(), home, [this](uint32_t sequence, int cell) {
            workers_[0].reached.data()[coloring_.number(sequence)] |= static_cast<uint16_t>(1u << cell);
        });
}

uint16_t SlideTableBuilder::rows_of(uint16_t cells) const {
    const Shape shape = coloring_.shape();
    const uint32_t row = (1u << shape.width) - 1;
    uint32_t rows = 0;
    for (int first = 0; first < shape.cells(); first += shape.width)
        if (cells >> first & row) rows |= row << first;
    return static_cast<uint16_t>(rows);
}

void SlideTableBuilder::expand(const Coloring::Block& block, Worker& worker) {
    const uint16_t* frontier = frontier_.data() + block.first_number;
    const uint16_t* seen = seen_.data() + block.first_number;
    uint16_t* const reached = worker.reached.data();
    for (const uint32_t ending : coloring_.endings(block))
        for (uint32_t cells = *frontier++ & ~*seen++; cells; cells &= cells - 1)
            coloring_.for_column(block.beginning | ending, std::countr_zero(cells), [&](uint32_t sequence, int cell) {
                reached[coloring_.number(sequence)] |= static_cast<uint16_t>(1u << cell);
            });
}

void SlideTableBuilder::merge(const Coloring::Block& block, Worker& worker) {
    uint32_t* words = reinterpret_cast<uint32_t*>(words_.data());
    const uint32_t end = block.first_number + static_cast<uint32_t>(coloring_.endings(block).size());
    for (uint32_t number = block.first_number; number < end; ++number) {
        uint16_t fresh = 0, &seen = seen_.data()[number], &frontier = frontier_.data()[number];
        for (Worker& other : workers_) fresh |= std::exchange(other.reached.data()[number], uint16_t{0});
        fresh &= static_cast<uint16_t>(~seen);
        // Rows are seen where one of their columns is; only the target itself is there before them.
        const uint16_t rows = static_cast<uint16_t>(rows_of(seen) | frontier);
        frontier = 0;
        if (!fresh) continue;
        seen |= fresh;
        words[number] |= static_cast<uint32_t>(fresh & rows) << Coloring::kMostCells * target_;
        frontier = static_cast<uint16_t>(rows_of(fresh) & ~rows);
        worker.found += std::popcount(fresh);
    }
}

void SlideTableBuilder::end_phase() {
    next_block_ = 0;
    merging_ = !merging_;
    if (merging_) return;
    uint64_t found = 0;
    for (Worker& worker : workers_) found += std::exchange(worker.found, 0);
    found_ += found;
    if (found) return;
    if (target_ == kAlongRow) {
        begin(kAlongColumn);
    } else {
        done_ = true;
        frontier_ = Sets();
        seen_ = Sets();
        workers_.clear();
    }
}

bool SlideTableBuilder::step(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    const std::vector<Coloring::Block>& blocks = coloring_.blocks();
    ThreadTeam team(static_cast<int>(workers_.size()));
    while (!done_ && Clock::now() < deadline) {
        team.run([&](int member) {
            while (Clock::now() < deadline) {
                const uint32_t block = next_block_.fetch_add(1);
                if (block >= blocks.size()) return;
                merging_ ? merge(blocks[block], workers_[member]) : expand(blocks[block], workers_[member]);
            }
        });
        if (next_block_ >= blocks.size()) end_phase();
    }
    return done_;
}

}  // namespace taquin

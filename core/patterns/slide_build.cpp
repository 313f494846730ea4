#include "patterns/slide_build.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/thread_team.hpp"

namespace taquin {
namespace {

// 16 bits, each in the place of two.
uint32_t spread(uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

}  // namespace

SlideTableBuilder::SlideTableBuilder(Coloring coloring, int threads)
    : coloring_(std::move(coloring)), words_(bytes_of(coloring_) / 8) {
    const Shape shape = coloring_.shape();
    std::memset(words_.data(), 0xff, words_.bytes());  // nothing is reached
    frontier_ = Sets(coloring_.size());
    seen_ = Sets(coloring_.size());
    workers_.resize(std::max(1, threads));
    for (Worker& worker : workers_) worker.reached = Sets(coloring_.size());
    const uint16_t row = static_cast<uint16_t>((1u << shape.width) - 1);
    for (int cell = 0; cell < shape.cells(); ++cell)
        row_of_.push_back(static_cast<uint16_t>(row << cell / shape.width * shape.width));
    merging_ = true;  // the goal is what the first level has reached
    workers_[0].reached.data()[coloring_.number(coloring_.goal())] = static_cast<uint16_t>(1u << coloring_.blank());
}

void SlideTableBuilder::expand(const Coloring::Block& block, Worker& worker) {
    const Shape shape = coloring_.shape();
    const int width = shape.width, last = shape.cells() - width;
    const uint16_t* frontier = frontier_.data() + block.first_number;
    uint16_t* const reached = worker.reached.data();
    for (const uint32_t ending : coloring_.endings(block)) {
        uint16_t cells = *frontier++;
        if (!cells) continue;
        const uint32_t sequence = block.beginning | ending;
        uint16_t& beside = reached[coloring_.number(sequence)];
        for (; cells; cells &= cells - 1) {
            const int blank = std::countr_zero(cells);
            beside |= row_of_[blank];
            uint32_t next = sequence;
            for (int cell = blank; cell >= width; reached[coloring_.number(next)] |= static_cast<uint16_t>(1u << cell))
                next = coloring_.blank_up(next, cell), cell -= width;
            next = sequence;
            for (int cell = blank; cell < last; reached[coloring_.number(next)] |= static_cast<uint16_t>(1u << cell))
                next = coloring_.blank_down(next, cell), cell += width;
        }
    }
}

void SlideTableBuilder::merge(const Coloring::Block& block, Worker& worker) {
    const uint32_t value = static_cast<uint32_t>(level_ % 3);
    uint32_t* words = reinterpret_cast<uint32_t*>(words_.data());
    const uint32_t end = block.first_number + static_cast<uint32_t>(coloring_.endings(block).size());
    for (uint32_t number = block.first_number; number < end; ++number) {
        uint16_t fresh = 0;
        for (Worker& other : workers_) fresh |= std::exchange(other.reached.data()[number], uint16_t{0});
        fresh &= static_cast<uint16_t>(~seen_.data()[number]);
        frontier_.data()[number] = fresh;
        if (!fresh) continue;
        seen_.data()[number] |= fresh;
        const uint32_t places = spread(fresh);
        words[number] = (words[number] & ~(3 * places)) | value * places;
        worker.found += std::popcount(fresh);
    }
}

void SlideTableBuilder::end_phase() {
    next_block_ = 0;
    merging_ = !merging_;
    if (merging_) {  // expanded: what the merge finds is one level deeper
        ++level_;
        return;
    }
    uint64_t found = 0;
    for (Worker& worker : workers_) found += std::exchange(worker.found, 0);
    found_ += found;
    if (found) {
        per_level_.push_back(found);
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

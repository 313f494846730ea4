#include "optimal/enumerate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <iterator>

#include "patterns/placement.hpp"

namespace taquin {
namespace {

using Clock = std::chrono::steady_clock;

auto in_seconds(double seconds) { return Clock::now() + std::chrono::duration<double>(seconds); }

}  // namespace

DenseEnumeration::DenseEnumeration(Shape shape, int blank, Metric metric)
    : shape_(shape), home_(blank), tiles_(shape.cells() - 1), metric_(metric) {
    if (shape.cells() > kMaxCells || shape.cells() < 4 || shape.width < 2 || shape.height < 2 || blank < 0 ||
        blank >= shape.cells())
        throw std::invalid_argument("whole spaces are counted for boards of 4 to 12 cells");
    const uint32_t orders = factorial(tiles_) / 2;
    words_ = (orders + 63) / 64;
    for (int place = 0; place < tiles_; ++place)
        weight_.push_back(place < tiles_ - 2 ? factorial(tiles_ - 1 - place) / 2 : 0);
    const size_t words = words_ * shape.cells();
    seen_ = WordArray(words);
    frontier_ = WordArray(words);
    next_ = WordArray(words);
    block(frontier_, blank)[0] = block(seen_, blank)[0] = 1;  // the goal's order has rank 0
    counts_ = {1};
}

uint32_t DenseEnumeration::shifted(uint32_t index, int from, int to, int parity) const {
    // 1. the digits; the one before last makes the parity right
    std::array<int, kMaxCells> digit{};
    uint32_t rest = index;
    int sum = 0;
    for (int place = 0; place < tiles_ - 2; ++place) {
        digit[place] = static_cast<int>(rest / weight_[place]);
        rest %= weight_[place];
        sum += digit[place];
    }
    digit[tiles_ - 2] = (sum ^ parity) & 1;
    // 2. one tile past the others
    int64_t changed = index;
    for (int place = std::min(from, to); place <= std::max(from, to); ++place)
        changed -= int64_t{weight_[place]} * digit[place];
    int mover = digit[from];
    if (from < to) {
        for (int place = from; place < to; ++place) {
            const int passed = digit[place + 1];
            digit[place] = passed >= mover ? passed + 1 : passed;
            mover -= passed < mover;
        }
    } else {
        for (int place = from; place > to; --place) {
            const int passed = digit[place - 1];
            digit[place] = mover < passed ? passed - 1 : passed;
            mover += mover >= passed;
        }
    }
    digit[to] = mover;
    // 3. and the rank again
    for (int place = std::min(from, to); place <= std::max(from, to); ++place)
        changed += int64_t{weight_[place]} * digit[place];
    return static_cast<uint32_t>(changed);
}

void DenseEnumeration::expand(int blank, size_t word) {
    const uint64_t bits = block(frontier_, blank)[word];
    if (!bits) return;
    const int width = shape_.width, reach = metric_ == Metric::kSingleTile ? 1 : shape_.cells();
    const int row_start = blank - blank % width, row_end = row_start + width;
    for (int cell = std::max(row_start, blank - reach); cell < std::min(row_end, blank + reach + 1); ++cell)
        if (cell != blank) block(next_, cell)[word] |= bits;
    for (uint64_t rest = bits; rest; rest &= rest - 1) {
        const uint32_t index = static_cast<uint32_t>(word << 6 | std::countr_zero(rest));
        for (int direction : {-width, width}) {
            uint32_t order = index;
            int cell = blank;
            for (int steps = 0; steps < reach; ++steps) {
                const int target = cell + direction;
                if (target < 0 || target >= shape_.cells()) break;
                // Upwards the tile above goes to the end of its neighbors' row, downwards the one below to the front.
                order = direction < 0 ? shifted(order, cell - width, cell - 1, parity(cell))
                                      : shifted(order, cell + width - 1, cell, parity(cell));
                cell = target;
                block(next_, cell)[order >> 6] |= uint64_t{1} << (order & 63);
            }
        }
    }
}

void DenseEnumeration::end_level() {
    uint64_t found = 0;
    for (size_t word = 0; word < next_.size(); ++word) {
        const uint64_t fresh = next_.data()[word] & ~seen_.data()[word];
        seen_.data()[word] |= fresh;
        frontier_.data()[word] = fresh;
        next_.data()[word] = 0;
        found += std::popcount(fresh);
    }
    if (found) counts_.push_back(found);
    else done_ = true;
}

bool DenseEnumeration::step(double seconds) {
    const auto deadline = in_seconds(seconds);
    while (!done_ && Clock::now() < deadline) {
        const size_t stop = std::min(words_, word_ + 1024);
        for (; word_ < stop; ++word_) expand(blank_, word_);
        if (word_ < words_) continue;
        word_ = 0;
        if (++blank_ < shape_.cells()) continue;
        blank_ = 0;
        end_level();
    }
    return done_;
}

SparseEnumeration::SparseEnumeration(Shape shape, int blank, Metric metric) : shape_(shape), metric_(metric) {
    if (shape.cells() > kMaxCells || blank < 0 || blank >= shape.cells())
        throw std::invalid_argument("levels are counted for boards of at most 16 cells");
    uint64_t goal = 0;
    for (int cell = 0, tile = 0; cell < shape.cells(); ++cell)
        if (cell != blank) goal |= uint64_t(++tile) << 4 * cell;
    current_ = {goal};
    counts_ = {1};
}

bool SparseEnumeration::step(double seconds) {
    const auto deadline = in_seconds(seconds);
    // 1. the neighbors
    for (size_t done = 0; position_ < current_.size(); ++done) {
        if (done % 4096 == 4095 && Clock::now() >= deadline) return false;
        const uint64_t board = current_[position_++];
        int blank = 0;
        while (board >> 4 * blank & 15) ++blank;
        for (int move = 0; move < kMoves; ++move) {
            uint64_t slid = board;
            int to = blank;
            for (int from; (from = shape_.neighbor(to, move)) != kOffBoard; to = from) {
                const uint64_t tile = slid >> 4 * from & 15;
                slid ^= tile << 4 * from ^ tile << 4 * to;
                next_.push_back(slid);
                if (metric_ == Metric::kSingleTile) break;
            }
        }
    }
    // 2. without those already known: all of them lie on this level or the one before
    std::sort(next_.begin(), next_.end());
    next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
    std::vector<uint64_t> fresh, rest;
    std::set_difference(next_.begin(), next_.end(), previous_.begin(), previous_.end(), std::back_inserter(rest));
    std::set_difference(rest.begin(), rest.end(), current_.begin(), current_.end(), std::back_inserter(fresh));
    previous_ = std::move(current_);
    current_ = std::move(fresh);
    next_.clear();
    position_ = 0;
    counts_.push_back(current_.size());
    return true;
}

}  // namespace taquin

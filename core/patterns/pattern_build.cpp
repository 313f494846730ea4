#include "patterns/pattern_build.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>

#include "base/thread_team.hpp"

namespace taquin {

PatternBuilder::PatternBuilder(std::shared_ptr<const PlacementSpace> space, Pattern pattern, int threads)
    : space_(std::move(space)), pattern_(std::move(pattern)), stride_(words_per_permutation(*space_)) {
    if (static_cast<int>(pattern_.home.size()) != space_->tiles() || !(pattern_.shape == space_->shape()))
        throw std::invalid_argument("pattern and placement space do not fit");
    const uint64_t home = pattern_.home_mask();
    if (std::popcount(home) != space_->tiles() || home >> space_->shape().cells() || home >> pattern_.blank & 1)
        throw std::invalid_argument("the pattern's home cells must be distinct, on the board and not the blank's");
    list_moves();
    const size_t words = table_words(*space_);
    bits_ = WordArray(words);
    frontier_ = WordArray(words);
    seen_ = WordArray(words);
    in_frontier_.assign(space_->permutations(), 0);
    workers_.resize(std::max(1, threads));
    for (Worker& worker : workers_) {
        worker.reached = WordArray(words);
        worker.touched.assign(space_->permutations(), 0);
    }
    const uint32_t start = space_->region(home, pattern_.blank);
    frontier_.data()[start >> 6] = seen_.data()[start >> 6] = uint64_t{1} << (start & 63);  // permutation 0
    in_frontier_[0] = 1;
    found_ = 1;
    per_level_ = {1};
}

void PatternBuilder::list_moves() {
    const Shape shape = space_->shape();
    first_move_.reserve(space_->regions() + 1);
    for (uint32_t region = 0; region < space_->regions(); ++region) {
        first_move_.push_back(static_cast<uint32_t>(moves_.size()));
        const uint64_t mask = space_->mask_of_region(region);
        for (uint64_t holes = space_->cells_of_region(region); holes; holes &= holes - 1) {
            const int to = std::countr_zero(holes);
            for (int move = 0; move < kMoves; ++move) {
                const int from = shape.neighbor(to, move);
                if (from == kOffBoard || !(mask >> from & 1)) continue;
                const uint64_t next = mask ^ (uint64_t{1} << from) ^ (uint64_t{1} << to);
                const uint32_t place = std::popcount(mask & ((uint64_t{1} << from) - 1));
                const uint32_t new_place = std::popcount(next & ((uint64_t{1} << to) - 1));
                moves_.push_back({space_->region(next, from), place << 3 | new_place});
            }
        }
    }
    first_move_.push_back(static_cast<uint32_t>(moves_.size()));
}

void PatternBuilder::expand(uint32_t block, Worker& worker) {
    if (!in_frontier_[block]) return;
    const int k = space_->tiles(), reach = space_->shape().width - 1;
    // Where each rotation of this permutation lies.
    std::array<uint64_t*, 64> target{};
    for (int from = 0; from < k; ++from)
        for (int to = std::max(0, from - reach); to <= std::min(k - 1, from + reach); ++to) {
            const uint32_t rotated = space_->rotated(block, from, to);
            target[from << 3 | to] = worker.reached.data() + rotated * stride_;
            worker.touched[rotated] = 1;
        }
    const uint64_t* frontier = frontier_.data() + block * stride_;
    const PatternMove* moves = moves_.data();
    for (size_t word = 0; word < stride_; ++word)
        for (uint64_t rest = frontier[word]; rest; rest &= rest - 1) {
            const size_t region = word << 6 | std::countr_zero(rest);
            const PatternMove* end = moves + first_move_[region + 1];
            for (const PatternMove* move = moves + first_move_[region]; move != end; ++move)
                target[move->rotation][move->target >> 6] |= uint64_t{1} << (move->target & 63);
        }
}

void PatternBuilder::merge(uint32_t block, Worker& worker) {
    bool touched = in_frontier_[block];
    for (const Worker& other : workers_) touched |= other.touched[block];
    if (!touched) return;
    const size_t offset = block * stride_;
    uint64_t* frontier = frontier_.data() + offset;
    uint64_t* seen = seen_.data() + offset;
    uint64_t* bits = bits_.data() + offset;
    const uint64_t bit = level_ >> 1 & 1 ? ~uint64_t{0} : 0;
    uint64_t found = 0;
    for (size_t word = 0; word < stride_; ++word) {
        uint64_t reached = 0;
        for (Worker& other : workers_) {
            reached |= other.reached.data()[offset + word];
            other.reached.data()[offset + word] = 0;
        }
        reached &= ~seen[word];
        frontier[word] = reached;
        seen[word] |= reached;
        bits[word] |= reached & bit;
        found += std::popcount(reached);
    }
    for (Worker& other : workers_) other.touched[block] = 0;
    in_frontier_[block] = found > 0;
    worker.found += found;
}

void PatternBuilder::end_phase() {
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
        frontier_ = WordArray();
        seen_ = WordArray();
        workers_.clear();
    }
}

bool PatternBuilder::step(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    const uint32_t blocks = space_->permutations();
    ThreadTeam team(static_cast<int>(workers_.size()));
    while (!done_ && Clock::now() < deadline) {
        auto work = [&](Worker& worker) {
            for (uint32_t taken = 0; Clock::now() < deadline; ++taken) {
                const uint32_t block = next_block_.fetch_add(1);
                if (block >= blocks) return;
                merging_ ? merge(block, worker) : expand(block, worker);
            }
        };
        team.run([&](int member) { work(workers_[member]); });
        if (next_block_ >= blocks) end_phase();
    }
    return done_;
}

}  // namespace taquin

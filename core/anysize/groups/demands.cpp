#include "anysize/groups/demands.hpp"

#include <algorithm>

namespace taquin::anysize {
namespace {

// True for those outside of one longest rising subsequence.  It keeps the subsequence itself, of which subsequence.hpp
// knows the length alone.
std::vector<bool> outside_longest_rise(std::span<const int> values) {
    std::vector<int> ends, before(values.size(), -1);  // ends[k]: index of the smallest end of a rise of k + 1
    for (int i = 0; i < int(values.size()); ++i) {
        const auto place = std::lower_bound(ends.begin(), ends.end(), i,
                                            [&](int a, int b) { return values[a] < values[b]; });
        if (place != ends.begin()) before[i] = *(place - 1);
        if (place == ends.end()) ends.push_back(i);
        else *place = i;
    }
    std::vector<bool> outside(values.size(), true);
    for (int i = ends.empty() ? -1 : ends.back(); i >= 0; i = before[i]) outside[i] = false;
    return outside;
}

}  // namespace

void Demands::add_line(std::span<const Cell> tiles, std::span<const int> homes, Axes axis) {
    const std::vector<bool> leaves = outside_longest_rise(homes);
    std::vector<int> least_after(homes.begin(), homes.end());
    for (std::size_t i = homes.size(); i-- > 1;) least_after[i - 1] = std::min(homes[i - 1], least_after[i]);
    Block block;
    std::vector<Cell> part;  // those that some other one is in conflict with
    std::vector<int> part_homes;
    int most_before = -1;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const bool conflict = most_before > homes[i] || least_after[i] < homes[i];
        most_before = std::max(most_before, homes[i]);
        if (!conflict) continue;
        const Slot slot = 2 * Slot(tiles[i]) + (axis == kVertical);
        block.slots.push_back(slot);
        block_of_[slot] = std::uint32_t(blocks_.size());
        overhead_[slot] = leaves[i];
        block.total += leaves[i];
        part.push_back(tiles[i]);
        part_homes.push_back(homes[i]);
    }
    if (part.empty()) return;
    total_ += block.total;
    block.closed = part.size() > kLongestLine;
    if (!block.closed)
        for (std::size_t i = 0; i < part.size(); ++i)
            for (std::size_t j = i + 1; j < part.size(); ++j)
                if (part_homes[i] > part_homes[j]) keep({{part[i], part[j]}, 2, axis, 1});
    blocks_.push_back(std::move(block));
}

void Demands::keep(const Demand& demand) {
    for (int i = 0; i < demand.count; ++i) of_tile_[demand.tiles[i]].push_back(std::uint32_t(demands_.size()));
    demands_.push_back(demand);
    aside_.push_back(false);
}

bool Demands::met(const Demand& demand) const {
    int sum = 0;
    each_slot(demand, [&](Slot slot) { sum += overhead_[slot]; });
    return sum >= demand.value;
}

bool Demands::inside(const Demand& demand) const {
    bool all = true;
    each_slot(demand, [&](Slot slot) { all &= inside_[slot] == joins_; });
    return all;
}

void Demands::add(const Demand& demand) {
    keep(demand);
    std::vector<std::uint32_t> open{std::uint32_t(demands_.size() - 1)};
    while (!open.empty()) {
        const std::uint32_t next = open.back();
        open.pop_back();
        if (aside_[next] || met(demands_[next])) continue;
        if (!join(demands_[next])) {
            aside_[next] = true;
            continue;
        }
        // The block has a new way to meet its demands: others that it touches may not be met by it.
        for (const Slot slot : blocks_.back().slots)
            for (const std::uint32_t other : of_tile_[slot / 2])
                if (!met(demands_[other])) open.push_back(other);
    }
}

bool Demands::join(const Demand& demand) {
    // 1. The slots of the demand, with the blocks that they are in, become one block.
    ++joins_;
    Block joined;
    std::vector<std::uint32_t> parts;
    bool closed = false;
    const auto include = [&](Slot slot) {
        if (inside_[slot] == joins_) return;
        inside_[slot] = joins_;
        joined.slots.push_back(slot);
    };
    each_slot(demand, [&](Slot slot) {
        if (inside_[slot] == joins_) return;
        const std::uint32_t block = block_of_[slot];
        if (block == kNone) return include(slot);
        parts.push_back(block);
        closed |= blocks_[block].closed;
        for (const Slot part : blocks_[block].slots) include(part);
        joined.total += blocks_[block].total;
    });
    if (closed || joined.slots.size() > 2 * Cover::kMostNumbers) return false;

    // 2. Which demands lie inside, and which slots are in a conflict of their line: only there the axis matters.
    std::vector<const Demand*> within;
    std::vector<Slot> in_conflict;
    for (const Slot slot : joined.slots) {
        if (slot % 2 && inside_[slot - 1] == joins_) continue;  // the tile was there already
        for (const std::uint32_t other : of_tile_[slot / 2]) {
            const Demand& candidate = demands_[other];
            if (candidate.tiles[0] != slot / 2 || !inside(candidate)) continue;
            within.push_back(&candidate);
            if (candidate.axes != kBothAxes) each_slot(candidate, [&](Slot found) { in_conflict.push_back(found); });
        }
    }
    std::sort(in_conflict.begin(), in_conflict.end());
    const auto conflicting = [&](Slot slot) {
        return std::binary_search(in_conflict.begin(), in_conflict.end(), slot);
    };

    // 3. One number for each slot that is of use: of a tile's two, one will do where the other is in no conflict.
    std::vector<Slot> slots;
    for (const Slot slot : joined.slots) {
        const bool has_other = inside_[slot ^ 1] == joins_;
        if (!has_other || conflicting(slot) || (slot % 2 == 0 && !conflicting(slot ^ 1))) slots.push_back(slot);
    }
    if (slots.size() > Cover::kMostNumbers) return false;
    std::sort(slots.begin(), slots.end());

    // 4. The least sum of these numbers that meets the demands.
    Cover cover;
    for (const Demand* candidate : within) {
        std::uint64_t numbers = 0;
        each_slot(*candidate, [&](Slot slot) {
            const auto place = std::lower_bound(slots.begin(), slots.end(), slot);
            if (place != slots.end() && *place == slot) numbers |= std::uint64_t{1} << (place - slots.begin());
        });
        cover.demand(numbers, candidate->value);
    }
    const std::optional<int> least = cover.least(joined.total, kMostWork);
    if (!least) return false;

    // 5. The new block takes the place of its parts.
    total_ += *least - joined.total;
    joined.total = *least;
    for (const std::uint32_t part : parts) blocks_[part] = {};
    for (const Slot slot : joined.slots) {
        block_of_[slot] = std::uint32_t(blocks_.size());
        overhead_[slot] = 0;
    }
    for (std::size_t i = 0; i < slots.size(); ++i) overhead_[slots[i]] = std::uint8_t(cover.number(int(i)));
    blocks_.push_back(std::move(joined));
    return true;
}

}  // namespace taquin::anysize

#include "patterns/pattern.hpp"

#include <algorithm>
#include <bit>

namespace taquin {

uint64_t Pattern::home_mask() const {
    uint64_t mask = 0;
    for (int cell : home) mask |= uint64_t{1} << cell;
    return mask;
}

PatternTable::PatternTable(std::shared_ptr<const PlacementSpace> space, Pattern pattern, const uint64_t* bits)
    : space_(std::move(space)), pattern_(std::move(pattern)), bits_(bits), stride_(words_per_permutation(*space_)) {}

PatternState PatternTable::moved(const PatternState& state, int from, int to) const {
    const uint64_t mask = state.mask ^ (uint64_t{1} << from) ^ (uint64_t{1} << to);
    const int before = std::popcount(state.mask & ((uint64_t{1} << from) - 1));
    const int after = std::popcount(mask & ((uint64_t{1} << to) - 1));
    const uint32_t permutation = space_->rotated(state.permutation, before, after);
    const bool up = bit(permutation, space_->region(mask, from)) == ((state.distance + 1) >> 1 & 1);
    return {mask, permutation, state.distance + (up ? 1 : -1)};
}

PatternState PatternTable::locate(const std::vector<int>& cells, int blank) const {
    const Shape shape = space_->shape();
    const int k = space_->tiles();
    // 1. the coordinates of the placement
    std::vector<int> order(k);
    for (int i = 0; i < k; ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](int a, int b) { return cells[a] < cells[b]; });
    uint64_t mask = 0;
    int manhattan = 0;
    for (int i = 0; i < k; ++i) {
        mask |= uint64_t{1} << cells[i];
        manhattan += shape.distance(cells[i], pattern_.home[i]);
    }
    const PatternState start{mask, space_->permutation(order), 0};
    // 2. the distance modulo 4: bit 1 from the table, bit 0 from the parity of Manhattan distance
    const uint32_t start_region = space_->region(mask, blank);
    PatternState state = start;
    state.distance = bit(start.permutation, start_region) * 2 + (manhattan & 1);
    // 3. walk downhill, each step one pattern move closer; `distance` is only right modulo 4 and shifted
    //    by a constant, which is all that `moved` needs, so keep it positive
    state.distance += 4 * 1024;
    const int shift = state.distance;
    const uint64_t home = pattern_.home_mask();
    const uint32_t home_region = space_->region(home, pattern_.blank);
    uint32_t region = start_region;
    while (!(region == home_region && state.permutation == 0)) {
        bool stepped = false;
        for (uint64_t holes = space_->cells_of_region(region); holes && !stepped; holes &= holes - 1) {
            const int to = std::countr_zero(holes);
            for (int move = 0; move < kMoves && !stepped; ++move) {
                const int from = shape.neighbor(to, move);
                if (from == kOffBoard || !(state.mask >> from & 1)) continue;
                const PatternState next = moved(state, from, to);
                if (next.distance > state.distance) continue;
                state = next;
                region = space_->region(state.mask, from);
                stepped = true;
            }
        }
        if (!stepped || state.distance <= 4) throw DamagedTable();
    }
    return {start.mask, start.permutation, shift - state.distance};
}

}  // namespace taquin

#include "patterns/placement.hpp"

#include <utility>

namespace taquin {

uint64_t binomial(int n, int k) {
    if (k < 0 || k > n) return 0;
    uint64_t value = 1;
    for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
    return value;
}

uint32_t factorial(int n) {
    uint32_t value = 1;
    for (int i = 2; i <= n; ++i) value *= i;
    return value;
}

CombinationRank::CombinationRank(int cells, int chosen) : chosen_(chosen) {
    chunk_bits_ = cells <= 16 ? 8 : 9;
    chunks_ = cells <= 16 ? 2 : cells <= 27 ? 3 : 4;
    terms_.assign(static_cast<size_t>(chunks_) * (chosen + 1) << chunk_bits_, 0);
    for (int chunk = 0; chunk < chunks_; ++chunk)
        for (int below = 0; below <= chosen; ++below)
            for (uint32_t bits = 0; bits < 1u << chunk_bits_; ++bits) {
                uint64_t sum = 0;
                int place = below;
                for (uint32_t rest = bits; rest; rest &= rest - 1)
                    sum += binomial(chunk * chunk_bits_ + std::countr_zero(rest), ++place);
                terms_[((chunk * (chosen + 1) + below) << chunk_bits_) + bits] = static_cast<uint32_t>(sum);
            }
}

namespace {

uint64_t connected_component(uint64_t free, int cell, const std::vector<uint64_t>& neighbors) {
    uint64_t component = uint64_t{1} << cell, frontier = component;
    while (frontier) {
        uint64_t reached = 0;
        for (uint64_t rest = frontier; rest; rest &= rest - 1) reached |= neighbors[std::countr_zero(rest)];
        frontier = reached & free & ~component;
        component |= frontier;
    }
    return component;
}

// The next larger number with as many bits set (Gosper).
uint64_t next_combination(uint64_t mask) {
    const uint64_t lowest = mask & -mask, ripple = mask + lowest;
    return ripple | (((mask ^ ripple) >> 2) / lowest);
}

}  // namespace

// The same number of tiles; std::invalid_argument where no pattern has so many.
static int pattern_tiles(const Shape& shape, int tiles) {
    if (tiles < 1 || tiles > kMaxPatternTiles || tiles >= shape.cells())
        throw std::invalid_argument("a pattern has 1 to 8 tiles and leaves a cell for the blank");
    return tiles;
}

PlacementSpace::PlacementSpace(Shape shape, int tiles)
    : shape_(shape), tiles_(pattern_tiles(shape, tiles)), permutations_(factorial(tiles)), rank_(shape.cells(), tiles) {
    number_regions();
    tabulate_rotations();
}

void PlacementSpace::number_regions() {
    const int cells = shape_.cells();
    const uint64_t all = (uint64_t{1} << cells) - 1;
    std::vector<uint64_t> neighbors(cells, 0);
    for (int cell = 0; cell < cells; ++cell)
        for (int move = 0; move < kMoves; ++move)
            if (const int next = shape_.neighbor(cell, move); next != kOffBoard) neighbors[cell] |= uint64_t{1} << next;

    const uint64_t combinations = binomial(cells, tiles_);
    first_region_.reserve(combinations);
    region_of_cell_.assign(combinations * cells, 0);
    // Gosper's order is the colexicographic order, so combinations come out in the order of their ranks.
    uint64_t mask = (uint64_t{1} << tiles_) - 1;
    for (uint64_t combination = 0; combination < combinations; ++combination, mask = next_combination(mask)) {
        first_region_.push_back(regions());
        uint8_t region = 0;
        for (uint64_t free = all & ~mask; free; ++region) {
            const uint64_t component = connected_component(free, std::countr_zero(free), neighbors);
            for (uint64_t rest = component; rest; rest &= rest - 1)
                region_of_cell_[combination * cells + std::countr_zero(rest)] = region;
            region_mask_.push_back(mask);
            region_cells_.push_back(component);
            free &= ~component;
        }
    }
}

uint32_t PlacementSpace::permutation(const std::vector<int>& labels) const {
    uint32_t rank = 0;
    for (int place = 0; place < tiles_; ++place) {
        int smaller_later = 0;
        for (int later = place + 1; later < tiles_; ++later) smaller_later += labels[later] < labels[place];
        rank = rank * (tiles_ - place) + smaller_later;
    }
    return rank;
}

void PlacementSpace::tabulate_rotations() {
    const int k = tiles_;
    rotation_.assign(static_cast<size_t>(permutations_) * k * k, 0);
    auto entry = [&](uint32_t a, int from, int to) -> uint16_t& { return rotation_[(a * k + from) * k + to]; };
    std::vector<int> labels(k), pool;
    for (uint32_t a = 0; a < permutations_; ++a) {
        // 1. read the rank back into an order of labels
        pool.resize(k);
        for (int i = 0; i < k; ++i) pool[i] = i;
        uint32_t rest = a;
        for (int place = 0; place < k; ++place) {
            const uint32_t weight = factorial(k - 1 - place);
            labels[place] = pool[rest / weight];
            pool.erase(pool.begin() + rest / weight);
            rest %= weight;
        }
        // 2. staying, and changing places with the next one, directly
        for (int place = 0; place < k; ++place) entry(a, place, place) = static_cast<uint16_t>(a);
        for (int place = 0; place + 1 < k; ++place) {
            std::swap(labels[place], labels[place + 1]);
            entry(a, place, place + 1) = entry(a, place + 1, place) = static_cast<uint16_t>(permutation(labels));
            std::swap(labels[place], labels[place + 1]);
        }
    }
    // 3. longer ways as chains of such changes
    for (int distance = 2; distance < k; ++distance)
        for (uint32_t a = 0; a < permutations_; ++a)
            for (int from = 0; from + distance < k; ++from) {
                const int to = from + distance;
                entry(a, from, to) = entry(entry(a, from, to - 1), to - 1, to);
                entry(a, to, from) = entry(entry(a, to, from + 1), from + 1, from);
            }
}

}  // namespace taquin

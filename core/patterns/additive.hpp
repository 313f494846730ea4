// Additive lower bounds: partitions of the tiles into patterns.
//
// In one partition every tile belongs to exactly one pattern, so the patterns' distances add up;
// over several partitions the largest sum counts.
//
// A pattern table may have been built for a mirrored or turned picture of the pattern: then
// `frame` maps the board's cells to the table's. The goal is arbitrary: a tile is known by the
// cell it belongs to, never by its number.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "patterns/pattern.hpp"

namespace taquin {

struct PatternUse {
    const PatternTable* table = nullptr;
    std::array<uint8_t, kMaxCells> frame{};  // board cell -> table cell
};

using Partition = std::vector<PatternUse>;

class AdditiveHeuristic {
public:
    AdditiveHeuristic(Shape shape, Tiles goal, std::vector<Partition> partitions);

    Shape shape() const { return shape_; }
    const Tiles& goal() const { return goal_; }
    int partitions() const { return static_cast<int>(first_.size()); }
    int patterns() const { return static_cast<int>(uses_.size()); }
    const PatternUse& use(int pattern) const { return uses_[pattern]; }
    // The pattern of `partition` that `tile` belongs to, numbered through all partitions.
    int pattern_of(int partition, int tile) const { return pattern_of_[partition][tile]; }

    std::vector<PatternState> locate(const Tiles& tiles) const;  // [pattern]
    int partition_distance(int partition, const std::vector<PatternState>& states) const;
    int lower_bound(const Tiles& tiles) const;

private:
    Shape shape_;
    Tiles goal_;
    std::vector<PatternUse> uses_;
    std::vector<int> first_;  // [partition] its first pattern
    std::vector<std::array<uint8_t, kMaxCells>> pattern_of_;
    std::vector<std::vector<int>> tile_of_;  // [pattern][tile of the pattern] -> tile number
};

}  // namespace taquin

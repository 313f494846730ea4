#include "patterns/additive.hpp"

#include <algorithm>

namespace taquin {

AdditiveHeuristic::AdditiveHeuristic(Shape shape, Tiles goal, std::vector<Partition> partitions)
    : shape_(shape), goal_(std::move(goal)) {
    check_tiles(shape_, goal_);
    for (const Partition& partition : partitions) {
        first_.push_back(patterns());
        std::array<uint8_t, kMaxCells> pattern_of;
        pattern_of.fill(255);
        for (const PatternUse& use : partition) {
            const Pattern& pattern = use.table->pattern();
            std::vector<int> tiles(pattern.home.size(), -1);
            for (int cell = 0; cell < shape_.cells(); ++cell) {
                const auto home = std::find(pattern.home.begin(), pattern.home.end(), use.frame[cell]);
                if (home == pattern.home.end()) continue;
                const int tile = goal_[cell];
                if (tile == 0 || pattern_of[tile] != 255)
                    throw std::invalid_argument("patterns of a partition must be disjoint and leave the blank out");
                pattern_of[tile] = static_cast<uint8_t>(patterns());
                tiles[home - pattern.home.begin()] = tile;
            }
            if (std::count(tiles.begin(), tiles.end(), -1))
                throw std::invalid_argument("a pattern does not fit the board");
            uses_.push_back(use);
            tile_of_.push_back(std::move(tiles));
        }
        if (std::count(pattern_of.begin(), pattern_of.end(), 255) != kMaxCells - shape_.cells() + 1)
            throw std::invalid_argument("every tile must belong to a pattern of each partition");
        pattern_of_.push_back(pattern_of);
    }
    if (partitions.empty()) throw std::invalid_argument("at least one partition is needed");
}

std::vector<PatternState> AdditiveHeuristic::locate(const Tiles& tiles) const {
    std::array<int, kMaxCells> cell_of{};
    for (int cell = 0; cell < shape_.cells(); ++cell) cell_of[tiles[cell]] = cell;
    std::vector<PatternState> states;
    for (int pattern = 0; pattern < patterns(); ++pattern) {
        const PatternUse& use = uses_[pattern];
        std::vector<int> cells;
        for (int tile : tile_of_[pattern]) cells.push_back(use.frame[cell_of[tile]]);
        states.push_back(use.table->locate(cells, use.frame[cell_of[0]]));
    }
    return states;
}

int AdditiveHeuristic::partition_distance(int partition, const std::vector<PatternState>& states) const {
    const int end = partition + 1 < partitions() ? first_[partition + 1] : patterns();
    int sum = 0;
    for (int pattern = first_[partition]; pattern < end; ++pattern) sum += states[pattern].distance;
    return sum;
}

int AdditiveHeuristic::lower_bound(const Tiles& tiles) const {
    const std::vector<PatternState> states = locate(tiles);
    int best = 0;
    for (int partition = 0; partition < partitions(); ++partition)
        best = std::max(best, partition_distance(partition, states));
    return best;
}

}  // namespace taquin

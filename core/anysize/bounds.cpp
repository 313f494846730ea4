#include "anysize/bounds.hpp"

#include "base/subsequence.hpp"

namespace taquin::anysize {
namespace {

// How many of the positions (in the order of their tiles in the line) must go so that the rest rises.
int removals(const std::vector<std::uint8_t>& positions) {
    Subsequence<(kLongestSide + 63) / 64> kept;
    for (const std::uint8_t position : positions) kept.add(position);
    return int(positions.size()) - kept.length();
}

}  // namespace

int linear_conflict(const Grid& grid, const Arrangement& arrangement, Cell blank) {
    std::vector<std::vector<std::uint8_t>> rows(grid.height), columns(grid.width);
    for (int c = 0; c < grid.cells; ++c) {
        if (c == blank) continue;
        const Cell home = arrangement[c];
        if (grid.row[c] == grid.row[home]) rows[grid.row[c]].push_back(grid.column[home]);
        if (grid.column[c] == grid.column[home]) columns[grid.column[c]].push_back(grid.row[home]);
    }
    int sum = 0;
    for (const auto& line : rows) sum += removals(line);
    for (const auto& line : columns) sum += removals(line);
    return 2 * sum;
}

int lower_bound(const Grid& grid, const Arrangement& arrangement, Cell blank) {
    return manhattan(grid, arrangement, blank) + linear_conflict(grid, arrangement, blank);
}

}  // namespace taquin::anysize

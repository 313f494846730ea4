#include "patterns/sampled_boards.hpp"

#include <algorithm>
#include <bit>

namespace taquin {

SampledBoards::SampledBoards(Shape shape, const Tiles& goal, Tiles start, const std::vector<std::string>& paths)
    : shape_(shape), start_(std::move(start)) {
    check_tiles(shape, goal), check_tiles(shape, start_);
    for (int cell = 0; cell < shape.cells(); ++cell) home_[goal[cell]] = static_cast<uint8_t>(cell);
    const int blank = static_cast<int>(std::find(start_.begin(), start_.end(), 0) - start_.begin());
    for (const std::string& path : paths) {
        std::vector<Step>& steps = steps_.emplace_back();
        Tiles tiles = start_;
        int to = blank;
        for (char letter : path) {
            const int from = shape.neighbor(to, parse_move(letter));
            if (from == kOffBoard) throw std::invalid_argument("a move leads off the board");
            steps.push_back({home_[tiles[from]], static_cast<uint8_t>(from), static_cast<uint8_t>(to)});
            std::swap(tiles[from], tiles[to]);
            to = from;
        }
    }
}

std::vector<uint8_t> SampledBoards::distances(const PatternUse& use) const {
    const std::vector<int>& home = use.table->pattern().home;
    std::array<bool, kMaxCells> belongs{};  // [cell] whether the pattern has the tile that belongs there
    std::vector<int> cells(home.size());
    for (int cell = 0; cell < shape_.cells(); ++cell)
        belongs[cell] = std::find(home.begin(), home.end(), use.frame[cell]) != home.end();
    for (int cell = 0; cell < shape_.cells(); ++cell)
        if (const int goal = home_[start_[cell]]; start_[cell] != 0 && belongs[goal])
            cells[std::find(home.begin(), home.end(), use.frame[goal]) - home.begin()] = use.frame[cell];
    const int blank = static_cast<int>(std::find(start_.begin(), start_.end(), 0) - start_.begin());
    const PatternState start = use.table->locate(cells, use.frame[blank]);
    std::vector<uint8_t> found;
    for (const std::vector<Step>& steps : steps_) {
        PatternState state = start;
        for (const Step& step : steps)
            if (belongs[step.home]) state = use.table->moved(state, use.frame[step.from], use.frame[step.to]);
        found.push_back(static_cast<uint8_t>(state.distance));
    }
    return found;
}

PartitionPair SampledBoards::best_pair(int bound, const std::vector<std::span<const uint8_t>>& distances,
                                       const std::vector<std::vector<int>>& partitions, size_t firsts) const {
    for (const auto& each : distances)
        if (each.size() != size()) throw std::invalid_argument("there must be a distance for every board");
    // 1. of each partition, the boards that it leaves, a bit each
    const size_t words = (size() + 63) / 64;
    std::vector<uint64_t> left(partitions.size() * words);
    for (size_t p = 0; p < partitions.size(); ++p)
        for (size_t board = 0; board < size(); ++board) {
            int sum = static_cast<int>(steps_[board].size());
            for (int pattern : partitions[p]) sum += distances.at(static_cast<size_t>(pattern))[board];
            if (sum <= bound) left[p * words + board / 64] |= uint64_t{1} << board % 64;
        }
    // 2. of each pair, those that both leave; a pair of the same is one alone
    PartitionPair best{0, 0, size() + 1};
    for (size_t first = 0; first < std::min(firsts, partitions.size()); ++first)
        for (size_t second = first; second < partitions.size(); ++second) {
            size_t kept = 0;
            for (size_t word = 0; word < words; ++word)
                kept += std::popcount(left[first * words + word] & left[second * words + word]);
            if (kept < best.kept) best = {first, second, kept};
        }
    return best;
}

}  // namespace taquin

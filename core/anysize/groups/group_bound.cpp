#include "anysize/groups/group_bound.hpp"

#include <bit>
#include <chrono>
#include <stdexcept>

namespace taquin::anysize {
namespace {

constexpr int kAllLinked = 49;         // cells: on boards up to this size all tiles are looked at together
constexpr std::size_t kMostLinks = 48;  // tiles that one tile is looked at together with

std::uint64_t key(GroupOverhead::Cells group, int size) {
    std::fill(group.begin() + size, group.end(), kNoCell);
    std::sort(group.begin(), group.end());
    return std::bit_cast<std::uint64_t>(group);
}

}  // namespace

const std::vector<GroupBound::Stage> GroupBound::kStages = {{1, false}, {2, true}, {2, false}, {3, true},
                                                            {3, false}, {4, true}, {4, false}};

GroupBound::GroupBound(const Grid& grid, const Arrangement& start, Cell blank_home)
    : grid_(grid), start_(start), blank_home_(blank_home), overhead_(grid_, start_, blank_home), demands_(grid.cells),
      manhattan_(manhattan(grid, start, find(start, blank_home))), rank_(start.size()), links_(start.size()),
      near_(start.size(), false), asked_of_(start.size(), false) {
    if (!solvable(grid, start, blank_home)) throw std::invalid_argument("this puzzle has no solution");
    add_conflicts();
    if (std::min(grid.width, grid.height) < 2) {  // tiles cannot pass each other, and need not
        stage_ = kStages.size();
        return;
    }
    const Cell blank = overhead_.start(blank_home);
    const auto near = [&](Cell a, Cell b) {
        return std::abs(int(grid_.row[a]) - int(grid_.row[b])) <= 2 &&
               std::abs(int(grid_.column[a]) - int(grid_.column[b])) <= 2;
    };
    for (const bool displaced : {true, false}) {
        for (int tile = 0; tile < grid.cells; ++tile) {
            const Cell at = overhead_.start(Cell(tile));
            // The blank may have to come out of a corner, or into one, that tiles at home close off.
            const bool away = at != tile || (blank != blank_home && (near(at, blank) || near(at, blank_home)));
            if (tile == blank_home || away != displaced) continue;
            rank_[tile] = Cell(order_.size());
            order_.push_back(Cell(tile));
        }
        if (displaced) displaced_ = order_.size();
    }
}

void GroupBound::add_conflicts() {
    const Cell blank = overhead_.start(blank_home_);
    std::vector<Cell> tiles;
    std::vector<int> homes;
    for (const bool rows : {true, false}) {
        const auto& line = rows ? grid_.row : grid_.column;
        const auto& place = rows ? grid_.column : grid_.row;
        const int lines = rows ? grid_.height : grid_.width, places = rows ? grid_.width : grid_.height;
        for (int i = 0; i < lines; ++i) {
            tiles.clear(), homes.clear();
            for (int j = 0; j < places; ++j) {
                const Cell cell = Cell(rows ? i * grid_.width + j : j * grid_.width + i);
                if (cell == blank || line[start_[cell]] != i) continue;
                tiles.push_back(start_[cell]);
                homes.push_back(place[start_[cell]]);
            }
            demands_.add_line(tiles, homes, rows ? kVertical : kHorizontal);
        }
    }
}

bool GroupBound::run(double milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double, std::milli>(milliseconds);
    while (stage_ < kStages.size() && Clock::now() < end) step();
    return stage_ == kStages.size();
}

bool GroupBound::run_steps(long steps) {
    while (stage_ < kStages.size() && steps-- > 0) step();
    return stage_ == kStages.size();
}

void GroupBound::step() {
    if (next_ < groups_.size()) return look_at(groups_[next_++]);
    groups_.clear();
    next_ = 0;
    const Stage& stage = kStages[stage_];
    if (place_ == (stage.size == 1 ? order_.size() : displaced_)) {
        place_ = 0;
        ++stage_;
    } else if (stage.size == 1) find_links(order_[place_++]);
    else list_groups(order_[place_++], stage);
}

bool GroupBound::in_line(Cell tile) const {
    const Cell at = overhead_.start(tile);
    return grid_.row[at] == grid_.row[tile] || grid_.column[at] == grid_.column[tile];
}

void GroupBound::link(Cell a, Cell b) {
    auto& of_a = links_[a];
    auto& of_b = links_[b];
    if (a == b || a == blank_home_ || b == blank_home_ || of_a.size() >= kMostLinks || of_b.size() >= kMostLinks)
        return;
    if (std::find(of_a.begin(), of_a.end(), b) != of_a.end()) return;
    of_a.push_back(b);
    of_b.push_back(a);
}

// A tile in a line of its own meets others all along it, every other tile where it starts and where it ends.
void GroupBound::find_links(Cell tile) {
    const auto link_around = [&](Cell from, Cell to) {
        const int top = std::min(grid_.row[from], grid_.row[to]) - 1,
                  bottom = std::max(grid_.row[from], grid_.row[to]) + 1;
        const int left = std::min(grid_.column[from], grid_.column[to]) - 1,
                  right = std::max(grid_.column[from], grid_.column[to]) + 1;
        for (int row = std::max(top, 0); row <= std::min(bottom, grid_.height - 1); ++row)
            for (int column = std::max(left, 0); column <= std::min(right, grid_.width - 1); ++column) {
                const Cell cell = Cell(row * grid_.width + column);
                link(tile, start_[cell]);
                link(tile, cell);
            }
    };
    const Cell at = overhead_.start(tile);
    if (grid_.cells <= kAllLinked) {
        for (const Cell other : order_) link(tile, other);
    } else if (in_line(tile)) {
        link_around(at, tile);
    } else {
        link_around(at, at);
        link_around(tile, tile);
    }
}

// All groups of this size that links hold together and whose first tile in the order is this one, each once:
// a group grows only by tiles that were not linked with it before the last one came.
void GroupBound::list_groups(Cell first, const Stage& stage) {
    std::vector<Cell> extension;
    for (const Cell other : links_[first])
        if (rank_[other] > rank_[first]) {
            extension.push_back(other);
            near_[other] = true;
        }
    near_[first] = true;
    Group group;
    group.fill(kNoCell);
    group[0] = first;
    extend(group, 1, extension, stage);
    near_[first] = false;
    for (const Cell other : extension) near_[other] = false;
}

void GroupBound::extend(Group& group, int count, std::vector<Cell> extension, const Stage& stage) {
    if (count == stage.size || count == GroupOverhead::kMostTiles) {
        const auto lines = std::count_if(group.begin(), group.begin() + count,
                                         [&](Cell tile) { return in_line(tile); });
        if ((lines >= 2) == stage.with_lines) groups_.push_back(group);
        return;
    }
    while (!extension.empty()) {
        const Cell tile = extension.back();
        extension.pop_back();
        std::vector<Cell> next = extension;
        for (const Cell other : links_[tile])
            if (rank_[other] > rank_[group[0]] && !near_[other]) {
                next.push_back(other);
                near_[other] = true;
            }
        group[count] = tile;
        extend(group, count + 1, next, stage);
        for (std::size_t i = extension.size(); i < next.size(); ++i) near_[next[i]] = false;
    }
    group[count] = kNoCell;
}

// What the pairs and triples in a group ask for together.
int GroupBound::implied(const Group& group, int size) const {
    const auto asked = [&](Group part, int count) {
        const auto found = known_.find(key(part, count));
        return found == known_.end() ? 0 : found->second;
    };
    if (std::count_if(group.begin(), group.begin() + size, [&](Cell tile) { return asked_of_[tile]; }) < 2) return 0;
    int most = 0;
    if (size == 3)
        for (int i = 0; i < 3; ++i) most = std::max(most, asked({group[i], group[(i + 1) % 3]}, 2));
    if (size == 4) {
        for (int i = 0; i < 4; ++i) most = std::max(most, asked({group[i], group[(i + 1) % 4], group[(i + 2) % 4]}, 3));
        for (int i = 1; i < 4; ++i)
            most = std::max(most,
                            asked({group[0], group[i]}, 2) + asked({group[i % 3 + 1], group[(i + 1) % 3 + 1]}, 2));
    }
    return most;
}

void GroupBound::look_at(const Group& group) {
    ++looked_at_;
    const int size = int(std::find(group.begin(), group.end(), kNoCell) - group.begin());
    const int least = implied(group, size), overhead = overhead_(std::span(group).first(size), least);
    if (overhead == least) return;
    if (size < 4) {
        known_[key(group, size)] = overhead;
        for (int i = 0; i < size; ++i) asked_of_[group[i]] = true;
    }
    demands_.add({group, std::uint8_t(size), kBothAxes, std::uint8_t(overhead)});
}

}  // namespace taquin::anysize

#include "anysize/groups/group_overhead.hpp"

#include <bit>
#include <cstdlib>

namespace taquin::anysize {
namespace {

constexpr std::size_t kSmallestSeen = 256;  // entries: 4 KB, which stay in the cache from search to search
constexpr int kNarrow = 5;                  // cells: the header says why
constexpr int kLargestPart = 6;             // cells: the corner behind a diagonal of four tiles
constexpr int kReach = 3;                   // rows and columns from the middle of a window to its edge
constexpr int kStride = 8;                  // bits from one row of a window to the next

constexpr int kCellsPerState = 16;          // cells flooded while one state is made, roughly

constexpr int window_bit(int rows, int columns) { return (rows + kReach) * kStride + columns + kReach; }

std::uint64_t packed(const GroupOverhead::Cells& at) { return std::bit_cast<std::uint64_t>(at); }

}  // namespace

GroupOverhead::GroupOverhead(const Grid& grid, const Arrangement& start, Cell blank_home)
    : grid_(grid), start_(start.size()), blank_home_(blank_home), narrow_(std::min(grid.width, grid.height) < kNarrow),
      border_(start.size()), seen_(kSmallestSeen) {
    for (std::size_t cell = 0; cell < start.size(); ++cell) start_[start[cell]] = Cell(cell);
    blank_ = start_[blank_home];
    if (narrow_) flooded_.assign(start.size(), 0);
    else window_.assign(start.size(), 0);
    for (int cell = 0; cell < grid.cells; ++cell) {
        const int row = grid.row[cell], column = grid.column[cell];
        border_[cell] = row == 0 || column == 0 || row == grid.height - 1 || column == grid.width - 1;
        if (narrow_) continue;
        for (int rows = -kReach; rows <= kReach; ++rows)
            for (int columns = -kReach; columns <= kReach; ++columns)
                if (row + rows >= 0 && row + rows < grid.height && column + columns >= 0 &&
                    column + columns < grid.width)
                    window_[cell] |= std::uint64_t{1} << window_bit(rows, columns);
    }
}

bool GroupOverhead::cut_apart(const Cells& at) const {
    int on_border = 0;
    for (int i = 0; i < count_; ++i) on_border += border_[at[i]];
    if (on_border < 2 && count_ < kMostTiles) return false;
    bool touching = false;
    int top = 255, bottom = 0, left = 255, right = 0;
    for (int i = 0; i < count_; ++i) {
        const int row = grid_.row[at[i]], column = grid_.column[at[i]];
        top = std::min(top, row), bottom = std::max(bottom, row);
        left = std::min(left, column), right = std::max(right, column);
        for (int j = 0; j < i; ++j)
            touching |= std::abs(row - int(grid_.row[at[j]])) <= 1 && std::abs(column - int(grid_.column[at[j]])) <= 1;
    }
    return touching && (on_border >= 2 || (bottom - top == 2 && right - left == 2));
}

Cell GroupOverhead::part_of_wide(const Cells& at, Cell cell) const {
    const int row = grid_.row[cell], column = grid_.column[cell];
    std::uint64_t free = window_[cell];
    for (int i = 0; i < count_; ++i) {
        const int rows = int(grid_.row[at[i]]) - row, columns = int(grid_.column[at[i]]) - column;
        if (std::abs(rows) <= kReach && std::abs(columns) <= kReach)
            free &= ~(std::uint64_t{1} << window_bit(rows, columns));
    }
    std::uint64_t part = std::uint64_t{1} << window_bit(0, 0);
    for (std::uint64_t before = 0; part != before;) {
        before = part;
        part |= (part << 1 | part >> 1 | part << kStride | part >> kStride) & free;
        if (std::popcount(part) > kLargestPart) return kLarge;
    }
    const int first = std::countr_zero(part);
    return Cell((row + first / kStride - kReach) * grid_.width + column + first % kStride - kReach);
}

Cell GroupOverhead::part_of_narrow(const Cells& at, Cell cell) {
    const std::size_t half = std::size_t(grid_.cells - count_) /
                             2;  // a region with more cells than this is the large one
    ++flood_;
    flooded_[cell] = flood_;
    queue_.assign(1, cell);
    for (std::size_t next = 0; next < queue_.size() && queue_.size() <= half; ++next)
        for (const Cell to : grid_.neighbor[queue_[next]]) {
            if (to == kNoCell || flooded_[to] == flood_ || occupied(at, to)) continue;
            flooded_[to] = flood_;
            queue_.push_back(to);
        }
    work_ += long(queue_.size()) / kCellsPerState;
    return queue_.size() > half ? kLarge : *std::min_element(queue_.begin(), queue_.end());
}

bool GroupOverhead::note(const Cells& cells, Cell region, int overhead) {
    const auto place = [&](std::uint64_t at, Cell part) {
        std::size_t i = (at ^ (std::uint64_t(part) << 23)) * 0x9E3779B97F4A7C15ull >> 32 & seen_mask_;
        while (seen_[i].stamp == stamp_ && (seen_[i].at != at || seen_[i].region != part)) i = (i + 1) & seen_mask_;
        return i;
    };
    const std::uint64_t at = packed(cells);
    const std::size_t found = place(at, region);
    const bool old = seen_[found].stamp == stamp_;
    if (old && int(seen_[found].overhead) <= overhead) return false;
    seen_[found] = {at, stamp_, region, std::uint64_t(overhead)};
    if (old || 2 * ++seen_count_ <= seen_mask_) return true;
    std::vector<Seen> kept;
    for (std::size_t i = 0; i <= seen_mask_; ++i)
        if (seen_[i].stamp == stamp_) kept.push_back(seen_[i]);
    seen_mask_ = 2 * seen_mask_ + 1;
    seen_.resize(std::max(seen_.size(), seen_mask_ + 1));
    ++stamp_;
    for (Seen& entry : kept) {
        entry.stamp = stamp_;
        seen_[place(entry.at, Cell(entry.region))] = entry;
    }
    return true;
}

void GroupOverhead::expand(const State& state, Cell region, int most) {
    const bool cut = cut_apart(state.at);
    std::array<State, 2 * kMostTiles> nearer;
    int count = 0;
    for (int i = 0; i < count_; ++i) {
        const Cell from = state.at[i];
        const int distance = grid_.distance(from, home_[i]);
        for (const Cell to : grid_.neighbor[from]) {
            if (to == kNoCell) continue;
            const bool away = grid_.distance(to, home_[i]) > distance;
            if ((away && state.overhead >= most) || occupied(state.at, to) || (cut && part(state.at, to) != region))
                continue;
            State child{state.at, from, std::uint8_t(state.overhead + away)};
            child.at[i] = to;
            if (away) open_.push_back(child);
            else nearer[count++] = child;
        }
    }
    open_.insert(open_.end(), nearer.begin(), nearer.begin() + count);
}

// Whether the tiles get home with no more overhead than this; true as well where that takes too long to find out.
bool GroupOverhead::gets_home(const Cells& first, int most) {
    ++stamp_;
    seen_mask_ = kSmallestSeen - 1;
    seen_count_ = 0;
    open_.assign(1, {first, blank_, 0});
    while (!open_.empty()) {
        const State state = open_.back();
        open_.pop_back();
        const Cell here = region(state.at, state.blank);
        if ((state.at == home_ && here == home_region_) || ++work_ > kMostWork) return true;
        if (note(state.at, here, state.overhead)) expand(state, here, most);
    }
    return false;
}

int GroupOverhead::operator()(std::span<const Cell> tiles, int least) {
    count_ = int(tiles.size());
    home_.fill(kNoCell);
    Cells first = home_;
    for (int i = 0; i < count_; ++i) home_[i] = tiles[i], first[i] = start_[tiles[i]];
    home_region_ = region(home_, blank_home_);
    work_ = 0;
    while (!gets_home(first, least)) ++least;
    return least;
}

}  // namespace taquin::anysize

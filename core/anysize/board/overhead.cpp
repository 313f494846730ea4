#include "anysize/board/overhead.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace taquin::anysize {

std::size_t OverheadBuilder::table_bytes(int cells, int tiles) {
    if (cells < 1 || cells > kMostCells || tiles < 1 || tiles > kMostTiles)
        throw std::invalid_argument("overhead tables are for 1 to 4 tiles on up to 64 cells");
    std::size_t entries = 1;
    for (int i = 0; i < tiles; ++i) entries *= base(cells);
    return (entries + 3) / 4;
}

OverheadBuilder::OverheadBuilder(const Grid& grid, std::vector<Cell> home, Cell blank)
    : grid_(grid), home_(std::move(home)) {
    table_.assign(table_bytes(grid.cells, int(home_.size())), 0);
    if (blank >= grid.cells) throw std::invalid_argument("the blank is not on the board");
    board_ = grid.cells == 64 ? ~Mask{0} : bit(grid.cells) - 1;
    not_first_column_ = not_last_column_ = board_;
    for (int y = 0; y < grid.height; ++y) {
        not_first_column_ &= ~bit(y * grid.width);
        not_last_column_ &= ~bit(y * grid.width + grid.width - 1);
    }
    std::uint32_t rows = 1;
    Mask taken = bit(blank);
    Cells cell{};
    for (std::size_t i = 0; i < home_.size(); ++i) {
        if (home_[i] >= grid.cells || taken & bit(home_[i]))
            throw std::invalid_argument("the tiles' home cells must be distinct, on the board and not the blank's");
        taken |= bit(home_[i]);
        cell[i] = home_[i];
        stride_.push_back(i == 0 ? 0 : rows);
        if (i > 0) rows *= std::uint32_t(grid.cells);
        away_.emplace_back();
        for (int c = 0; c < grid.cells; ++c)
            for (int move = 0; move < 4; ++move) {
                const Cell to = grid.neighbor[c][move];
                if (to != kNoCell && grid.distance(to, home_[i]) > grid.distance(Cell(c), home_[i]))
                    away_[i][move] |= bit(c);
            }
    }
    known_.assign(rows, 0), fresh_ = later_ = cut_ = known_;
    mark_cuts();
    if (cut_[row_of(cell)] & bit(cell[0])) reach_cut(cell, blank, 0);
    else reach(row_of(cell), bit(cell[0]), 0);
}

OverheadBuilder::Mask OverheadBuilder::shifted(Mask cells, int move) const {
    switch (move) {
        case kUp: return cells >> grid_.width;
        case kLeft: return (cells & not_first_column_) >> 1;
        case kRight: return (cells & not_last_column_) << 1;
        default: return cells << grid_.width & board_;
    }
}

OverheadBuilder::Mask OverheadBuilder::flood(Mask free, int from) const {
    Mask region = bit(from), before = 0;
    while (region != before) {
        before = region;
        for (int move = 0; move < 4; ++move) region |= shifted(region, move) & free;
    }
    return region;
}

// The blank's region, or so much of it as makes it the largest.
OverheadBuilder::Mask OverheadBuilder::region_of(const Cells& cell, Cell blank) const {
    Mask free = board_;
    for (std::size_t i = 0; i < home_.size(); ++i) free &= ~bit(cell[i]);
    Mask region = bit(blank), before = 0;
    while (region != before && !largest(region)) {
        before = region;
        region |= ((region & not_first_column_) >> 1 | (region & not_last_column_) << 1 | region >> grid_.width |
                   region << grid_.width) &
                  free;
    }
    return region;
}

std::uint32_t OverheadBuilder::row_of(const Cells& cell) const {
    std::uint32_t row = 0;
    for (std::size_t i = 1; i < home_.size(); ++i) row += stride_[i] * cell[i];
    return row;
}

OverheadBuilder::Cells OverheadBuilder::cells_of(std::uint32_t row) const {
    Cells cell{};
    for (std::size_t i = 1; i < home_.size(); ++i, row /= std::uint32_t(grid_.cells))
        cell[i] = Cell(row % std::uint32_t(grid_.cells));
    return cell;
}

std::size_t OverheadBuilder::index_of(std::uint32_t row) const {
    const Cells cell = cells_of(row);
    std::size_t index = 0;
    for (std::size_t i = home_.size(); i-- > 1;) index = (index + cell[i]) * base(grid_.cells);
    return index;
}

// Every set of cells once; one that cuts the rest of the board apart, in every order of the tiles.
void OverheadBuilder::mark_cuts() {
    const int k = int(home_.size());
    Cells cell{};
    for (int i = 0; i < k; ++i) cell[i] = Cell(i);
    while (true) {
        Mask free = board_;
        for (int i = 0; i < k; ++i) free &= ~bit(cell[i]);
        if (flood(free, std::countr_zero(free)) != free) {
            Cells order = cell;
            do cut_[row_of(order)] |= bit(order[0]);
            while (std::next_permutation(order.begin(), order.begin() + k));
        }
        int i = k - 1;
        while (i >= 0 && cell[i] == grid_.cells - k + i) --i;
        if (i < 0) return;
        for (++cell[i++]; i < k; ++i) cell[i] = Cell(cell[i - 1] + 1);
    }
}

void OverheadBuilder::store(std::size_t index, int overhead) {
    table_[index >> 2] |= std::uint8_t(overhead << (2 * (index & 3)));
}

// Placements that leave the other cells connected.
void OverheadBuilder::reach(std::uint32_t row, Mask cells, int overhead) {
    cells &= ~known_[row];
    if (!cells) return;
    if (overhead > overhead_) {
        if (!later_[row]) rows_later_.push_back(row);
        later_[row] |= cells;
        return;
    }
    known_[row] |= cells;
    if (overhead > 0) {
        const std::size_t index = index_of(row);
        for (Mask rest = cells; rest; rest &= rest - 1) store(index + std::size_t(std::countr_zero(rest)), overhead);
    }
    if (!fresh_[row]) rows_.push_back(row);
    fresh_[row] |= cells;
}

void OverheadBuilder::reach_cut(const Cells& cell, Cell blank, int overhead) {
    const std::uint32_t row = row_of(cell);
    const std::size_t index = index_of(row) + cell[0];
    const Mask region = region_of(cell, blank);
    if (largest(region)) {
        if (known_[row] & bit(cell[0])) return;
        if (overhead == overhead_) {
            known_[row] |= bit(cell[0]);
            store(index, overhead);
        }
    } else {
        int& least = pockets_.try_emplace(std::uint64_t(index) << 6 | std::countr_zero(region), kHighest).first->second;
        if (overhead >= least) return;
        if (overhead == overhead_) least = overhead;
    }
    (overhead == overhead_ ? cuts_ : cuts_later_).push_back({cell, blank});
}

void OverheadBuilder::expand(std::uint32_t row) {
    const Mask cells = std::exchange(fresh_[row], 0);
    const Cells cell = cells_of(row);
    Mask others = 0;
    for (std::size_t i = 1; i < home_.size(); ++i) others |= bit(cell[i]);
    // The targets are cells of tile 0; the blank is then where the tile that moved came from.
    auto go = [&](const Cells& next, Mask targets, int overhead, auto&& blank) {
        const std::uint32_t to_row = row_of(next);
        reach(to_row, targets & ~cut_[to_row], overhead);
        for (Mask rest = targets & cut_[to_row]; rest; rest &= rest - 1) {
            Cells placement = next;
            placement[0] = Cell(std::countr_zero(rest));
            reach_cut(placement, blank(placement[0]), overhead);
        }
    };
    for (int move = 0; move < 4; ++move) {
        auto back = [&](Cell to) { return grid_.neighbor[to][inverse(move)]; };
        go(cell, shifted(cells & away_[0][move], move) & ~others, overhead_, back);
        go(cell, shifted(cells & ~away_[0][move], move) & ~others, overhead_ + 1, back);
        for (std::size_t i = 1; i < home_.size(); ++i) {
            Cells next = cell;
            next[i] = grid_.neighbor[cell[i]][move];
            if (next[i] == kNoCell || others & bit(next[i])) continue;
            const int overhead = overhead_ + !(away_[i][move] & bit(cell[i]));
            go(next, cells & ~bit(next[i]), overhead, [&](Cell) { return cell[i]; });
        }
    }
}

void OverheadBuilder::expand_cut(const Cut& cut) {
    Mask region = region_of(cut.cell, cut.blank);
    if (largest(region)) {  // grown just far enough to know
        Mask free = board_;
        for (std::size_t i = 0; i < home_.size(); ++i) free &= ~bit(cut.cell[i]);
        region = flood(free, cut.blank);
    }
    for (std::size_t i = 0; i < home_.size(); ++i)
        for (int move = 0; move < 4; ++move) {
            const Cell from = cut.cell[i], to = grid_.neighbor[from][move];
            if (to == kNoCell || !(region & bit(to))) continue;
            Cells next = cut.cell;
            next[i] = to;
            const int overhead = overhead_ + !(away_[i][move] & bit(from));
            const std::uint32_t row = row_of(next);
            if (cut_[row] & bit(next[0])) reach_cut(next, from, overhead);
            else reach(row, bit(next[0]), overhead);
        }
}

bool OverheadBuilder::step(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    std::vector<std::uint32_t> rows;
    std::vector<Cut> cuts;
    while (!done_) {
        rows.swap(rows_), rows_.clear();
        cuts.swap(cuts_), cuts_.clear();
        for (const std::uint32_t row : rows) expand(row);
        for (const Cut& cut : cuts) expand_cut(cut);
        if (rows_.empty() && cuts_.empty()) {
            ++overhead_;
            if (overhead_ == kHighest) {  // whatever has not been reached is at least this far
                for (std::uint32_t row = 0; row < known_.size(); ++row) {
                    const std::size_t index = index_of(row);
                    for (Mask rest = board_ & ~known_[row]; rest; rest &= rest - 1)
                        store(index + std::size_t(std::countr_zero(rest)), kHighest);
                }
                done_ = true;
            } else {
                for (const std::uint32_t row : std::exchange(rows_later_, {}))
                    reach(row, std::exchange(later_[row], 0), overhead_);
                for (const Cut& cut : std::exchange(cuts_later_, {})) reach_cut(cut.cell, cut.blank, overhead_);
            }
        }
        if (Clock::now() >= end) break;
    }
    return done_;
}

}  // namespace taquin::anysize

#include "anysize/board/board_score.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "base/prefetch.hpp"
#include "base/random.hpp"

namespace taquin::anysize {
namespace {
constexpr std::uint8_t kNothing = 0;                           // the table of a pattern of no tiles
constexpr std::array<std::int8_t, LargePosition::kCells> kNoWeights{};  // of no neighbor

template <class Whole>
Whole units(float weight) {
    constexpr float most = float(std::min<int>(std::numeric_limits<Whole>::max(), 1 << 20));
    return Whole(std::lround(std::clamp(weight * kWeightUnits, -most, most)));
}

}  // namespace

std::vector<NeighborPair> neighbor_pairs(const Grid& grid, Cell blank_home) {
    std::vector<NeighborPair> pairs;
    for (int c = 0; c < grid.cells; ++c)
        for (const int move : {kRight, kDown}) {
            const Cell other = grid.neighbor[c][move];
            if (other != kNoCell && other != blank_home && c != blank_home) pairs.push_back({Cell(c), other});
        }
    return pairs;
}

BoardWeights BoardWeights::formula(const Grid& grid, const std::vector<OverheadPartition>& partitions, float power,
                                   float border, float conflict_weight) {
    const FormulaScore plain(grid, power, border, conflict_weight);
    BoardWeights weights{{}, plain.row_weight, plain.column_weight, {}, {}, 0};
    for (int label = 0; label < grid.cells; ++label)
        for (int c = 0; c < grid.cells; ++c)
            weights.tile.push_back(plain.weight[label] * plain.phi[grid.distance(Cell(label), Cell(c))]);
    for (const OverheadPartition& partition : partitions)
        for (const OverheadUse& use : partition) {
            float sum = 0;
            for (const Cell tile : use.tiles) sum += plain.weight.at(tile);
            weights.overhead.push_back(sum / float(use.tiles.size()));
        }
    return weights;
}

template <class Position>
BoardScore<Position>::BoardScore(const Grid& g, const std::vector<OverheadPartition>& partitions,
                                 const BoardWeights& weights)
    : grid_(g), from_(weights.from), cells_(std::size_t(g.cells)), offset_{-g.width, -1, 1, g.width},
      neighbors_(cells_) {
    if (g.cells > Position::kCells || g.width + g.height > Position::kLines || g.width < 2 || g.height < 2)
        throw std::invalid_argument("whole boards have 2x2 to " + std::to_string(Position::kCells) + " cells");
    if (partitions.size() > kPartitions) throw std::invalid_argument("a score takes up to four partitions");
    if (weights.tile.size() != cells_ * cells_ || weights.row.size() != std::size_t(g.height) ||
        weights.column.size() != std::size_t(g.width))
        throw std::invalid_argument("these weights are for another shape");
    const std::size_t blank = cells_ - 1;
    entry_.resize(cells_ * Position::kCells);
    for (std::size_t tile = 0; tile < blank; ++tile)
        for (std::size_t c = 0; c < cells_; ++c) {
            Entry& entry = entry_[tile * Position::kCells + c];
            entry.weight = units<std::int32_t>(weights.tile[tile * cells_ + c]);
            entry.distance = std::int8_t(g.distance(Cell(tile), Cell(c)));
            for (int move = 0; move < 4; ++move)
                entry.line[move] = g.neighbor[c][move] == kNoCell
                                       ? kNoLine
                                       : changed_line(int(tile), g.neighbor[c][move], int(c));
        }
    for (const float weight : weights.row) line_weight_.push_back(units<std::int32_t>(weight));
    for (const float weight : weights.column) line_weight_.push_back(units<std::int32_t>(weight));
    Random random(1);
    for (std::size_t i = 0; i < cells_; ++i) {
        label_.push_back(random.next() | 1);
        place_.push_back(random.next() | 1);
    }
    use_tables(partitions, weights.overhead);
    for (auto& neighbors : neighbors_) neighbors.fill({kNoWeights.data(), 0, 0});
    if (!weights.pair.empty()) use_pairs(weights.pair);
}

template <class Position>
void BoardScore<Position>::use_tables(const std::vector<OverheadPartition>& partitions,
                                      const std::vector<float>& weights) {
    std::size_t number = 0;  // pattern 0 is the one of no tiles
    for (const OverheadPartition& partition : partitions) number += partition.size();
    if (weights.size() != number) throw std::invalid_argument("there must be one weight for every pattern");
    if (number >= Position::kPatterns)
        throw std::invalid_argument("a score takes less than " + std::to_string(Position::kPatterns) + " patterns");
    frames_.reserve(number + 1);  // others point into it
    frames_.emplace_back();
    std::array<Use, kPartitions> none;
    none.fill({&kNothing, frames_[0].data(), 0, 0, {}, {}, 0, 1});
    uses_.assign(cells_, none);
    for (std::size_t p = 0; p < partitions.size(); ++p)
        for (const OverheadUse& use : partitions[p]) {
            if (use.tiles.size() > kMostTiles || use.frame.size() != cells_)
                throw std::invalid_argument("patterns must fit the board");
            const std::size_t pattern = frames_.size();
            auto& frame = frames_.emplace_back();
            std::copy(use.frame.begin(), use.frame.end(), frame.begin());
            std::uint32_t stride = 1;
            for (const Cell tile : use.tiles) {
                if (tile + 1u >= cells_ || uses_[tile][p].pattern)
                    throw std::invalid_argument("patterns of a partition must be disjoint and fit the board");
                Use& own = uses_[tile][p];
                own = {use.table,
                       frame.data(),
                       units<std::int32_t>(weights[pattern - 1]),
                       stride,
                       {},
                       {},
                       std::uint8_t(pattern),
                       std::uint8_t(use.cells)};
                std::uint32_t other_stride = 1;
                std::size_t next = 0;
                for (const Cell other : use.tiles) {
                    if (other != tile) own.strides[next] = other_stride, own.others[next++] = std::uint8_t(other);
                    other_stride *= OverheadBuilder::base(use.cells);
                }
                stride *= OverheadBuilder::base(use.cells);
            }
        }
}

template <class Position>
void BoardScore<Position>::use_pairs(const std::vector<float>& weights) {
    const auto pairs = neighbor_pairs(grid_, Cell(cells_ - 1));
    if (weights.size() != pairs.size() * cells_ * cells_)
        throw std::invalid_argument("these weights are for another shape");
    const std::size_t square = cells_ * cells_;
    pair_.resize(2 * weights.size());
    std::vector<int> known(cells_);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [first, second] = pairs[i];
        std::int8_t *of_first = pair_.data() + 2 * i * square, *of_second = of_first + square;
        for (std::size_t one = 0; one < cells_; ++one)
            for (std::size_t two = 0; two < cells_; ++two)
                of_first[two * cells_ + one] = of_second[one * cells_ + two] = units<std::int8_t>(
                    weights[i * square + one * cells_ + two]);
        neighbors_[first][known[first]++] = {of_first, std::uint16_t(cells_), std::uint8_t(second)};
        neighbors_[second][known[second]++] = {of_second, std::uint16_t(cells_), std::uint8_t(first)};
    }
}

template <class Position>
Position BoardScore<Position>::root(const Arrangement& board, Cell blank) const {
    Position position;
    position.cell_of.fill(255);
    for (std::size_t c = 0; c < cells_; ++c) position.cell_of[c == blank ? cells_ - 1 : board[c]] = std::uint8_t(c);
    for (int tile = 0; tile + 1 < int(cells_); ++tile) {
        const int cell = position.cell_of[tile];
        position.hash += label_[tile] * place_[cell];
        position.togo = std::int16_t(position.togo + grid_.distance(Cell(tile), Cell(cell)));
        for (const Use& use : uses_[tile])
            position.set_overhead(
                use.pattern, overhead_at(use.table, use.stride * use.frame[cell] + index_of_others(use, position)));
    }
    position.bound = position.togo;
    for (int line = 0; line < grid_.width + grid_.height; ++line) {
        position.set_conflicts(line, conflicts(position, line, 0, position.cell_of[0]));
        position.bound = std::int16_t(position.bound + 2 * position.conflicts(line));
    }
    rescore(position);
    return position;
}

template <class Position>
void BoardScore<Position>::rescore(Position& position) const {
    int score = 0;
    for (int tile = 0; tile + 1 < int(cells_); ++tile) {
        const int cell = position.cell_of[tile];
        score += entry_[std::size_t(tile * Position::kCells + cell)].weight;
        for (const Use& use : uses_[tile])
            if (use.stride == 1) score += use.weight * position.overhead(use.pattern);  // once a pattern
        for (const Neighbor& other : neighbors_[tile])
            if (tile < other.tile) score += other.weights[position.cell_of[other.tile] * other.stride + cell];
    }
    for (int line = 0; line < grid_.width + grid_.height; ++line)
        score += line_weight_[line] * position.conflicts(line);
    position.score = score;
}

// In passes without a branch that depends on the board, over few enough positions to stay in the cache.
template <class Position>
void BoardScore<Position>::children(const std::vector<Position>& positions, std::size_t begin, std::size_t end,
                                    std::int32_t limit, Children& found) const {
    // 1. every move
    std::size_t size = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const auto& around = grid_.neighbor[std::size_t(blank_of(positions[i]))];
        for (std::uint8_t move = 0; move < 4; ++move) {
            Child& child = found.child[size];
            child.parent = std::uint32_t(i);
            child.move = move;
            child.length = 1;
            size += (around[move] != kNoCell) & (positions[i].next >> move & 1);
        }
    }
    // 2. weights of tiles and pairs
    for (std::size_t i = 0; i < size; ++i) {
        Child child = found.child[i];
        const Position& parent = positions[child.parent];
        const int blank = blank_of(parent), to = blank + offset_[child.move], tile = parent.tile_at(to);
        const Entry *before = &entry_[std::size_t(tile * Position::kCells + to)], *after = before + (blank - to);
        int change = after->weight - before->weight;
        for (const Neighbor& other : neighbors_[tile]) {
            const std::int8_t* pair = other.weights + parent.cell_of[other.tile] * other.stride;
            change += pair[blank] - pair[to];
        }
        child.tile = std::uint8_t(tile);
        child.line = after->line[child.move];
        child.score = parent.score + change;
        child.togo = std::int16_t(parent.togo + after->distance - before->distance);
        child.hash = parent.hash + label_[tile] * (place_[blank] - place_[to]);
        found.child[i] = child;
    }
    // 3. less the overheads before; who can still be good enough?
    std::size_t left = 0, crossings = 0;
    for (std::size_t i = 0; i < size; ++i) {
        Child child = found.child[i];
        const Position& parent = positions[child.parent];
        // A move takes one at most from any overhead, all of it where it leads out of the table's part of the
        // board, and one from any line that it leaves.
        int lost = 0, least = 0;
        const int blank = blank_of(parent);
        for (const Use& use : uses_[child.tile]) {
            const int overhead = parent.overhead(use.pattern);
            lost += use.weight * overhead;
            least += use.weight * (overhead - (overhead > 0)) * (use.frame[blank] < use.elsewhere);
        }
        const bool leaves = child.line & kLeaves, crosses = child.line != kNoLine;
        child.line &= kLeaves - 1;
        const int conflicts = parent.conflicts(child.line);
        const bool changes = crosses & ((conflicts > 0) | !leaves);
        least -= leaves & changes ? line_weight_[child.line] : 0;
        child.conflicts = std::uint8_t(conflicts);
        child.score -= lost;
        found.child[left] = child;
        found.crossing[crossings] = std::uint16_t(left);
        const bool possible = child.score + least <= limit;
        crossings += possible & changes;
        left += possible;
    }
    // 4. conflicts
    for (std::size_t i = 0; i < crossings; ++i) {
        Child& child = found.child[found.crossing[i]];
        const Position& parent = positions[child.parent];
        const int count = conflicts(parent, child.line, child.tile, blank_of(parent));
        child.score += line_weight_[child.line] * (count - int(child.conflicts));
        child.conflicts = std::uint8_t(count);
    }
    // 5. where the overheads after are
    for (std::size_t i = 0; i < left; ++i) {
        const Child& child = found.child[i];
        const Position& parent = positions[child.parent];
        const int blank = blank_of(parent);
        for (int p = 0; p < kPartitions; ++p) {
            const Use& use = uses_[child.tile][p];
            const std::uint32_t index = use.stride * use.frame[blank] + index_of_others(use, parent);
            prefetch(use.table + (index >> 2));
            found.index[i][p] = index;
        }
    }
    // 6. the overheads after
    for (std::size_t i = 0; i < left; ++i) {
        Child& child = found.child[i];
        int score = child.score;
        unsigned overheads = 0;
        for (int p = 0; p < kPartitions; ++p) {
            const Use& use = uses_[child.tile][p];
            const unsigned overhead = unsigned(overhead_at(use.table, found.index[i][p]));
            score += use.weight * int(overhead);
            overheads |= overhead << 2 * p;
        }
        child.score = score;
        child.overheads = std::uint8_t(overheads);
    }
    found.size = left;
    found.generated = size;
}

template <class Position>
void BoardScore<Position>::apply(Position& position, const Child& child) const {
    const int blank = blank_of(position), to = blank + offset_[child.move], tile = child.tile;
    position.bound = std::int16_t(position.bound + child.togo - position.togo);
    position.bound = std::int16_t(position.bound + 2 * (int(child.conflicts) - position.conflicts(child.line)));
    position.set_conflicts(child.line, child.conflicts);
    for (int p = 0; p < kPartitions; ++p) position.set_overhead(uses_[tile][p].pattern, child.overheads >> 2 * p & 3);
    position.togo = child.togo;
    position.next = std::uint8_t(Position::kAnyMove ^ 1 << inverse(child.move));
    position.score = child.score;
    position.hash = child.hash;
    position.cell_of[tile] = std::uint8_t(blank);
    position.cell_of[cells_ - 1] = std::uint8_t(to);
}

// In the order of their homes, the places in the line of the tiles that are at home in it and in it now.
template <class Position>
int BoardScore<Position>::conflicts(const Position& position, int line, int moved, int to) const {
    const bool row = line < grid_.height;
    const int home = row ? line : line - grid_.height, length = row ? grid_.width : grid_.height;
    const int stride = row ? 1 : grid_.width;
    const std::uint8_t* across = row ? grid_.row.data() : grid_.column.data();
    const std::uint8_t* along = row ? grid_.column.data() : grid_.row.data();
    Subsequence<1> kept;
    std::uint64_t present = 0;
    for (int i = 0, tile = row ? home * grid_.width : home; i < length; ++i, tile += stride) {
        const int cell = tile == moved ? to : position.cell_of[tile];
        const bool counts = (across[cell] == home) & (tile + 1 != int(cells_));
        const std::uint64_t bit = std::uint64_t{counts} << along[cell];
        present |= bit;
        kept.add_bit(bit);
    }
    return std::min(std::popcount(present) - kept.length(), Position::kMostConflicts);
}

template class BoardScore<SmallPosition>;
template class BoardScore<LargePosition>;

}  // namespace taquin::anysize

#include "pattern_score.hpp"

#include <stdexcept>

namespace taquin::anysize {
namespace {
constexpr std::uint8_t kNothing = 0;
}

std::vector<NeighbourPair> neighbour_pairs(const Grid& grid, Cell blank_home) {
    std::vector<NeighbourPair> pairs;
    for (int c = 0; c < grid.cells; ++c)
        for (const int move : {kRight, kDown}) {
            const Cell other = grid.neighbour[c][move];
            if (other != kOffBoard && other != blank_home && c != blank_home) pairs.push_back({Cell(c), other});
        }
    return pairs;
}

BoardWeights BoardWeights::formula(const Grid& grid, const std::vector<ExcessPartition>& partitions, float power, float border,
                                   float conflict_price) {
    const BoardScore plain(grid, power, border, conflict_price);
    BoardWeights weights{{}, plain.row_price, plain.column_price, {}, {}};
    for (int label = 0; label < grid.cells; ++label)
        for (int c = 0; c < grid.cells; ++c)
            weights.tile.push_back(plain.weight[label] * plain.phi[grid.distance(Cell(label), Cell(c))]);
    for (const ExcessPartition& partition : partitions)
        for (const ExcessUse& use : partition) {
            float sum = 0;
            for (const Cell tile : use.tiles) sum += plain.weight.at(tile);
            weights.excess.push_back(sum / float(use.tiles.size()));
        }
    return weights;
}

PatternScore::PatternScore(const Grid& g, const std::vector<ExcessPartition>& partitions, const BoardWeights& weights)
    : BoardScore(g, 1.f, 0.f, 0.f), cells_(std::size_t(g.cells)), entry_(cells_ * cells_, Entry{}), pattern_(cells_),
      table_{&kNothing}, price_{0.f}, index_{0}, pair_(std::make_shared<const std::vector<float>>(weights.pair)),
      neighbours_(cells_), cell_of_(cells_) {
    if (partitions.size() > kPartitions) throw std::invalid_argument("a score takes up to four partitions");
    if (weights.tile.size() != cells_ * cells_ || weights.row.size() != row_price.size() ||
        weights.column.size() != column_price.size())
        throw std::invalid_argument("these weights are for another shape");
    row_price = weights.row;
    column_price = weights.column;
    for (std::size_t tile = 0; tile < cells_; ++tile)
        for (std::size_t c = 0; c < cells_; ++c) {
            entry_[tile * cells_ + c].price = weights.tile[tile * cells_ + c];
            entry_[tile * cells_ + c].distance = g.distance(Cell(tile), Cell(c));
        }
    for (std::size_t p = 0; p < partitions.size(); ++p)
        for (const ExcessUse& use : partitions[p]) {
            std::uint32_t stride = 1;
            for (const Cell tile : use.tiles) {
                if (tile >= cells_ || use.frame.size() != cells_ || pattern_[tile][p])
                    throw std::invalid_argument("patterns of a partition must fit the board and be disjoint");
                pattern_[tile][p] = std::uint8_t(table_.size());
                for (std::size_t c = 0; c < cells_; ++c) entry_[tile * cells_ + c].term[p] = stride * use.frame[c];
                stride *= std::uint32_t(cells_);
            }
            table_.push_back(use.table);
            index_.push_back(0);
        }
    if (weights.excess.size() + 1 != table_.size()) throw std::invalid_argument("there must be one weight for every pattern");
    if (!pair_->empty()) {
        const auto pairs = neighbour_pairs(g, Cell(g.cells - 1));
        if (pair_->size() != pairs.size() * cells_ * cells_) throw std::invalid_argument("these weights are for another shape");
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const float* prices = pair_->data() + i * cells_ * cells_;
            neighbours_[pairs[i].first].push_back({prices, std::uint32_t(cells_), 1, pairs[i].second});
            neighbours_[pairs[i].second].push_back({prices, 1, std::uint32_t(cells_), pairs[i].first});
        }
    }
    price_.insert(price_.end(), weights.excess.begin(), weights.excess.end());
}

void PatternScore::enter(const Arrangement& board, Cell blank) {
    std::fill(index_.begin(), index_.end(), 0);
    for (std::size_t c = 0; c < cells_; ++c) {
        if (c == blank) continue;
        cell_of_[board[c]] = Cell(c);
        for (int p = 0; p < kPartitions; ++p) index_[pattern_[board[c]][p]] += entry_[board[c] * cells_ + c].term[p];
    }
}

std::vector<int> PatternScore::excesses() const {
    std::vector<int> found;
    for (std::size_t pattern = 1; pattern < table_.size(); ++pattern) found.push_back(excess_at(table_[pattern], index_[pattern]));
    return found;
}

}  // namespace taquin::anysize

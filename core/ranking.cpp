#include "ranking.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace taquin::anysize {

Ranking::Ranking(const Grid& grid, std::vector<ExcessPartition> partitions, BoardWeights weights, RankingTuning tuning, std::uint64_t seed)
    : grid_(grid), partitions_(std::move(partitions)), weights_(std::move(weights)), tuning_(tuning), random_(seed),
      pairs_(neighbour_pairs(grid, Cell(grid.cells - 1))) {
    const std::size_t cells = std::size_t(grid.cells);
    if (weights_.pair.empty()) weights_.pair.assign(pairs_.size() * cells * cells, 0.f);
    for (const NeighbourPair& pair : pairs_)
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            if (mirrored(pair.first) == pairs_[i].first && mirrored(pair.second) == pairs_[i].second) mirror_.push_back(i);
}

std::size_t Ranking::mirrored(std::size_t cell) const {
    const std::size_t side = std::size_t(grid_.width);
    return cell % side * side + cell / side;
}

std::size_t Ranking::learn(float pace) {
    // 1. a random board
    const Cell home = Cell(grid_.cells - 1);
    Position start{Arrangement(std::size_t(grid_.cells)), 0};
    std::iota(start.board.begin(), start.board.end(), Cell(0));
    do
        for (std::size_t c = start.board.size() - 1; c > 0; --c) std::swap(start.board[c], start.board[random_.below(c + 1)]);
    while (!solvable(grid_, start.board, home));
    start.blank = find(start.board, home);

    // 2. its solution by a beam, and at each level some other boards of the beam
    PatternScore score(grid_, partitions_, weights_);
    TourBeam<PatternScore> beam(grid_, start.board, start.blank, tuning_.width, random_.next());
    beam.start(score.root(start.board, start.blank));
    std::vector<Path> others;
    const int most = 20 + 4 * beam.leaves()[0].togo;  // a beam that needs more is going round in circles
    bool home_found = beam.leaves()[0].togo == 0;
    for (int level = 1; !home_found; ++level) {
        if (level > most || !beam.level(score, 1.f)) return 0;
        const auto& leaves = beam.leaves();
        for (std::size_t i = 0; i < leaves.size() && !home_found; ++i)
            if (leaves[i].togo == 0) {
                beam.settle(i);
                home_found = true;
            }
        for (int i = 0; i < tuning_.others && !home_found; ++i) {
            Path way = beam.committed();
            const Path rest = beam.way_to(random_.below(leaves.size()));
            way.insert(way.end(), rest.begin(), rest.end());
            others.push_back(std::move(way));
        }
    }

    // 3. the winner of each level against the others
    const Path& winner = beam.committed();
    for (const Path& way : others) {
        const Position better = position(start, {winner.begin(), winner.begin() + std::ptrdiff_t(way.size())});
        const Position worse = position(start, way);
        if (better.board == worse.board) continue;
        const Features good = features(score, better), bad = features(score, worse);
        const float difference = (value(better, good) - value(worse, bad)) / tuning_.temperature;
        const float step = pace / (1.f + std::exp(-difference));
        adjust(better, good, -step);
        adjust(worse, bad, step);
    }
    return winner.size();
}

Ranking::Position Ranking::position(const Position& start, const Path& path) const {
    Position reached = start;
    if (!play(grid_, reached.board, reached.blank, path)) throw std::logic_error("a beam left the board");
    return reached;
}

Ranking::Features Ranking::features(PatternScore& score, const Position& at) const {
    score.enter(at.board, at.blank);
    Features found{score.excesses(), {}, {}, {}};
    std::vector<std::size_t> cell_of(at.board.size());
    for (std::size_t c = 0; c < at.board.size(); ++c) cell_of[at.board[c]] = c;
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        found.pairs.push_back((i * at.board.size() + cell_of[pairs_[i].first]) * at.board.size() + cell_of[pairs_[i].second]);
    for (int y = 0; y < grid_.height; ++y) found.rows.push_back(score.conflicts<false>(at.board, y, at.blank));
    for (int x = 0; x < grid_.width; ++x) found.columns.push_back(score.conflicts<true>(at.board, x, at.blank));
    return found;
}

float Ranking::value(const Position& at, const Features& found) const {
    float sum = 0;
    for (std::size_t c = 0; c < at.board.size(); ++c)
        if (c != at.blank) sum += weights_.tile[at.board[c] * at.board.size() + c];
    for (const std::size_t pair : found.pairs) sum += weights_.pair[pair];
    for (std::size_t i = 0; i < found.excesses.size(); ++i) sum += weights_.excess[i] * float(found.excesses[i]);
    for (std::size_t y = 0; y < found.rows.size(); ++y) sum += weights_.row[y] * float(found.rows[y]);
    for (std::size_t x = 0; x < found.columns.size(); ++x) sum += weights_.column[x] * float(found.columns[x]);
    return sum;
}

void Ranking::adjust(const Position& at, const Features& found, float step) {
    const std::size_t cells = at.board.size();
    const bool square = grid_.width == grid_.height;
    for (std::size_t c = 0; c < cells; ++c) {
        if (c == at.blank) continue;
        const std::size_t tile = at.board[c];
        weights_.tile[tile * cells + c] += tuning_.tile_rate * step;
        if (square) weights_.tile[mirrored(tile) * cells + mirrored(c)] += tuning_.tile_rate * step;
    }
    for (std::size_t i = 0; i < found.pairs.size(); ++i) {
        const std::size_t first = found.pairs[i] / cells % cells, second = found.pairs[i] % cells;
        weights_.pair[found.pairs[i]] += tuning_.pair_rate * step;
        if (square) weights_.pair[(mirror_[i] * cells + mirrored(first)) * cells + mirrored(second)] += tuning_.pair_rate * step;
    }
    for (std::size_t i = 0; i < found.excesses.size(); ++i) weights_.excess[i] += tuning_.rate * step * float(found.excesses[i]);
    for (std::size_t y = 0; y < found.rows.size(); ++y) weights_.row[y] += tuning_.rate * step * float(found.rows[y]);
    for (std::size_t x = 0; x < found.columns.size(); ++x) weights_.column[x] += tuning_.rate * step * float(found.columns[x]);
}

}  // namespace taquin::anysize

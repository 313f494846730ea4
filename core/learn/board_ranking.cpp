#include "learn/board_ranking.hpp"

#include <numeric>
#include <stdexcept>

#include "learn/ranking.hpp"

namespace taquin::anysize {
namespace {

// Every value becomes the sum of its class.
void add_up(std::vector<float>& values, const SymmetryClasses& classes) {
    std::vector<float> sum(classes.count, 0.f);
    for (std::size_t i = 0; i < values.size(); ++i) sum[classes.of[i]] += values[i];
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = sum[classes.of[i]];
}

}  // namespace

BoardRanking::BoardRanking(const Grid& grid, std::vector<OverheadPartition> partitions,
                           const std::vector<BoardWeights>& weights, BoardRankingTuning tuning, std::uint64_t seed)
    : grid_(grid), partitions_(std::move(partitions)), tuning_(tuning), random_(seed),
      pairs_(neighbor_pairs(grid, Cell(grid.cells - 1))), tile_classes_(tile_classes(grid, tuning.symmetry)),
      pair_classes_(pair_classes(grid, tuning.symmetry)) {
    const std::size_t cells = std::size_t(grid.cells);
    for (const BoardWeights& given : weights) {
        Phase& phase = phases_.emplace_back(Phase{given, given, given, given});
        phase.weights.pair.resize(pairs_.size() * cells * cells, 0.f);
        tile_classes_.average(phase.weights.tile);
        pair_classes_.average(phase.weights.pair);
        for (const auto part : kParts) {
            const std::size_t size = (phase.weights.*part).size();
            (phase.gradient.*part).assign(size, 0.f);
            (phase.sum.*part).assign(size, 0.f);
            (phase.squares.*part).assign(size, tuning.caution);
        }
    }
}

// Any board, or one that a walk from home has led to: people make both.
Arrangement BoardRanking::random_board() {
    const Cell home = Cell(grid_.cells - 1);
    Arrangement board(std::size_t(grid_.cells));
    std::iota(board.begin(), board.end(), Cell(0));
    if (random_.below(2)) {
        Cell blank = home;
        int last = 4;
        for (std::uint64_t left = 1 + random_.below(kLongestWalk * std::uint64_t(grid_.cells)); left > 0; --left) {
            int move = 0;
            do move = int(random_.below(4));
            while (move == inverse(last) || grid_.neighbor[blank][move] == kNoCell);
            std::swap(board[blank], board[grid_.neighbor[blank][move]]);
            blank = grid_.neighbor[blank][move];
            last = move;
        }
        return board;
    }
    return random_arrangement(grid_, random_);
}

std::size_t BoardRanking::learn() {
    // 1. a random board's solution by a beam, and at each level some other boards of the beam
    Arrangement board = random_board();
    Cell blank = find(board, Cell(grid_.cells - 1));
    if (float(manhattan(grid_, board, blank)) > tuning_.flow.stop * float(grid_.cells))
        flow_down(grid_, board, blank, tuning_.flow_width, random_.next(), tuning_.flow, tuning_.flow_weights);
    std::vector<BoardScore<Position>> scores;
    scores.reserve(phases_.size());
    for (const Phase& phase : phases_) scores.emplace_back(grid_, partitions_, phase.weights);
    BoardBeamOf<Position> beam(scores, board, blank, tuning_.step, tuning_.width, 1.f, random_.next());
    const int most = 20 + 4 * beam.positions()[0].togo;  // a beam that needs more is going round in circles
    std::vector<Position> others;
    std::vector<std::size_t> phase;  // [level]
    ThreadTeam alone(1);
    auto home = [](const Position& position) { return position.togo == 0; };
    auto winner = std::find_if(beam.positions().begin(), beam.positions().end(), home);
    for (int level = 1; winner == beam.positions().end(); ++level) {
        if (level > most || !beam.level(alone)) return 0;
        winner = std::find_if(beam.positions().begin(), beam.positions().end(), home);
        phase.push_back(beam.phase());
        for (int i = 0; i < tuning_.others; ++i)
            others.push_back(beam.positions()[random_.below(beam.positions().size())]);
    }
    const Path way = beam.way_to(std::size_t(winner - beam.positions().begin()));

    // 2. the winner of each level against the others
    auto other = others.begin();
    auto from = way.begin();
    for (const std::size_t at : phase) {
        auto to = from + 1;
        if (tuning_.step == Step::slide) to = std::find_if(to, way.end(), [&](auto move) { return move != *from; });
        if (!play(grid_, board, blank, Path(from, to))) throw std::logic_error("a beam left the board");
        from = to;
        const Position better = scores[at].root(board, blank);
        for (int i = 0; i < tuning_.others; ++i) compare(phases_[at], better, *other++);
    }
    for (Phase& each : phases_) descend(each);
    ++boards_;
    return phase.size();
}

void BoardRanking::compare(Phase& phase, const Position& winner, const Position& other) {
    if (winner.hash == other.hash) return;
    const float difference = float(winner.score - other.score) / (kWeightUnits * tuning_.temperature);
    const float step = ranking_slope(difference, tuning_.others);
    count(phase.gradient, winner, step);
    count(phase.gradient, other, -step);
}

// Adds the features of a board to the gradient.
void BoardRanking::count(BoardWeights& gradient, const Position& at, float step) const {
    const std::size_t cells = std::size_t(grid_.cells);
    for (std::size_t tile = 0; tile + 1 < cells; ++tile) {
        gradient.tile[tile * cells + at.cell_of[tile]] += step;
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const std::size_t first = at.cell_of[pairs_[i].first], second = at.cell_of[pairs_[i].second];
        gradient.pair[(i * cells + first) * cells + second] += step;
    }
    for (std::size_t i = 0; i < gradient.overhead.size(); ++i)
        gradient.overhead[i] += step * float(at.overhead(int(i) + 1));
    for (int y = 0; y < grid_.height; ++y) gradient.row[y] += step * float(at.conflicts(y));
    for (int x = 0; x < grid_.width; ++x) gradient.column[x] += step * float(at.conflicts(grid_.height + x));
}

void BoardRanking::descend(Phase& phase) {
    add_up(phase.gradient.tile, tile_classes_);
    add_up(phase.gradient.pair, pair_classes_);
    for (const auto part : kParts) {
        Numbers &weights = phase.weights.*part, &gradient = phase.gradient.*part, &squares = phase.squares.*part,
                &sum = phase.sum.*part;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            weights[i] += adagrad_step(gradient[i], squares[i], tuning_.rate);
            gradient[i] = 0.f;
            sum[i] += weights[i];
        }
    }
}

std::vector<BoardWeights> BoardRanking::mean() const {
    std::vector<BoardWeights> found;
    for (const Phase& phase : phases_) {
        BoardWeights& mean = found.emplace_back(phase.sum);
        for (const auto part : kParts)
            for (float& weight : mean.*part) weight /= float(std::max<std::size_t>(boards_, 1));
    }
    return found;
}

void BoardRanking::forget() {
    boards_ = 0;
    for (Phase& phase : phases_)
        for (const auto part : kParts) std::fill((phase.sum.*part).begin(), (phase.sum.*part).end(), 0.f);
}

}  // namespace taquin::anysize

#include "learn/sweep_ranking.hpp"

#include <stdexcept>

#include "anysize/flow/flow.hpp"
#include "learn/ranking.hpp"

namespace taquin::anysize {
namespace {

constexpr std::size_t kTable = std::size_t(SweepWeights::kHomes) * SweepWeights::kDisplacements;
enum Slopes : std::uint32_t { kTile, kPair, kBlank, kLead, kShared };  // the parts, and what all states share

// Plays a way and takes it back: moved(from, to) before each move of the blank, arrived(blank) at the end.
template <class Moved, class Arrived>
void visit(SweepScore& score, Arrangement& board, Cell blank, std::span<const std::uint8_t> way, Moved&& moved,
           Arrived&& arrived) {
    const Grid& grid = score.grid;
    const auto go = [&](int move) {
        const Cell to = grid.neighbor[blank][move];
        score.moved(board[to], blank);
        std::swap(board[blank], board[to]);
        blank = to;
    };
    for (const std::uint8_t move : way) {
        moved(blank, grid.neighbor[blank][move]);
        go(move);
    }
    arrived(blank);
    for (std::size_t i = way.size(); i > 0; --i) go(inverse(way[i - 1]));
}

}  // namespace

void SweepRanking::Slope::add(std::size_t index, float step) {
    if (gradient[index] == 0.f) touched.push_back(std::uint32_t(index));
    gradient[index] += step;
}

// Calls move(index, change) for every weight.
template <class Move>
void SweepRanking::Slope::descend(float rate, Move&& move) {
    for (const std::uint32_t i : touched) {
        move(i, adagrad_step(gradient[i], squares[i], rate));
        gradient[i] = 0.f;
    }
    touched.clear();
}

SweepRanking::SweepRanking(SweepWeights weights, SweepRankingTuning tuning, std::uint64_t seed)
    : tuning_(tuning), random_(seed), weights_(std::make_shared<SweepWeights>(std::move(weights))) {
    for (const auto part : kParts) slopes_.emplace_back((sum_.*part).size(), tuning.caution);
    slopes_.emplace_back(kTable, tuning.caution);
}

std::size_t SweepRanking::learn(int width, int height) {
    // 1. a random board that a flow leaves, sooner or later
    const Grid grid(width, height);
    Arrangement board = random_arrangement(grid, random_);
    Cell blank = find(board, Cell(grid.cells - 1));
    FlowTuning until;
    until.stop = 1.25f + 0.25f * float(random_.below(8));
    flow_down(grid, board, blank, tuning_.flow_width, random_.next(), until);

    // 2. its sweep, with some boards of each level
    Sweep sweeping(grid, board, blank, tuning_.width, random_.next(), {}, weights_);
    const std::vector<Record> records = sweep(sweeping);
    const Path& path = sweeping.path();

    // 3. the winner of each level against them
    SweepScore score(grid, {});
    score.weights = weights_.get();
    score.locate(board);
    std::size_t played = 0;
    int levels = 0;
    for (const Record& record : records) {
        if (record.length > path.size()) continue;
        for (; played < record.root; ++played) {
            const Cell to = grid.neighbor[blank][path[played]];
            score.moved(board[to], blank);
            std::swap(board[blank], board[to]);
            blank = to;
        }
        compare(record, path, score, board, blank);
        if (++levels % tuning_.batch == 0) descend();
    }
    descend();
    return manhattan(grid, sweeping.board(), sweeping.blank()) == 0 ? path.size() : 0;
}

std::vector<SweepRanking::Record> SweepRanking::sweep(Sweep& sweep) {
    std::vector<Record> records;
    while (sweep.run(1) == Sweep::Status::running) {
        if (sweep.freeing()) continue;
        const auto& beam = sweep.beam();
        const SweepScore& score = sweep.score();
        const std::size_t root = sweep.settled();
        Record& record = records.emplace_back(
            Record{root, beam.committed().size() + beam.depth(), score.front, score.wall, score.pulled_to, {}});
        const Path before(beam.committed().begin() + std::ptrdiff_t(root), beam.committed().end());
        for (int i = 0; i < tuning_.others; ++i) {
            Path& way = record.ways.emplace_back(before);
            const Path rest = beam.way_to(random_.below(beam.leaves().size()));
            way.insert(way.end(), rest.begin(), rest.end());
        }
    }
    return records;
}

void SweepRanking::compare(const Record& record, const Path& path, SweepScore& score, Arrangement& board, Cell blank) {
    score.set_front(record.front);
    score.wall = record.wall;
    score.pulled_to = record.pulled_to;
    const SweepView& view = score.view();
    const std::uint32_t state = std::uint32_t(view.state());
    std::vector<Cell> labels;  // of the tiles that stand elsewhere on one board than on the other, sorted
    const auto note = [&](Cell, Cell to) { labels.push_back(board[to]); };

    const SweepScore::LeafType root{0.f, 0, 0, kNoMove, {score.pointer(board, record.wall)}};
    SweepScore::LeafType leaf;
    const auto add = [&](Cell from, Cell to) {
        SweepScore::LeafType child = leaf;
        score.child(board, from, to, leaf, child);
        leaf = child;
    };
    const auto features = [&](Cell at, std::vector<Feature>& found) {
        const auto displacement = [&](Cell label) { return view.displacement(label, score.position(label)); };
        const auto pair = [&](Cell first, Cell second, bool across) {
            const int place = SweepView::pair_place(displacement(first), displacement(second));
            if (view.paired(first)) found.push_back({kPair, std::uint32_t(view.pair(first, across) + place)});
        };
        for (const Cell label : labels) {
            const std::uint32_t tile = std::uint32_t(view.tile(label, displacement(label)));
            found.push_back({kShared, tile});
            found.push_back({kTile, std::uint32_t(state * kTable + tile)});
            for (const bool across : {false, true}) {
                const Cell after = view.second(label, across), before = view.first(label, across);
                if (after != kNoCell) pair(label, after, across);
                if (before != kNoCell && !std::binary_search(labels.begin(), labels.end(), before))  // counted there
                    pair(before, label, across);
            }
        }
        found.push_back({kBlank, state * SweepWeights::kHomes + std::uint32_t(view.blank(at))});
        const std::uint32_t lead = std::uint32_t(score.lead(leaf.extra.pointer));
        found.push_back({kLead, state * SweepWeights::kLeads + lead});
    };
    const std::span winner(path.data() + record.root, record.length - record.root);
    const auto nothing = [](Cell) {};
    std::vector<Feature> better, worse;
    for (const Path& other : record.ways) {
        labels.clear(), better.clear(), worse.clear();
        visit(score, board, blank, winner, note, nothing);
        visit(score, board, blank, other, note, nothing);
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        leaf = root;
        visit(score, board, blank, winner, add, [&](Cell at) { features(at, better); });
        const float won = leaf.score;
        leaf = root;
        visit(score, board, blank, other, add, [&](Cell at) { features(at, worse); });
        if (better == worse) continue;
        const float step = ranking_slope((won - leaf.score) / tuning_.temperature, tuning_.others);
        for (const auto& [slope, index] : better) slopes_[slope].add(index, step);
        for (const auto& [slope, index] : worse) slopes_[slope].add(index, -step);
    }
}

void SweepRanking::descend() {
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        Numbers& weights = *weights_.*kParts[i];
        slopes_[i].descend(tuning_.rate, [&](std::size_t index, float change) { weights[index] += change; });
    }
    slopes_[kShared].descend(tuning_.rate, [&](std::size_t index, float change) {
        for (std::size_t at = index; at < weights_->tile.size(); at += kTable) weights_->tile[at] += change;
    });
    for (const auto part : kParts)
        for (std::size_t i = 0; i < (sum_.*part).size(); ++i) (sum_.*part)[i] += (*weights_.*part)[i];
    ++steps_;
}

SweepWeights SweepRanking::mean() const {
    SweepWeights mean = sum_;
    for (const auto part : kParts)
        for (float& weight : mean.*part) weight /= float(std::max<std::size_t>(steps_, 1));
    return mean;
}

void SweepRanking::forget() {
    steps_ = 0;
    sum_ = {};
}

}  // namespace taquin::anysize

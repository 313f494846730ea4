// Beam search without copies: all boards of the beam live on one board.
//
// The beam is the depth-first tour of the tree of moves that leads from the last common ancestor
// (the root) to the boards of the current level, the leaves.  The blank walks the tour: down a move,
// back up again, and for a leaf one move there and back.  One level
//   1. walks the tour on the root's board and scores the children of every leaf (each child costs
//      O(1), whatever the size of the board);
//   2. keeps the best `width` of them, no board twice (selection.hpp); the hash of a board is
//      sum a[label] * b[cell];
//   3. rewrites the tour without its dead branches, and now and then *commits* the moves that all
//      survivors share: those are played on the root for good and never looked at again.
// Memory is O(width), time per level O(width), both independent of the size of the board.
//
// A Score names what a child is worth (smaller is better):
//   Score::Extra                                  what a leaf carries besides
//   bool Score::child(board, blank, to, parent, child)
//        fills child.score (change added to parent.score), child.togo (Manhattan) and child.extra
//        for the blank going from `blank` to `to` on `board` (not yet moved); false drops the child.
//        The entry of the blank's cell is not valid.
//   void Score::moved(label, cell)                a tile has moved (only for scores that have it; whoever settles a
//        beam or takes moves back has to tell such a score where the tiles are)
//   Score::Summary                                what to know of a level
//   void Summary::add(leaf, number)               one more leaf
// All boards of a level have the same number of moves behind them, so the score ranks alone.
#pragma once
#include <array>
#include <bit>
#include <span>

#include "anysize/beam/selection.hpp"
#include "anysize/beam/tour.hpp"
#include "base/random.hpp"

namespace taquin::anysize {

inline constexpr std::uint8_t kNoMove = 4;  // beside the four moves

template <class Extra>
struct Leaf {
    float score;
    std::int32_t togo;  // Manhattan distance to home
    std::uint64_t hash;
    std::uint8_t last;  // the move that led here, kNoMove at the start
    [[no_unique_address]] Extra extra;
};

// The first of the leaves with the smallest value: what most summaries are.
struct Leader {
    int value = 1 << 29;
    std::size_t leaf = 0;

    void offer(int other, std::size_t number) {
        if (other < value) value = other, leaf = number;
    }
};

template <class Score>
class TourBeam {
public:
    using LeafType = Leaf<typename Score::Extra>;
    using Summary = typename Score::Summary;

    TourBeam(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed)
        : grid_(grid), board_(std::move(start)), blank_(blank), blank_home_(board_[blank]), label_(board_.size()),
          place_(board_.size()), offset_{-grid.width, -1, 1, grid.width} {
        Random random(seed);
        for (auto& value : label_) value = random.next() | 1;
        for (auto& value : place_) value = random.next() | 1;
        noise_salt_ = random.next() | 1;
        blank_label_ = random.next() | 1;
        all_labels_ = label_;
        resize(width);
    }

    void resize(std::size_t width) {
        selection_.resize(width);
        leaves_.resize(std::max(leaves_.size(), selection_.survivors().size()));
    }

    // Begins with the root as the only leaf.
    void start(LeafType leaf) {
        base_ = 0;
        leaf.last = kNoMove;
        leaves_[0] = leaf;
        count_ = 1;
        depth_ = 0;
        summary_ = {};
        summary_.add(leaf, 0);
        tour_.clear();
        tour_.stop(0);
    }

    // One level; false when no child is left.
    bool level(Score& score, float noise) {
        keep_.assign(count_, 0);
        expanded_ += count_;
        expand(score, noise / float(1 << 24));
        summary_ = {};
        const auto chosen = selection_.select(keep_, summary_);
        tour_.grow(keep_.data(), next_tour_);
        std::swap(tour_, next_tour_);
        count_ = chosen.kept;
        base_ = chosen.best;
        ++depth_;
        leaves_.swap(selection_.survivors());
        if (++since_commit_ >= kCommitPeriod) {
            since_commit_ = 0;
            for (const std::uint8_t move : tour_.take_shared()) {
                tell(score, board_[target(blank_, move)], blank_);
                commit(move);
                --depth_;
            }
        }
        return count_ > 0;
    }

    // Scores every leaf anew, as the sum of changes from the root's own leaf on.
    void rescore(Score& score, const LeafType& root) {
        base_ = 0;
        summary_ = {};
        std::vector<LeafType> stack{root};
        Cell blank = blank_;
        const auto go = [&](std::uint8_t move) {
            const Cell to = target(blank, move);
            LeafType child = stack.back();
            score.child(board_, blank, to, stack.back(), child);
            stack.push_back(child);
            step(score, blank, to);
        };
        const auto back = [&](Cell to) {
            step(score, blank, to);
            stack.pop_back();
        };
        std::size_t next = 0;
        walk(blank, go, back, [&] {
            LeafType& leaf = leaves_[next];
            leaf.score = stack.back().score;
            leaf.togo = stack.back().togo;
            leaf.extra = stack.back().extra;
            summary_.add(leaf, next++);
        });
    }

    // The moves from the root to a leaf.
    Path way_to(std::size_t leaf) const { return tour_.way_to(leaf); }

    // Commits everything up to this leaf and makes it the only one.
    void settle(std::size_t leaf) {
        const LeafType kept = leaves_[leaf];
        for (std::uint8_t move : way_to(leaf)) commit(move);
        start(kept);
    }

    // Takes committed moves back until `length` are left, then commits `way`.  Needs a start() after.
    void take_back(std::size_t length, const Path& way) {
        while (committed_.size() > length) {
            move_root(inverse(committed_.back()));
            committed_.pop_back();
        }
        for (std::uint8_t move : way) commit(move);
    }

    // Which labels tell two boards apart (the blank always does).
    template <class Keep>
    void distinguish(Keep&& keep) {
        for (std::size_t i = 0; i < label_.size(); ++i) label_[i] = keep(Cell(i)) ? all_labels_[i] : 0;
    }

    // Forgets the boards seen so far.
    void forget() { selection_.forget(); }

    std::span<const LeafType> leaves() const { return {leaves_.data(), count_}; }
    const Summary& summary() const { return summary_; }  // of the leaves
    std::size_t depth() const { return depth_; }         // of the leaves below the root
    const Arrangement& board() const { return board_; }              // the root's
    Cell blank() const { return blank_; }
    Path& committed() { return committed_; }
    const Path& committed() const { return committed_; }
    std::uint64_t generated() const { return generated_; }
    std::uint64_t expanded() const { return expanded_; }

private:
    static constexpr int kCommitPeriod = 8;  // levels between two looks for moves that all boards share
    Cell target(Cell blank, int move) const { return Cell(int(blank) + offset_[std::size_t(move)]); }

    static void tell(Score& score, Cell label, Cell cell) {
        if constexpr (requires { score.moved(label, cell); }) score.moved(label, cell);
    }

    void step(Score& score, Cell& blank, Cell to) {
        tell(score, board_[to], blank);
        step(blank, to);
    }

    // Moves the blank; the entry of its cell is left as it is (see move_root).
    void step(Cell& blank, Cell to) {
        board_[blank] = board_[to];
        blank = to;
    }

    void move_root(int move) {
        step(blank_, target(blank_, move));
        board_[blank_] = blank_home_;
    }

    void commit(std::uint8_t move) {
        move_root(move);
        committed_.push_back(move);
    }

    // Walks the tour: go(move) and back(cell) for every move of the blank, visit() at every leaf.
    template <class Go, class Back, class Visit>
    void walk(Cell& blank, Go&& go, Back&& back, Visit&& visit) {
        std::size_t depth = 0;
        const auto up = [&](std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) back(cells_[--depth]);
        };
        const std::uint8_t* moves = tour_.moves();
        for (const Stop& stop : tour_.stops()) {
            up(stop.ups);
            if (depth + stop.downs > cells_.size()) cells_.resize(2 * (depth + stop.downs));
            for (std::size_t i = 0; i < stop.downs; ++i) {
                cells_[depth++] = blank;
                go(*moves++);
            }
            if (!stop.leaves) visit();
            for (unsigned left = stop.leaves; left; left &= left - 1) {
                const Cell here = blank;
                go(std::uint8_t(std::countr_zero(left)));
                visit();
                back(here);
            }
        }
        up(depth);
        board_[blank_] = blank_home_;
    }

    void expand(Score& score, float unit) {
        selection_.candidates().clear();
        Cell blank = blank_;
        const auto back = [&](Cell to) { step(score, blank, to); };
        const auto go = [&](std::uint8_t move) { back(target(blank, move)); };
        std::size_t next = 0;
        walk(blank, go, back, [&] { visit(score, blank, next++, unit); });
    }

    void visit(Score& score, Cell blank, std::size_t number, float unit) {
        LeafType& parent = leaves_[number];
        parent.score -= base_;
        auto& candidates = selection_.candidates();
        const auto& around = grid_.neighbor[blank];
        for (std::uint8_t move = 0; move < 4; ++move) {
            const Cell to = around[move];
            if (to == kNoCell || move == inverse(parent.last)) continue;
            const std::uint64_t hash = parent.hash + (label_[board_[to]] - blank_label_) * (place_[blank] - place_[to]);
            selection_.prefetch(hash);
            ++generated_;
            auto& candidate = candidates.emplace_back();
            if (!score.child(board_, blank, to, parent, candidate.leaf)) {
                candidates.pop_back();
                continue;
            }
            candidate.leaf.hash = hash;
            candidate.leaf.last = move;
            candidate.parent = std::uint32_t(number);
            candidate.rank = candidate.leaf.score + unit * float((hash * noise_salt_) >> 40);
        }
    }

    const Grid& grid_;
    Arrangement board_;  // the root's; while the tour is walked, the current one
    Cell blank_, blank_home_;
    std::vector<std::uint64_t> label_, all_labels_, place_;
    std::array<int, 4> offset_;
    std::uint64_t noise_salt_, blank_label_;
    std::size_t count_ = 0, depth_ = 0;
    std::uint64_t generated_ = 0, expanded_ = 0;
    int since_commit_ = 0;
    float base_ = 0;
    Tour tour_, next_tour_;
    std::vector<Cell> cells_;  // where the blank has come through from the root, while it walks
    Selection<LeafType, Summary> selection_;
    std::vector<LeafType> leaves_;  // of which count_ are in use
    Summary summary_;
    std::vector<std::uint8_t> keep_;  // by leaf: its children that are kept, one bit a move
    Path committed_;
};

}  // namespace taquin::anysize

// Beam search without copies: all boards of the beam live on one board.
//
// The beam is the depth-first tour of the tree of moves that leads from the last common ancestor
// (the root) to the boards of the current level: codes "go U/L/R/D", "undo", "leaf".  One level
//   1. walks the tour on the root's board, making and unmaking moves, and scores the children of
//      every leaf (each child costs O(1), whatever the size of the board);
//   2. keeps the best `width` of them (one histogram, no sort), no board twice: the 64-bit hash
//      sum a[label] * b[cell] is looked up in a direct-mapped memory of boards kept lately, which
//      also stops the beam from going round in circles;
//   3. rewrites the tour without its dead branches, and *commits* the moves that all survivors
//      share: those are played on the root for good and never looked at again.
// Memory is O(width), time per level O(width), both independent of the size of the board.
//
// A Score names what a child is worth (smaller is better):
//   Score::Extra                                  what a leaf carries besides
//   bool Score::child(board, blank, to, parent, child)
//        fills child.score (change added to parent.score), child.togo (Manhattan) and child.extra
//        for the blank going from `blank` to `to` on `board` (not yet moved); false drops the child.
// All boards of a level have the same number of moves behind them, so the score ranks alone.
#pragma once
#include <algorithm>
#include <cstddef>

#include "grid.hpp"
#include "random.hpp"

namespace taquin::anysize {

template <class Extra>
struct Leaf {
    float score;
    std::int32_t togo;  // Manhattan distance to home
    std::uint64_t hash;
    std::uint8_t last;  // the move that led here, 4 at the start
    [[no_unique_address]] Extra extra;
};

template <class Score>
class TourBeam {
public:
    using LeafType = Leaf<typename Score::Extra>;

    TourBeam(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed)
        : grid_(grid), board_(std::move(start)), blank_(blank), label_(board_.size()), place_(board_.size()) {
        Random random(seed);
        for (auto& value : label_) value = random.next() | 1;
        for (auto& value : place_) value = random.next() | 1;
        noise_salt_ = random.next() | 1;
        all_labels_ = label_;
        blank_label_ = random.next() | 1;
        resize(width);
    }

    void resize(std::size_t width) {
        width_ = width;
        std::size_t size = 1 << 10;
        while (size < width * 16) size *= 2;
        seen_.assign(size, 0);
    }

    void start(const LeafType& leaf) {
        base_ = 0;
        leaves_.assign(1, leaf);
        tour_.assign(1, kLeafCode);
    }

    // One level; false when no child is left.
    bool level(Score& score, float noise) {
        expand(score, noise);
        if (candidates_.empty()) return false;
        select();
        rewrite();
        return !leaves_.empty();
    }

    // Scores every leaf anew, as the sum of changes from the root on (the score function changed).
    template <class Root>
    void rescore(Score& score, Root&& root) {
        base_ = 0;
        std::vector<LeafType> stack{root(board_, blank_)};
        std::vector<std::uint8_t> moves;
        std::size_t next = 0;
        Cell blank = blank_;
        for (std::uint8_t code : tour_) {
            if (code < 4) {
                const Cell to = grid_.neighbour[blank][code];
                LeafType child = stack.back();
                child.last = code;
                score.child(board_, blank, to, stack.back(), child);
                stack.push_back(child);
                step(blank, to);
                moves.push_back(code);
            } else if (code == kUndo) {
                step(blank, grid_.neighbour[blank][inverse(moves.back())]);
                moves.pop_back();
                stack.pop_back();
            } else {
                const std::uint64_t hash = leaves_[next].hash;
                const std::uint8_t last = leaves_[next].last;
                leaves_[next] = stack.back();
                leaves_[next].hash = hash;
                leaves_[next].last = last;
                ++next;
            }
        }
    }

    // The moves from the root to a leaf.
    Path way_to(std::size_t leaf) const {
        Path way;
        std::size_t next = 0;
        for (std::uint8_t code : tour_) {
            if (code < 4) way.push_back(code);
            else if (code == kUndo) way.pop_back();
            else if (next++ == leaf) break;
        }
        return way;
    }

    // Commits everything up to this leaf and makes it the only one.
    void settle(std::size_t leaf) {
        for (std::uint8_t move : way_to(leaf)) commit(move);
        start(LeafType(leaves_[leaf]));
    }

    // Takes committed moves back until `length` are left, then commits `way`.
    void take_back(std::size_t length, const Path& way) {
        while (committed_.size() > length) {
            step(blank_, grid_.neighbour[blank_][inverse(committed_.back())]);
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
    void forget(std::uint64_t salt) { salt_ = salt * 0x9E3779B97F4A7C15ull; }

    const std::vector<LeafType>& leaves() const { return leaves_; }
    const Arrangement& board() const { return board_; }
    Cell blank() const { return blank_; }
    Path& committed() { return committed_; }
    std::size_t generated() const { return generated_; }

private:
    static constexpr std::uint8_t kUndo = 4, kLeafCode = 5;
    static constexpr int kBuckets = 1024;

    struct Candidate {
        LeafType leaf;
        float rank;
        std::uint32_t parent;
    };

    void step(Cell& blank, Cell to) {
        const Cell home = board_[blank];
        board_[blank] = board_[to];
        board_[to] = home;
        blank = to;
    }

    void commit(std::uint8_t move) {
        step(blank_, grid_.neighbour[blank_][move]);
        committed_.push_back(move);
    }

    void expand(Score& score, float noise) {
        candidates_.clear();
        way_.clear();
        const float unit = noise / float(1 << 24);
        std::uint32_t next = 0;
        Cell blank = blank_;
        for (std::uint8_t code : tour_) {
            if (code < 4) {
                step(blank, grid_.neighbour[blank][code]);
                way_.push_back(code);
                continue;
            }
            if (code == kUndo) {
                step(blank, grid_.neighbour[blank][inverse(way_.back())]);
                way_.pop_back();
                continue;
            }
            LeafType& parent = leaves_[next];
            parent.score -= base_;
            const auto& around = grid_.neighbour[blank];
            for (std::uint8_t move = 0; move < 4; ++move) {
                const Cell to = around[move];
                if (to == kOffBoard || move == inverse(parent.last)) continue;
                Candidate candidate;
                candidate.leaf.hash = parent.hash + (label_[board_[to]] - blank_label_) * (place_[blank] - place_[to]);
                if (seen_[slot(candidate.leaf.hash)] == (candidate.leaf.hash ^ salt_)) continue;
                ++generated_;
                if (!score.child(board_, blank, to, parent, candidate.leaf)) continue;
                candidate.leaf.last = move;
                candidate.parent = next;
                candidate.rank =
                    candidate.leaf.score + unit * float((candidate.leaf.hash * noise_salt_) >> 40);
                candidates_.push_back(candidate);
            }
            ++next;
        }
    }

    std::size_t slot(std::uint64_t hash) const { return (hash >> 17) & (seen_.size() - 1); }

    void select() {
        float low = candidates_[0].rank, high = low, best = candidates_[0].leaf.score;
        for (const Candidate& c : candidates_) {
            low = std::min(low, c.rank);
            high = std::max(high, c.rank);
            best = std::min(best, c.leaf.score);
        }
        base_ = best;
        float cut = high;
        if (candidates_.size() > width_) {
            const float scale = float(kBuckets - 1) / std::max(high - low, 1e-6f);
            std::array<std::uint32_t, kBuckets> count{};
            for (const Candidate& c : candidates_) ++count[int((c.rank - low) * scale)];
            std::size_t total = 0;
            int bucket = 0;
            while (bucket < kBuckets && total + count[bucket] <= width_) total += count[bucket++];
            if (bucket == 0) bucket = 1;
            cut = low + float(bucket) / scale;
        }
        leaves_next_.clear();
        keep_.assign(leaves_.size(), 0);
        for (const Candidate& c : candidates_) {
            if (c.rank > cut) continue;
            std::uint64_t& memory = seen_[slot(c.leaf.hash)];
            if (memory == (c.leaf.hash ^ salt_)) continue;
            memory = c.leaf.hash ^ salt_;
            keep_[c.parent] |= std::uint8_t(1 << c.leaf.last);
            leaves_next_.push_back(c.leaf);
            if (leaves_next_.size() >= width_ * 2) break;
        }
        leaves_.swap(leaves_next_);
    }

    void rewrite() {
        std::vector<std::uint8_t>& out = tour_next_;
        out.clear();
        std::size_t next = 0;
        for (std::uint8_t code : tour_) {
            if (code < 4) out.push_back(code);
            else if (code == kUndo) {
                if (out.back() < 4) out.pop_back();  // nothing is left below this move
                else out.push_back(kUndo);
            } else {
                const std::uint8_t moves = keep_[next++];
                for (std::uint8_t move = 0; move < 4; ++move)
                    if (moves >> move & 1) out.insert(out.end(), {move, kLeafCode, kUndo});
            }
        }
        tour_.swap(out);
        commit_shared();
    }

    // Moves that open the tour and are undone only at its very end are shared by all leaves.
    void commit_shared() {
        std::size_t first = 0;
        while (first < tour_.size() && tour_[first] < 4) ++first;
        std::size_t depth = first, lowest = first;  // where later leaves branch off
        for (std::size_t i = first; i < tour_.size(); ++i) {
            if (tour_[i] == kUndo) --depth;
            else if (tour_[i] < 4) {
                lowest = std::min(lowest, depth);
                ++depth;
            }
        }
        if (lowest == 0) return;
        for (std::size_t i = 0; i < lowest; ++i) commit(tour_[i]);
        tour_.erase(tour_.end() - std::ptrdiff_t(lowest), tour_.end());
        tour_.erase(tour_.begin(), tour_.begin() + std::ptrdiff_t(lowest));
    }

    const Grid& grid_;
    Arrangement board_;  // the root's
    Cell blank_;
    std::vector<std::uint64_t> label_, all_labels_, place_, seen_;
    std::uint64_t salt_ = 0, noise_salt_, blank_label_;
    std::size_t width_ = 0, generated_ = 0;
    float base_ = 0;
    std::vector<LeafType> leaves_, leaves_next_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> tour_, tour_next_, keep_, way_;
    Path committed_;
};

}  // namespace taquin::anysize

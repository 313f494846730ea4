// Beam search without copies: all boards of the beam live on one board.
//
// The beam is the depth-first tour of the tree of moves that leads from the last common ancestor
// (the root) to the boards of the current level, the leaves.  The blank walks the tour: down a move,
// back up again, and for a leaf one move there and back.  One level
//   1. walks the tour on the root's board and scores the children of every leaf (each child costs
//      O(1), whatever the size of the board);
//   2. keeps the best `width` of them (one histogram, no sort), no board twice: 32 bits of the hash
//      sum a[label] * b[cell] are looked up in a direct-mapped memory of boards kept lately, which
//      also stops the beam from going round in circles;
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
// It may follow the walk as well, so as to know more of a board than its parent does:
//   void Score::enter(board, blank)               the walk of a level begins on the root
//   void Score::step(tile, from, to)              the tile has moved; also when the tour goes back
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
        width_ = width;
        std::size_t size = 1 << 10;
        while (size < width * 8) size *= 2;
        seen_.assign(size, 0);
    }

    // Begins with the root as the only leaf.
    void start(LeafType leaf) {
        base_ = 0;
        leaf.last = 4;
        leaves_.assign(1, leaf);
        tour_.assign(1, kRootLeaf);
    }

    // One level; false when no child is left.
    bool level(Score& score, float noise) {
        expand(score, noise);
        if (candidates_.empty()) {
            leaves_.clear();
            return false;
        }
        if (!select()) return false;
        rewrite();
        if (++since_commit_ >= kCommitPeriod) commit_shared();
        return !leaves_.empty();
    }

    // Scores every leaf anew, as the sum of changes from the root's own leaf on.
    void rescore(Score& score, const LeafType& root) {
        base_ = 0;
        std::vector<LeafType> stack{root};
        std::size_t next = 0;
        Cell blank = blank_;
        auto down = [&](int move) {
            const Cell to = target(blank, move);
            LeafType child = stack.back();
            score.child(board_, blank, to, stack.back(), child);
            stack.push_back(child);
            step(blank, to);
        };
        auto up = [&](int move) {
            step(blank, target(blank, move));
            stack.pop_back();
        };
        auto visit = [&] {
            LeafType& leaf = leaves_[next++];
            leaf.score = stack.back().score;
            leaf.togo = stack.back().togo;
            leaf.extra = stack.back().extra;
        };
        for (std::uint8_t code : tour_) {
            if (code < kUp4) down(code);
            else if (code < kLeaf4) up(code - kUp4);
            else if (code == kRootLeaf) visit();
            else {
                down(code - kLeaf4);
                visit();
                up(inverse(code - kLeaf4));
            }
        }
        board_[blank_] = blank_home_;
    }

    // The moves from the root to a leaf.
    Path way_to(std::size_t leaf) const {
        Path way;
        std::size_t next = 0;
        for (std::uint8_t code : tour_) {
            if (code < kUp4) way.push_back(code);
            else if (code < kLeaf4) way.pop_back();
            else if (next++ == leaf) {
                if (code != kRootLeaf) way.push_back(std::uint8_t(code - kLeaf4));
                break;
            }
        }
        return way;
    }

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
    void forget() { std::fill(seen_.begin(), seen_.end(), 0); }

    const std::vector<LeafType>& leaves() const { return leaves_; }
    const Arrangement& board() const { return board_; }  // the root's
    Cell blank() const { return blank_; }
    Path& committed() { return committed_; }
    std::uint64_t generated() const { return generated_; }

private:
    // The tour: 0-3 down a move, 4-7 back up (by the move that undoes it), 8-11 a leaf one move away.
    static constexpr std::uint8_t kUp4 = 4, kLeaf4 = 8, kRootLeaf = 12;
    static constexpr float kDropped = 1e30f;
    static constexpr int kBuckets = 1024, kCommitPeriod = 8;

    struct Candidate {
        LeafType leaf;
        float rank;
        std::uint32_t parent;
    };

    Cell target(Cell blank, int move) const { return Cell(int(blank) + offset_[move]); }

    // Moves the blank; the entry of its cell is left as it is (see root's move_root).
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

    void expand(Score& score, float noise) {
        constexpr bool follows = requires { score.step(Cell{}, Cell{}, Cell{}); };
        candidates_.clear();
        next_ = 0;
        unit_ = noise / float(1 << 24);
        Cell blank = blank_;
        if constexpr (follows) score.enter(board_, blank);
        for (std::uint8_t code : tour_) {
            const Cell to = target(blank, code & 3);
            if (code < kLeaf4) {
                if constexpr (follows) score.step(board_[to], to, blank);
                step(blank, to);
            } else if (code == kRootLeaf) visit(score, blank);
            else {
                const Cell here = blank, tile = board_[to];
                if constexpr (follows) score.step(tile, to, here);
                step(blank, to);
                visit(score, blank);
                if constexpr (follows) score.step(tile, here, to);
                board_[to] = tile;
                blank = here;
            }
        }
        board_[blank_] = blank_home_;
    }

    void visit(Score& score, Cell blank) {
        LeafType& parent = leaves_[next_];
        parent.score -= base_;
        const auto& around = grid_.neighbour[blank];
        for (std::uint8_t move = 0; move < 4; ++move) {
            const Cell to = around[move];
            if (to == kOffBoard || move == inverse(parent.last)) continue;
            const std::uint64_t hash =
                parent.hash + (label_[board_[to]] - blank_label_) * (place_[blank] - place_[to]);
            __builtin_prefetch(&seen_[slot(hash)]);
            ++generated_;
            Candidate& candidate = candidates_.emplace_back();
            if (!score.child(board_, blank, to, parent, candidate.leaf)) {
                candidates_.pop_back();
                continue;
            }
            candidate.leaf.hash = hash;
            candidate.leaf.last = move;
            candidate.parent = next_;
            candidate.rank = candidate.leaf.score + unit_ * float((hash * noise_salt_) >> 40);
        }
        ++next_;
    }

    std::size_t slot(std::uint64_t hash) const { return (hash >> 32) & (seen_.size() - 1); }
    static std::uint32_t tag(std::uint64_t hash) { return std::uint32_t(hash) | 1; }

    bool select() {
        float low = kDropped, high = -kDropped, best = kDropped;
        std::size_t fresh = 0;
        for (Candidate& c : candidates_) {
            if (seen_[slot(c.leaf.hash)] == tag(c.leaf.hash)) {
                c.rank = kDropped;
                continue;
            }
            ++fresh;
            low = std::min(low, c.rank);
            high = std::max(high, c.rank);
            best = std::min(best, c.leaf.score);
        }
        base_ = best;
        float cut = high;
        if (fresh > width_) {
            const float scale = float(kBuckets - 1) / std::max(high - low, 1e-6f);
            std::array<std::uint32_t, kBuckets> count{};
            for (const Candidate& c : candidates_)
                if (c.rank < kDropped) ++count[std::size_t((c.rank - low) * scale)];
            std::size_t total = 0;
            int bucket = 0;
            while (bucket < kBuckets && total + count[bucket] <= width_) total += count[bucket++];
            cut = low + float(std::max(bucket, 1)) / scale;
        }
        leaves_next_.clear();
        keep_.assign(leaves_.size(), 0);
        for (const Candidate& c : candidates_) {
            if (c.rank > cut) continue;
            std::uint32_t& memory = seen_[slot(c.leaf.hash)];
            if (memory == tag(c.leaf.hash)) continue;
            memory = tag(c.leaf.hash);
            keep_[c.parent] |= std::uint8_t(1 << c.leaf.last);
            leaves_next_.push_back(c.leaf);
            if (leaves_next_.size() >= 2 * width_) break;  // one bucket can hold any number of equals
        }
        leaves_.swap(leaves_next_);
        return fresh > 0;
    }

    void rewrite() {
        std::vector<std::uint8_t>& out = tour_next_;
        out.clear();
        std::size_t next = 0;
        for (std::uint8_t code : tour_) {
            if (code < kUp4) out.push_back(code);
            else if (code < kLeaf4) {
                if (!out.empty() && out.back() < kUp4) out.pop_back();  // nothing is left below this move
                else out.push_back(code);
            } else if (const std::uint8_t moves = keep_[next++]) {
                if (code != kRootLeaf) out.push_back(std::uint8_t(code - kLeaf4));
                for (std::uint8_t move = 0; move < 4; ++move)
                    if (moves >> move & 1) out.push_back(std::uint8_t(kLeaf4 + move));
                if (code != kRootLeaf) out.push_back(std::uint8_t(kUp4 + inverse(code - kLeaf4)));
            }
        }
        tour_.swap(out);
    }

    // Moves that open the tour and are undone only at its very end are shared by all leaves.
    void commit_shared() {
        since_commit_ = 0;
        std::size_t first = 0;
        while (first < tour_.size() && tour_[first] < kUp4) ++first;
        std::size_t depth = first, lowest = first;  // where later leaves branch off
        for (std::size_t i = first; i < tour_.size() && lowest > 0; ++i) {
            if (tour_[i] >= kUp4 && tour_[i] < kLeaf4) --depth;
            else {
                lowest = std::min(lowest, depth);
                if (tour_[i] < kUp4) ++depth;
            }
        }
        if (lowest == 0) return;
        for (std::size_t i = 0; i < lowest; ++i) commit(tour_[i]);
        tour_.erase(tour_.end() - std::ptrdiff_t(lowest), tour_.end());
        tour_.erase(tour_.begin(), tour_.begin() + std::ptrdiff_t(lowest));
    }

    const Grid& grid_;
    Arrangement board_;  // the root's; while the tour is walked, the current board's
    Cell blank_, blank_home_;
    std::vector<std::uint64_t> label_, all_labels_, place_;
    std::array<int, 4> offset_;
    std::vector<std::uint32_t> seen_;
    std::uint64_t noise_salt_, blank_label_, generated_ = 0;
    std::size_t width_ = 0;
    int since_commit_ = 0;
    float base_ = 0, unit_ = 0;
    std::uint32_t next_ = 0;
    std::vector<LeafType> leaves_, leaves_next_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> tour_, tour_next_, keep_;
    Path committed_;
};

}  // namespace taquin::anysize

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
// The members of a team share every level of some size.  The tour is cut into one part a member, of
// equally many leaves; each has the root's board for itself, goes to where its part begins, and scores
// the children there.  Parts are cut anew only when they have grown apart.  A level comes out the same,
// board by board, whatever the number of members; so it is shared when that is faster, and only then.
//
// A Score names what a child is worth (smaller is better):
//   Score::Extra                                  what a leaf carries besides
//   bool Score::child(board, blank, to, parent, child)
//        fills child.score (change added to parent.score), child.togo (Manhattan) and child.extra
//        for the blank going from `blank` to `to` on `board` (not yet moved); false drops the child.
//        The entry of the blank's cell is not valid.
//   Score::Summary                                what to know of a level
//   void Summary::add(leaf, number)               one more leaf
//   void Summary::join(later)                     and all leaves of another summary
// It may follow the walk as well, so as to know more of a board than its parent does:
//   void Score::enter(board, blank)               the walk of a level begins on the root
//   void Score::step(tile, from, to)              the tile has moved; also when the tour goes back
// Such a score is copied for every further member of a team at their first level and must not change
// after that; any other is shared by all.
// All boards of a level have the same number of moves behind them, so the score ranks alone.
#pragma once
#include <array>
#include <bit>
#include <deque>
#include <memory>
#include <span>

#include "pace.hpp"
#include "random.hpp"
#include "selection.hpp"
#include "team.hpp"
#include "tour.hpp"

namespace taquin::anysize {

template <class Extra>
struct Leaf {
    float score;
    std::int32_t togo;  // Manhattan distance to home
    std::uint64_t hash;
    std::uint8_t last;  // the move that led here, 4 at the start
    [[no_unique_address]] Extra extra;
};

// The first of the leaves with the smallest value: what most summaries are.
struct Leader {
    int value = 1 << 29;
    std::size_t leaf = 0;

    void offer(int other, std::size_t number) {
        if (other < value) value = other, leaf = number;
    }
    void join(const Leader& later) { offer(later.value, later.leaf); }
};

template <class Score>
class TourBeam {
public:
    using LeafType = Leaf<typename Score::Extra>;
    using Summary = typename Score::Summary;

    TourBeam(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed)
        : grid_(grid), blank_home_(start[blank]), label_(start.size()), place_(start.size()),
          offset_{-grid.width, -1, 1, grid.width} {
        Random random(seed);
        for (auto& value : label_) value = random.next() | 1;
        for (auto& value : place_) value = random.next() | 1;
        noise_salt_ = random.next() | 1;
        blank_label_ = random.next() | 1;
        all_labels_ = label_;
        Hand& first = hands_.emplace_back();
        first.board = std::move(start);
        first.blank = blank;
        resize(width);
    }

    void resize(std::size_t width) {
        selection_.resize(width);
        leaves_.resize(std::max(leaves_.size(), selection_.survivors().size()));
    }

    // Levels are shared from so many leaves a member on, when that is faster (or `always`).
    void share_from(std::size_t leaves, bool always = false) { least_share_ = leaves, share_always_ = always; }

    // Begins with the root as the only leaf.
    void start(LeafType leaf) {
        base_ = 0;
        leaf.last = 4;
        leaves_[0] = leaf;
        count_ = 1;
        depth_ = 0;
        summary_ = {};
        summary_.add(leaf, 0);
        parts_ = 1;
        hands_[0].tour.clear();
        hands_[0].tour.stop(0);
        hands_[0].first = 0, hands_[0].last = 1;
    }

    // One level; false when no child is left.
    bool level(Score& score, float noise, Team& team) {
        divide(score, team);
        pace_.time(parts_ > 1, count_, [&] { run(team, [&](int number) { level(number, score, noise, team); }); });
        const auto result = selection_.result(parts_);
        count_ = 0;
        for (int part = 0; part < parts_; ++part) {
            Hand& hand = hands_[std::size_t(part)];
            hand.first = count_;
            hand.last = count_ += selection_.kept(part);
        }
        ++depth_;
        base_ = result.best;
        summary_ = result.summary;
        leaves_.swap(selection_.survivors());
        if (++since_commit_ >= kCommitPeriod) {
            since_commit_ = 0;
            join();
            for (const std::uint8_t move : hands_[0].tour.take_shared()) commit(move), --depth_;
        }
        return count_ > 0;
    }

    bool level(Score& score, float noise) {
        Team alone(1);
        return level(score, noise, alone);
    }

    // Scores every leaf anew, as the sum of changes from the root's own leaf on.
    void rescore(Score& score, const LeafType& root, Team& team) {
        base_ = 0;
        if (parts_ > team.size()) join();
        run(team, [&](int number) { rescore(hands_[std::size_t(number)], score, root); });
        summary_ = {};
        for (int part = 0; part < parts_; ++part) summary_.join(hands_[std::size_t(part)].summary);
    }

    // The moves from the root to a leaf.
    Path way_to(std::size_t leaf) const {
        std::size_t part = 0;
        while (leaf >= hands_[part].last) ++part;
        return hands_[part].tour.way_to(leaf - hands_[part].first, hands_[part].way);
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
    void forget() { selection_.forget(); }

    std::span<const LeafType> leaves() const { return {leaves_.data(), count_}; }
    const Summary& summary() const { return summary_; }  // of the leaves
    std::size_t depth() const { return depth_; }         // of the leaves below the root
    const Arrangement& board() const { return hands_[0].board; }  // the root's
    Cell blank() const { return hands_[0].blank; }
    Path& committed() { return committed_; }
    const Path& committed() const { return committed_; }
    std::uint64_t generated() const {
        std::uint64_t sum = 0;
        for (const Hand& hand : hands_) sum += hand.generated;
        return sum;
    }

private:
    static constexpr bool kFollows = requires(Score& score) { score.step(Cell{}, Cell{}, Cell{}); };
    static constexpr int kCommitPeriod = 8;
    using Chooser = Selection<LeafType, Summary>;
    using Candidates = std::vector<typename Chooser::Candidate>;

    // What one member of the team works with.
    struct alignas(64) Hand {
        Arrangement board;  // the root's; while the tour is walked, the current board's
        Cell blank;
        std::vector<Cell> cells;       // where the blank has come through from the root, while it walks
        std::unique_ptr<Score> score;  // of its own, where scores follow the walk
        Path way;                      // from the root to where its part of the tour begins
        Tour tour, grown;              // its part, and what becomes of it
        std::size_t first, last;       // its leaves
        Summary summary;               // of its leaves, scored anew
        std::uint64_t generated = 0;
    };

    Cell target(Cell blank, int move) const { return Cell(int(blank) + offset_[std::size_t(move)]); }

    // Moves the blank; the entry of its cell is left as it is (see move_root).
    static void step(Arrangement& board, Cell& blank, Cell to) {
        board[blank] = board[to];
        blank = to;
    }

    void move_root(int move) {
        for (Hand& hand : hands_) {
            step(hand.board, hand.blank, target(hand.blank, move));
            hand.board[hand.blank] = blank_home_;
        }
    }

    void commit(std::uint8_t move) {
        move_root(move);
        committed_.push_back(move);
    }

    // One part for every member that the leaves are worth.
    void divide(const Score& score, const Team& team) {
        int parts = int(std::clamp<std::size_t>(count_ / least_share_, 1, std::size_t(team.size())));
        if (parts > 1 && !share_always_ && !pace_.shared()) parts = 1;
        if (parts != parts_ || !balanced()) {
            join();
            while (int(hands_.size()) < parts) {
                Hand& hand = hands_.emplace_back();
                hand.board = hands_[0].board;
                hand.blank = hands_[0].blank;
                if constexpr (kFollows) hand.score = std::make_unique<Score>(score);
            }
            cut(parts);
        }
        selection_.divide(parts_);
        keep_.resize(std::max(keep_.size(), count_));
    }

    // Whether no part has a tenth more leaves than its share.
    bool balanced() const {
        for (int part = 0; part < parts_; ++part) {
            const Hand& hand = hands_[std::size_t(part)];
            if (10 * (hand.last - hand.first) * std::size_t(parts_) > 11 * count_) return false;
        }
        return true;
    }

    // Cuts the tour, which is whole, into parts with about equally many leaves.
    void cut(int parts) {
        for (int part = 1; part < parts; ++part) {
            Hand &hand = hands_[std::size_t(part)], &before = hands_[std::size_t(part) - 1];
            hand.way = before.way;
            before.last = before.first + before.tour.cut((count_ - before.first) / std::size_t(parts - part + 1), hand.way, hand.tour);
            hand.first = before.last;
            hand.last = count_;
        }
        parts_ = parts;
    }

    void join() {
        for (int part = 1; part < parts_; ++part) hands_[0].tour.append(hands_[std::size_t(part)].tour);
        hands_[0].last = count_;
        parts_ = 1;
    }

    template <class Job>
    void run(Team& team, Job&& job) {
        if (parts_ == 1) job(0);
        else team.run([&](int number) {
            if (number < parts_) job(number);
        });
    }

    // One member's part of a level.
    void level(int number, Score& score, float noise, Team& team) {
        Hand& hand = hands_[std::size_t(number)];
        std::fill(keep_.begin() + std::ptrdiff_t(hand.first), keep_.begin() + std::ptrdiff_t(hand.last), 0);
        expand(hand, hand.score ? *hand.score : score, selection_.candidates(number), noise / float(1 << 24));
        selection_.select(number, parts_, team, keep_.data());
        hand.tour.grow(&keep_[hand.first], hand.grown);
        std::swap(hand.tour, hand.grown);
    }

    // Walks a part: go(to) for every move of the blank, visit() at every leaf.
    template <class Go, class Back, class Visit>
    void walk(Hand& hand, Cell& blank, Go&& go, Back&& back, Visit&& visit) {
        std::vector<Cell>& cells = hand.cells;
        std::size_t depth = 0;
        const auto down = [&](const std::uint8_t* moves, std::size_t count) {
            if (depth + count > cells.size()) cells.resize(2 * (depth + count));
            for (std::size_t i = 0; i < count; ++i) {
                cells[depth++] = blank;
                go(moves[i]);
            }
        };
        const auto up = [&](std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) back(cells[--depth]);
        };
        down(hand.way.data(), hand.way.size());
        const std::uint8_t* moves = hand.tour.moves();
        for (const Stop& stop : hand.tour.stops()) {
            up(stop.ups);
            down(moves, stop.downs);
            moves += stop.downs;
            if (!stop.leaves) visit();
            for (unsigned left = stop.leaves; left; left &= left - 1) {
                const Cell here = blank;
                go(std::uint8_t(std::countr_zero(left)));
                visit();
                back(here);
            }
        }
        up(depth);
        hand.board[hand.blank] = blank_home_;
    }

    void expand(Hand& hand, Score& score, Candidates& candidates, float unit) {
        candidates.clear();
        Cell blank = hand.blank;
        const auto back = [&](Cell to) {
            if constexpr (kFollows) score.step(hand.board[to], to, blank);
            step(hand.board, blank, to);
        };
        const auto go = [&](std::uint8_t move) { back(target(blank, move)); };
        if constexpr (kFollows) score.enter(hand.board, blank);
        std::size_t next = hand.first;
        walk(hand, blank, go, back, [&] { visit(hand, score, candidates, blank, next++, unit); });
    }

    void visit(Hand& hand, Score& score, Candidates& candidates, Cell blank, std::size_t number, float unit) {
        LeafType& parent = leaves_[number];
        parent.score -= base_;
        const auto& around = grid_.neighbour[blank];
        for (std::uint8_t move = 0; move < 4; ++move) {
            const Cell to = around[move];
            if (to == kOffBoard || move == inverse(parent.last)) continue;
            const std::uint64_t hash =
                parent.hash + (label_[hand.board[to]] - blank_label_) * (place_[blank] - place_[to]);
            selection_.prefetch(hash);
            ++hand.generated;
            auto& candidate = candidates.emplace_back();
            if (!score.child(hand.board, blank, to, parent, candidate.leaf)) {
                candidates.pop_back();
                continue;
            }
            candidate.leaf.hash = hash;
            candidate.leaf.last = move;
            candidate.parent = std::uint32_t(number);
            candidate.rank = candidate.leaf.score + unit * float((hash * noise_salt_) >> 40);
        }
    }

    void rescore(Hand& hand, const Score& score, const LeafType& root) {
        std::vector<LeafType> stack{root};
        hand.summary = {};
        Cell blank = hand.blank;
        const auto go = [&](std::uint8_t move) {
            const Cell to = target(blank, move);
            LeafType child = stack.back();
            score.child(hand.board, blank, to, stack.back(), child);
            stack.push_back(child);
            step(hand.board, blank, to);
        };
        const auto back = [&](Cell to) {
            step(hand.board, blank, to);
            stack.pop_back();
        };
        std::size_t next = hand.first;
        walk(hand, blank, go, back, [&] {
            LeafType& leaf = leaves_[next];
            leaf.score = stack.back().score;
            leaf.togo = stack.back().togo;
            leaf.extra = stack.back().extra;
            hand.summary.add(leaf, next++);
        });
    }

    const Grid& grid_;
    Cell blank_home_;
    std::vector<std::uint64_t> label_, all_labels_, place_;
    std::array<int, 4> offset_;
    std::uint64_t noise_salt_, blank_label_;
    std::size_t count_ = 0, depth_ = 0, least_share_ = 64;
    bool share_always_ = false;
    Pace pace_;
    int since_commit_ = 0, parts_ = 1;
    float base_ = 0;
    std::deque<Hand> hands_;
    Chooser selection_;
    std::vector<LeafType> leaves_;  // of which count_ are in use
    Summary summary_;
    std::vector<std::uint8_t> keep_;  // by leaf: its children that are kept, one bit a move
    Path committed_;
};

}  // namespace taquin::anysize

// Beam search over whole boards, each with a copy of its own.
//
// On a medium board a copy is two or three cache lines, cheaper than the walk of a tour (tour_beam.hpp), and
// the children of one board are scored without waiting for those of another.  One level
//   1. scores the children of every position, without making them;
//   2. keeps the best `width` of them (rank_histogram.hpp), no board twice and none that was kept lately
//      (seen_boards.hpp);
//   3. makes those that were kept.
// A level is a move, or a slide: then the children of a position are those of all slides along the other axis than that
// of its last one, each slide a move longer than the one before it.
// All boards of a level have the same number of steps behind them, so the score ranks alone.  The first
// and the last step are shared by a team of threads; its size changes nothing but the time.
// What is good far from home is not what is good near it: each phase of a descent has a score of its own.
// The way to a position is kept as its parent's number and its move; now and then what has no
// descendants left is swept out.
#pragma once
#include "anysize/beam/rank_histogram.hpp"
#include "anysize/beam/seen_boards.hpp"
#include "anysize/board/board_score.hpp"
#include "base/random.hpp"
#include "base/thread_team.hpp"

namespace taquin::anysize {

enum class Step { move, slide };  // what counts one: a slide is several moves of the blank in one direction

// Whatever its positions are.
class BoardBeam {
public:
    virtual ~BoardBeam() = default;
    // Works on the next level, on some thousand boards for each thread; true when the level is complete.
    virtual bool advance(ThreadTeam& team) = 0;
    virtual bool alive() const = 0;  // false when the last level has left no child
    // All of the next level; false when no child is left.
    bool level(ThreadTeam& team) {
        while (!advance(team)) {}
        return alive();
    }
    virtual void resize(std::size_t width) = 0;
    virtual int nearest() const = 0;  // the least bound of a position; 0 when one is home
    virtual Path way_to_nearest() const = 0;
    virtual std::uint64_t generated() const = 0;
    virtual std::uint64_t expanded() const = 0;
};

template <class Position>
class BoardBeamOf final : public BoardBeam {
public:
    // Phases: the score of each, from far to near.  Noise: up to so much, by chance, is added to a board's score.
    BoardBeamOf(const std::vector<BoardScore<Position>>& phases, const Arrangement& start, Cell blank, Step step,
                std::size_t width, float noise, std::uint64_t seed);

    bool advance(ThreadTeam& team) override;
    bool alive() const override { return alive_; }
    void resize(std::size_t width) override { width_ = width; }
    int nearest() const override { return positions_[leader_].bound; }
    Path way_to_nearest() const override { return way_to(leader_); }
    const std::vector<Position>& positions() const { return positions_; }
    std::size_t phase() const { return std::size_t(score_ - phases_.data()); }  // whose score the positions have
    Path way_to(std::size_t position) const;  // from the start
    std::uint64_t generated() const override;
    std::uint64_t expanded() const override { return expanded_; }

private:
    static constexpr int kPrunePeriod = 16;  // levels between two prunings of the paths
    static constexpr std::int32_t kAny = 1 << 30;  // a rank, or a distance, beyond any
    static constexpr std::int32_t kSlack = 2 * kWeightUnits;  // that a cut may lie above what is expected
    static constexpr std::size_t kStretch = 1 << 14;  // boards of a thread between two looks up: some milliseconds

    struct Candidate {
        Child child;
        std::int32_t rank;
    };
    // A step in 32 bits: the parent, the length of the slide, and the move.
    static constexpr int kParentShift = 7;
    static constexpr std::uint32_t kLongest = (1u << (kParentShift - 2)) - 1;  // moves of a slide
    static std::uint32_t packed(std::size_t parent, int length, int move) {
        return std::uint32_t(parent << kParentShift | unsigned(length << 2) | unsigned(move));
    }

    // Bits of moves, as in Position::next.
    static constexpr std::uint8_t kRows = 1 << kLeft | 1 << kRight, kColumns = 1 << kUp | 1 << kDown;
    static std::uint8_t axis(const Child& child) { return kRows >> child.move & 1 ? kRows : kColumns; }
    // What is kept once: a board, and in slides the axis of the last one as well, since it says which may come next.
    std::uint64_t key(const Child& child) const {
        return step_ == Step::slide && axis(child) == kRows ? ~child.hash : child.hash;
    }
    struct Run {  // slides that may become longer: the boards, and whose children they are
        std::vector<Position> positions;
        std::vector<std::uint32_t> parents;
    };
    struct Part {  // of a level: what one thread does in one stretch
        Children children;
        Run run, longer;
        std::vector<Candidate> candidates;
        std::uint64_t generated = 0;
        std::size_t leader = 0;
        int distance = kAny;  // Manhattan, of the nearest
    };
    // The positions, or those to be made, of one member of a team: whole blocks.
    static std::pair<std::size_t, std::size_t> share(std::size_t size, int member, int members);

    void begin_level(ThreadTeam& team);
    void end_level();
    // The next stretch of so many positions: work(part, begin, end) on every thread.  True when it was the last one.
    template <class Work>
    bool stretch(ThreadTeam& team, std::size_t size, Work&& work);
    void expand(Part& part, std::size_t begin, std::size_t end);
    void extend(Part& part);
    void collect(Part& part);
    bool select();
    std::int32_t cut() const;
    void expect(std::int32_t worst);
    void make(Part& part, std::size_t begin, std::size_t end);
    void make_slides(Part& part, std::size_t begin, std::size_t end);
    void change_phase(ThreadTeam& team);
    void prune_paths();

    const std::vector<BoardScore<Position>>& phases_;
    const BoardScore<Position>* score_;
    const Step step_;
    std::size_t width_;
    std::uint64_t noise_, salt_;
    std::vector<Position> positions_, next_;
    std::vector<Part> parts_;  // in the order of their positions, so that their number changes nothing
    std::size_t stretched_ = 0;  // positions that are done of the present step ...
    std::size_t used_ = 0;  // ... in so many parts
    bool making_ = false;  // the second step: the children that were kept
    bool alive_ = true;
    std::vector<Candidate> kept_;
    std::int32_t limit_ = kAny;  // a child with a larger rank is not looked at: it would not be kept
    std::array<std::int32_t, 2> cuts_{kAny, kAny};  // of the last levels
    SeenBoards<std::uint16_t> seen_;
    std::vector<std::vector<std::uint32_t>> steps_;  // [level][position]
    std::uint64_t expanded_ = 0;
    std::size_t leader_ = 0;  // the position with the least bound, the first of several
    int distance_;  // Manhattan distance of the nearest board
};

}  // namespace taquin::anysize

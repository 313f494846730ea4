#include "optimal/linear_conflict_search.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "anysize/bounds.hpp"
#include "base/conflict_line.hpp"

namespace taquin {
namespace {

constexpr int kOneWord = 64;           // cells: the longest line whose places fit into one word

enum Axis : unsigned { kRowChanges = 0, kColumnChanges = 1 };
constexpr std::array<Axis, kMoves> kAxis{kRowChanges, kColumnChanges, kColumnChanges, kRowChanges};  // by move
constexpr std::array<int, kMoves> kDirection{-1, -1, 1, 1};

template <int Words>
class LinearConflictSearch final : public IterationSearch {
    using Line = ConflictLine<Words>;

    // A tile is known by its home: the row in the low byte, the column in the high one.
    using Tile = uint16_t;
    static unsigned home(Tile tile, unsigned axis) { return tile >> 8 * axis & 255; }

    struct Frame {  // a node on the path from the root of the search to where it is
        int32_t slack;  // bound - f
        Detours::Trail trail;
        uint8_t untried : 4, rising : 4;  // bits of moves: children still to visit, and whose f is larger by 2
        uint8_t move;                     // the last one, from the node above
    };

    struct Position {
        std::vector<Tile> tiles;  // by cell; the one at the blank's cell means nothing
        std::array<std::vector<Line>, 2> lines;  // rows, columns
        std::array<int, 2> blank;                // row, column
        int cell = 0;                            // of the blank
    };

public:
    LinearConflictSearch(const anysize::Grid& grid, const anysize::Arrangement& start, anysize::Cell blank)
        : width_(grid.width), detours_(Detours::shared(grid.width, grid.height)), step_{-grid.width, -1, 1, grid.width},
          legal_(grid.cells), lower_bound_(anysize::lower_bound(grid, start, blank)) {
        start_.tiles.resize(grid.cells);
        start_.lines = {std::vector<Line>(grid.height), std::vector<Line>(grid.width)};
        start_.blank = {grid.row[blank], grid.column[blank]};
        start_.cell = blank;
        for (int cell = 0; cell < grid.cells; ++cell) {
            for (int move = 0; move < kMoves; ++move)
                legal_[cell] |= (grid.neighbor[cell][move] != anysize::kNoCell) << move;
            const unsigned row = grid.row[start[cell]], column = grid.column[start[cell]];
            start_.tiles[cell] = static_cast<Tile>(row | column << 8);
        }
        for (int cell = 0; cell < grid.cells; ++cell)
            for (unsigned axis : {kRowChanges, kColumnChanges}) {
                const std::array<unsigned, 2> place{grid.row[cell], grid.column[cell]};
                const Tile tile = start_.tiles[cell];
                const bool belongs = cell != blank && home(tile, axis) == place[axis];
                start_.lines[axis][place[axis]].standing.toggle(place[1 - axis], belongs);
                start_.lines[axis][place[axis]].goals.toggle(home(tile, 1 - axis), belongs);
            }
        at_ = start_;
        for (unsigned axis : {kRowChanges, kColumnChanges})
            for (size_t number = 0; number < start_.lines[axis].size(); ++number)
                start_.lines[axis][number].conflicts = conflicts(axis, static_cast<int>(number),
                                                                 start_.lines[axis][number].standing);
    }

    int lower_bound() const override { return lower_bound_; }

    void begin(const std::string& prefix, int bound) override {
        place(prefix, bound);
        waiting_ = frames_[0].slack >= 0;
    }

    Status run(uint64_t budget) override {
        if (waiting_) {
            waiting_ = false;
            if (is_goal(0)) return found();
            open_ = true;
            enter(frames_[0]);
        }
        if (!open_) return Status::kExhausted;
        // A step goes down by one node at most, and counts at least one that has children of its own.
        const uint64_t room = std::min<uint64_t>(budget, frames_[depth_].slack + estimate(depth_)) + 2;
        if (frames_.size() < depth_ + room) frames_.resize(depth_ + room);
        const uint64_t end = generated_ + std::min(budget, ~generated_);
        while (climb()) {
            if (generated_ >= end) return Status::kRunning;
            descend(std::countr_zero(unsigned{frames_[depth_].untried}));
            if (is_goal(depth_)) return found();
            enter(frames_[depth_]);
        }
        open_ = false;
        return Status::kExhausted;
    }

    std::vector<std::string> split(int bound, int depth) override {
        std::vector<std::string> prefixes;
        begin("", bound);
        if (!std::exchange(waiting_, false)) return prefixes;
        if (depth == 0 || is_goal(0)) return {""};  // a goal is left for the caller to find
        frames_.resize(std::max<size_t>(frames_.size(), depth + 1));
        enter(frames_[0]);
        while (climb()) {
            descend(std::countr_zero(unsigned{frames_[depth_].untried}));
            if (depth_ < static_cast<size_t>(depth) && !is_goal(depth_)) enter(frames_[depth_]);
            else prefixes.push_back(moves());
        }
        return prefixes;
    }

    std::string path() const override { return path_; }

    SearchState save() const override {
        SearchState state{bound_, generated_, expanded_, {}};
        if (waiting_) state.branches.push_back({prefix_, {}});
        if (!open_) return state;
        size_t nodes = depth_ + 1;
        while (nodes > 0 && frames_[nodes - 1].untried == 0) --nodes;
        if (nodes == 0) return state;
        Branch branch{moves().substr(0, prefix_.size() + nodes - 1), std::vector<uint8_t>(nodes)};
        for (size_t i = 0; i < nodes; ++i) branch.untried[i] = frames_[i].untried;
        state.branches.push_back(std::move(branch));
        return state;
    }

    // Every node must be one that a search with this bound enters.
    void restore(const SearchState& saved) override {
        waiting_ = open_ = false;
        const char* problem = "the saved search does not fit together";
        require(saved.branches.size() <= 1 && counts_are_possible(saved), problem);
        const Branch branch = saved.branches.empty() ? Branch{"", {0}} : saved.branches[0];
        const size_t nodes = branch.untried.size();
        require(nodes <= branch.path.size() + 1, problem);
        const size_t base = branch.path.size() - (nodes == 0 ? 0 : nodes - 1);
        place(branch.path.substr(0, base), saved.bound);
        require(saved.branches.empty() || frames_[0].slack >= 0, problem);
        frames_.resize(std::max(frames_.size(), nodes));
        for (size_t i = 0; i < nodes; ++i) {
            enter(frames_[i]);
            const unsigned within_bound = frames_[i].untried;
            require(!(branch.untried[i] & ~within_bound), problem);
            if (i + 1 < nodes) {
                const int move = parse_move(branch.path[base + i]);
                require(within_bound >> move & 1, problem);
                descend(move);
            }
            frames_[i].untried = branch.untried[i];
        }
        waiting_ = nodes == 0;
        open_ = nodes != 0 && !saved.branches.empty();
        generated_ = saved.generated;
        expanded_ = saved.expanded;
    }

private:
    // Walk to the root of a search; nothing has begun there yet.
    void place(const std::string& prefix, int bound) {
        waiting_ = open_ = false;
        require(bound >= 0 && bound <= kLongestPath && prefix.size() <= kLongestPath,
                "a path is longer than any that is needed");
        bound_ = bound;
        generated_ = expanded_ = 0;
        at_ = start_;
        depth_ = 0;
        prefix_.clear();
        if (frames_.size() < 2) frames_.resize(2);
        frames_[0] = {bound - lower_bound_, Detours::kStart, 0, 0, 0};
        for (char letter : prefix) {
            const int move = parse_move(letter);
            require(legal_[at_.cell] >> move & 1, "a move leads off the board");
            frames_[0].rising = rising(1u << move);
            descend(move);
            depth_ = 0;
            frames_[0] = frames_[1];
        }
        prefix_ = prefix;
    }

    int estimate(size_t depth) const {
        return bound_ - frames_[depth].slack - static_cast<int>(prefix_.size() + depth);
    }
    bool is_goal(size_t depth) const { return estimate(depth) == 0; }

    Status found() {
        path_ = moves();
        return Status::kFound;
    }
    std::string moves() const {
        std::string moves = prefix_;
        for (size_t i = 1; i <= depth_; ++i) moves += kMoveLetters[frames_[i].move];
        return moves;
    }

    // Make the children of a node: count them, and find those within the bound.
    void enter(Frame& node) {
        const unsigned children = legal_[at_.cell] & detours_->allowed(node.trail);
        node.rising = rising(children);
        node.untried = node.slack >= 2 ? children : children & ~node.rising;
        generated_ += std::popcount(children);
        ++expanded_;
    }

    // Those of some moves that make f larger. Each knows its direction when it is compiled, which gains a tenth to a
    // quarter.
    unsigned rising(unsigned moves) {
        unsigned found = 0;
        if (moves >> kUp & 1) found |= unsigned{rises<kUp>()} << kUp;
        if (moves >> kLeft & 1) found |= unsigned{rises<kLeft>()} << kLeft;
        if (moves >> kRight & 1) found |= unsigned{rises<kRight>()} << kRight;
        if (moves >> kDown & 1) found |= unsigned{rises<kDown>()} << kDown;
        return found;
    }
    template <int Move>
    bool rises() {
        constexpr unsigned axis = kAxis[Move];
        const Tile tile = at_.tiles[at_.cell + step_[Move]];
        const int line_of = static_cast<int>(home(tile, axis));
        const unsigned goal = home(tile, 1 - axis), place = at_.blank[1 - axis];
        // In lines: negative where the tile comes nearer, 0 where it enters its own line, 1 where it leaves it.
        const int away = (line_of - at_.blank[axis]) * kDirection[Move];
        const Line& line = at_.lines[axis][line_of];
        if (static_cast<unsigned>(away) <= 1 && line.conflicts != 0) {
            at_.tiles[at_.cell] = tile;  // where it would stand, were it to enter
            Places<Words> standing = line.standing;
            standing.toggle(place, true);
            return conflicts(axis, line_of, standing) + away > line.conflicts;
        }
        return away > 0 || (away == 0 && line.disturbed(place, goal));
    }

    // Of a line, with tiles at these places.
    int conflicts(unsigned axis, int number, const Places<Words>& standing) const {
        const int first = axis == kRowChanges ? number * width_ : number, stride = axis == kRowChanges ? 1 : width_;
        const Tile* tiles = at_.tiles.data() + first;
        return count_conflicts(standing, [=](unsigned place) { return home(tiles[place * stride], 1 - axis); });
    }

    void descend(int move) {
        Frame& node = frames_[depth_];
        Frame& child = frames_[++depth_];
        const bool rise = node.rising >> move & 1;
        node.untried &= ~(1u << move);
        child.slack = node.slack - 2 * rise;
        child.trail = detours_->next(node.trail, move);
        child.untried = 0;
        child.move = static_cast<uint8_t>(move);
        at_.tiles[at_.cell] = at_.tiles[at_.cell + step_[move]];
        const unsigned axis = kAxis[move];
        slide(at_.tiles[at_.cell], axis, at_.blank[axis] + kDirection[move], at_.blank[axis], rise, 1);
        at_.cell += step_[move];
        at_.blank[axis] += kDirection[move];
    }

    // Up to the next node with a child to visit; false where there is none.
    bool climb() {
        while (frames_[depth_].untried == 0) {
            if (depth_ == 0) return false;
            ascend();
        }
        return true;
    }

    void ascend() {
        const Frame& child = frames_[depth_--];
        const bool rise = child.slack != frames_[depth_].slack;
        const unsigned axis = kAxis[child.move];
        const int from = at_.blank[axis];
        at_.blank[axis] -= kDirection[child.move];
        const int blank = at_.cell - step_[child.move];
        at_.tiles[at_.cell] = at_.tiles[blank];
        at_.cell = blank;
        slide(at_.tiles[blank], axis, from, at_.blank[axis], rise, -1);
    }

    // Keep the lines while a tile moves from one to another, or, with a `sign` of -1, take that back.
    void slide(Tile tile, unsigned axis, int from, int to, bool rise, int sign) {
        const int line_of = static_cast<int>(home(tile, axis));
        const unsigned place = at_.blank[1 - axis];
        const bool leaves = line_of == from, touches = leaves || line_of == to;
        Line& across = at_.lines[axis][line_of];
        across.standing.toggle(place, touches);
        across.goals.toggle(home(tile, 1 - axis), touches);
        across.conflicts += sign * touches * (rise - leaves);
        Line& along = at_.lines[1 - axis][place];
        const bool belongs = home(tile, 1 - axis) == place;
        along.standing.toggle(from, belongs);
        along.standing.toggle(to, belongs);
    }

    const int width_;
    const std::shared_ptr<const Detours> detours_;
    const std::array<int, kMoves> step_;
    std::vector<uint8_t> legal_;  // [cell] bits of moves
    const int lower_bound_;
    Position start_, at_;
    std::string prefix_;         // the moves to the root of the search
    bool waiting_ = false;       // the root has not been entered
    bool open_ = false;          // it has, and there may be more to do
    size_t depth_ = 0;           // below the root
    std::vector<Frame> frames_;  // [depth]
    std::string path_;
};

}  // namespace

std::unique_ptr<IterationSearch> make_linear_conflict_search(int width, int height, const std::vector<int>& goal,
                                                             const std::vector<int>& start) {
    const anysize::Grid grid(width, height);
    if (std::min(width, height) < 2) throw std::invalid_argument("the search holds boards of 2x2 to 255x255 cells");
    if (goal.size() != static_cast<size_t>(grid.cells))
        throw std::invalid_argument("the number of tiles does not fit the shape");
    const anysize::Arrangement arrangement = anysize::relabel(start, goal);
    const auto blank = static_cast<anysize::Cell>(std::find(start.begin(), start.end(), 0) - start.begin());
    if (std::max(width, height) <= kOneWord) return std::make_unique<LinearConflictSearch<1>>(grid, arrangement, blank);
    if (std::max(width, height) <= 2 * kOneWord)
        return std::make_unique<LinearConflictSearch<2>>(grid, arrangement, blank);
    return std::make_unique<LinearConflictSearch<4>>(grid, arrangement, blank);
}

}  // namespace taquin

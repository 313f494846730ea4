#include "manhattan.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace taquin {
namespace {

constexpr int kCells = 16;
constexpr int kNoMove = 4;  // the last move of the start board

template <int Width>
class ManhattanSearch final : public IterationSearch {
    struct Frame {
        uint64_t tiles, closer;  // a nibble a cell
        int32_t slack;           // bound - f
        int32_t distance;
        uint8_t blank, move, legal, untried;
    };

public:
    ManhattanSearch(Shape shape, const Tiles& goal, const Tiles& start) {
        check_tiles(shape, goal);
        check_tiles(shape, start);
        for (int home = 0; home < shape.cells(); ++home)
            for (int cell = 0; cell < shape.cells(); ++cell)
                for (int move = 0; move < kMoves; ++move) {
                    const int hole = shape.neighbour(cell, inverse(move));  // the blank comes from there
                    if (hole != kNoCell && shape.distance(hole, home) < shape.distance(cell, home))
                        closer_[goal[home]][cell] |= 1 << move;
                }
        for (int cell = 0; cell < shape.cells(); ++cell)
            for (int last = 0; last <= kNoMove; ++last)
                for (int move = 0; move < kMoves; ++move)
                    if (shape.neighbour(cell, move) != kNoCell && move != 3 - last) legal_[last][cell] |= 1 << move;
        root_ = {0, 0, 0, 0, 0, kNoMove, 0, 0};
        for (int cell = 0; cell < shape.cells(); ++cell) {
            const int tile = start[cell];
            const int home = static_cast<int>(std::find(goal.begin(), goal.end(), tile) - goal.begin());
            root_.tiles |= uint64_t(tile) << 4 * cell;
            if (tile) root_.closer |= uint64_t(closer_[tile][cell]) << 4 * cell;
            if (tile) root_.distance += shape.distance(cell, home);
            if (!tile) root_.blank = static_cast<uint8_t>(cell);
        }
    }

    int lower_bound() const override { return root_.distance; }

    void begin(const std::string& prefix, int bound) override {
        place(prefix, bound);
        if (frames_[0].slack < 0) top_ = -1;
    }

    Status run(uint64_t budget) override {
        if (std::exchange(goal_at_root_, false)) {
            counted_ -= std::popcount(frames_[0].legal);
            --expanded_;
            frames_[0].legal = frames_[0].untried = 0;
            return Status::kFound;
        }
        if (top_ < 0) return Status::kExhausted;
        const uint64_t end = counted_ + budget;
        uint64_t counted = counted_, expanded = expanded_;
        Frame* const bottom = frames_.data();
        Frame* frame = bottom + top_;
        Status status = Status::kRunning;
        while (counted < end) {
            while (!frame->untried && frame != bottom) --frame;
            if (!frame->untried) {
                status = Status::kExhausted;
                break;
            }
            const int move = std::countr_zero(frame->untried);
            frame->untried &= frame->untried - 1;
            Frame* child = frame + 1;
            descend(*frame, move, *child);
            frame = child;
            if (frame->distance == 0) {
                frame->legal = frame->untried = 0;
                status = Status::kFound;
                break;
            }
            counted += std::popcount(frame->legal);
            ++expanded;
        }
        counted_ = counted;
        expanded_ = expanded;
        top_ = status == Status::kExhausted ? -1 : static_cast<int>(frame - bottom);
        if (status == Status::kFound) {  // exactly as if children were counted one by one
            const uint64_t behind = waiting();
            generated_ = counted_ > behind ? counted_ - behind : 0;  // a part of a search may know of fewer
        } else {
            generated_ = counted_ - untried();
        }
        return status;
    }

    std::vector<std::string> split(int bound, int depth) override {
        std::vector<std::string> open{""};
        uint64_t generated = 0, expanded = 0;
        for (int level = 0; level < depth; ++level) {
            std::vector<std::string> next;
            for (const std::string& prefix : open) {
                begin(prefix, bound);
                if (top_ < 0) continue;
                if (goal_at_root_) {  // left for the caller to find
                    next.push_back(prefix);
                    continue;
                }
                for (unsigned rest = frames_[0].untried; rest; rest &= rest - 1)
                    next.push_back(prefix + kMoveLetters[std::countr_zero(rest)]);
                generated += counted_;
                expanded += expanded_;
            }
            open.swap(next);
        }
        top_ = -1;
        goal_at_root_ = false;
        generated_ = counted_ = generated;
        expanded_ = expanded;
        return open;
    }

    std::string path() const override {
        std::string moves = prefix_;
        for (int depth = 1; depth <= top_; ++depth) moves += kMoveLetters[frames_[depth].move];
        return moves;
    }

    SearchState save() const override {
        SearchState state{bound_, generated_, expanded_, {}};
        if (top_ < 0) return state;
        Branch& branch = state.branches.emplace_back(Branch{path(), {}});
        for (int depth = 0; depth <= top_; ++depth) branch.untried.push_back(frames_[depth].untried);
        return state;
    }

    void restore(const SearchState& saved) override {
        const char* problem = "the saved search does not fit together";
        require(saved.branches.size() <= 1, problem);
        const Branch branch = saved.branches.empty() ? Branch{} : saved.branches[0];
        const size_t nodes = branch.untried.size();
        require(nodes <= branch.path.size() + 1 && branch.path.size() <= static_cast<size_t>(std::max(saved.bound, 0)), problem);
        const size_t base = branch.path.size() + 1 - nodes;
        place(nodes ? branch.path.substr(0, base) : "", saved.bound);
        goal_at_root_ = false;
        top_ = -1;
        for (size_t depth = 0; depth < nodes; ++depth) {
            Frame& frame = frames_[depth];
            require(!(branch.untried[depth] & ~frame.legal), problem);
            top_ = static_cast<int>(depth);
            if (depth + 1 < nodes) {
                const int move = parse_move(branch.path[base + depth]);
                require(frame.legal >> move & 1, problem);
                descend(frame, move, frames_[depth + 1]);
            }
            frame.untried = branch.untried[depth];
        }
        generated_ = saved.generated;
        counted_ = generated_ + untried();
        expanded_ = saved.expanded;
    }

private:
    void place(const std::string& prefix, int bound) {
        require(bound >= 0 && bound <= kMaxDepth, "the bound must lie between 0 and 1000");
        bound_ = bound;
        if (frames_.size() < static_cast<size_t>(bound) + 2) frames_.resize(bound + 2);
        prefix_ = prefix;
        Frame node = root_, child;
        node.slack = bound - node.distance;
        enter(node);
        for (char letter : prefix) {
            const int move = parse_move(letter);
            node.legal = legal_[kNoMove][node.blank];
            require(node.legal >> move & 1, "a move leads off the board");
            descend(node, move, child);
            node = child;
        }
        frames_[0] = node;
        top_ = 0;
        goal_at_root_ = node.distance == 0;
        expanded_ = 1;
        counted_ = std::popcount(node.legal);
        generated_ = 0;
    }

    void descend(const Frame& frame, int move, Frame& child) const {
        constexpr std::array<int, kMoves> kStep{-Width, -1, 1, Width};
        const int to = frame.blank, from = to + kStep[move];
        const uint64_t tile = frame.tiles >> 4 * from & 15;
        const unsigned nearer = frame.closer >> 4 * from >> move & 1;
        child.tiles = frame.tiles ^ tile << 4 * from ^ tile << 4 * to;
        child.closer = (frame.closer & ~(uint64_t{15} << 4 * to)) | uint64_t{closer_[tile][to]} << 4 * to;
        child.distance = frame.distance + 1 - 2 * static_cast<int>(nearer);
        child.slack = frame.slack - 2 + 2 * static_cast<int>(nearer);
        child.blank = static_cast<uint8_t>(from);
        child.move = static_cast<uint8_t>(move);
        enter(child);
    }

    // Which children there are, and which of them the bound allows.
    void enter(Frame& frame) const {
        const uint64_t around = std::rotr(frame.closer, 4 * frame.blank);
        const unsigned up = around >> (64 - 4 * Width) & 1, left = around >> 60 & 2;
        const unsigned right = around >> 4 & 4, down = around >> (4 * Width) & 8;
        frame.legal = legal_[frame.move][frame.blank];
        frame.untried = frame.slack >= 2 ? frame.legal : static_cast<uint8_t>(frame.legal & (up | left | right | down));
    }

    // Children counted with their parents that are still to be searched. Between two slices these are not counted,
    // but those that the bound cuts off are, so that the counts of a divided search add up.
    uint64_t untried() const {
        uint64_t count = 0;
        for (int depth = 0; depth <= top_; ++depth) count += std::popcount(frames_[depth].untried);
        return count;
    }

    // Children counted with their parents whose turn has not come: all those behind the path.
    uint64_t waiting() const {
        uint64_t count = 0;
        for (int depth = 0; depth <= top_; ++depth) {
            const unsigned legal = frames_[depth].legal;
            if (depth < top_)
                count += std::popcount(legal >> (frames_[depth + 1].move + 1));
            else if (frames_[depth].untried)
                count += std::popcount(legal >> std::countr_zero(frames_[depth].untried));
        }
        return count;
    }

    Frame root_{};
    std::array<std::array<uint8_t, kCells>, kCells> closer_{};  // [tile][cell]
    std::array<std::array<uint8_t, kCells>, kNoMove + 1> legal_{};  // [last move][cell]
    std::vector<Frame> frames_;
    std::string prefix_;  // moves from the start board to frames_[0]
    int top_ = -1;        // the current node's frame; -1: exhausted
    bool goal_at_root_ = false;
    uint64_t counted_ = 0;
};

}  // namespace

std::unique_ptr<IterationSearch> make_manhattan_search(Shape shape, Tiles goal, Tiles start) {
    if (shape.cells() <= kCells) switch (shape.width) {
            case 2: return std::make_unique<ManhattanSearch<2>>(shape, goal, start);
            case 3: return std::make_unique<ManhattanSearch<3>>(shape, goal, start);
            case 4: return std::make_unique<ManhattanSearch<4>>(shape, goal, start);
            case 5: return std::make_unique<ManhattanSearch<5>>(shape, goal, start);
            case 6: return std::make_unique<ManhattanSearch<6>>(shape, goal, start);
            case 7: return std::make_unique<ManhattanSearch<7>>(shape, goal, start);
            case 8: return std::make_unique<ManhattanSearch<8>>(shape, goal, start);
            default: break;
        }
    throw std::invalid_argument("Manhattan search holds boards of at most 16 cells, 2 to 8 wide");
}

}  // namespace taquin

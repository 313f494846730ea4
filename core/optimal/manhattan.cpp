#include "optimal/manhattan.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace taquin {
namespace {

constexpr int kCells = kManhattanCells;
constexpr int kMoveBits = 9;  // a move is a bit here, 1 2 4 8
constexpr int kNoMove = 0;    // the last move of the start board

template <int Width>
class ManhattanSearch final : public IterationSearch {
    static constexpr std::array<int8_t, kMoveBits> kStep{0, -Width, -1, 0, 1, 0, 0, 0, Width};  // of the blank, by move

    struct Node {  // on the stack: it has untried moves
        uint64_t tiles, closer;  // a nibble a cell, the blank's lowest, then in the order of the cells
        int32_t slack;  // bound - f
        uint16_t depth;
        uint8_t blank, untried;
    };

public:
    ManhattanSearch(Shape shape, const Tiles& goal, const Tiles& start) {
        check_tiles(shape, goal);
        check_tiles(shape, start);
        for (int home = 0; home < shape.cells(); ++home)
            for (int cell = 0; cell < shape.cells(); ++cell)
                for (int move = 0; move < kMoves; ++move) {
                    const int hole = shape.neighbor(cell, inverse(move));  // the blank comes from there
                    if (hole != kOffBoard && shape.distance(hole, home) < shape.distance(cell, home))
                        closer_[goal[home]][cell] |= 1 << move;
                }
        for (int cell = 0; cell < shape.cells(); ++cell)
            for (int move = 0; move < kMoves; ++move) {
                if (shape.neighbor(cell, move) == kOffBoard) continue;
                legal_[kNoMove][cell] |= 1 << move;
                for (int last = 0; last < kMoves; ++last)
                    if (move != inverse(last)) legal_[1 << last][cell] |= 1 << move;
            }
        start_.blank = static_cast<uint8_t>(std::find(start.begin(), start.end(), 0) - start.begin());
        for (int cell = 0; cell < shape.cells(); ++cell) {
            const int tile = start[cell], place = 4 * (cell - start_.blank) & 63;
            if (!tile) continue;
            start_.tiles |= uint64_t(tile) << place;
            start_.closer |= uint64_t{closer_[tile][cell]} << place;
            lower_bound_ += shape.distance(cell,
                                           static_cast<int>(std::find(goal.begin(), goal.end(), tile) - goal.begin()));
        }
    }

    int lower_bound() const override { return lower_bound_; }

    void begin(const std::string& prefix, int bound) override {
        const Node root = place(prefix, bound);
        goal_at_root_ = is_goal(root) && root.slack >= 0;
        if (root.slack < 0 || goal_at_root_) stack_size_ = 0;
    }

    Status run(uint64_t budget) override {
        if (std::exchange(goal_at_root_, false)) {
            counted_ = expanded_ = generated_ = 0;
            return Status::kFound;
        }
        const uint64_t end = end_of(counted_, budget);
        uint64_t counted = counted_, expanded = expanded_;
        Node* const bottom = stack_.data();
        Node* top = bottom + stack_size_;  // behind the topmost node
        bool found = false;
        while (counted < end && top != bottom) {
            // Both the node, where this was its last move, and the child, where it has no moves, leave without a
            // branch.
            Node child = top[-1];
            const unsigned move = child.untried & -child.untried;
            const unsigned rest = child.untried ^ move;
            top[-1].untried = static_cast<uint8_t>(rest);
            top -= rest == 0;
            const unsigned legal = descend(child, move);
            path_[child.depth] = static_cast<uint8_t>(move);
            *top = child;
            if (is_goal(child)) {
                found = true;
                break;
            }
            counted += std::popcount(legal);
            ++expanded;
            top += child.untried != 0;
        }
        counted_ = counted;
        expanded_ = expanded;
        stack_size_ = static_cast<int>(top - bottom);
        if (found) {  // count exactly as if children were counted one by one
            depth_ = top->depth;
            const uint64_t behind = waiting();
            generated_ = counted_ > behind ? counted_ - behind : 0;  // a part of a search may know of fewer
            return Status::kFound;
        }
        generated_ = counted_ - untried();
        return stack_size_ ? Status::kRunning : Status::kExhausted;
    }

    std::vector<std::string> split(int bound, int depth) override {
        require_depth(depth);
        std::vector<std::string> open{""};
        uint64_t generated = 0, expanded = 0;
        for (int level = 0; level < depth; ++level) {
            require_room(open.size());
            std::vector<std::string> next;
            for (const std::string& prefix : open) {
                begin(prefix, bound);
                if (goal_at_root_) {  // left for the caller to find
                    next.push_back(prefix);
                    continue;
                }
                for (unsigned rest = stack_size_ ? stack_[0].untried : 0; rest; rest &= rest - 1)
                    next.push_back(prefix + kMoveLetters[std::countr_zero(rest)]);
                generated += counted_;
                expanded += expanded_;
            }
            open.swap(next);
        }
        stack_size_ = 0;
        goal_at_root_ = false;
        generated_ = counted_ = generated;
        expanded_ = expanded;
        return open;
    }

    std::string path() const override {
        std::string moves;
        for (int depth = 1; depth <= depth_; ++depth) moves += kMoveLetters[std::countr_zero(path_[depth])];
        return moves;
    }

    SearchState save() const override {
        SearchState state{bound_, generated_, expanded_, {}};
        if (!stack_size_) return state;
        Branch& branch = state.branches.emplace_back();
        const int depth = stack_[stack_size_ - 1].depth;
        for (int d = 1; d <= depth; ++d) branch.path += kMoveLetters[std::countr_zero(path_[d])];
        branch.untried.assign(depth - base_ + 1, 0);
        for (int i = 0; i < stack_size_; ++i) branch.untried[stack_[i].depth - base_] = stack_[i].untried;
        return state;
    }

    // Every node must be one that a search with this bound enters: the stack and the path have room for no other.
    void restore(const SearchState& saved) override {
        const char* problem = "the saved search does not fit together";
        require(saved.branches.size() <= 1 && counts_are_possible(saved), problem);
        const Branch branch = saved.branches.empty() ? Branch{"", {0}} : saved.branches[0];
        const size_t nodes = branch.untried.size();
        require(nodes > 0 && nodes <= branch.path.size() + 1 && branch.path.size() <= kMaxDepth, problem);
        const size_t base = branch.path.size() + 1 - nodes;
        Node node = place(branch.path.substr(0, base), saved.bound);
        goal_at_root_ = false;
        stack_size_ = 0;
        require(saved.branches.empty() || node.slack >= 0, problem);
        for (size_t i = 0; i < nodes; ++i) {
            const unsigned within_bound = node.untried;
            require(!(branch.untried[i] & ~within_bound), problem);
            if (branch.untried[i]) {
                stack_[stack_size_] = node;
                stack_[stack_size_++].untried = branch.untried[i];
            }
            if (i + 1 == nodes) break;
            const unsigned move = 1u << parse_move(branch.path[base + i]);
            require(within_bound & move, problem);
            descend(node, move);
            path_[node.depth] = static_cast<uint8_t>(move);
        }
        generated_ = saved.generated;
        counted_ = generated_ + untried();
        expanded_ = saved.expanded;
    }

private:
    // Walk to the root of a search, the only node on the stack then, and count it.
    Node place(const std::string& prefix, int bound) {
        require(bound >= 0 && bound <= kMaxDepth && prefix.size() <= kMaxDepth, "a path has at most 1000 moves");
        bound_ = bound;
        stack_.resize(std::max(stack_.size(), static_cast<size_t>(bound) + 2));
        path_.resize(std::max({path_.size(), static_cast<size_t>(bound) + 2, prefix.size() + 1}));
        Node node = start_;
        node.slack = bound - lower_bound_;
        unsigned last = kNoMove, legal = enter(node, last);
        for (char letter : prefix) {
            last = 1u << parse_move(letter);
            require(legal_[kNoMove][node.blank] & last, "a move leads off the board");
            legal = descend(node, last);
            path_[node.depth] = static_cast<uint8_t>(last);
        }
        base_ = depth_ = node.depth;
        stack_[0] = node;
        stack_size_ = node.untried != 0;
        expanded_ = 1;
        counted_ = std::popcount(legal);
        generated_ = 0;
        return node;
    }

    // From a node to its child. Returns the child's legal moves.
    unsigned descend(Node& node, unsigned move) const {
        const int step = kStep[move], place = 4 * step & 63;
        const uint64_t tile = node.tiles >> place & 15;
        const int nearer = (node.closer >> place & move) != 0;
        node.tiles = std::rotr(node.tiles ^ tile << place ^ tile, place);
        node.closer = std::rotr((node.closer & ~(uint64_t{15} << place)) | closer_[tile][node.blank], place);
        node.slack += 2 * nearer - 2;
        node.blank = static_cast<uint8_t>(node.blank + step);
        ++node.depth;
        return enter(node, move);
    }

    // Which children there are, and which of them the bound allows.
    unsigned enter(Node& node, unsigned last) const {
        const uint64_t closer = node.closer;
        const unsigned up = closer >> (64 - 4 * Width) & 1, left = closer >> 60 & 2;
        const unsigned right = closer >> 4 & 4, down = closer >> (4 * Width) & 8;
        const unsigned legal = legal_[last][node.blank];
        node.untried = static_cast<uint8_t>(node.slack >= 2 ? legal : legal & (up | left | right | down));
        return legal;
    }

    bool is_goal(const Node& node) const { return bound_ - node.slack == node.depth; }  // the distance is 0

    // Children counted with their parents that are still to be searched. Between two slices these are not counted,
    // but those that the bound cuts off are, so that the counts of a divided search add up.
    uint64_t untried() const {
        uint64_t count = 0;
        for (int i = 0; i < stack_size_; ++i) count += std::popcount(stack_[i].untried);
        return count;
    }

    // Children counted with their parents whose turn has not come: all those behind the path.
    uint64_t waiting() const {
        uint64_t count = 0;
        int blank = start_.blank;
        for (int depth = 0; depth < depth_; ++depth) {
            const unsigned move = path_[depth + 1], last = depth ? path_[depth] : kNoMove;
            if (depth >= base_) count += std::popcount(legal_[last][blank] & ~(2 * move - 1));
            blank += kStep[move];
        }
        return count;
    }

    std::array<std::array<uint8_t, kCells>, kCells> closer_{};  // [tile][cell] moves of the blank
    std::array<std::array<uint8_t, kCells>, kMoveBits> legal_{};  // [last move][cell]
    Node start_{};
    int lower_bound_ = 0;
    std::vector<Node> stack_;
    int stack_size_ = 0;
    std::vector<uint8_t> path_;  // [depth] the move that led there, to the topmost node's children
    int base_ = 0;  // depth of the search's root
    int depth_ = 0;  // of the goal, once found
    bool goal_at_root_ = false;
    uint64_t counted_ = 0;  // children, with their parents
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

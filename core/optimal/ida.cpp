#include "optimal/ida.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <queue>

#include "base/random.hpp"
#include "optimal/lookup.hpp"
#include "optimal/paths.hpp"

namespace taquin {
namespace {

constexpr int kOrderedCells = 16;  // on larger boards estimates are too far off to order nodes by them
constexpr int kBlock = 16;  // nodes: enough to hide the memory's latency, few enough to stay close to depth-first

template <int Chunks, int Partitions, int Patterns>
class PatternSearch final : public IterationSearch {
    using Table = Lookup<Chunks>;
    using MovePaths = Paths<2>;
    using State = typename Table::State;

    struct Node {
        MovePaths::Node path;
        uint16_t depth;
        Detours::Trail trail;
        std::array<uint16_t, Partitions> sum;  // of the distances, for each partition
        uint8_t blank;
        std::array<uint8_t, Table::kCells> tiles;
        std::array<State, Patterns> states;

        int estimate() const { return *std::max_element(sum.begin(), sum.end()); }
    };
    struct Child {
        const Node* parent;
        uint8_t move, from, tile;
        typename Table::Place place;
        std::array<State, Partitions> state;  // of the pattern that the tile belongs to, for each partition
        std::array<uint16_t, Partitions> sum;
    };

public:
    PatternSearch(std::shared_ptr<const AdditiveHeuristic> heuristic, std::shared_ptr<const Detours> detours,
                  const Tiles& start, bool depth_first)
        : heuristic_(std::move(heuristic)), detours_(std::move(detours)), partitions_(heuristic_->partitions()),
          depth_first_(depth_first), ordered_(!depth_first && heuristic_->shape().cells() <= kOrderedCells) {
        const Shape shape = heuristic_->shape();
        check_tiles(shape, start);
        const std::vector<PatternState> states = heuristic_->locate(start);
        for (int pattern = 0; pattern < heuristic_->patterns(); ++pattern) {
            tables_.emplace_back(heuristic_->use(pattern));
            start_.states[pattern] = Table::pack(states[pattern]);
        }
        for (int p = 0; p < partitions_; ++p) {
            start_.sum[p] = static_cast<uint16_t>(heuristic_->partition_distance(p, states));
            for (int tile = 1; tile < shape.cells(); ++tile)
                pattern_of_[p][tile] = static_cast<uint8_t>(heuristic_->pattern_of(p, tile));
        }
        for (int cell = 0; cell < shape.cells(); ++cell)
            for (int move = 0; move < kMoves; ++move) {
                const int next = shape.neighbor(cell, move);
                neighbor_[cell][move] = static_cast<int8_t>(next);
                if (next != kOffBoard) legal_[cell] |= 1 << move;
            }
        std::copy(start.begin(), start.end(), start_.tiles.begin());
        start_.blank = static_cast<uint8_t>(std::find(start.begin(), start.end(), 0) - start.begin());
        start_.trail = Detours::kStart;
    }

    int lower_bound() const override { return start_.estimate(); }

    void begin(const std::string& prefix, int bound) override {
        clear(bound);
        open(walk(prefix));
    }

    Status run(uint64_t budget) override {
        const uint64_t end = end_of(generated_, budget);
        std::array<Node, kBlock> block;
        while (goals_.empty() && !stack_.empty() && generated_ < end) {
            const size_t count = std::min<size_t>(depth_first_ ? 1 : kBlock, stack_.size());
            std::copy(stack_.end() - count, stack_.end(), block.begin());
            stack_.resize(stack_.size() - count);
            expand(block.data(), static_cast<int>(count));
            if (paths_.crowded()) paths_.keep(stack_);
        }
        if (goals_.empty()) return stack_.empty() ? Status::kExhausted : Status::kRunning;
        path_ = std::move(goals_.back());
        goals_.pop_back();
        return Status::kFound;
    }

    std::vector<std::string> split(int bound, int depth) override {
        require_depth(depth);
        begin("", bound);
        for (int level = 0; level < depth; ++level) {
            require_room(stack_.size());
            std::vector<Node> nodes;
            nodes.swap(stack_);
            expand_all(nodes);
        }
        std::vector<std::string> prefixes;
        prefixes.swap(goals_);  // left for the caller to find
        for (auto node = stack_.rbegin(); node != stack_.rend(); ++node) prefixes.push_back(moves(node->path));
        stack_.clear();
        return prefixes;
    }

    TreeSample sample(int bound, const SampleSize& size) override {
        require(size.width > 0, "at least one node of each level must be followed");
        begin("", bound);
        TreeSample found;
        anysize::Random random(size.seed);
        std::priority_queue<std::pair<double, std::string>> drawn;  // those with the smallest keys, the largest on top
        double weight = 1;  // of a node: how many it stands for
        for (std::vector<Node> nodes; !stack_.empty();) {
            nodes.clear();
            nodes.swap(stack_);
            if (nodes.size() > size.width) {
                weight *= static_cast<double>(nodes.size()) / static_cast<double>(size.width);
                for (size_t i = 0; i < size.width; ++i) std::swap(nodes[i], nodes[i + random.below(nodes.size() - i)]);
                nodes.resize(size.width);
            }
            for (const Node& node : nodes) draw(drawn, node, random.part(), weight, size.paths);
            const uint64_t before = generated_;
            expand_all(nodes);
            goals_.clear();
            found.expanded += weight * static_cast<double>(nodes.size());
            found.generated += weight * static_cast<double>(generated_ - before);
            if (paths_.crowded()) paths_.keep(stack_);
        }
        for (; !drawn.empty(); drawn.pop()) found.paths.push_back(drawn.top().second);
        clear(bound);
        return found;
    }

    std::string path() const override { return path_; }

    SearchState save() const override {
        SearchState state{bound_, generated_, expanded_, {}};
        for (const Node& node : stack_) state.branches.push_back({moves(node.path), {}});
        return state;
    }

    void restore(const SearchState& saved) override {
        const char* problem = "the saved search does not fit together";
        require(counts_are_possible(saved), problem);
        clear(saved.bound);
        for (const Branch& branch : saved.branches) {
            const size_t opened = stack_.size();
            open(walk(branch.path));
            require(branch.untried.empty() && stack_.size() > opened, problem);
        }
        generated_ = saved.generated;
        expanded_ = saved.expanded;
    }

private:
    void clear(int bound) {
        require(bound >= 0 && bound <= kMaxDepth, "the bound must lie between 0 and 1000");
        bound_ = bound;
        generated_ = expanded_ = 0;
        stack_.clear();
        goals_.clear();
        paths_.clear();
    }

    // The node at the end of a path.
    Node walk(const std::string& path) {
        Node node = start_;
        require(path.size() <= kMaxDepth, "a path has at most 1000 moves");
        for (char letter : path) {
            const Node parent = node;
            const int move = parse_move(letter), from = neighbor_[parent.blank][move];
            require(from != kOffBoard, "a move leads off the board");
            Child child{&parent, static_cast<uint8_t>(move), static_cast<uint8_t>(from), parent.tiles[from], {}, {},
                        {}};
            for (int p = 0; p < partitions_; ++p) {
                ask(child, p);
                read(child, p);
            }
            advance(node, child);
        }
        return node;
    }

    std::string moves(MovePaths::Node path) const {
        return paths_.spelled(path, [](int move) { return kMoveLetters[move]; });
    }

    bool within(int depth, int sum) const { return depth + sum <= bound_; }

    // Put a node where it belongs: among the goals, on the stack, or nowhere.
    void open(const Node& node) {
        if (node.sum[0] == 0 && node.depth <= bound_) goals_.push_back(moves(node.path));
        else if (within(node.depth, node.estimate())) stack_.push_back(node);
    }

    // One of a sample in which every node is as likely as its weight says (Efraimidis and Spirakis 2006): those with
    // the smallest of the exponentially distributed keys.
    void draw(std::priority_queue<std::pair<double, std::string>>& drawn, const Node& node, double part, double weight,
              size_t paths) {
        const double key = -std::log(part) / weight;
        if (drawn.size() == paths && (paths == 0 || key >= drawn.top().first)) return;
        if (drawn.size() == paths) drawn.pop();
        drawn.emplace(key, moves(node.path));
    }

    void expand_all(const std::vector<Node>& nodes) {
        for (size_t first = 0; first < nodes.size(); first += kBlock)
            expand(&nodes[first], static_cast<int>(std::min<size_t>(kBlock, nodes.size() - first)));
    }

    // Look up all children of some nodes, the topmost last, and put those within the bound on the stack.
    void expand(const Node* nodes, int count) {
        std::array<Child, kBlock * kMoves> children;
        std::array<uint8_t, kBlock * kMoves> left;  // the children not yet found to be above the bound
        int size = 0;
        for (const Node* node = nodes + count; node-- != nodes;)
            for (unsigned rest = legal_[node->blank] & detours_->allowed(node->trail); rest; rest &= rest - 1) {
                const int move = std::countr_zero(rest), from = neighbor_[node->blank][move];
                Child& child = children[size];
                child.parent = node;
                child.move = static_cast<uint8_t>(move);
                child.from = static_cast<uint8_t>(from);
                child.tile = node->tiles[from];
                left[size] = static_cast<uint8_t>(size);
                ++size;
            }
        generated_ += size;
        expanded_ += count;
        for (int p = 0; p < partitions_; ++p) {
            for (int i = 0; i < size; ++i) ask(children[left[i]], p);
            int kept = 0;
            for (int i = 0; i < size; ++i) {
                Child& child = children[left[i]];
                read(child, p);
                left[kept] = left[i];
                kept += within(child.parent->depth + 1, child.sum[p]);
            }
            size = kept;
        }
        // What is left goes on the stack, the lowest estimate on top: where the goal is, it is found sooner.
        std::array<uint16_t, kBlock * kMoves> order;
        for (int i = 0; i < size; ++i) order[i] = static_cast<uint16_t>(rank(children[left[i]]) << 6 | left[i]);
        std::sort(order.begin(), order.begin() + size, std::greater<>());
        for (int i = 0; i < size; ++i) {
            const Child& child = children[order[i] & 63];
            if (child.sum[0] == 0) goals_.push_back(moves(child.parent->path) + kMoveLetters[child.move]);
            else advance(stack_.emplace_back(*child.parent), child);
        }
    }
    // Only the sums of the partitions in use have been written. The loop has a fixed end, so that it is unrolled.
    int rank(const Child& child) const {
        int highest = child.sum[0];
        for (int p = 1; p < Partitions; ++p)
            if (p < partitions_) highest = std::max<int>(highest, child.sum[p]);
        return ordered_ ? highest : 0;
    }

    // The two halves of a lookup.
    void ask(Child& child, int partition) const {
        const int pattern = pattern_of_[partition][child.tile];
        child.state[partition] = child.parent->states[pattern];
        child.place = tables_[pattern].move(child.state[partition], child.from, child.parent->blank);
        prefetch(child.place.word);
    }
    static void read(Child& child, int partition) {
        const int change = Table::change(child.state[partition], child.place);
        child.sum[partition] = static_cast<uint16_t>(child.parent->sum[partition] + change);
    }

    // From the parent, of which `node` is a copy, to the child.
    void advance(Node& node, const Child& child) {
        node.path = paths_.child(node.path, child.move);
        ++node.depth;
        node.tiles[node.blank] = child.tile;
        node.blank = child.from;
        node.trail = detours_->next(node.trail, child.move);
        prefetch(&detours_->states()[node.trail]);  // long detours do not stay in the nearest cache
        for (int p = 0; p < partitions_; ++p) {
            const int pattern = pattern_of_[p][child.tile];
            node.sum[p] = child.sum[p];
            node.states[pattern] = child.state[p];
            tables_[pattern].prepare(child.state[p]);
        }
    }

    std::shared_ptr<const AdditiveHeuristic> heuristic_;
    std::shared_ptr<const Detours> detours_;
    const int partitions_;
    const bool depth_first_, ordered_;
    std::vector<Table> tables_;  // [pattern]
    std::array<std::array<uint8_t, kMaxCells>, Partitions> pattern_of_{};
    std::array<std::array<int8_t, kMoves>, kMaxCells> neighbor_{};
    std::array<uint8_t, kMaxCells> legal_{};
    Node start_{};
    std::vector<Node> stack_;  // within the bound, not yet expanded
    MovePaths paths_;
    std::vector<std::string> goals_;  // found and not yet returned
    std::string path_;
};

template <int Partitions, int Patterns, class... Arguments>
std::unique_ptr<IterationSearch> sized(const AdditiveHeuristic& heuristic, Arguments&&... arguments) {
    const int cells = heuristic.shape().cells();
    if (cells <= Lookup<2>::kCells) return std::make_unique<PatternSearch<2, Partitions, Patterns>>(arguments...);
    if (cells <= Lookup<3>::kCells) return std::make_unique<PatternSearch<3, Partitions, Patterns>>(arguments...);
    return std::make_unique<PatternSearch<4, Partitions, Patterns>>(arguments...);
}

}  // namespace

std::unique_ptr<IterationSearch> make_pattern_search(std::shared_ptr<const AdditiveHeuristic> heuristic,
                                                     std::shared_ptr<const Detours> detours, const Tiles& start,
                                                     bool depth_first) {
    const int partitions = heuristic->partitions(), patterns = heuristic->patterns();
    if (partitions > 4 || patterns > 16)
        throw std::invalid_argument("a search looks at most 4 partitions and 16 patterns up");
    // A node with room for fewer partitions and patterns takes fewer cache lines.
    if (partitions <= 2 && patterns <= 4) return sized<2, 4>(*heuristic, heuristic, detours, start, depth_first);
    if (partitions <= 2 && patterns <= 8) return sized<2, 8>(*heuristic, heuristic, detours, start, depth_first);
    return sized<4, 16>(*heuristic, heuristic, detours, start, depth_first);
}

}  // namespace taquin

#include "optimal/slide_search.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/prefetch.hpp"
#include "optimal/paths.hpp"
#include "optimal/slides.hpp"

namespace taquin {
namespace {

constexpr int kBlock = 64;  // nodes: enough to hide the memory's latency, few enough to stay close to depth-first

class SlideSearch final : public IterationSearch {
    using SlidePaths = Paths<5>;

    struct Node {
        SlidePaths::Node path;
        uint32_t still;   // the sequence that a slide from here leaves as it is ...
        uint32_t word;    // ... and its word in the table
        uint32_t moving;  // the other sequence, read across the first
        uint8_t blank;
        Axis axis;  // of the next slide
        uint8_t depth;
        uint8_t still_bound, moving_bound;  // slides to the goal at least, by each table: at least one

        int bound() const { return std::max(still_bound, moving_bound); }
    };
    struct Child {
        const Node* parent;
        const Slides::Slide* slide;
        const uint32_t* word;  // of the sequence that the slide changes
        uint32_t sequence;
        uint8_t still_bound;  // of the sequence that it leaves as it is
    };

public:
    SlideSearch(Shape shape, const Tiles& goal, const Tiles& start, const SlideTable& rows, const SlideTable& columns,
                bool depth_first)
        : slides_(shape, static_cast<int>(std::find(goal.begin(), goal.end(), 0) - goal.begin())),
          homes_(slides_.homes(goal, start)), tables_{&rows, &columns}, depth_first_(depth_first) {
        for (const Axis reading : {kAlongRow, kAlongColumn}) {
            const Coloring& coloring = tables_[reading]->coloring();
            const Shape seen = reading == kAlongRow ? shape : Shape(shape.height, shape.width);
            require(coloring.shape() == seen && coloring.blank() == slides_.seen(reading, slides_.home()),
                    "the tables are not for this goal");
        }
        for (int cell = 0; cell < shape.cells(); ++cell) solved_.push_back(static_cast<uint8_t>(cell));
        make_starts();
    }

    int lower_bound() const override {
        if (homes_ == solved_) return 0;
        int bound = kMostSlidesOfPath;
        for (const auto& starts : starts_)
            for (const Node& start : starts) bound = std::min(bound, start.bound());
        return bound;
    }

    void begin(const std::string& prefix, int bound) override {
        clear(bound);
        open(prefix);
    }

    Status run(uint64_t budget) override {
        const uint64_t end = end_of(generated_, budget);
        if (generated_ < end) expand_start();
        std::array<Node, kBlock> block;
        while (goals_.empty() && !stack_.empty() && generated_ < end) {
            const size_t count = std::min<size_t>(depth_first_ ? 1 : kBlock, stack_.size());
            std::copy(stack_.end() - count, stack_.end(), block.begin());
            stack_.resize(stack_.size() - count);
            expanded_ += count;
            expand(block.data(), static_cast<int>(count));
            if (paths_.crowded()) paths_.keep(stack_);
        }
        if (goals_.empty()) return stack_.empty() && !at_start_ ? Status::kExhausted : Status::kRunning;
        path_ = std::move(goals_.back());
        goals_.pop_back();
        return Status::kFound;
    }

    std::vector<std::string> split(int bound, int depth) override {
        require_depth(depth);
        begin("", bound);
        std::vector<std::string> prefixes;
        if (depth == 0 && at_start_) prefixes.push_back("");
        else expand_start();
        for (int level = 1; level < depth; ++level) {
            require_room(stack_.size());
            std::vector<Node> nodes;
            nodes.swap(stack_);
            expanded_ += nodes.size();
            for (size_t first = 0; first < nodes.size(); first += kBlock)
                expand(&nodes[first], static_cast<int>(std::min<size_t>(kBlock, nodes.size() - first)));
        }
        for (const std::string& goal : goals_) prefixes.push_back(goal);  // left for the caller to find
        for (auto node = stack_.rbegin(); node != stack_.rend(); ++node) prefixes.push_back(signs(node->path));
        stack_.clear();
        goals_.clear();
        at_start_ = false;
        return prefixes;
    }

    std::string path() const override { return slides_.moves(path_); }

    SearchState save() const override {
        SearchState state{bound_, generated_, expanded_, {}};
        if (at_start_) state.branches.push_back({"", {}});
        for (const Node& node : stack_) state.branches.push_back({signs(node.path), {}});
        return state;
    }

    void restore(const SearchState& saved) override {
        const char* problem = "the saved search does not fit together";
        require(counts_are_possible(saved), problem);
        clear(saved.bound);
        for (const Branch& branch : saved.branches) {
            const size_t opened = stack_.size();
            require(branch.untried.empty() && !at_start_, problem);
            open(branch.path);
            require(at_start_ ? opened == 0 : stack_.size() > opened, problem);
        }
        generated_ = saved.generated;
        expanded_ = saved.expanded;
    }

private:
    static constexpr int kAny = 255;  // no bound is higher
    static constexpr const char* kTooLong = "a path has at most 250 slides";

    void make_starts() {
        const int blank = static_cast<int>(std::find(homes_.begin(), homes_.end(), slides_.home()) - homes_.begin());
        uint32_t sequence[2]{};
        for (const Axis reading : {kAlongRow, kAlongColumn}) {
            std::vector<int> colors(homes_.size());
            for (size_t cell = 0; cell < homes_.size(); ++cell)
                colors[slides_.seen(reading, static_cast<int>(cell))] = tables_[reading]->coloring().color(
                    slides_.seen(reading, homes_[cell]));
            for (int cell = 0, place = 0; cell < static_cast<int>(colors.size()); ++cell)
                if (cell != slides_.seen(reading, blank))
                    sequence[reading] |= static_cast<uint32_t>(colors[cell]) << 2 * place++;
        }
        // With an odd number of slides the last track is of the first one's kind.
        for (const Axis axis : {kAlongRow, kAlongColumn})
            for (const int odd : {0, 1}) {
                const Axis last = odd ? axis : other(axis);
                // As a reading along columns sees it, rows are columns.
                const auto bound = [&](Axis by) {
                    const auto seen = [&](Axis track) { return by == kAlongRow ? track : other(track); };
                    return static_cast<uint8_t>(
                        tables_[by]->tracks(sequence[by], slides_.seen(by, blank), seen(axis), seen(last)) + 1);
                };
                starts_[axis][odd] = {SlidePaths::kRoot,
                                      sequence[axis],
                                      tables_[axis]->word(sequence[axis]),
                                      sequence[other(axis)],
                                      static_cast<uint8_t>(blank),
                                      axis,
                                      0,
                                      bound(axis),
                                      bound(other(axis))};
            }
    }

    void clear(int bound) {
        require(bound >= 0 && bound <= kMostSlidesOfPath, kTooLong);
        bound_ = bound;
        generated_ = expanded_ = 0;
        at_start_ = false;
        stack_.clear();
        goals_.clear();
        paths_.clear();
    }

    std::string signs(SlidePaths::Node path) const {
        return paths_.spelled(path, [](int number) { return static_cast<char>(Slides::kFirstSign + number); });
    }

    // Put the node at the end of a path where it belongs: among the goals, on the stack, or nowhere.
    void open(const std::string& path) {
        require(path.size() <= static_cast<size_t>(kMostSlidesOfPath), kTooLong);
        if (path.empty()) {
            if (homes_ == solved_) goals_.push_back(path);
            else at_start_ = lower_bound() <= bound_;
            return;
        }
        const Node node = walk(path);
        if (node.depth == bound_ && slides_.played(homes_, path) == solved_) goals_.push_back(path);
        else if (node.depth + node.bound() <= bound_) stack_.push_back(node);
    }

    // The node at the end of a path, within the bound or not.
    Node walk(const std::string& path) {
        Node node = starts_[Slides::axis(path[0])][bound_ & 1];
        for (const char sign : path) {
            const int left = bound_ - node.depth - 1;
            std::array<Child, Slides::kMost + 1> children;
            const auto end = children.begin() + (name_children(node, left, kAny, children.data()) - children.data());
            const auto child = std::find_if(children.begin(), end,
                                            [&](const Child& c) { return c.slide->sign() == sign; });
            require(child != end, "a slide leads off the board");
            child->word = tables_[other(node.axis)]->place(child->sequence);
            node = after(*child, left);
            node.path = paths_.child(node.path, child->slide->number);
        }
        return node;
    }

    // The two starts, before a slide along the row and before one along the column, count as one node.
    void expand_start() {
        if (!std::exchange(at_start_, false)) return;
        std::array<Node, 2> starts;
        int count = 0;
        for (const Axis axis : {kAlongRow, kAlongColumn})
            if (const Node& start = starts_[axis][bound_ & 1]; start.bound() <= bound_) starts[count++] = start;
        ++expanded_;
        expand(starts.data(), count);
        const auto move = [&](const Node& node) { return Slides::move(signs(node.path)[0]); };
        std::stable_sort(stack_.begin(), stack_.end(), [&](const Node& a, const Node& b) { return move(a) > move(b); });
    }

    // Put the children of some nodes, the topmost last, on the stack where they are within the bound. A child that is
    // not is written all the same, and the next one takes its place: that is quicker than a branch that nobody can
    // foresee.
    void expand(const Node* nodes, int count) {
        // 1. The children that the word at hand does not rule out: it costs nothing.
        std::array<Child, kBlock * Slides::kMost + 1> children;
        Child* end = children.data();
        uint64_t generated = 0;
        for (const Node* node = nodes + count; node-- != nodes;) {
            const int left = bound_ - node->depth - 1;
            if (left > 0) {
                end = name_children(*node, left, left, end);
                generated += slides_.line(node->axis, node->blank).count;
            } else {
                ++generated;
                try_last_slide(*node);
            }
        }
        generated_ += generated;
        // 2. The memory works on their words at the same time.
        for (Child* child = children.data(); child != end; ++child) {
            child->word = tables_[other(child->parent->axis)]->place(child->sequence);
            prefetch(child->word);
        }
        // 3. Those that their words do not rule out either; the first one is to be taken from the stack first.
        const size_t below = stack_.size();
        stack_.resize(below + static_cast<size_t>(end - children.data()));
        Node* open = stack_.data() + below;
        while (end-- != children.data()) {
            const int left = bound_ - end->parent->depth - 1;
            Node node = after(*end, left);
            node.path = paths_.child(node.path, end->slide->number);
            *open = node;
            open += node.still_bound <= left;
        }
        stack_.resize(static_cast<size_t>(open - stack_.data()));
    }

    // List the children of a node with so many slides `left` to go behind them: those whose bound, as the word at hand
    // says, is no more than `most`. Room for one more is needed. The last slide tells which track of the goal is the
    // target: one of the same kind as that of the slide to the child where `left` is even.
    Child* name_children(const Node& node, int left, int most, Child* child) const {
        const Slides::Line& line = slides_.line(node.axis, node.blank);
        const Coloring& coloring = tables_[other(node.axis)]->coloring();
        const Axis target = left & 1 ? kAlongColumn : kAlongRow;  // as a reading along the slide sees it
        const int step = coloring.shape().width;
        const auto name = [&](int i, uint32_t sequence) {
            const Slides::Slide& slide = line.slides[i];
            const int still = node.still_bound + SlideTable::column_minus_row(node.word, target, slide.seen[node.axis]);
            *child = {&node, &slide, nullptr, sequence, static_cast<uint8_t>(still)};
            child += still <= most;
        };
        // As the reading across sees it, the blank goes up and down.
        uint32_t sequence = node.moving;
        for (int i = 0, cell = line.across; i < line.towards_begin; ++i, cell -= step)
            name(i, sequence = coloring.blank_up(sequence, cell));
        sequence = node.moving;
        for (int i = line.towards_begin, cell = line.across; i < line.count; ++i, cell += step)
            name(i, sequence = coloring.blank_down(sequence, cell));
        return child;
    }

    // The child as a node, but for its path, which is still that of its parent.
    static Node after(const Child& child, int left) {
        const Node& parent = *child.parent;
        const Axis across = other(parent.axis), target = left & 1 ? kAlongRow : kAlongColumn;
        const uint32_t word = *child.word;
        const int change = SlideTable::column_minus_row(word, target, child.slide->seen[across]);
        return {parent.path,
                child.sequence,
                word,
                parent.still,
                child.slide->target,
                across,
                static_cast<uint8_t>(parent.depth + 1),
                static_cast<uint8_t>(parent.moving_bound - change),
                child.still_bound};
    }

    // Whether the slide to the blank's home, the last one of the bound, leads to the goal itself, not only to its
    // colors.
    void try_last_slide(const Node& node) {
        const Slides::Line& line = slides_.line(node.axis, node.blank);
        for (int i = 0; i < line.count; ++i)
            if (line.slides[i].target == slides_.home()) {
                const std::string path = signs(node.path) + line.slides[i].sign();
                if (slides_.played(homes_, path) == solved_) goals_.push_back(path);
            }
    }

    const Slides slides_;
    const Tiles homes_;  // of the start
    Tiles solved_;
    const std::array<const SlideTable*, 2> tables_;  // [axis along which a slide leaves the sequence as it is]
    const bool depth_first_;
    std::array<std::array<Node, 2>, 2> starts_;  // [axis of the first slide, odd bound]
    bool at_start_ = false;  // the start is open
    std::vector<Node> stack_;  // all other open nodes
    SlidePaths paths_;
    std::vector<std::string> goals_;  // found and not yet returned
    std::string path_;
};

}  // namespace

std::unique_ptr<IterationSearch> make_slide_search(Shape shape, const Tiles& goal, const Tiles& start,
                                                   const SlideTable& rows, const SlideTable& columns,
                                                   bool depth_first) {
    check_tiles(shape, goal), check_tiles(shape, start);
    return std::make_unique<SlideSearch>(shape, goal, start, rows, columns, depth_first);
}

}  // namespace taquin

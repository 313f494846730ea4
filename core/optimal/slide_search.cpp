#include "optimal/slide_search.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace taquin {
namespace {

constexpr char kFirstSign = 'a';  // of slides: that of a step up, then by direction and length
constexpr int kMostSlides = 8;    // of a board, along its row and its column: 2x8 has most

struct Slide {
    uint8_t target;  // where the blank goes, row by row
    uint8_t length, move;
    char sign() const { return static_cast<char>(kFirstSign + 4 * (length - 1) + move); }
};

// The slides of a blank along one line, in the order U L R D and by length: those towards the line's beginning first.
struct Line {
    std::array<Slide, kMostSlides> slides;
    int towards_begin = 0, count = 0;
};

struct Node {
    uint32_t still;   // the sequence that a slide from here leaves as it is ...
    uint32_t word;    // ... and its word in the table
    uint32_t moving;  // the other sequence, read across the first
    uint8_t blank;    // cell, row by row
    Axis axis;        // of the next slide
    char sign;        // of the last slide
    uint8_t depth;
    uint8_t still_bound, moving_bound;  // slides to the goal at least, by each table: at least one

    int bound() const { return std::max(still_bound, moving_bound); }
};

class SlideSearch final : public IterationSearch {
public:
    SlideSearch(Shape shape, const Tiles& goal, const Tiles& start, const SlideTable& rows, const SlideTable& columns)
        : shape_(shape), tables_{&rows, &columns} {
        check_tiles(shape, goal);
        check_tiles(shape, start);
        const int home = static_cast<int>(std::find(goal.begin(), goal.end(), 0) - goal.begin());
        mirrored_ = mirrored(shape, home);
        require(rows.coloring().shape() == shape && rows.coloring().blank() == mirror(home) &&
                    columns.coloring().shape() == Shape(shape.height, shape.width) &&
                    columns.coloring().blank() == transpose(mirror(home)),
                "the tables are not for this goal");
        home_ = mirror(home);
        std::vector<int> homes(shape.cells());
        for (int cell = 0; cell < shape.cells(); ++cell) homes[goal[cell]] = mirror(cell);
        start_.resize(shape.cells());
        for (int cell = 0; cell < shape.cells(); ++cell) {
            start_[mirror(cell)] = static_cast<uint8_t>(homes[start[cell]]);
            if (!start[cell]) start_blank_ = mirror(cell);
        }
        list_slides();
        const int blank = start_blank_;
        uint32_t sequence[2]{};
        for (const Axis axis : {kAlongRow, kAlongColumn}) {
            const Coloring& coloring = tables_[axis]->coloring();
            for (int cell = 0, place = 0; cell < shape.cells(); ++cell) {
                const int here = axis == kAlongRow ? cell : untranspose(cell);
                if (here == blank) continue;
                const int belongs = axis == kAlongRow ? start_[here] : transpose(start_[here]);
                sequence[axis] |= static_cast<uint32_t>(coloring.color(belongs)) << 2 * place++;
            }
        }
        // With an odd number of slides the last track is of the first one's kind.
        for (const Axis axis : {kAlongRow, kAlongColumn})
            for (const int odd : {0, 1}) {
                const auto bound = [&](Axis by, Axis track, Axis target) {
                    const int here = by == kAlongRow ? blank : transpose(blank);
                    return static_cast<uint8_t>(tables_[by]->tracks(sequence[by], here, track, target) + 1);
                };
                roots_[axis][odd] = {sequence[axis],
                                     tables_[axis]->word(sequence[axis]),
                                     sequence[other(axis)],
                                     static_cast<uint8_t>(blank),
                                     axis,
                                     0,
                                     0,
                                     bound(axis, kAlongRow, odd ? kAlongRow : kAlongColumn),
                                     bound(other(axis), kAlongColumn, odd ? kAlongColumn : kAlongRow)};
            }
    }

    int lower_bound() const override {
        int bound = is_start_solved() ? 0 : kMostDepth;
        for (const auto& roots : roots_)
            for (const Node& root : roots) bound = std::min(bound, root.bound());
        return bound;
    }

    void begin(const std::string& prefix, int bound) override {
        require(bound >= 0 && bound <= kMostDepth && prefix.size() <= kMostDepth, kTooLong);
        bound_ = bound;
        generated_ = expanded_ = at_root_ = 0;
        stack_.clear();
        goal_at_once_ = false;
        path_.assign(std::max(bound, kMostDepth) + 2, 0);
        if (!prefix.empty()) {
            const Node node = walk(prefix);
            if (node.depth + node.bound() <= bound) stack_.push_back(node);
        } else if (is_start_solved()) {
            goal_at_once_ = true;
            depth_ = 0;
        } else if (bound == 1) {
            goal_at_once_ = is_last_slide(roots_[kAlongRow][1]) || is_last_slide(roots_[kAlongColumn][1]);
            depth_ = 1;
        } else {
            expand_root();
        }
    }

    Status run(uint64_t budget) override {
        if (std::exchange(goal_at_once_, false)) return Status::kFound;
        uint64_t generated = generated_, expanded = expanded_;
        const uint64_t end = end_of(generated, budget);
        expanded += at_root_ > 0;
        generated += std::exchange(at_root_, 0);
        bool found = false;
        while (!stack_.empty() && generated < end) {
            const Node node = stack_.back();
            stack_.pop_back();
            path_[node.depth] = node.sign;
            ++expanded;
            if (node.depth + 1 < bound_) {
                generated += expand(node);
            } else if (++generated; is_last_slide(node)) {
                depth_ = bound_;
                found = true;
                break;
            }
        }
        generated_ = generated;
        expanded_ = expanded;
        if (found) return Status::kFound;
        return stack_.empty() ? Status::kExhausted : Status::kRunning;
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
                const bool last = !stack_.empty() && !prefix.empty() && stack_.back().depth + 1 == bound;
                if (goal_at_once_ || last) {  // perhaps a goal: for the caller to find
                    next.push_back(prefix);
                    continue;
                }
                if (!prefix.empty() && !stack_.empty()) {
                    const Node node = stack_.back();
                    stack_.clear();
                    generated_ += expand(node);
                    ++expanded_;
                }
                for (auto child = stack_.rbegin(); child != stack_.rend(); ++child)
                    next.push_back(prefix + child->sign);
                generated += generated_ + at_root_;
                expanded += expanded_ + (at_root_ > 0);
            }
            open.swap(next);
        }
        stack_.clear();
        goal_at_once_ = false;
        at_root_ = 0;
        generated_ = generated;
        expanded_ = expanded;
        return open;
    }

    std::string path() const override {
        std::string moves;
        for (int depth = 1; depth <= depth_; ++depth) {
            const int slide = path_[depth] - kFirstSign;
            moves.append(slide / 4 + 1, kMoveLetters[named(slide % 4)]);
        }
        return moves;
    }

    // Every node that waits is a child of a node on the last path, so its own path is the beginning of that one.
    SearchState save() const override {
        SearchState state{bound_, generated_ + at_root_, expanded_ + (at_root_ > 0), {}};
        for (const Node& node : stack_)
            state.branches.push_back({std::string(path_.begin() + 1, path_.begin() + node.depth) + node.sign, {}});
        return state;
    }

    void restore(const SearchState& saved) override {
        const char* problem = "the saved search does not fit together";
        require(saved.bound >= 0 && saved.bound <= kMostDepth && counts_are_possible(saved), problem);
        bound_ = saved.bound;
        goal_at_once_ = false;
        at_root_ = 0;
        path_.assign(kMostDepth + 2, 0);
        std::vector<Node> stack;
        for (const Branch& branch : saved.branches) {
            const std::string& path = branch.path;
            require(branch.untried.empty() && !path.empty() && path.size() <= kMostDepth, problem);
            require(!saved.branches.back().path.compare(0, path.size() - 1, path, 0, path.size() - 1), problem);
            stack.push_back(walk(path));
            require(stack.back().depth + stack.back().bound() <= bound_, problem);
        }
        stack_ = std::move(stack);
        generated_ = saved.generated;
        expanded_ = saved.expanded;
    }

private:
    static constexpr int kMostDepth = kMostSlidesOfPath;
    static constexpr const char* kTooLong = "a path has at most 250 slides";

    int mirror(int cell) const {
        const int row = cell / shape_.width, column = cell % shape_.width;
        return (mirrored_.rows ? shape_.height - 1 - row : row) * shape_.width +
               (mirrored_.columns ? shape_.width - 1 - column : column);
    }
    // The move as it is on the board that is not mirrored.
    int named(int move) const {
        const bool along_column = move == kUp || move == kDown;
        return (along_column ? mirrored_.rows : mirrored_.columns) ? inverse(move) : move;
    }
    int transpose(int cell) const { return cell % shape_.width * shape_.height + cell / shape_.width; }
    int untranspose(int cell) const { return cell % shape_.height * shape_.width + cell / shape_.height; }

    void list_slides() {
        for (int cell = 0; cell < shape_.cells(); ++cell)
            for (const int move : {kUp, kLeft, kRight, kDown}) {
                Line& line = lines_[move == kUp || move == kDown ? kAlongColumn : kAlongRow][cell];
                int length = 0;
                for (int next = cell; (next = shape_.neighbor(next, move)) != kOffBoard;)
                    line.slides[line.count++] = {static_cast<uint8_t>(next), static_cast<uint8_t>(++length),
                                                 static_cast<uint8_t>(move)};
                if (move == kUp || move == kLeft) line.towards_begin = line.count;
            }
        for (int cell = 0; cell < shape_.cells(); ++cell) transposed_[cell] = static_cast<uint8_t>(transpose(cell));
    }

    // The children of a node with `left` slides to go behind them; calls `keep` for each, the last one first, and
    // returns how many there are, kept or not. The last of these slides tells which track of the goal is the target:
    // one of the same kind as that of the slide to the child where `left` is even.
    template <class Keep>
    int children(const Node& node, int left, Keep&& keep) const {
        const Line& line = lines_[node.axis][node.blank];
        const Axis across = other(node.axis);
        const SlideTable& table = *tables_[across];
        const Coloring& coloring = table.coloring();
        const bool rows = across == kAlongRow;  // else the table that is looked at is that of the transpose
        // 1. What the word at hand says costs nothing. Only where that is within the bound, the table is asked for the
        // other word; all of them at once, so that the memory works on them at the same time.
        std::array<uint32_t, kMostSlides> sequences;
        std::array<const uint32_t*, kMostSlides> places;
        std::array<int, kMostSlides> still;
        const auto prepare = [&](int i, uint32_t sequence) {
            const int target = line.slides[i].target;
            sequences[i] = sequence;
            still[i] = node.still_bound + SlideTable::column_minus_row(node.word, left & 1 ? kAlongColumn : kAlongRow,
                                                                       rows ? transposed_[target] : target);
            if (still[i] <= left) places[i] = table.place(sequence);
        };
        // As the other table sees it, the blank goes up and down.
        const int blank = rows ? node.blank : transposed_[node.blank], step = coloring.shape().width;
        uint32_t sequence = node.moving;
        for (int i = 0, cell = blank; i < line.towards_begin; ++i, cell -= step)
            prepare(i, sequence = coloring.blank_up(sequence, cell));
        sequence = node.moving;
        for (int i = line.towards_begin, cell = blank; i < line.count; ++i, cell += step)
            prepare(i, sequence = coloring.blank_down(sequence, cell));
        // 2. The first child is to be taken from the stack first.
        for (int i = line.count - 1; i >= 0; --i) {
            if (still[i] > left) continue;
            const Slide& slide = line.slides[i];
            const uint32_t word = *places[i];
            const int moving = node.moving_bound -
                               SlideTable::column_minus_row(word, left & 1 ? kAlongRow : kAlongColumn,
                                                            rows ? slide.target : transposed_[slide.target]);
            if (moving <= left)
                keep(Node{sequences[i], word, node.still, slide.target, across, slide.sign(),
                          static_cast<uint8_t>(node.depth + 1), static_cast<uint8_t>(moving),
                          static_cast<uint8_t>(still[i])});
        }
        return line.count;
    }

    int expand(const Node& node) {
        return children(node, bound_ - node.depth - 1, [this](const Node& child) { stack_.push_back(child); });
    }

    // The start's children lie along its row and along its column, in the order U L R D.
    void expand_root() {
        for (const Axis axis : {kAlongColumn, kAlongRow})
            if (const Node& root = roots_[axis][bound_ & 1]; root.bound() <= bound_) at_root_ += expand(root);
        std::stable_sort(stack_.begin(), stack_.end(), [](const Node& a, const Node& b) {
            return (a.sign - kFirstSign) % 4 > (b.sign - kFirstSign) % 4;
        });
    }

    // The node at the end of a path, which becomes the last path, within the bound or not.
    Node walk(const std::string& path) {
        Node node{};
        for (size_t depth = 0; depth < path.size(); ++depth) {
            const int slide = path[depth] - kFirstSign;
            const bool along_column = slide % 4 == kUp || slide % 4 == kDown;
            const Axis axis = along_column ? kAlongColumn : kAlongRow;
            if (depth == 0) node = roots_[axis][bound_ & 1];
            require(slide >= 0 && node.axis == axis, "a slide leads off the board");
            bool found = false;
            const Node here = node;
            const int left = bound_ - static_cast<int>(depth) - 1 + 2 * kMostDepth;
            children(here, left, [&](const Node& child) {
                if (child.sign == path[depth]) node = child, found = true;
            });
            require(found, "a slide leads off the board");
            path_[depth + 1] = path[depth];
        }
        return node;
    }

    bool is_start_solved() const {
        for (int cell = 0; cell < shape_.cells(); ++cell)
            if (start_[cell] != cell) return false;
        return true;
    }

    // Whether the slide to the blank's home, the last one of the bound, leads from here to the goal.
    bool is_last_slide(const Node& node) {
        const Line& line = lines_[node.axis][node.blank];
        for (int i = 0; i < line.count; ++i)
            if (line.slides[i].target == home_) {
                path_[node.depth + 1] = line.slides[i].sign();
                return is_goal(node.depth + 1);
            }
        return false;
    }

    // Whether the last path, of this length, leads to the goal itself and not only to its colors.
    bool is_goal(int depth) const {
        Tiles tiles = start_;
        int blank = start_blank_;
        for (int at = 1; at <= depth; ++at) {
            const int slide = path_[at] - kFirstSign;
            for (int i = slide / 4; i >= 0; --i) {
                const int next = shape_.neighbor(blank, slide % 4);
                std::swap(tiles[blank], tiles[next]);
                blank = next;
            }
        }
        for (int cell = 0; cell < shape_.cells(); ++cell)
            if (tiles[cell] != cell) return false;
        return true;
    }

    Shape shape_;
    std::array<const SlideTable*, 2> tables_;  // [axis along which a slide leaves the sequence as it is]
    Mirrored mirrored_{};
    Tiles start_;  // for each cell the cell where its tile belongs
    int start_blank_ = 0, home_ = 0;
    std::array<std::array<Node, 2>, 2> roots_;  // [axis, odd bound] the start before a slide along it
    std::array<std::array<Line, Coloring::kMostCells>, 2> lines_{};  // [axis][cell]
    std::array<uint8_t, Coloring::kMostCells> transposed_{};
    std::vector<Node> stack_;
    std::vector<char> path_;  // [depth] the slide that led there, to the children of the last node
    uint64_t at_root_ = 0;  // the start's children, which `begin` makes and `run` counts: a limit counts what was run
    int depth_ = 0;  // of the goal, once found
    bool goal_at_once_ = false;  // `begin` has seen it
};

}  // namespace

Mirrored mirrored(const Shape& shape, int blank) {
    return {2 * (blank / shape.width) < shape.height - 1, 2 * (blank % shape.width) < shape.width - 1};
}

std::unique_ptr<IterationSearch> make_slide_search(Shape shape, const Tiles& goal, const Tiles& start,
                                                   const SlideTable& rows, const SlideTable& columns) {
    return std::make_unique<SlideSearch>(shape, goal, start, rows, columns);
}

}  // namespace taquin

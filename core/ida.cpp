#include "ida.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "circles.hpp"

namespace taquin {
namespace {

constexpr int kMaxDepth = 1000;

// A PatternUse flattened for the inner loop: plain pointers, no indirection.
struct Lookup {
    const uint32_t* terms;
    const uint32_t* first_region;
    const uint8_t* region_of_cell;
    const uint16_t* rotation;
    const uint64_t* bits;
    uint32_t stride;  // words an arrangement
    uint16_t cells, tiles;
    std::array<uint8_t, kMaxCells> frame;

    explicit Lookup(const PatternUse& use)
        : terms(use.table->space().combination_rank().terms()),
          first_region(use.table->space().first_region()),
          region_of_cell(use.table->space().region_of_cell()),
          rotation(use.table->space().rotation()),
          bits(use.table->bits()),
          stride(static_cast<uint32_t>(use.table->stride())),
          cells(static_cast<uint16_t>(use.table->space().shape().cells())),
          tiles(static_cast<uint16_t>(use.table->space().tiles())),
          frame(use.frame) {}

    // The same as PatternTable::moved, without a branch and with the number of rank chunks known to the compiler.
    template <int Chunks>
    PatternState moved(const PatternState& state, int board_from, int board_to) const {
        constexpr int kChunkBits = Chunks == 2 ? 8 : 9;
        const int from = frame[board_from], to = frame[board_to];
        const uint64_t mask = state.mask ^ (uint64_t{1} << from) ^ (uint64_t{1} << to);
        const int before = std::popcount(state.mask & ((uint64_t{1} << from) - 1));
        const int after = std::popcount(mask & ((uint64_t{1} << to) - 1));
        const uint32_t arrangement = rotation[(state.arrangement * tiles + before) * tiles + after];
        uint32_t combination = 0;
        int below = 0;
        for (int chunk = 0; chunk < Chunks; ++chunk) {
            const uint32_t part = static_cast<uint32_t>(mask >> (chunk * kChunkBits)) & ((1u << kChunkBits) - 1);
            combination += terms[((chunk * (tiles + 1) + below) << kChunkBits) + part];
            below += std::popcount(part);
        }
        const uint32_t region = first_region[combination] + region_of_cell[combination * cells + from];
        const int bit = bits[size_t{arrangement} * stride + (region >> 6)] >> (region & 63) & 1;
        // distance + 1 where bit 1 of that is what the table says, else distance - 1
        return {mask, arrangement, state.distance + 1 - ((bit ^ ((state.distance + 1) >> 1 & 1)) << 1)};
    }
};

template <int Partitions, int Chunks>
class PatternSearch final : public IterationSearch {
    using Sums = std::array<int32_t, Partitions>;
    struct Frame {
        std::array<PatternState, Partitions> old;  // what the move changed, to take it back
        Sums sum;                                  // of the distances, for each partition
        uint8_t untried, blank, tile, move, trail;
    };

public:
    PatternSearch(std::shared_ptr<const AdditiveHeuristic> heuristic, Tiles start, bool every_path)
        : heuristic_(std::move(heuristic)), start_(std::move(start)), circles_(every_path) {
        const Shape shape = heuristic_->shape();
        check_tiles(shape, start_);
        for (int pattern = 0; pattern < heuristic_->patterns(); ++pattern) lookups_.emplace_back(heuristic_->use(pattern));
        for (int p = 0; p < Partitions; ++p)
            for (int tile = 1; tile < shape.cells(); ++tile)
                pattern_of_[p][tile] = static_cast<uint8_t>(heuristic_->pattern_of(p, tile));
        for (int cell = 0; cell < shape.cells(); ++cell)
            for (int move = 0; move < kMoves; ++move) {
                const int next = shape.neighbour(cell, move);
                neighbour_[cell][move] = static_cast<int8_t>(next);
                if (next != kNoCell) legal_[cell] |= 1 << move;
            }
        start_states_ = heuristic_->locate(start_);
        for (int p = 0; p < Partitions; ++p) start_sum_[p] = heuristic_->partition_distance(p, start_states_);
    }

    int lower_bound() const override { return *std::max_element(start_sum_.begin(), start_sum_.end()); }

    void begin(const std::string& prefix, int bound) override {
        place_root(prefix, bound);
        generated_ = expanded_ = 0;
        const Sums& sum = frames_[0].sum;
        goal_at_root_ = sum[0] == 0;
        if (static_cast<int>(prefix.size()) + *std::max_element(sum.begin(), sum.end()) > bound)
            top_ = -1;
        else
            enter(frames_[0]);
    }

    Status run(uint64_t budget) override {
        if (std::exchange(goal_at_root_, false)) {
            frames_[0].untried = 0;
            return Status::kFound;
        }
        if (top_ < 0) return Status::kExhausted;
        const uint64_t end = generated_ + budget;
        Frame* frame = &frames_[top_];
        for (;;) {
            while (!frame->untried) {
                if (frame == frames_.data()) {
                    top_ = -1;
                    return Status::kExhausted;
                }
                undo(*frame--);
            }
            if (generated_ >= end) {
                top_ = static_cast<int>(frame - frames_.data());
                return Status::kRunning;
            }
            const int move = std::countr_zero(frame->untried);
            frame->untried &= frame->untried - 1;
            ++generated_;
            if (!descend(frame, move)) continue;
            ++frame;
            if (frame->sum[0] == 0) {
                frame->untried = 0;
                top_ = static_cast<int>(frame - frames_.data());
                return Status::kFound;
            }
            enter(*frame);
        }
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
                for (unsigned rest = frames_[0].untried; rest; rest &= rest - 1) {
                    ++generated_;
                    const int move = std::countr_zero(rest);
                    if (!descend(&frames_[0], move)) continue;
                    undo(frames_[1]);
                    next.push_back(prefix + kMoveLetters[move]);
                }
                generated += generated_;
                expanded += expanded_;
            }
            open.swap(next);
        }
        top_ = -1;
        goal_at_root_ = false;
        generated_ = generated;
        expanded_ = expanded;
        return open;
    }

    std::string path() const override {
        std::string moves = prefix_;
        for (int depth = 1; depth <= top_; ++depth) moves += kMoveLetters[frames_[depth].move];
        return moves;
    }

    SearchState save() const override {
        SearchState state{bound_, generated_, expanded_, path(), {}};
        for (int depth = 0; depth <= top_; ++depth) state.untried.push_back(frames_[depth].untried);
        return state;
    }

    void restore(const SearchState& saved) override {
        const size_t nodes = saved.untried.size();
        if (nodes > saved.path.size() + 1 || (nodes && saved.path.size() > static_cast<size_t>(saved.bound)))
            throw std::invalid_argument("the saved search does not fit together");
        const size_t base = saved.path.size() + 1 - nodes;
        place_root(nodes ? saved.path.substr(0, base) : "", saved.bound);
        top_ = -1;
        for (size_t depth = 0; depth < nodes; ++depth) {
            Frame& frame = frames_[depth];
            enter(frame);
            if (saved.untried[depth] & ~frame.untried) throw std::invalid_argument("the saved search does not fit together");
            frame.untried = saved.untried[depth];
            top_ = static_cast<int>(depth);
            if (depth + 1 == nodes) break;
            const int move = parse_move(saved.path[base + depth]);
            if (!(legal_[frame.blank] >> move & 1) || !descend(&frame, move))
                throw std::invalid_argument("the saved search does not fit together");
        }
        generated_ = saved.generated;
        expanded_ = saved.expanded;
    }

private:
    void place_root(const std::string& prefix, int bound) {
        if (bound < 0 || bound > kMaxDepth) throw std::invalid_argument("the bound must lie between 0 and 1000");
        bound_ = bound;
        if (frames_.size() < static_cast<size_t>(bound) + 2) frames_.resize(bound + 2);
        prefix_ = prefix;
        top_ = 0;
        goal_at_root_ = false;
        std::copy(start_.begin(), start_.end(), tiles_.begin());
        states_ = start_states_;
        Frame& root = frames_[0];
        root.sum = start_sum_;
        root.blank = static_cast<uint8_t>(std::find(start_.begin(), start_.end(), 0) - start_.begin());
        root.trail = Circles::kStart;
        for (char letter : prefix) {
            const int move = parse_move(letter), to = root.blank, from = neighbour_[to][move];
            if (from == kNoCell) throw std::invalid_argument("a move leads off the board");
            const int tile = tiles_[from];
            for (int p = 0; p < Partitions; ++p) {
                PatternState& state = states_[pattern_of_[p][tile]];
                const int distance = state.distance;
                state = lookups_[pattern_of_[p][tile]].template moved<Chunks>(state, from, to);
                root.sum[p] += state.distance - distance;
            }
            tiles_[to] = static_cast<uint8_t>(tile);
            tiles_[from] = 0;
            root.blank = static_cast<uint8_t>(from);
            root.trail = static_cast<uint8_t>(circles_.next(root.trail, move));
        }
        base_ = static_cast<int>(prefix.size());
    }

    // The moves to try at a node just reached.
    void enter(Frame& frame) {
        ++expanded_;
        frame.untried = static_cast<uint8_t>(legal_[frame.blank] & circles_.allowed(frame.trail));
    }

    // Make `move` and fill in the child's frame, unless the child is above the bound.
    bool descend(Frame* frame, int move) {
        Frame* child = frame + 1;
        const int to = frame->blank, from = neighbour_[to][move];
        const int tile = tiles_[from];
        const int limit = bound_ - base_ - static_cast<int>(child - frames_.data());
        std::array<PatternState, Partitions> next;
        // The partition closest to the bound first: it cuts off most.
        const int first = Partitions == 2 && frame->sum[1] > frame->sum[0] ? 1 : 0;
        for (int i = 0; i < Partitions; ++i) {
            const int p = i ^ first;
            const int pattern = pattern_of_[p][tile];
            const PatternState& old = states_[pattern];
            next[p] = lookups_[pattern].template moved<Chunks>(old, from, to);
            child->sum[p] = frame->sum[p] + next[p].distance - old.distance;
            if (child->sum[p] > limit) return false;
        }
        for (int p = 0; p < Partitions; ++p) {
            PatternState& state = states_[pattern_of_[p][tile]];
            child->old[p] = state;
            state = next[p];
        }
        tiles_[to] = static_cast<uint8_t>(tile);
        child->blank = static_cast<uint8_t>(from);
        child->tile = static_cast<uint8_t>(tile);
        child->move = static_cast<uint8_t>(move);
        child->trail = static_cast<uint8_t>(circles_.next(frame->trail, move));
        return true;
    }

    void undo(const Frame& frame) {
        for (int p = 0; p < Partitions; ++p) states_[pattern_of_[p][frame.tile]] = frame.old[p];
        tiles_[frame.blank] = frame.tile;
    }

    std::shared_ptr<const AdditiveHeuristic> heuristic_;
    Tiles start_;
    Circles circles_;
    std::vector<PatternState> start_states_;
    Sums start_sum_{};
    std::vector<Lookup> lookups_;  // [pattern]
    std::array<std::array<uint8_t, kMaxCells>, Partitions> pattern_of_{};
    std::array<std::array<int8_t, kMoves>, kMaxCells> neighbour_{};
    std::array<uint8_t, kMaxCells> legal_{};
    // The current node.
    std::array<uint8_t, kMaxCells> tiles_{};
    std::vector<PatternState> states_;  // [pattern]
    std::vector<Frame> frames_;
    std::string prefix_;  // moves from the start board to frames_[0]
    int base_ = 0;        // their number
    int top_ = -1;        // the current node's frame; -1: exhausted
    bool goal_at_root_ = false;
};

template <int Partitions>
std::unique_ptr<IterationSearch> with_chunks(std::shared_ptr<const AdditiveHeuristic> heuristic, Tiles start,
                                             bool every_path) {
    const int cells = heuristic->shape().cells();
    if (cells <= 16) return std::make_unique<PatternSearch<Partitions, 2>>(std::move(heuristic), std::move(start), every_path);
    if (cells <= 27) return std::make_unique<PatternSearch<Partitions, 3>>(std::move(heuristic), std::move(start), every_path);
    return std::make_unique<PatternSearch<Partitions, 4>>(std::move(heuristic), std::move(start), every_path);
}

}  // namespace

std::unique_ptr<IterationSearch> make_pattern_search(std::shared_ptr<const AdditiveHeuristic> heuristic, Tiles start,
                                             bool every_path) {
    switch (heuristic->partitions()) {
        case 1: return with_chunks<1>(std::move(heuristic), std::move(start), every_path);
        case 2: return with_chunks<2>(std::move(heuristic), std::move(start), every_path);
        case 3: return with_chunks<3>(std::move(heuristic), std::move(start), every_path);
        case 4: return with_chunks<4>(std::move(heuristic), std::move(start), every_path);
        default: throw std::invalid_argument("at most four partitions");
    }
}

}  // namespace taquin

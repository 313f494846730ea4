// One iteration of IDA* with a bound on f = g + h, in slices. Over additive pattern tables it works like this.
//
// The open nodes lie on a stack. A step takes the top few, a block, looks all their children up, one partition after
// the other, and puts those within the bound back. So the memory works on all entries of a block at the same time while
// the order stays nearly depth-first; a block of one node is depth-first search, children in the order U L R D.
//
// `generated` counts children produced, pruned or not, `expanded` nodes whose children were produced. Children at the
// end of a detour (detours.hpp) are not produced. Every move changes each pattern sum by exactly one, so a child's f is
// its parent's f or f + 2, and the bound grows by 2 from iteration to iteration.
//
// `run` works until the subtree is exhausted, a goal is found, or the budget of generated nodes is spent, and can then
// go on. The whole state is the paths that are still open: `save` writes them, `restore` walks them again. They stand
// for everything that is left to search only where the same paths are left out as before (LEFT_OUT, see detours.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/counter.hpp"
#include "optimal/detours.hpp"
#include "patterns/additive.hpp"

namespace taquin {

enum class Status { kRunning, kFound, kExhausted };

struct Branch {  // what is still to do along one path
    std::string path;  // moves from the start board
    std::vector<uint8_t> untried;  // of its last nodes, the bits of the moves to try; none: all below the path's end
};

struct SearchState {  // everything needed to go on elsewhere
    int bound = 0;
    uint64_t generated = 0, expanded = 0;
    std::vector<Branch> branches;  // none: exhausted
};

// An iteration as a few of its nodes show it. Level by level, at most so many nodes are followed; those that are drawn
// stand for the others. So the counts are estimates without a bias, and every expanded node of the iteration is as
// likely as any other to be among the paths.
struct TreeSample {
    double generated = 0, expanded = 0;  // estimates of what the whole iteration counts
    std::vector<std::string> paths;  // to expanded nodes
};
struct SampleSize {
    size_t width;  // nodes followed on each level
    size_t paths;
    uint64_t seed;
};

class IterationSearch {
public:
    static constexpr int kMaxDepth = 1000;  // moves: no path, and so no bound, is longer

    virtual ~IterationSearch() = default;
    virtual int lower_bound() const = 0;  // of the start board
    // Begin an iteration below the node that `prefix` leads to, with fresh counts.
    virtual void begin(const std::string& prefix, int bound) = 0;
    virtual Status run(uint64_t budget) = 0;
    // The subtrees `depth` moves below the start board that this bound does not cut off: their prefixes. The nodes
    // above are counted in generated and expanded, so the sums over a split are those of the whole iteration.
    // std::invalid_argument where they are too many to be listed.
    virtual std::vector<std::string> split(int bound, int depth) = 0;
    // A look at an iteration that may be far too large to be searched; ends what has begun. Only over pattern tables.
    virtual TreeSample sample(int bound, const SampleSize& size) {
        static_cast<void>(bound), static_cast<void>(size);
        throw std::invalid_argument("only a search over pattern tables can be sampled");
    }
    // Once found: the moves to the goal. `run` may be called again, to go on behind it.
    virtual std::string path() const = 0;
    virtual SearchState save() const = 0;
    virtual void restore(const SearchState& state) = 0;

    // These two may be asked from any thread, also while another one is in `run`.
    uint64_t generated() const { return generated_; }
    uint64_t expanded() const { return expanded_; }
    int bound() const { return bound_; }

protected:
    static constexpr size_t kMostSubtrees = 1 << 18;  // of a level that a split goes on from: some tens of megabytes
    static void require(bool good, const char* otherwise) {
        if (!good) throw std::invalid_argument(otherwise);
    }
    static void require_depth(int depth) {
        require(depth >= 0 && depth <= kMaxDepth, "the depth of a split must lie between 0 and 1000");
    }
    static void require_room(size_t subtrees) {
        require(subtrees <= kMostSubtrees, "there are too many subtrees at this depth");
    }
    // The count at which a slice ends.
    static uint64_t end_of(uint64_t counted, uint64_t budget) { return counted + std::min(budget, ~counted); }
    // Whether there is room to count on: no machine can count as high as this.
    static bool counts_are_possible(const SearchState& saved) {
        return std::max(saved.generated, saved.expanded) < uint64_t{1} << 62;
    }

    Counter generated_, expanded_;
    int bound_ = 0;
};

// `depth_first` takes one node at a time, children in the order U L R D. All shortest solutions need that for their
// order, and detours of two moves: longer ones have twins that are solutions as well.
std::unique_ptr<IterationSearch> make_pattern_search(std::shared_ptr<const AdditiveHeuristic> heuristic,
                                                     std::shared_ptr<const Detours> detours, const Tiles& start,
                                                     bool depth_first = false);

}  // namespace taquin

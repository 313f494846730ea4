// Demands on the overheads of tiles, and the least total that meets them.
//
// A *slot* is one tile along one axis; its overhead is the number of pairs of moves it makes beyond its distance.
// A demand says that some slots have so much overhead together.  Slots that demands tie together form
// a block, and the least total of a block is found exactly (cover.hpp).  Blocks share no slot, so their
// totals add up to a lower bound, whichever demands are left out.
//
// Blocks grow only where they must: each keeps one best way to meet its demands, and only a demand that
// these ways do not meet joins the blocks that it touches.  Where the joined block is too hard, the
// demand is put aside and the blocks stay as they are.  So the total never falls.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "anysize/grid.hpp"
#include "anysize/groups/cover.hpp"

namespace taquin::anysize {

enum Axes : std::uint8_t { kHorizontal = 1, kVertical = 2, kBothAxes = 3 };

struct Demand {
    std::array<Cell, 4> tiles;
    std::uint8_t count, axes, value;
};

class Demands {
public:
    explicit Demands(int cells)
        : of_tile_(cells), block_of_(2 * cells, kNone), overhead_(2 * cells, 0), inside_(2 * cells, 0) {}

    // Tiles of one line in the order in which they stand, with the order of their homes: `homes[i]` of `tiles[i]`.
    // Of two that stand the wrong way round one must leave the line, which takes overhead along `axis`.
    void add_line(std::span<const Cell> tiles, std::span<const int> homes, Axes axis);
    void add(const Demand& demand);

    int total() const { return total_; }

private:
    using Slot = std::uint32_t;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;  // no block
    // Looks at a demand in one search for the least total of a block: about 1 ms (2026-11-18, one core).
    static constexpr long kMostWork = 300000;
    // Tiles: the pairs of a longer line are not kept, and its block never grows.
    static constexpr std::size_t kLongestLine = 32;

    struct Block {
        std::vector<Slot> slots;
        int total = 0;
        bool closed = false;
    };

    template <class Visit>
    static void each_slot(const Demand& demand, Visit visit) {
        for (int i = 0; i < demand.count; ++i)
            for (Slot axis = 0; axis < 2; ++axis)
                if (demand.axes >> axis & 1) visit(2 * Slot(demand.tiles[i]) + axis);
    }
    void keep(const Demand& demand);
    bool met(const Demand& demand) const;
    bool inside(const Demand& demand) const;
    // One block of all those that the demand touches; false, and nothing changes, where that would be too hard.
    bool join(const Demand& demand);

    std::vector<Demand> demands_;
    std::vector<bool> aside_;                          // [demand]
    std::vector<std::vector<std::uint32_t>> of_tile_;  // [tile]: its demands
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> block_of_;              // [slot]
    std::vector<std::uint8_t> overhead_;               // [slot]: one best way
    std::vector<std::uint32_t> inside_;                // [slot]: the join that it is part of
    std::uint32_t joins_ = 0;
    int total_ = 0;
};

}  // namespace taquin::anysize

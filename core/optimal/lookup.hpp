// The inner loop's view of a pattern table, in two halves, so that other work fits between them: `move` computes where
// the state after a move is written, `change` reads it there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/prefetch.hpp"
#include "patterns/additive.hpp"

namespace taquin {

// `Chunks` is the number of chunks that the rank of a mask is made of, so the largest board (see CombinationRank).
template <int Chunks>
class Lookup {
public:
    static constexpr int kCells = Chunks == 2 ? 16 : Chunks == 3 ? 27 : kMaxCells;
    using Mask = std::conditional_t<kCells <= 32, uint32_t, uint64_t>;

    struct State {  // a PatternState, packed
        Mask mask;
        uint16_t permutation;
        uint16_t distance;
    };
    struct Place {  // of one bit
        const uint64_t* word;
        uint32_t bit;
    };

    explicit Lookup(const PatternUse& use)
        : terms_(use.table->space().combination_rank().terms()), first_region_(use.table->space().first_region()),
          region_of_cell_(use.table->space().region_of_cell()), rotation_(use.table->space().rotation()),
          bits_(use.table->bits()), stride_(static_cast<uint32_t>(use.table->stride())),
          cells_(static_cast<uint16_t>(use.table->space().shape().cells())),
          tiles_(static_cast<uint16_t>(use.table->space().tiles())), frame_(use.frame) {}

    static State pack(const PatternState& state) {
        return {static_cast<Mask>(state.mask), static_cast<uint16_t>(state.permutation),
                static_cast<uint16_t>(state.distance)};
    }
    // The tile at one cell of the board moves to another: the new state but for its distance, and where that is
    // written.
    [[gnu::always_inline]] Place move(State& state, int board_from, int board_to) const {
        constexpr int kChunkBits = Chunks == 2 ? 8 : 9;
        const int from = frame_[board_from], to = frame_[board_to];
        const Mask mask = state.mask ^ (Mask{1} << from) ^ (Mask{1} << to);
        const int before = std::popcount(state.mask & ((Mask{1} << from) - 1));
        const int after = std::popcount(mask & ((Mask{1} << to) - 1));
        const uint32_t permutation = row(state)[before * tiles_ + after];
        uint32_t combination = 0;
        int below = 0;
        for (int chunk = 0; chunk < Chunks; ++chunk) {
            const uint32_t part = static_cast<uint32_t>(mask >> (chunk * kChunkBits)) & ((1u << kChunkBits) - 1);
            combination += terms_[((chunk * (tiles_ + 1) + below) << kChunkBits) + part];
            below += std::popcount(part);
        }
        const uint32_t region = first_region_[combination] + region_of_cell_[combination * cells_ + from];
        state.mask = mask;
        state.permutation = static_cast<uint16_t>(permutation);
        return {bits_ + size_t{permutation} * stride_ + (region >> 6), region & 63};
    }
    // What the move did to the distance: +1 where bit 1 of that is what the table says, else -1. Makes `state` whole.
    static int change(State& state, const Place& place) {
        const int bit = static_cast<int>(*place.word >> place.bit & 1);
        const int change = 1 - ((bit ^ ((state.distance + 1) >> 1 & 1)) << 1);
        state.distance = static_cast<uint16_t>(state.distance + change);
        return change;
    }
    // The tables of a whole partition do not stay in the cache: let the memory fetch what the next move will need.
    void prepare(const State& state) const {
        const uint16_t* start = row(state);
        prefetch(start);
        prefetch(start + 32);
    }

private:
    const uint16_t* row(const State& state) const { return rotation_ + size_t{state.permutation} * tiles_ * tiles_; }

    const uint32_t* terms_;
    const uint32_t* first_region_;
    const uint8_t* region_of_cell_;
    const uint16_t* rotation_;
    const uint64_t* bits_;
    uint32_t stride_;  // words a permutation
    uint16_t cells_, tiles_;
    std::array<uint8_t, kMaxCells> frame_;
};

}  // namespace taquin

// The tiles that stand in a row or column they belong to, and their conflicts, kept while tiles come and go.
//
// A conflict is a tile that must leave the line and come back: two moves that Manhattan distance does not see. The
// conflicts of a line are its tiles without a longest increasing subsequence, by their goals (subsequence.hpp).
//
// As long as a line has no conflicts its tiles stand in order, and one look tells whether one more tile keeps them so:
// as many tiles must stand before its place as have goals before its goal. So two sets of places do for most lines;
// only where there are conflicts the tiles are looked at one by one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/subsequence.hpp"

namespace taquin {

// A set of places along a line of up to 64 * Words cells.
template <int Words>
class Places {
public:
    // Puts a place in where it is not there, and takes it out where it is; does nothing unless `really`. It has no
    // branch, because a processor could not predict which way it goes.
    void toggle(unsigned place, bool really) { words_[word(place)] ^= uint64_t{really} << place % 64; }
    int before(unsigned place) const {
        int count = std::popcount(words_[word(place)] & ((uint64_t{1} << place % 64) - 1));
        for (unsigned i = 0; i < word(place); ++i) count += std::popcount(words_[i]);
        return count;
    }
    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < Words; ++i)
            for (uint64_t rest = words_[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }

private:
    static constexpr unsigned word(unsigned place) { return Words == 1 ? 0 : place / 64; }
    std::array<uint64_t, Words> words_{};
};

template <int Words>
struct ConflictLine {
    Places<Words> standing;  // where there is a tile that belongs to the line
    Places<Words> goals;     // of these tiles
    int conflicts = 0;

    // Whether one more tile would stand out of order, where the others do not.
    bool disturbed(unsigned place, unsigned goal) const { return standing.before(place) != goals.before(goal); }
};

// The conflicts of tiles at these places of a line; `goal_at` tells the goal of the tile at a place.
template <int Words, class GoalAt>
int count_conflicts(const Places<Words>& standing, GoalAt goal_at) {
    Subsequence<Words> kept;
    int tiles = 0;
    standing.each([&](unsigned place) {
        kept.add(goal_at(place));
        ++tiles;
    });
    return tiles - kept.length();
}

}  // namespace taquin

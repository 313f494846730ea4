// Which moves may follow a path, so that no board is reached twice by short detours.
//
// Never back: the inverse of the last move is out. And no circling: going round a block of 2 x 2
// cells carries its three tiles back after 12 moves, so 6 moves clockwise reach the same board as
// 6 moves counter-clockwise, and 7 or more one way are a detour for 5 or fewer the other way.
// The sixth clockwise move and the seventh counter-clockwise move in a row are left out; what
// they reach is reached by the path that circles the other way, at the same depth or less.
//
// The memory of a path is a small number, its `trail`: the last move and the length of the circle.
#pragma once

#include <array>
#include <cstdint>

#include "shape.hpp"

namespace taquin {

class Circles {
public:
    static constexpr int kStart = 0;  // nothing behind: every move may follow

    explicit Circles(bool every_path) {
        allowed_[kStart] = 0b1111;
        for (int move = 0; move < kMoves; ++move) next_[kStart][move] = trail(move, 0);
        for (int last = 0; last < kMoves; ++last)
            for (int turns = -kMaxTurns; turns <= kMaxTurns; ++turns) {
                const int from = trail(last, turns);
                allowed_[from] = static_cast<uint8_t>(0b1111 & ~(1 << inverse(last)));
                for (int move = 0; move < kMoves; ++move) {
                    int after = 0;  // turns to the right count up, to the left down
                    if (move == clockwise(last)) after = turns > 0 ? turns + 1 : 1;
                    if (last == clockwise(move)) after = turns < 0 ? turns - 1 : -1;
                    if (!every_path && (after > 4 || after < -5)) allowed_[from] &= ~(1 << move);
                    after = after > kMaxTurns ? kMaxTurns : after < -kMaxTurns ? -kMaxTurns : after;
                    next_[from][move] = trail(move, after);
                }
            }
    }
    unsigned allowed(int trail) const { return allowed_[trail]; }
    int next(int trail, int move) const { return next_[trail][move]; }

private:
    static constexpr int kMaxTurns = 6;
    static int clockwise(int move) {
        constexpr std::array<int, kMoves> kClockwise{kRight, kUp, kDown, kLeft};  // of U L R D
        return kClockwise[move];
    }
    static uint8_t trail(int last, int turns) {
        return static_cast<uint8_t>(1 + last * (2 * kMaxTurns + 1) + turns + kMaxTurns);
    }
    std::array<uint8_t, 64> allowed_{};
    std::array<std::array<uint8_t, kMoves>, 64> next_{};
};

}  // namespace taquin

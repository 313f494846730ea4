// Which moves may follow a path, so that few boards are reached twice.
//
// Different words of moves can lead from a board to the same board. Two moves, there and back, lead to where no move
// does; six moves round a block of 2 x 2 cells lead to where six moves the other way round do. A word is a *detour* if
// a better one leads to the same board and stays within the rectangle of cells that the detour passes, so that it can
// be walked wherever the detour can. Better means shorter, or as long and earlier in the order U L R D. Replacing
// detours in a shortest solution makes it smaller in that order, so at last there is a shortest solution without any: a
// search may leave them all out.
//
// All detours of up to `longest` moves that contain no other are found once for a shape. Those looked for pass at most
// 4 rows and 4 columns, so every board that is not narrower than that has the same ones. A small automaton recognizes
// their ends: the memory of a path is the number of its state, its `trail`.
//
// Searches are saved half done, and shared by workers. Whoever changes which paths are left out, here or in a search,
// raises LEFT_OUT of src/taquin/optimal/checkpoint.py, which says why; tests/test_left_out.py tells when it was
// forgotten.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "patterns/shape.hpp"

namespace taquin {

class Detours {
public:
    using Trail = uint16_t;
    static constexpr Trail kStart = 0;  // nothing behind: every move may follow
    static constexpr int kLongest = 10;  // moves; more of them cut little more and fill the cache
    static constexpr int kBackAndForth = 2;  // moves: only the way straight back is left out

    Detours(int width, int height, int longest = kLongest);  // of boards of every size
    explicit Detours(const Shape& shape, int longest = kLongest) : Detours(shape.width, shape.height, longest) {}

    // Those of up to kLongest moves: they take some milliseconds, so the whole process makes them once for a shape.
    static std::shared_ptr<const Detours> shared(int width, int height);

    unsigned allowed(Trail trail) const { return states_[trail].allowed; }  // a bit for each move
    Trail next(Trail trail, int move) const { return states_[trail].next[move]; }
    size_t states() const { return states_.size(); }

private:
    struct State {
        std::array<Trail, kMoves> next;
        uint8_t allowed;
    };
    std::vector<State> states_;
};

}  // namespace taquin

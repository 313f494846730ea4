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
// so many rows and columns as their `box` has, so every board that is not narrower than that has the same ones. A small
// automaton recognizes their ends: the memory of a path is the number of its state, its `trail`. Where they are too
// many for that number, paths that may go on in the same ways share a state (`minimized`).
//
// Longer detours leave fewer paths, but take a second to find and half a megabyte to tell apart. They are for searches
// of boards with five rows and columns at least, and are kept on disk beside their pattern tables.
//
// Searches are saved half done, and shared by workers. Whoever changes which paths are left out, here or in a search,
// raises LEFT_OUT of src/taquin/optimal/checkpoint.py, which says why; tests/test_left_out.py tells when it was
// forgotten.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "patterns/shape.hpp"

namespace taquin {

struct DetourKind {
    int longest;  // moves
    int box;  // cells: the side of the squares in which detours are looked for
};
inline constexpr DetourKind kBackAndForth{2, 4};  // only the way straight back is left out
inline constexpr DetourKind kUsualDetours{10, 4};
inline constexpr DetourKind kLongDetours{14, 5};

// States and what follows after each move: another state, or kNever.
struct DetourAutomaton {
    static constexpr int kNever = -1;
    std::vector<std::array<int, kMoves>> next;  // [state]; state 0 is the empty path
};
DetourAutomaton find_detours(int width, int height, DetourKind kind);
// The smallest automaton that allows the same paths, its states in the order in which they are first reached.
DetourAutomaton minimized(const DetourAutomaton& automaton);

class Detours {
public:
    using Trail = uint16_t;
    static constexpr Trail kStart = 0;  // nothing behind: every move may follow
    static constexpr size_t kMostStates = 0xFFFF;

    struct State {
        std::array<Trail, kMoves> next;  // kStart after a move that is not allowed: it is as if the path began there
        Trail allowed;  // a bit for each move
    };

    Detours(int width, int height, DetourKind kind = kUsualDetours);  // of boards of every size
    explicit Detours(const Shape& shape, DetourKind kind = kUsualDetours) : Detours(shape.width, shape.height, kind) {}
    // Those that were kept; std::invalid_argument where they are none.
    explicit Detours(std::vector<State> kept);

    // The usual ones: they take some milliseconds, so the whole process makes them once for a shape.
    static std::shared_ptr<const Detours> shared(int width, int height);

    unsigned allowed(Trail trail) const { return states_[trail].allowed; }  // a bit for each move
    Trail next(Trail trail, int move) const { return states_[trail].next[move]; }
    const std::vector<State>& states() const { return states_; }

private:
    std::vector<State> states_;
};

}  // namespace taquin

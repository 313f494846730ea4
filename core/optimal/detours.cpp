#include "optimal/detours.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "base/random.hpp"

namespace taquin {
namespace {

constexpr int kNone = -1;    // does not fit on the board, or contains a detour
constexpr int kDetour = -2;  // is one

struct Box {  // the cells that a walk passes, counted from its first one, and where it ends
    int8_t left = 0, right = 0, top = 0, bottom = 0, column = 0, row = 0;

    Box after(int move) const {
        Box box = *this;
        box.column = static_cast<int8_t>(column + (move == kRight) - (move == kLeft));
        box.row = static_cast<int8_t>(row + (move == kDown) - (move == kUp));
        box.left = std::min(left, box.column);
        box.right = std::max(right, box.column);
        box.top = std::min(top, box.row);
        box.bottom = std::max(bottom, box.row);
        return box;
    }
    bool fits(const Shape& shape) const { return right - left < shape.width && bottom - top < shape.height; }
    bool within(const Box& other) const {
        return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
    }
};

struct Walk {  // a word of moves without detours
    int before = 0;   // the walk without its last move
    int without = 0;  // the walk without its first move
    uint8_t move = 0, length = 0;
    Box box;
    std::array<int, kMoves> next{kNone, kNone, kNone, kNone};  // the walk that is one move longer
};

// A board on which any walk can begin in the middle and stays, and a hash of what has been moved.
class Ground {
public:
    explicit Ground(const Shape& shape)
        : stride_(2 * shape.width - 1), blank_(stride_ * (shape.height - 1) + shape.width - 1),
          tiles_(size_t(stride_) * (2 * shape.height - 1)), label_(tiles_.size()), place_(tiles_.size()) {
        anysize::Random random(1);
        for (size_t cell = 0; cell < tiles_.size(); ++cell) {
            tiles_[cell] = static_cast<int>(cell);
            label_[cell] = random.next() | 1;
            place_[cell] = random.next() | 1;
        }
    }
    void play(int move) {
        hash_ = hash_after(move);
        const int to = target(move);
        tiles_[blank_] = tiles_[to];
        tiles_[to] = -1;
        blank_ = to;
    }
    uint64_t hash_after(int move) const {
        const int to = target(move);
        return hash_ + label_[tiles_[to]] * (place_[blank_] - place_[to]);
    }

private:
    int target(int move) const {
        const std::array<int, kMoves> offset{-stride_, -1, 1, stride_};
        return blank_ + offset[move];
    }
    int stride_, blank_;
    std::vector<int> tiles_;
    std::vector<uint64_t> label_, place_;
    uint64_t hash_ = 0;
};

// All walks of up to `longest` moves, in the order of their length and then of their letters.
class Walks {
public:
    Walks(const Shape& shape, int longest) : shape_(shape), ground_(shape), slots_(1 << 10, kNone) {
        add({}, 0);
        for (size_t from = 0; from < walks_.size() && walks_[from].length < longest; ++from)
            extend(static_cast<int>(from));
    }
    const std::vector<Walk>& all() const { return walks_; }

private:
    void extend(int from) {
        play(from);
        for (int move = 0; move < kMoves; ++move) {
            const Walk& walk = walks_[from];
            const int without = from == 0 ? 0 : walks_[walk.without].next[move];
            if (from != 0 && without < 0) continue;
            const Walk longer{from, without, static_cast<uint8_t>(move), static_cast<uint8_t>(walk.length + 1),
                              walk.box.after(move)};
            if (!longer.box.fits(shape_)) continue;
            const uint64_t hash = ground_.hash_after(move);
            if (has_better(longer, hash)) {
                walks_[from].next[move] = kDetour;
            } else {
                walks_[from].next[move] = static_cast<int>(walks_.size());
                add(longer, hash);
            }
        }
        for (int walk = from; walk != 0; walk = walks_[walk].before) ground_.play(inverse(walks_[walk].move));
    }
    void play(int walk) {
        if (walk == 0) return;
        play(walks_[walk].before);
        ground_.play(walks_[walk].move);
    }

    // Which walks have led to a board before: open addressing, several walks may have the same hash.
    bool has_better(const Walk& walk, uint64_t hash) const {
        for (size_t slot = first_slot(hash); slots_[slot] != kNone; slot = (slot + 1) & (slots_.size() - 1))
            if (hashes_[slots_[slot]] == hash && walks_[slots_[slot]].box.within(walk.box)) return true;
        return false;
    }
    void add(const Walk& walk, uint64_t hash) {
        walks_.push_back(walk);
        hashes_.push_back(hash);
        if (2 * walks_.size() <= slots_.size()) return enter(walks_.size() - 1);
        slots_.assign(4 * slots_.size(), kNone);
        for (size_t each = 0; each < walks_.size(); ++each) enter(each);
    }
    size_t first_slot(uint64_t hash) const { return hash >> 32 & (slots_.size() - 1); }
    void enter(size_t walk) {
        size_t slot = first_slot(hashes_[walk]);
        while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = static_cast<int>(walk);
    }

    Shape shape_;
    Ground ground_;
    std::vector<Walk> walks_;
    std::vector<uint64_t> hashes_;  // [walk] of the board it leads to
    std::vector<int> slots_;
};

}  // namespace

DetourAutomaton find_detours(int width, int height, DetourKind kind) {
    const Walks found(Shape(std::min(width, kind.box), std::min(height, kind.box)), kind.longest);
    const std::vector<Walk>& walks = found.all();
    DetourAutomaton automaton;
    // 1. the states: the beginnings of detours
    std::vector<bool> begins(walks.size(), false);
    begins[0] = true;
    for (size_t walk = 0; walk < walks.size(); ++walk)
        if (std::count(walks[walk].next.begin(), walks[walk].next.end(), kDetour))
            for (int back = static_cast<int>(walk); !begins[back]; back = walks[back].before) begins[back] = true;
    std::vector<int> number(walks.size(), kNone);
    int states = 0;
    for (size_t walk = 0; walk < walks.size(); ++walk)
        if (begins[walk]) number[walk] = states++;
    // 2. the state after a move: the longest end of the path that is one
    automaton.next.resize(states);
    for (size_t walk = 0; walk < walks.size(); ++walk) {
        if (!begins[walk]) continue;
        int end = walks[walk].without;  // the longest state that is an end of this one
        while (!begins[end]) end = walks[end].without;
        const std::array<int, kMoves>& other = automaton.next[number[end]];
        for (int move = 0; move < kMoves; ++move) {
            const int next = walks[walk].next[move];
            int& state = automaton.next[number[walk]][move];
            if (next == kDetour) state = DetourAutomaton::kNever;
            else if (next >= 0 && begins[next]) state = number[next];
            else state = walk == 0 ? 0 : other[move];
        }
    }
    return automaton;
}

DetourAutomaton minimized(const DetourAutomaton& automaton) {
    const std::vector<std::array<int, kMoves>>& next = automaton.next;
    // 1. Moore's refinement: states are of one kind as long as the same moves lead from them to the same kinds
    std::vector<int> kind(next.size(), 0);
    for (size_t kinds = 1, before = 0; kinds != before;) {
        std::map<std::array<int, kMoves + 1>, int> seen;
        std::vector<int> finer(next.size());
        for (size_t state = 0; state < next.size(); ++state) {
            std::array<int, kMoves + 1> sees{kind[state]};
            for (int move = 0; move < kMoves; ++move) {
                const int to = next[state][move];
                sees[move + 1] = to == DetourAutomaton::kNever ? to : kind[to];
            }
            finer[state] = seen.emplace(sees, static_cast<int>(seen.size())).first->second;
        }
        before = kinds;
        kinds = seen.size();
        kind.swap(finer);
    }
    // 2. one state of each kind, as far as they are reached from the first
    DetourAutomaton smaller;
    std::vector<int> number(next.size(), kNone), example;
    const auto number_of = [&](int state) {
        if (number[kind[state]] == kNone) {
            number[kind[state]] = static_cast<int>(example.size());
            example.push_back(state);
        }
        return number[kind[state]];
    };
    number_of(0);
    for (size_t state = 0; state < example.size(); ++state) {
        std::array<int, kMoves> row;
        for (int move = 0; move < kMoves; ++move) {
            const int to = next[example[state]][move];
            row[move] = to == DetourAutomaton::kNever ? to : number_of(to);
        }
        smaller.next.push_back(row);
    }
    return smaller;
}

Detours::Detours(int width, int height, DetourKind kind) {
    DetourAutomaton automaton = find_detours(width, height, kind);
    if (automaton.next.size() > kMostStates) automaton = minimized(automaton);  // else a trail would need more bits
    if (automaton.next.size() > kMostStates) throw std::invalid_argument("too many detours to tell apart");
    for (const auto& next : automaton.next) {
        State& state = states_.emplace_back();
        for (int move = 0; move < kMoves; ++move)
            if (next[move] != DetourAutomaton::kNever) {
                state.next[move] = static_cast<Trail>(next[move]);
                state.allowed |= 1 << move;
            }
    }
}

Detours::Detours(std::vector<State> kept) : states_(std::move(kept)) {
    const auto fits = [this](const State& state) {
        const auto known = [this](Trail trail) { return trail < states_.size(); };
        return state.allowed < 1 << kMoves && std::all_of(state.next.begin(), state.next.end(), known);
    };
    if (states_.empty() || states_.size() > kMostStates || !std::all_of(states_.begin(), states_.end(), fits))
        throw std::invalid_argument("these are no detours");
}

std::shared_ptr<const Detours> Detours::shared(int width, int height) {
    constexpr int box = kUsualDetours.box;
    static std::mutex mutex;
    static std::array<std::array<std::shared_ptr<const Detours>, box + 1>, box + 1> made;
    if (width < 1 || height < 1) throw std::invalid_argument("a board has rows and columns");
    const std::lock_guard lock(mutex);
    std::shared_ptr<const Detours>& detours = made[std::min(height, box)][std::min(width, box)];
    if (!detours) detours = std::make_shared<Detours>(width, height);
    return detours;
}

}  // namespace taquin

#include "anysize/sweep/sweep_score.hpp"

#include <cmath>

namespace taquin::anysize {
namespace {

struct SweepPlace {
    Cell cell;
    SweepViewpoint viewpoint;
};

// The states of the front in a band that runs rightwards, counted from the band's first state:
//
//     a band of three rows                  the last band, which has two
//     ... 6 6 3 0 | 9 10                    ... 6 6 4 2 0
//     ... 7 7 4 1 | 11 12                   ... 7 7 5 3 1
//     ... 8 8 5 2 | 13 14
//
// Before the last two columns it matters how many columns are left until there: one, two, or more.  In the last two
// each cell has a state of its own.  So a band has five states for each of its rows.  Those of a band of one row are
// the first five, those of two rows the next ten, those of three rows the next fifteen, and the last band's come last.
constexpr int first_state(int rows) { return 5 * (rows * (rows - 1) / 2); }
constexpr int kFirstOfLastBand = first_state(SweepTuning::band + 1);
constexpr int kColumnsOfLastBand = 4;  // that are told apart
static_assert(kFirstOfLastBand + 2 * kColumnsOfLastBand == SweepWeights::kStates);

// The order of the cells, and what the front is like at each of its places.  sweep_score.hpp has the rules.
std::vector<SweepPlace> sweep_places(const Grid& g) {
    constexpr int band = SweepTuning::band;
    std::vector<SweepPlace> places;
    bool rightwards = true;
    int top = 0;
    const auto add = [&](int y, int x, int state, int front_column) {
        const auto column = [&](int i) { return rightwards ? i : g.width - 1 - i; };
        const SweepViewpoint seen{std::uint8_t(state), std::uint8_t(top), std::uint8_t(column(front_column)),
                                  std::int8_t(rightwards ? 1 : -1)};
        places.push_back({Cell((top + y) * g.width + column(x)), seen});
    };
    while (top < g.height - 2) {
        const int left = g.height - 2 - top;
        const int rows = left % band ? left % band : band;  // the odd rows come first
        const int state = first_state(rows), body = g.width - 2;
        for (int x = 0; x < body; ++x)
            for (int y = 0; y < rows; ++y) add(y, x, state + (std::min(body - x, 3) - 1) * rows + y, x);
        for (int y = 0; y < rows; ++y)
            for (int x = body; x < g.width; ++x) add(y, x, state + 3 * rows + 2 * y + x - body, body);
        top += rows;
        rightwards = !rightwards;
    }
    rightwards = true;
    for (int x = 0; x < g.width; ++x)
        for (int y = 0; y < g.height - top; ++y)
            add(y, x, kFirstOfLastBand + (std::min(g.width - x, kColumnsOfLastBand) - 1) * 2 + y, x);
    return places;
}

}  // namespace

SweepScore::SweepScore(const Grid& g, const SweepTuning& tuning)
    : grid(g), place(g.cells), phi(256), pull(tuning.pull), bonus(tuning.bonus),
      conflict_weight(tuning.conflict_weight), view_(g), position_(g.cells) {
    for (const SweepPlace& at : sweep_places(g)) {
        place[at.cell] = Cell(order.size());
        order.push_back(at.cell);
        viewpoints_.push_back(at.viewpoint);
    }
    for (std::size_t d = 0; d < phi.size(); ++d) phi[d] = float(d) + float(d) * float(d);
    set_weights(tuning, tuning.far_weight);
    set_front(0);
}

void SweepScore::set_front(int at) {
    front = at;
    view_.look(viewpoints_[std::size_t(at)]);
}

void SweepScore::locate(const Arrangement& board) {
    for (int c = 0; c < grid.cells; ++c) position_[board[c]] = Cell(c);
}

void SweepScore::set_weights(const SweepTuning& t, float far_weight) {
    constexpr int leads = 64;  // that are told apart: near_weight is next to nothing from there on
    weight.assign(leads + 2, far_weight);
    weight[0] = t.finished_weight;
    for (int lead = 0; lead < leads; ++lead)
        weight[lead + 1] = far_weight + t.near_weight * std::exp(-float(lead) / t.reach);
}

int SweepScore::pointer(const Arrangement& board, int from) const {
    while (from + 1 < grid.cells && board[order[from]] == order[from]) ++from;
    return from;
}

}  // namespace taquin::anysize

#include "anysize/sweep/sweep_score.hpp"

#include <cmath>

namespace taquin::anysize {
namespace {

struct SweepPlace {
    Cell cell;
    SweepFront front;
};

// The order of the cells, and what the front is like at each of its places.  The states of bands of one row, two, and
// three follow one another: for each row one state with one column left before the last two, two columns, and more;
// then one for each cell of the last two columns.  The last band has two for each number of columns that are left, up
// to four.
std::vector<SweepPlace> sweep_places(const Grid& g, int band) {
    std::vector<SweepPlace> places;
    bool rightwards = true;
    int top = 0;
    const auto add = [&](int y, int x, int state, int front) {
        const auto column = [&](int i) { return rightwards ? i : g.width - 1 - i; };
        const SweepFront seen{std::uint8_t(state), std::uint8_t(top), std::uint8_t(column(front)),
                              std::int8_t(rightwards ? 1 : -1)};
        places.push_back({Cell((top + y) * g.width + column(x)), seen});
    };
    while (top < g.height - 2) {
        const int left = g.height - 2 - top;
        const int rows = left % band ? left % band : band;  // the odd rows come first
        const int state = 5 * rows * (rows - 1) / 2, body = g.width - 2;
        for (int x = 0; x < body; ++x)
            for (int y = 0; y < rows; ++y) add(y, x, state + (std::min(body - x, 3) - 1) * rows + y, x);
        for (int y = 0; y < rows; ++y)
            for (int x = body; x < g.width; ++x) add(y, x, state + 3 * rows + 2 * y + x - body, body);
        top += rows;
        rightwards = !rightwards;
    }
    rightwards = true;
    const int state = SweepWeights::kStates - 8;
    for (int x = 0; x < g.width; ++x)
        for (int y = 0; y < g.height - top; ++y) add(y, x, state + (std::min(g.width - x, 4) - 1) * 2 + y, x);
    return places;
}

}  // namespace

SweepScore::SweepScore(const Grid& g, const SweepTuning& tuning)
    : grid(g), place(g.cells), phi(256), pull(tuning.pull), bonus(tuning.bonus),
      conflict_weight(tuning.conflict_weight), view_(g), position_(g.cells) {
    for (const SweepPlace& at : sweep_places(g, tuning.band)) {
        place[at.cell] = Cell(order.size());
        order.push_back(at.cell);
        fronts_.push_back(at.front);
    }
    for (std::size_t d = 0; d < phi.size(); ++d) phi[d] = float(d) + float(d) * float(d);
    set_weights(tuning, tuning.far_weight);
    set_reference(0);
}

void SweepScore::set_reference(int front) {
    reference = front;
    view_.look(fronts_[std::size_t(front)]);
}

void SweepScore::locate(const Arrangement& board) {
    for (int c = 0; c < grid.cells; ++c) position_[board[c]] = Cell(c);
}

void SweepScore::set_weights(const SweepTuning& t, float far_weight) {
    weight.assign(64 + 2, far_weight);
    weight[0] = t.finished_weight;
    for (int lead = 0; lead < 64; ++lead)
        weight[lead + 1] = far_weight + t.near_weight * std::exp(-float(lead) / t.reach);
}

int SweepScore::pointer(const Arrangement& board, int from) const {
    while (from + 1 < grid.cells && board[order[from]] == order[from]) ++from;
    return from;
}

}  // namespace taquin::anysize

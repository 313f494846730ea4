#include "sweep_score.hpp"

#include <cmath>

namespace taquin::anysize {
namespace {

std::vector<Cell> sweep_order(const Grid& g, int band) {
    std::vector<Cell> order;
    auto add = [&](int y, int x) { order.push_back(Cell(y * g.width + x)); };
    bool rightwards = true;
    int y = 0;
    while (y < g.height - 2) {
        const int left = g.height - 2 - y;
        const int rows = left % band ? left % band : band;  // the odd rows come first
        for (int i = 0; i < g.width - 2; ++i)
            for (int r = 0; r < rows; ++r) add(y + r, rightwards ? i : g.width - 1 - i);
        for (int r = 0; r < rows; ++r)
            for (int i = std::max(0, g.width - 2); i < g.width; ++i) add(y + r, rightwards ? i : g.width - 1 - i);
        y += rows;
        rightwards = !rightwards;
    }
    for (int x = 0; x < g.width; ++x)
        for (int r = y; r < g.height; ++r) add(r, x);
    return order;
}

// What the front is like at each place of the order.  States: three for each row of a band, three or more columns before its
// last two, two, and one; one for each cell of those; of bands of one row, two, and three; then two for each of the last
// columns of the last band.
std::vector<SweepFront> sweep_fronts(const Grid& g, int band) {
    std::vector<SweepFront> fronts;
    bool rightwards = true;
    int y = 0;
    auto add = [&](int state, int i) {
        const int column = rightwards ? i : g.width - 1 - i;
        fronts.push_back({std::uint8_t(state), std::uint8_t(y), std::uint8_t(column), std::int8_t(rightwards ? 1 : -1)});
    };
    int state = 0;
    while (y < g.height - 2) {
        const int left = g.height - 2 - y;
        const int rows = left % band ? left % band : band;
        state = 5 * rows * (rows - 1) / 2;
        for (int i = 0; i < g.width - 2; ++i)
            for (int r = 0; r < rows; ++r) add(state + (std::min(g.width - 2 - i, 3) - 1) * rows + r, i);
        for (int k = 0; k < 2 * rows; ++k) add(state + 3 * rows + k, g.width - 2);
        y += rows;
        rightwards = !rightwards;
    }
    rightwards = true;
    for (int x = 0; x < g.width; ++x)
        for (int r = y; r < g.height; ++r) add(30 + (std::min(g.width - x, 4) - 1) * 2 + r - y, x);
    return fronts;
}

}  // namespace

SweepScore::SweepScore(const Grid& g, const SweepTuning& tuning)
    : grid(g), order(sweep_order(g, tuning.band)), place(g.cells), phi(256), pull(tuning.pull), bonus(tuning.bonus),
      conflict_price(tuning.conflict_price), fronts_(sweep_fronts(g, tuning.band)), view_(g), position_(g.cells) {
    for (int i = 0; i < g.cells; ++i) place[order[i]] = Cell(i);
    for (std::size_t d = 0; d < phi.size(); ++d) phi[d] = float(d) + float(d) * float(d);
    set_weights(tuning, tuning.far_weight);
    set_reference(0);
}

void SweepScore::set_reference(int smallest) {
    reference = smallest;
    view_.look(fronts_[std::size_t(smallest)]);
}

void SweepScore::locate(const Arrangement& board) {
    for (int c = 0; c < grid.cells; ++c) position_[board[c]] = Cell(c);
}

void SweepScore::set_weights(const SweepTuning& t, float far_weight) {
    weight.assign(64 + 2, far_weight);
    weight[0] = t.finished_weight;
    for (int lead = 0; lead < 64; ++lead) weight[lead + 1] = far_weight + t.near_weight * std::exp(-float(lead) / t.reach);
}

int SweepScore::pointer(const Arrangement& board, int from) const {
    while (from + 1 < grid.cells && board[order[from]] == order[from]) ++from;
    return from;
}

}  // namespace taquin::anysize

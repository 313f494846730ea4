#include "anysize/formula_score.hpp"

#include <cmath>
#include <stdexcept>

namespace taquin::anysize {

FormulaScore::FormulaScore(const Grid& g, float power, float border, float conflict_weight)
    : grid(g), phi(std::size_t(g.width + g.height)), weight(g.cells, 1.f), row_weight(g.height, 0.f),
      column_weight(g.width, 0.f) {
    if (g.width > kLongestLine || g.height > kLongestLine)
        throw std::invalid_argument("conflicts are counted on lines of up to 64 cells");
    for (std::size_t d = 0; d < phi.size(); ++d) phi[d] = std::pow(float(d), power);
    auto off_center = [](int at, int length) {
        return length > 1 ? std::abs(2.f * float(at) / float(length - 1) - 1.f) : 0.f;
    };
    for (int c = 0; c < g.cells; ++c)
        weight[c] = 1.f + border * std::max(off_center(g.column[c], g.width), off_center(g.row[c], g.height));
    for (int c = 0; c < g.cells; ++c) {
        row_weight[g.row[c]] += conflict_weight * weight[c] / float(g.width);
        column_weight[g.column[c]] += conflict_weight * weight[c] / float(g.height);
    }
}

FormulaScore::LeafType FormulaScore::root(const Arrangement& board, Cell blank) const {
    int sum = 0;
    for (int x = 0; x < grid.width; ++x) sum += conflicts<true>(board, x, blank);
    for (int y = 0; y < grid.height; ++y) sum += conflicts<false>(board, y, blank);
    return {0.f, manhattan(grid, board, blank), 0, kNoMove, {std::int16_t(sum)}};
}

}  // namespace taquin::anysize

#include "anysize/board/transfer.hpp"

#include <map>
#include <stdexcept>

namespace taquin::anysize {
namespace {

constexpr float kSteeper = 1.3f;  // weights are convex: beyond the edge they grow by more than their mean slope
constexpr int kRings = 3;         // that patterns are told apart by

// The row, or column, of a board of `known` that lies like row `at` of one of `length`.  Row 6 of 8 is the last but
// one, so of 5 it is row 3; row 3 of 8 is farther from both edges than any of 5, so it is the middle one, row 2.
int matching(int at, int length, int known) {
    return 2 * at < length ? std::min(at, (known - 1) / 2) : std::max(known - length + at, known / 2);
}

// One board seen as another.  Lists of weights have the layout of BoardWeights (board_score.hpp).
struct View {
    const Grid &from, &to;

    struct Home {
        int row, column;
    };
    Home home(Cell label) const {
        return {matching(to.row[label], to.height, from.height), matching(to.column[label], to.width, from.width)};
    }

    // A cell of `to`, seen from the home of a label, as the nearest one there is as seen from `home`.
    struct Place {
        Cell cell;
        int beyond;  // by how far it is not there
    };
    Place place(Cell label, Cell cell, Home home) const {
        const int row = home.row + to.row[cell] - to.row[label],
                  column = home.column + to.column[cell] - to.column[label];
        const int nearest_row = std::clamp(row, 0, from.height - 1),
                  nearest_column = std::clamp(column, 0, from.width - 1);
        return {Cell(nearest_row * from.width + nearest_column),
                std::abs(row - nearest_row) + std::abs(column - nearest_column)};
    }
    Cell cell(Home home) const { return Cell(home.row * from.width + home.column); }
    bool blank(Home home) const { return int(cell(home)) == from.cells - 1; }
};

std::vector<float> transfer_tiles(const std::vector<float>& weights, const View& view) {
    const std::size_t cells = std::size_t(view.to.cells), known = std::size_t(view.from.cells);
    std::vector<float> found(cells * cells, 0.f);
    for (Cell label = 0; label + 1u < cells; ++label) {
        View::Home home = view.home(label);
        if (view.blank(home)) --home.row;
        const Cell own = view.cell(home);
        const float* weight = weights.data() + own * known;
        for (Cell cell = 0; cell < cells; ++cell) {
            const auto [place, beyond] = view.place(label, cell, home);
            const float slope = (weight[place] - weight[own]) / float(std::max(view.from.distance(own, place), 1));
            found[label * cells + cell] = weight[place] + kSteeper * slope * float(beyond);
        }
    }
    return found;
}

std::vector<float> transfer_pairs(const std::vector<float>& weights, const View& view) {
    const std::size_t cells = std::size_t(view.to.cells), known = std::size_t(view.from.cells);
    std::map<std::pair<Cell, Cell>, std::size_t> number;
    for (const auto& [first, second] : neighbor_pairs(view.from, Cell(known - 1)))
        number.emplace(std::pair{first, second}, number.size());
    const auto pairs = neighbor_pairs(view.to, Cell(cells - 1));
    std::vector<float> found;
    found.reserve(pairs.size() * cells * cells);
    for (const auto& [first, second] : pairs) {
        const bool across = view.to.row[first] == view.to.row[second];
        View::Home home = view.home(first);
        home.row = std::min(home.row, view.from.height - (across ? 1 : 2));
        home.column = std::min(home.column, view.from.width - (across ? 2 : 1));
        if (view.blank({home.row + !across, home.column + across})) --(across ? home.row : home.column);
        const Cell own = view.cell(home), next = Cell(own + (across ? 1 : view.from.width));
        const float* weight = weights.data() + number.at({own, next}) * known * known;
        std::vector<Cell> there;
        for (Cell cell = 0; cell < cells; ++cell) there.push_back(view.place(first, cell, home).cell);
        for (const Cell one : there)
            for (const Cell two : there) found.push_back(one == two ? 0.f : weight[one * known + two]);
    }
    return found;
}

// Patterns of one size weigh the same when they are as near to the border.
std::vector<float> transfer_overhead(const std::vector<float>& weights, const Grid& from, const Groups& from_groups,
                                     const Grid& to, const Groups& to_groups) {
    auto kind = [](const Grid& grid, const std::vector<Cell>& group) {
        int ring = kRings - 1;
        for (const Cell c : group)
            for (const int gap : {int(grid.row[c]), grid.height - 1 - grid.row[c], int(grid.column[c]),
                                  grid.width - 1 - grid.column[c]})
                ring = std::min(ring, gap);
        return std::pair{ring, group.size()};
    };
    struct Mean {
        float sum = 0;
        int count = 0;
        void add(float weight) { sum += weight, ++count; }
    };
    std::map<std::pair<int, std::size_t>, Mean> known;
    Mean all;
    for (std::size_t i = 0; i < weights.size(); ++i)
        known[kind(from, from_groups[i])].add(weights[i]), all.add(weights[i]);
    std::vector<float> found;
    for (const auto& group : to_groups) {
        const auto entry = known.find(kind(to, group));
        const Mean& mean = entry == known.end() ? all : entry->second;
        found.push_back(mean.sum / float(std::max(mean.count, 1)));
    }
    return found;
}

void require_on_board(const Grid& grid, const Groups& groups) {
    for (const auto& group : groups)
        for (const Cell cell : group)
            if (cell >= grid.cells) throw std::invalid_argument("a group has a cell that is not on the board");
}

}  // namespace

BoardWeights transfer(const BoardWeights& weights, const Grid& from, const Groups& from_groups, const Grid& to,
                      const Groups& to_groups) {
    const std::size_t square = std::size_t(from.cells) * std::size_t(from.cells);
    if (std::min({from.width, from.height, to.width, to.height}) < 2 || weights.tile.size() != square ||
        weights.pair.size() != neighbor_pairs(from, Cell(from.cells - 1)).size() * square ||
        weights.overhead.size() != from_groups.size())
        throw std::invalid_argument("these weights are for another shape");
    require_on_board(from, from_groups);
    require_on_board(to, to_groups);
    const View view{from, to};
    BoardWeights found{transfer_tiles(weights.tile, view),
                       {},
                       {},
                       transfer_overhead(weights.overhead, from, from_groups, to, to_groups),
                       transfer_pairs(weights.pair, view),
                       weights.from * to.cells / from.cells};
    for (int y = 0; y < to.height; ++y)
        found.row.push_back(weights.row.at(std::size_t(matching(y, to.height, from.height))));
    for (int x = 0; x < to.width; ++x)
        found.column.push_back(weights.column.at(std::size_t(matching(x, to.width, from.width))));
    return found;
}

}  // namespace taquin::anysize

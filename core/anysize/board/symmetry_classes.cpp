#include "anysize/board/symmetry_classes.hpp"

#include <stdexcept>

namespace taquin::anysize {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Where each image takes every cell; the first image is the board itself.
std::vector<std::vector<std::size_t>> maps(const Grid& grid, Symmetry symmetry) {
    std::vector<std::vector<std::size_t>> found;
    const int width = grid.width, height = grid.height;
    for (const bool turned : {false, true})
        for (const bool across : {false, true})
            for (const bool down : {false, true}) {
                if ((turned && width != height) || (symmetry == Symmetry::diagonal && (across || down))) continue;
                auto& map = found.emplace_back();
                for (int c = 0; c < grid.cells; ++c) {
                    const int x = across ? width - 1 - grid.column[c] : grid.column[c];
                    const int y = down ? height - 1 - grid.row[c] : grid.row[c];
                    map.push_back(std::size_t(turned ? x * width + y : y * width + x));
                }
            }
    return found;
}

}  // namespace

void SymmetryClasses::average(std::vector<float>& weights) const {
    std::vector<float> sum(count, 0.f), size(count, 0.f);
    for (std::size_t i = 0; i < weights.size(); ++i) sum[of[i]] += weights[i], ++size[of[i]];
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = sum[of[i]] / size[of[i]];
}

std::vector<float> SymmetryClasses::first(const std::vector<float>& weights) const {
    std::vector<float> found;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (of.at(i) == found.size()) found.push_back(weights[i]);
    return found;
}

std::vector<float> SymmetryClasses::spread(const std::vector<float>& by_class) const {
    if (by_class.size() != count) throw std::invalid_argument("these weights are for another shape");
    std::vector<float> weights;
    weights.reserve(of.size());
    for (const std::uint32_t number : of) weights.push_back(by_class[number]);
    return weights;
}

SymmetryClasses tile_classes(const Grid& grid, Symmetry symmetry) {
    const std::size_t cells = std::size_t(grid.cells);
    const auto all = maps(grid, symmetry);
    SymmetryClasses classes{std::vector<std::uint32_t>(cells * cells, kNone)};
    for (std::size_t label = 0; label < cells; ++label)
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (classes.of[label * cells + cell] != kNone) continue;
            for (const auto& map : all) classes.of[map[label] * cells + map[cell]] = classes.count;
            ++classes.count;
        }
    return classes;
}

SymmetryClasses pair_classes(const Grid& grid, Symmetry symmetry) {
    const std::size_t cells = std::size_t(grid.cells), square = cells * cells;
    const auto pairs = neighbor_pairs(grid, Cell(cells - 1));
    std::vector<std::size_t> number(square, pairs.size());  // [first][second]
    for (std::size_t i = 0; i < pairs.size(); ++i) number[pairs[i].first * cells + pairs[i].second] = i;
    const auto all = maps(grid, symmetry);
    SymmetryClasses classes{std::vector<std::uint32_t>(pairs.size() * square, kNone)};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        for (std::size_t cell = 0; cell < square; ++cell) {
            if (classes.of[i * square + cell] != kNone) continue;
            for (const auto& map : all) {
                std::size_t first = map[pairs[i].first], second = map[pairs[i].second];
                std::size_t one = map[cell / cells], two = map[cell % cells];
                if (first > second) std::swap(first, second), std::swap(one, two);
                const std::size_t image = number[first * cells + second];  // none where the blank is at home
                if (image < pairs.size()) classes.of[image * square + one * cells + two] = classes.count;
            }
            ++classes.count;
        }
    return classes;
}

}  // namespace taquin::anysize

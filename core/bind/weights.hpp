// Weights and overhead tables as they come from Python, together with the Python memory that they lie in.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "anysize/board/board_score.hpp"
#include "anysize/board/symmetry_classes.hpp"
#include "anysize/board/transfer.hpp"
#include "bind/buffer.hpp"

namespace taquin::anysize {

// Throws unless a beam over boards holds boards of this shape, each as a whole.
inline void require_board_beam(const Grid& grid) {
    if (grid.cells > LargePosition::kCells || std::min(grid.width, grid.height) < 2)
        throw std::invalid_argument("a beam over boards holds 2x2 to 100 cells");
}

// Overhead tables in use together with the memory they lie in.
struct OverheadTables {
    std::vector<std::shared_ptr<Buffer>> buffers;
    std::vector<OverheadPartition> partitions;

    // A table: its memory, the number of cells it is for, the tiles, and the frame of cells.
    using Use = std::tuple<Memory, int, std::vector<Cell>, std::vector<Cell>>;
    explicit OverheadTables(const std::vector<std::vector<Use>>& given) {
        for (const auto& partition : given) {
            partitions.emplace_back();
            for (const auto& [memory, cells, tiles, frame] : partition) {
                const std::size_t bytes = OverheadBuilder::table_bytes(cells, int(tiles.size()));
                for (const Cell cell : frame)
                    if (cell > cells) throw std::invalid_argument("a frame leaves the table");
                for (const Cell tile : tiles)
                    if (tile >= frame.size()) throw std::invalid_argument("a tile of the table is not on the board");
                buffers.push_back(std::make_shared<Buffer>(memory, false));
                buffers.back()->require(bytes);
                partitions.back().push_back(
                    {static_cast<const std::uint8_t*>(buffers.back()->data()), cells, tiles, frame});
            }
        }
    }
};

inline constexpr float kLargestWeight = 1e6f;  // learned ones are below 1000; sums of many stay exact enough to compare

inline void check_weights(const std::vector<float>& weights) {
    for (const float weight : weights)
        if (!(std::abs(weight) <= kLargestWeight)) throw std::invalid_argument("a weight is no number, or too large");
}

// The unit of weights that come as bytes.
inline void check_unit(float unit) {
    if (!(unit > 0 && unit <= kLargestWeight / 128))
        throw std::invalid_argument("the unit of weights is positive and small");
}

// What is learned of a shape: the weights of each phase.
struct LearnedWeights {
    using Floats = std::vector<float>;
    // Weights of tiles, rows, columns and overheads; of pairs (signed bytes, in units, one for each symmetry class);
    // and `from`.
    using Packed = std::tuple<Floats, Floats, Floats, Floats, nb::bytes, int>;

    Symmetry symmetry;
    std::shared_ptr<const std::vector<BoardWeights>> phases;

    static constexpr int kFarthest = 1 << 20;  // moves of Manhattan distance: far more than any board's

    static Grid grid_of(const Floats& column, const Floats& row) { return Grid(int(column.size()), int(row.size())); }

    // The weights of a large board take a tenth of a second, in which other threads of Python go on.
    static LearnedWeights unpack(Symmetry symmetry, float unit, const std::vector<Packed>& packed) {
        std::vector<std::span<const std::int8_t>> pairs;
        for (const Packed& phase : packed) {
            const nb::bytes& pair = std::get<nb::bytes>(phase);
            pairs.emplace_back(static_cast<const std::int8_t*>(pair.data()), pair.size());
        }
        const nb::gil_scoped_release unlocked;
        std::vector<BoardWeights> phases;
        SymmetryClasses classes;
        check_unit(unit);
        for (std::size_t number = 0; number < packed.size(); ++number) {
            const auto& [tile, row, column, overhead, bytes, from] = packed[number];
            const Grid grid = grid_of(column, row);
            require_board_beam(grid);
            const bool first = phases.empty();
            if (tile.size() != std::size_t(grid.cells) * std::size_t(grid.cells) ||
                !(first || (row.size() == phases[0].row.size() && column.size() == phases[0].column.size())))
                throw std::invalid_argument("these weights are for another shape");
            for (const Floats* weights : {&tile, &row, &column, &overhead}) check_weights(*weights);
            if (from < 0 || from > kFarthest) throw std::invalid_argument("no board is so far from home");
            if (first) classes = pair_classes(grid, symmetry);
            Floats weights(pairs[number].size());
            std::transform(pairs[number].begin(), pairs[number].end(), weights.begin(),
                           [&](std::int8_t value) { return unit * float(value); });
            phases.push_back({tile, row, column, overhead, classes.spread(weights), from});
        }
        if (phases.empty()) throw std::invalid_argument("there must be one phase at least");
        return {symmetry, std::make_shared<const std::vector<BoardWeights>>(std::move(phases))};
    }

    LearnedWeights transfer_to(const Groups& from_groups, int width, int height, const Groups& to_groups) const {
        const Grid to(width, height);
        require_board_beam(to);
        std::vector<BoardWeights> made;
        for (const BoardWeights& phase : *phases)
            made.push_back(transfer(phase, grid_of(phase.column, phase.row), from_groups, to, to_groups));
        return {symmetry, std::make_shared<const std::vector<BoardWeights>>(std::move(made))};
    }

    std::vector<Packed> pack(float unit) const {
        std::vector<Packed> packed;
        check_unit(unit);
        for (const BoardWeights& phase : *phases) {
            std::string bytes;
            for (const float weight : pair_classes(grid_of(phase.column, phase.row), symmetry).first(phase.pair))
                bytes.push_back(char(std::lround(std::clamp(weight / unit, -127.f, 127.f))));
            packed.emplace_back(phase.tile, phase.row, phase.column, phase.overhead,
                                nb::bytes(bytes.data(), bytes.size()), phase.from);
        }
        return packed;
    }
};

}  // namespace taquin::anysize

// The score of the beams in windows (windows.hpp):
//     E = sum over tiles  weight[label] * phi(Manhattan distance)
//       + sum over lines  line weight * conflicts(line).
// The beams of whole boards have the same formula where no weights were learned (BoardWeights::formula).
// phi is convex: far tiles first, carried along together with others.  That is what makes a beam
// good; plain Manhattan leaves single far tiles to the end, each a journey of its own.
//
// conflicts(line) = tiles that must leave the line they belong to = those at home in the line minus
// their longest increasing subsequence (never counted pair by pair).  For a line of up to 64 cells
// that takes four machine operations a tile (subsequence.hpp).
//
// Manhattan + 2 * conflicts never overestimates, so a child that needs more than `moves_left` can be dropped for good.
#pragma once
#include "anysize/beam/tour_beam.hpp"
#include "anysize/grid.hpp"
#include "base/subsequence.hpp"

namespace taquin::anysize {

inline constexpr int kLongestLine = 64;  // cells: the places of a line fit one word

struct FormulaScore {
    struct Extra {
        std::int16_t conflicts;
    };
    using LeafType = Leaf<Extra>;
    struct Summary : Leader {  // nearest to home; 0 is home
        void add(const LeafType& leaf, std::size_t number) { offer(leaf.togo + 2 * leaf.extra.conflicts, number); }
    };

    const Grid& grid;
    std::vector<float> phi;  // by Manhattan distance
    std::vector<float> weight;  // by label
    std::vector<float> row_weight, column_weight;  // of one conflict in a line
    int moves_left = 1 << 29;  // that a child may still need

    // phi(d) = d^power, weight = 1 + border at the edge of the board falling to 1 in its middle.
    FormulaScore(const Grid& grid, float power, float border, float conflict_weight);

    LeafType root(const Arrangement& board, Cell blank) const;

    bool child(const Arrangement& board, Cell blank, Cell to, const LeafType& parent, LeafType& child) const {
        const Cell tile = board[to];
        const int before = grid.distance(to, tile), after = grid.distance(blank, tile);
        child.togo = parent.togo + after - before;
        float change = weight[tile] * (phi[after] - phi[before]);
        int conflict_change = 0;
        change += conflict_weight(board, blank, to, tile, conflict_change);
        child.extra.conflicts = std::int16_t(parent.extra.conflicts + conflict_change);
        child.score = parent.score + change;
        return child.togo + 2 * child.extra.conflicts <= moves_left;
    }

    // The weight of the conflicts that come and go when `tile` moves from `to` into the blank's cell.
    // A tile that moves along a line keeps its place among the tiles of that line: only the lines
    // across can change, and only when the tile leaves or enters the one it belongs to.
    float conflict_weight(const Arrangement& board, Cell blank, Cell to, Cell tile, int& change) const {
        if (grid.row[blank] == grid.row[to]) {
            const int home = grid.column[tile];
            if (grid.column[to] == home) change = -conflicts_of<true>(board, home, to, blank, tile);
            else if (grid.column[blank] == home) change = conflicts_of<true>(board, home, blank, blank, tile);
            return column_weight[home] * float(change);
        }
        const int home = grid.row[tile];
        if (grid.row[to] == home) change = -conflicts_of<false>(board, home, to, blank, tile);
        else if (grid.row[blank] == home) change = conflicts_of<false>(board, home, blank, blank, tile);
        return row_weight[home] * float(change);
    }

    // By how much `tile` in cell `in` of its own column (or row) adds to the conflicts of the line: 0 or 1.
    // Both subsequences, with and without it, are counted in one pass without a branch.
    template <bool Column>
    int conflicts_of(const Arrangement& board, int line, Cell in, Cell blank, Cell tile) const {
        const std::uint8_t* across = Column ? grid.column.data() : grid.row.data();
        const std::uint8_t* along = Column ? grid.row.data() : grid.column.data();
        const int length = Column ? grid.height : grid.width, stride = Column ? grid.width : 1;
        Subsequence<1> without, with;
        Cell cell = Cell(Column ? line : line * grid.width);
        for (int i = 0; i < length; ++i, cell = Cell(cell + stride)) {
            const Cell label = board[cell];
            const std::uint64_t counts = (across[label] == line) & (cell != blank) & (cell != in);
            const std::uint64_t bit = counts << along[label];
            const std::uint64_t own = std::uint64_t(cell == in) << along[tile];
            without.add_bit(bit);
            with.add_bit(bit | own);
        }
        return 1 - (with.length() - without.length());
    }

    // Conflicts of a whole column (or row), the blank in cell `empty`.
    template <bool Column>
    int conflicts(const Arrangement& board, int line, Cell empty) const {
        const std::uint8_t* across = Column ? grid.column.data() : grid.row.data();
        const std::uint8_t* along = Column ? grid.row.data() : grid.column.data();
        const int length = Column ? grid.height : grid.width, stride = Column ? grid.width : 1;
        Subsequence<1> kept;
        int at_home = 0;
        Cell cell = Cell(Column ? line : line * grid.width);
        for (int i = 0; i < length; ++i, cell = Cell(cell + stride)) {
            const Cell label = board[cell];
            if (cell == empty || across[label] != line) continue;
            ++at_home;
            kept.add(along[label]);
        }
        return at_home - kept.length();
    }
};

}  // namespace taquin::anysize

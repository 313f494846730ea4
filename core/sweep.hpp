// Sweep: finish the cells of a board one after the other, and lock what is finished.
//
// Order of the cells: bands of three rows from the top, column by column inside a band, the
// direction alternating from band to band, the last two columns of a band row by row; the last band
// has two rows and runs to the blank's home, the last cell.  The *pointer* of a board is the first
// cell of the order that does not hold its own piece.  The beam minimises
//     sum over tiles w(lead) [ phi(|dx|) + phi(|dy|) ] + pull * distance(blank, goal of the pull) - bonus * pointer,
//     phi(d) = d + d^2,   lead = place in the order - smallest pointer of the beam,
//     w = 7 for finished tiles, else rho + 6 exp(-lead / reach):
// the next tiles matter much, later ones a little, so they travel along when that is free.
// Cells well before the smallest pointer become walls.
//
// When no pointer advances for a while, the moves since the last advance are taken back (they must
// not be paid for) and tried again with less care for later tiles (smaller rho), a wider beam and
// *abstract* duplicates: only the blank and the tiles up to the pointer tell two boards apart, which
// makes it nearly a breadth-first search in a small space.  When even that fails the sweep gives
// up, and the caller falls back on construct(), which cannot fail.
#pragma once
#include "grid.hpp"
#include "tour_beam.hpp"

namespace taquin::anysize {

struct SweepTuning {
    int band = 3;
    float near_weight = 6.f, far_weight = 1.f, finished_weight = 7.f, reach = 4.f;
    float pull = 0.4f, bonus = 4.f, noise = 1.5f;
    float conflict_price = 3.f;  // of two neighbours in the wrong order in the line of both
    int patience = 40;
};

struct SweepScore {
    struct Extra {
        std::int32_t pointer;
    };
    using LeafType = Leaf<Extra>;
    struct Summary {
        Leader home;  // nearest to home
        int smallest = 1 << 29, furthest = -1;  // pointers
        float score = 0;
        std::size_t leader = 0;  // of those with the furthest pointer the one that scores best

        void add(const LeafType& leaf, std::size_t number) {
            home.offer(leaf.togo, number);
            smallest = std::min(smallest, leaf.extra.pointer);
            const int pointer = leaf.extra.pointer;
            if (pointer < furthest || (pointer == furthest && leaf.score >= score)) return;
            furthest = pointer, score = leaf.score, leader = number;
        }
    };

    const Grid& grid;
    std::vector<Cell> order, place;  // cell by place in the order, and back
    std::vector<float> phi, weight;  // by distance; by lead
    int reference = 0, wall = 0;     // smallest pointer; first place that is not a wall
    Cell anchor = 0;                 // where the blank is pulled
    float pull = 0.4f, bonus = 2.f, conflict_price = 3.f;
    static constexpr int span = 3;   // how far neighbours in conflict are looked for

    explicit SweepScore(const Grid& g, int band);
    void set_weights(const SweepTuning& tuning, float far_weight);
    int pointer(const Arrangement& board, int from) const;

    // Tiles near `cell` in the line that is home to both them and `tile`, and on the wrong side of it.
    int conflicts(const Arrangement& board, bool column, Cell cell, Cell empty, Cell tile) const {
        const std::uint8_t* line = column ? grid.column.data() : grid.row.data();
        const std::uint8_t* along = column ? grid.row.data() : grid.column.data();
        const int stride = column ? grid.width : 1, length = column ? grid.height : grid.width;
        const int here = along[cell], home = along[tile], where = line[cell];
        const int before = std::min(span, here), after = std::min(span, length - 1 - here);
        const Cell blank_home = Cell(grid.cells - 1);
        int count = 0;  // without branches: they could not be predicted
        for (int k = 1; k <= before; ++k) {
            const Cell other = Cell(int(cell) - k * stride), label = board[other];
            count += (line[label] == where) & (along[label] > home) & (label != blank_home) & (other != empty);
        }
        for (int k = 1; k <= after; ++k) {
            const Cell other = Cell(int(cell) + k * stride), label = board[other];
            count += (line[label] == where) & (along[label] < home) & (label != blank_home) & (other != empty);
        }
        return count;
    }

    bool child(const Arrangement& board, Cell blank, Cell to, const LeafType& parent, LeafType& child) const {
        const int left = place[to];
        const Cell tile = board[to];
        const bool across = grid.row[blank] == grid.row[to];
        const std::uint8_t* axis = across ? grid.column.data() : grid.row.data();
        const int home = axis[tile], before = std::abs(axis[to] - home), after = std::abs(axis[blank] - home);
        int p = parent.extra.pointer;
        if (left < p) p = left;
        else if (place[blank] == p && tile == blank) {
            do ++p;
            while (p + 1 < grid.cells && order[p] != to && board[order[p]] == order[p]);
        }
        child.extra.pointer = p;
        child.togo = parent.togo + after - before;
        const float w = weight[std::min(std::max(int(place[tile]) - reference, -1), int(weight.size()) - 2) + 1];
        float conflict = 0;
        if (after == 0) conflict = conflict_price * float(conflicts(board, across, blank, to, tile));
        else if (before == 0) conflict = -conflict_price * float(conflicts(board, across, to, blank, tile));
        child.score = parent.score + w * (phi[after] - phi[before] + conflict) +
                      pull * float(grid.distance(to, anchor) - grid.distance(blank, anchor)) -
                      bonus * float(p - parent.extra.pointer);
        // Filled in even behind the wall: a rescored path may have come through before the wall did.
        return left >= wall;
    }
};

class Sweep {
public:
    // The blank's home must be the last cell.
    Sweep(const Grid& grid, Arrangement start, Cell blank, std::size_t width, std::uint64_t seed, SweepTuning tuning = {});

    enum class Status { running, home, stuck };
    Status run(int levels);
    void resize(std::size_t width);
    Path& path() { return beam_.committed(); }  // complete when home; a valid way to board() otherwise
    std::size_t settled() const { return mark_length_; }  // moves of the path that are never taken back
    const Arrangement& board() const { return beam_.board(); }
    Cell blank() const { return beam_.blank(); }
    float progress() const { return float(best_) / float(grid_.cells); }  // the part of the cells that are done
    std::uint64_t generated() const { return beam_.generated(); }

private:
    void look();
    void aim();
    bool retry();

    const Grid& grid_;
    SweepTuning tuning_;
    SweepScore score_;
    TourBeam<SweepScore> beam_;
    std::size_t width_;
    int best_ = -1, waited_ = 0, allowed_, attempt_ = 0;
    std::size_t mark_length_ = 0;  // the path at the last advance: this many committed moves ...
    Path mark_way_;                // ... and then these
};

}  // namespace taquin::anysize

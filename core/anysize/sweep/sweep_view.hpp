// What the sweep's front sees, and the learned weights of it: the same for boards of every size.
//
// The front is the first cell that some board of the beam has not finished (sweep.hpp).  The view turns with the band:
// `along` counts columns in the direction of the band from the front's column on, `across` rows from the band's first
// row on.  The weights are
//     of every tile's displacement, by the state of the front (which row of a band of how many rows, how near its end)
//         and by where the tile's home lies;
//     of every two tiles that are neighbors at home near the front: by the home of the first one, its displacement
//         and what the second one's differs from it;
//     of the blank's place, and of the lead of the pointer, by the state of the front.
// What lies farther away than a table reaches costs as much as at its edge.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "anysize/grid.hpp"

namespace taquin::anysize {

struct SweepWeights {
    // The number of the sweep's order and of its view.  Whoever changes either, so that a weight means something else,
    // raises it: the file of learned weights carries it, and one with another number is refused.
    static constexpr int kVersion = 1;
    static constexpr int kStates = 38;  // of the front (sweep_score.cpp has a picture of them)
    // Homes of tiles, in cells from the front: along -kBehind .. kAhead, across -1 .. kBelow.
    static constexpr int kBehind = 3;
    static constexpr int kAhead = 7;
    static constexpr int kBelow = 6;
    static constexpr int kAlong = kBehind + kAhead + 1;
    static constexpr int kAcross = kBelow + 2;
    static constexpr int kHomes = kAlong * kAcross;
    static constexpr int kReach = 4;  // cells from its home up to which a tile's displacements are told apart
    static constexpr int kSide = 2 * kReach + 1;
    static constexpr int kDisplacements = kSide * kSide;
    // Homes of pairs: along -1 .. 4, across 0 .. 4, and one more of either that is far and costs nothing.
    static constexpr int kPairAlong = 6;
    static constexpr int kPairAcross = 5;
    static constexpr int kPairHomes = (kPairAlong + 1) * (kPairAcross + 1);
    static constexpr int kFirst = 2;  // cells: as kReach, for the first tile of a pair
    static constexpr int kFirstSide = 2 * kFirst + 1;
    static constexpr int kApart = 3;  // the same for what the second one's displacement differs from it
    static constexpr int kApartSide = 2 * kApart + 1;
    static constexpr int kPairPlaces = kFirstSide * kFirstSide * kApartSide * kApartSide;
    static constexpr int kLeads = 10;  // that are told apart

    std::vector<float> tile = std::vector<float>(std::size_t(kStates * kHomes * kDisplacements));
    std::vector<float> pair = std::vector<float>(std::size_t(2 * kPairHomes * kPairPlaces));  // along, then across
    std::vector<float> blank = std::vector<float>(std::size_t(kStates * kHomes));
    std::vector<float> lead = std::vector<float>(std::size_t(kStates * kLeads));
};

// What a place in the order of the sweep is like when the front is there.
struct SweepViewpoint {
    std::uint8_t state, top, column;  // the band's first row, the front's column
    std::int8_t sign;                 // 1 rightwards, -1 leftwards
};

class SweepView {
public:
    struct Vector {
        int along, across;
    };

    explicit SweepView(const Grid& grid) : grid_(grid) {}

    void look(const SweepViewpoint& from) {
        using P = SweepWeights;
        from_ = from;
        for (int x = 0; x < grid_.width; ++x) {
            const int along = from.sign * (x - from.column);
            along_[x] = (std::clamp(along, -P::kBehind, P::kAhead) + P::kBehind) * P::kDisplacements;
            pair_along_[x] = (along >= -1 && along < P::kPairAlong - 1 ? along + 1 : P::kPairAlong) * P::kPairPlaces;
        }
        for (int y = 0; y < grid_.height; ++y) {
            const int across = y - from.top;
            across_[y] = (std::clamp(across, -1, P::kBelow) + 1) * P::kAlong * P::kDisplacements;
            const int near = across >= 0 && across < P::kPairAcross ? across : P::kPairAcross;
            pair_across_[y] = near * (P::kPairAlong + 1) * P::kPairPlaces;
        }
    }

    int state() const { return from_.state; }

    Vector displacement(Cell label, Cell cell) const {
        return {from_.sign * (int(grid_.column[cell]) - int(grid_.column[label])),
                int(grid_.row[cell]) - int(grid_.row[label])};
    }

    // Where the weights of a state hold that of a tile, and that of the blank in a cell.
    int tile(Cell label, Vector displacement) const {
        constexpr int reach = SweepWeights::kReach;
        return home(label) + (std::clamp(displacement.across, -reach, reach) + reach) * SweepWeights::kSide +
               std::clamp(displacement.along, -reach, reach) + reach;
    }
    int blank(Cell cell) const { return home(cell) / SweepWeights::kDisplacements; }

    // Where the weights hold those of a pair, and which of them is in force.
    int pair(Cell first, bool across) const {
        return int(across) * SweepWeights::kPairHomes * SweepWeights::kPairPlaces + pair_along_[grid_.column[first]] +
               pair_across_[grid_.row[first]];
    }
    bool paired(Cell first) const {  // near enough for a weight
        using P = SweepWeights;
        return pair_along_[grid_.column[first]] < P::kPairAlong * P::kPairPlaces &&
               pair_across_[grid_.row[first]] < P::kPairAcross * (P::kPairAlong + 1) * P::kPairPlaces;
    }
    static int pair_place(Vector first, Vector second) {
        constexpr int reach = SweepWeights::kFirst, apart = SweepWeights::kApart;
        const int a = (std::clamp(first.across, -reach, reach) + reach) * SweepWeights::kFirstSide +
                      std::clamp(first.along, -reach, reach) + reach;
        const int b = (std::clamp(second.across - first.across, -apart, apart) + apart) * SweepWeights::kApartSide +
                      std::clamp(second.along - first.along, -apart, apart) + apart;
        return a * SweepWeights::kApartSide * SweepWeights::kApartSide + b;
    }

    // The second of the pair whose first is the label, and the first of the one whose second it is; kNoCell where
    // there is none.
    Cell second(Cell label, bool across) const {
        return tile_at(grid_.neighbor[label][across ? taquin::kDown : forwards()]);
    }
    Cell first(Cell label, bool across) const {
        return tile_at(grid_.neighbor[label][across ? taquin::kUp : inverse(forwards())]);
    }

private:
    int home(Cell label) const { return along_[grid_.column[label]] + across_[grid_.row[label]]; }
    int forwards() const { return from_.sign > 0 ? taquin::kRight : taquin::kLeft; }
    Cell tile_at(Cell label) const { return int(label) == grid_.cells - 1 ? kNoCell : label; }  // not the blank

    const Grid& grid_;
    SweepViewpoint from_{};
    std::array<int, 256> along_, across_, pair_along_, pair_across_;  // parts of an index, by a home's column and row
};

}  // namespace taquin::anysize

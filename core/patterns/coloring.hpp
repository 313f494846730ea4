// Boards whose tiles are told apart only by the color of the cell that they belong to, for distances in slides.
//
// A slide moves a whole run of tiles in one line and counts one. So the distances of several groups of tiles do not add
// up, as in the single-tile metric, and one table has to speak of all tiles at once. It has room for that because
// tiles of one color, of four, are not told apart: of 15 tiles in groups of 2, 4, 5 and 4 there are 9,459,450
// sequences, and 16 places for the blank in each.
//
// Tracks. All boards between which slides along one row lead are a track, and so are those between which slides along
// one column lead. Every board lies in two tracks, one of each kind. Two slides in one track are never better than one,
// so rows and columns take turns, and a solution of n slides is a walk over n tracks, from one of the start's to one of
// the goal's. A board is the step from one of its tracks to the other. Where the last track, the target, is given, so
// are the parities of all distances to it, and the two tracks of a board differ by exactly one: which of them is
// farther is one bit. It says more than the distance of the board, because it knows along which line the next slide
// goes, and along which one the last.
//
// A sequence is the colors in reading order, the blank left out, two bits a place. A slide along a row leaves it as it
// is. So the bits for all places of the blank beside one sequence lie in one word, for both targets, and only a slide
// along a column leads to another word. Whoever knows the distance of one track knows those of all that follow.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "patterns/pattern.hpp"
#include "patterns/shape.hpp"

namespace taquin {

// The colors of a goal's cells, and the numbers of all sequences with as many tiles of each color.
class Coloring {
public:
    static constexpr int kMostCells = 16;  // 15 places of two bits, and a word of 16 times two bits
    static constexpr int kColors = 4;

    // `colors` are those of the goal's cells, that of the blank's cell left aside. std::invalid_argument where they are
    // none, or the board is too large.
    Coloring(Shape shape, std::vector<int> colors, int blank);

    const Shape& shape() const { return shape_; }
    int blank() const { return blank_; }  // where it belongs
    int color(int cell) const { return colors_[cell]; }
    uint32_t goal() const { return goal_; }  // its sequence
    uint32_t size() const { return size_; }  // how many sequences there are
    uint32_t number(uint32_t sequence) const { return first_[sequence & 0xffff] + second_[sequence >> 16]; }

    // The sequence after the tile above the blank's cell has come down, or the one below it has come up.
    uint32_t blank_up(uint32_t sequence, int blank) const {
        const int place = 2 * (blank - shape_.width);
        const uint32_t part = sequence >> place & part_mask_;
        return sequence ^ (part ^ (part >> 2 | (part & 3) << part_shift_)) << place;
    }
    uint32_t blank_down(uint32_t sequence, int blank) const {
        const int place = 2 * blank;
        const uint32_t part = sequence >> place & part_mask_;
        return sequence ^ (part ^ ((part << 2 & part_mask_) | part >> part_shift_)) << place;
    }
    // Calls `visit` with the sequence and the blank of every board in this one's track along its column, and of itself.
    template <class Visit>
    void for_column(uint32_t sequence, int blank, Visit&& visit) const {
        const int width = shape_.width, last = shape_.cells() - width;
        visit(sequence, blank);
        uint32_t next = sequence;
        for (int cell = blank; cell >= width; visit(next, cell)) next = blank_up(next, cell), cell -= width;
        next = sequence;
        for (int cell = blank; cell < last; visit(next, cell)) next = blank_down(next, cell), cell += width;
    }

    // All sequences, in blocks of those that begin with the same eight places: their numbers follow each other.
    struct Block {
        uint32_t beginning, first_number;
        uint32_t content;  // which endings it has
    };
    const std::vector<Block>& blocks() const { return blocks_; }
    // The rest of each sequence of a block, from bit 16 on.
    const std::vector<uint32_t>& endings(const Block& block) const { return endings_[block.content]; }

private:
    void number_sequences();

    Shape shape_;
    std::vector<int> colors_;
    int blank_;
    uint32_t goal_ = 0, size_ = 0;
    uint32_t part_mask_;  // of as many places as a row has cells
    int part_shift_;  // to the last of them
    std::vector<uint32_t> first_, second_;  // what the first eight places and the rest add to a number
    std::vector<std::vector<uint32_t>> endings_;  // [content: how many of each color]
    std::vector<Block> blocks_;
};

// Along which lines a slide goes, and so of which kind a track is.
enum Axis : uint8_t { kAlongRow, kAlongColumn };

constexpr Axis other(Axis axis) { return axis == kAlongRow ? kAlongColumn : kAlongRow; }

// A complete table, in memory that somebody else keeps.
class SlideTable {
public:
    static constexpr int kLongest = 200;  // no track of a board of 16 cells is so far from its target

    SlideTable(Coloring coloring, const uint32_t* words) : coloring_(std::move(coloring)), words_(words) {}

    const Coloring& coloring() const { return coloring_; }
    // For each target, the goal's track along its row and the one along its column, and all places of the blank beside
    // a sequence: whether the column is farther than the row.
    uint32_t word(uint32_t sequence) const { return words_[coloring_.number(sequence)]; }
    const uint32_t* place(uint32_t sequence) const { return words_ + coloring_.number(sequence); }
    // 1 where the column is farther than the row, else -1.
    static int column_minus_row(uint32_t word, Axis target, int blank) {
        return static_cast<int>(word >> (Coloring::kMostCells * target + blank) & 1) * 2 - 1;
    }
    // How many tracks come after this one, the board's along `track`, to the target. DamagedTable where the table leads
    // nowhere.
    int tracks(uint32_t sequence, int blank, Axis track, Axis target) const;
    // The slides from here to the goal, exactly, for boards whose tiles are just these colors.
    int distance(uint32_t sequence, int blank) const;

private:
    bool is_in_goal(uint32_t sequence, int blank, Axis track) const;
    // Goes to a board of the same track whose other track is nearer; false where there is none.
    bool step(uint32_t& sequence, int& blank, Axis track, Axis target) const;

    Coloring coloring_;
    const uint32_t* words_;
};

}  // namespace taquin

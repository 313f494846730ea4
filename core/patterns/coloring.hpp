// Boards whose tiles are told apart only by the color of the cell that they belong to, for distances in slides.
//
// A slide moves a whole run of tiles in one line and counts one. So the distances of several groups of tiles do not add
// up, as in the single-tile metric, and one table has to speak of all tiles at once. It has room for that because
// tiles of one color, of four, are not told apart: of 15 tiles in groups of 2, 4, 5 and 4 there are 9,459,450
// sequences, and 16 places for the blank in each.
//
// A sequence is the colors in reading order, the blank left out, two bits a place. A slide along a row leaves it as it
// is. So the distances for all places of the blank beside one sequence lie in one word, two bits each, and only a slide
// along a column leads to another word. A slide changes the distance by at most one: the table has it modulo 3, and
// whoever knows the distance before a slide knows the one after it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
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

// A complete table, in memory that somebody else keeps.
class SlideTable {
public:
    SlideTable(Coloring coloring, const uint32_t* words) : coloring_(std::move(coloring)), words_(words) {}

    const Coloring& coloring() const { return coloring_; }
    // The distances modulo 3 for all places of the blank beside a sequence, two bits each; 3: out of reach.
    uint32_t word(uint32_t sequence) const { return words_[coloring_.number(sequence)]; }
    const uint32_t* place(uint32_t sequence) const { return words_ + coloring_.number(sequence); }
    // The slides from here to the goal, exactly, for boards whose tiles are just these colors. DamagedTable where the
    // table leads nowhere.
    int distance(uint32_t sequence, int blank) const;

private:
    Coloring coloring_;
    const uint32_t* words_;
};

// What a slide does to a distance that is known modulo 3: -1, 0 or 1.
constexpr int slide_change(uint32_t before, uint32_t after) { return static_cast<int>((after + 4 - before) % 3) - 1; }

}  // namespace taquin

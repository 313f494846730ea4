// The slides of a board, as the search over tables of slides makes them.
//
// The tables are for goals whose blank belongs into the last rows and columns. So the board is mirrored where that has
// to be, and all cells here are those of the mirrored board. One table reads it row by row, the other one its
// transpose: a cell has a number in each reading.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "patterns/coloring.hpp"
#include "patterns/shape.hpp"

namespace taquin {

// Whether the board that has its blank home here is mirrored, so that it lies in the last rows and columns.
struct Mirrored {
    bool rows, columns;
};
Mirrored mirrored(const Shape& shape, int blank);

class Slides {
public:
    static constexpr int kMost = 7;  // along one line: 2x8 has most
    static constexpr char kFirstSign = 'a';  // of a slide in a path: by length and direction, from one step up on

    struct Slide {
        uint8_t target;  // where the blank goes
        uint8_t number;  // by length and direction
        std::array<uint8_t, 2> seen;  // the target [axis along which a reading goes]

        char sign() const { return static_cast<char>(kFirstSign + number); }
    };
    // The slides of a blank along one line, in the order U L R D and by length.
    struct Line {
        std::array<Slide, kMost> slides;
        uint8_t towards_begin, count;  // those towards the line's beginning come first
        uint8_t across;  // the blank as the reading across this line sees it
    };

    // std::invalid_argument where the board is too large, or one line.
    Slides(Shape shape, int goal_blank);

    int home() const { return home_; }  // of the blank
    const Line& line(Axis axis, int cell) const { return lines_[axis][cell]; }
    int seen(Axis reading, int cell) const { return reading == kAlongRow ? cell : transposed_[cell]; }
    int mirror(int cell) const;
    // For each cell the cell where its tile belongs, all of the mirrored board.
    Tiles homes(const Tiles& goal, const Tiles& start) const;

    static int length(char sign) { return (sign - kFirstSign) / 4 + 1; }
    static int move(char sign) { return (sign - kFirstSign) % 4; }
    // Along which axis a slide goes.
    static Axis axis(char sign) { return move(sign) == kUp || move(sign) == kDown ? kAlongColumn : kAlongRow; }
    // What these slides make of `homes`. They must stay on the board.
    Tiles played(Tiles homes, const std::string& signs) const;
    // The single-tile moves of these slides, on the board that is not mirrored.
    std::string moves(const std::string& signs) const;

private:
    Shape shape_;
    Mirrored mirrored_;
    int home_;
    std::array<uint8_t, Coloring::kMostCells> transposed_{};
    std::array<std::array<Line, Coloring::kMostCells>, 2> lines_{};  // [axis][cell]
};

}  // namespace taquin

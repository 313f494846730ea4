#include "optimal/slides.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace taquin {

Mirrored mirrored(const Shape& shape, int blank) {
    return {2 * (blank / shape.width) < shape.height - 1, 2 * (blank % shape.width) < shape.width - 1};
}

Slides::Slides(Shape shape, int goal_blank) : shape_(shape), mirrored_(mirrored(shape, goal_blank)) {
    if (shape.cells() > Coloring::kMostCells || shape.width < 2 || shape.height < 2)
        throw std::invalid_argument("slides are for boards from 2x2 to 16 cells");
    home_ = mirror(goal_blank);
    for (int cell = 0; cell < shape.cells(); ++cell)
        transposed_[cell] = static_cast<uint8_t>(cell % shape.width * shape.height + cell / shape.width);
    for (int cell = 0; cell < shape.cells(); ++cell) {
        lines_[kAlongRow][cell].across = transposed_[cell];
        lines_[kAlongColumn][cell].across = static_cast<uint8_t>(cell);
        for (const int move : {kUp, kLeft, kRight, kDown}) {
            Line& line = lines_[move == kUp || move == kDown ? kAlongColumn : kAlongRow][cell];
            int number = move;
            for (int next = cell; (next = shape.neighbor(next, move)) != kOffBoard; number += 4)
                line.slides[line.count++] = {static_cast<uint8_t>(next),
                                             static_cast<uint8_t>(number),
                                             {static_cast<uint8_t>(next), transposed_[next]}};
            if (move == kUp || move == kLeft) line.towards_begin = line.count;
        }
    }
}

int Slides::mirror(int cell) const {
    const int row = cell / shape_.width, column = cell % shape_.width;
    return (mirrored_.rows ? shape_.height - 1 - row : row) * shape_.width +
           (mirrored_.columns ? shape_.width - 1 - column : column);
}

Tiles Slides::homes(const Tiles& goal, const Tiles& start) const {
    std::array<int, Coloring::kMostCells> home_of{};
    for (int cell = 0; cell < shape_.cells(); ++cell) home_of[goal[cell]] = mirror(cell);
    Tiles homes(shape_.cells());
    for (int cell = 0; cell < shape_.cells(); ++cell) homes[mirror(cell)] = static_cast<uint8_t>(home_of[start[cell]]);
    return homes;
}

Tiles Slides::played(Tiles homes, const std::string& signs) const {
    int blank = static_cast<int>(std::find(homes.begin(), homes.end(), home_) - homes.begin());
    for (const char sign : signs)
        for (int steps = length(sign); steps > 0; --steps) {
            const int next = shape_.neighbor(blank, move(sign));
            std::swap(homes[blank], homes[next]);
            blank = next;
        }
    return homes;
}

std::string Slides::moves(const std::string& signs) const {
    std::string moves;
    for (const char sign : signs) {
        const bool turned = axis(sign) == kAlongColumn ? mirrored_.rows : mirrored_.columns;
        moves.append(length(sign), kMoveLetters[turned ? inverse(move(sign)) : move(sign)]);
    }
    return moves;
}

}  // namespace taquin

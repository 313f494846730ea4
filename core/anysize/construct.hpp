// The method that cannot fail.
//
// The unfinished part of the board is always a rectangle.  While it is larger than 2x2, its longer
// side loses one line (the top row or the left column) to the finished part:
//   * every tile of the line but the last is walked home step by step, the blank going round it;
//     the rectangle without a tile and without the finished cells of the line stays connected as
//     long as the line has another free cell, so the blank always finds a way;
//   * the last tile of the line is brought next to its corner and the 2x3 block of that corner is
//     searched completely for (second-last tile, last tile, blank): 120 states, all connected,
//     because the other three tiles of the block do not matter.
// The last 2x2 block has 12 reachable states, searched the same way.
//
// A line is at least two cells long and at least two more lines follow it, so the block always
// fits.  One-row and one-column boards only slide.  Goals with the blank elsewhere: blank_last.hpp.
//
// Cost: on n x n cells about (8/3) n^3 moves at worst, far below on random boards.  One step of work is one tile, of
// at most some 5 (width + height) moves: some hundredths of a millisecond at 255x255.
#pragma once
#include "anysize/blank_last.hpp"
#include "anysize/grid.hpp"

namespace taquin::anysize {

class Construction {
public:
    // Throws std::invalid_argument when the arrangement is not solvable.
    Construction(const Grid& grid, const Arrangement& arrangement, Cell blank_home);

    // Works for about so many milliseconds; true when the path leads home.
    bool run(double milliseconds);
    // Brings one tile home; true when the path leads home.
    bool step();

    // The path so far; whole when it leads home, else its beginning.
    const Path& path() const { return path_; }
    // How much of the work is done, 0 to 1.
    float progress() const;

private:
    Cell cell(int row, int column) const { return Cell((top_ + row) * grid_.width + left_ + column); }
    Cell line_cell(int along, int across) const { return by_rows() ? cell(across, along) : cell(along, across); }
    bool by_rows() const { return rows_ >= columns_; }
    int line_length() const { return by_rows() ? columns_ : rows_; }
    double work_left() const;

    void slide(Cell blank, Cell blank_home);
    void finish_last_of_line();
    void finish();
    void walk(Cell label, Cell target);
    bool near_in_the_open(Cell tile) const;
    void go_round(Cell tile, int side);
    void walk_blank(Cell target, Cell avoid);
    void move_blank(int move);
    void record(int move);
    void search_block(const std::vector<Cell>& block, const std::vector<Cell>& wanted);

    struct Visit {
        Cell cell;
        std::uint8_t way;  // the move from this cell towards the walk's target
    };

    const Grid grid_;
    const BlankLast puzzle_;
    Arrangement board_;     // the entry of the blank's cell is not valid
    std::vector<Cell> at_;  // where each tile is, by its label
    Cell blank_;
    int top_ = 0, left_ = 0, rows_, columns_;  // the unfinished rectangle ...
    int along_ = 0;                            // ... and how many cells of its next line are finished
    bool done_ = false;
    double work_;  // that there was at the beginning
    std::vector<bool> finished_;
    std::vector<Visit> nearer_, farther_;  // of a walk: a stack and a queue of cells to visit
    std::vector<int> settled_;             // the number of the walk that settled a cell
    std::vector<std::uint8_t> way_;        // of settled cells
    int walks_ = 0;
    Path path_;
};

// A path from a solvable arrangement to home; std::invalid_argument when it is not solvable.
Path construct(const Grid& grid, const Arrangement& arrangement, Cell blank_home);

// The beginning of that path: tiles are brought home until it has this many moves.  For a first hint
// on a huge board, where the whole path would take too long.
Path construct_beginning(const Grid& grid, const Arrangement& arrangement, Cell blank_home, std::size_t moves);

}  // namespace taquin::anysize

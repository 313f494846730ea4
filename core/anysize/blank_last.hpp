// Every goal as a goal with the blank in the last cell.
//
// Construction and sweep finish a board towards its last cell.  A goal with its blank elsewhere is
// reached through a neighbor goal: first the board is turned by half if that brings the blank's home
// nearer to the last cell (cell c becomes cells-1-c, move m becomes 3-m), then the goal's blank walks
// right and down to the corner.  A path to that goal, followed by the walk back, is a path home.
#pragma once
#include "anysize/grid.hpp"

namespace taquin::anysize {

class BlankLast {
public:
    BlankLast(const Grid& grid, const Arrangement& arrangement, Cell blank_home);

    const Arrangement& arrangement() const { return arrangement_; }
    Cell home() const { return Cell(arrangement_.size() - 1); }

    // Whether the board was turned by half, and the walk of the turned or unturned board to the goal's own blank.
    bool turned() const { return turned_; }
    const Path& way_back() const { return back_; }

    // The path of the original puzzle for a path of arrangement().
    Path translate(Path path) const;
    // The same for a path that does not get there.
    Path translate_part(Path path) const;

private:
    Arrangement arrangement_;
    Path back_;
    bool turned_;
};

}  // namespace taquin::anysize

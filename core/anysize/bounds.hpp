// Lower bounds that are proven at every size.
//
// Manhattan: every move brings one tile at most one cell nearer.
// Linear conflict: of the tiles that stand in a line they belong to, those outside a longest
// increasing subsequence must leave the line and come back: two moves each that Manhattan does not
// see, and rows and columns see different moves, so all of it adds up.  Counting the fewest tiles to
// remove is what keeps this admissible; counting pairs is not.
// Every move changes the parity of both, so the bound has the parity of every solution.
#pragma once
#include "anysize/grid.hpp"

namespace taquin::anysize {

int linear_conflict(const Grid& grid, const Arrangement& arrangement, Cell blank);  // the two moves each, summed
int lower_bound(const Grid& grid, const Arrangement& arrangement, Cell blank);

}  // namespace taquin::anysize

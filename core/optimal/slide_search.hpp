// IDA* in slides: a slide moves a whole run of tiles in one line and counts one. For boards of up to 16 cells.
//
// The bound is the larger one of two: that of the board read row by row, and that of the board read column by column,
// each by a table of its own (patterns/coloring.hpp). Where goal and board are symmetric both are the same table.
//
// Two slides in one line are never better than one, so rows and columns take turns, and an iteration looks for
// solutions of just as many slides as its bound: where the first and the last one go along is then known, and the
// tables speak of such ways. A slide along a row changes nothing but the blank's place in the sequence that is read row
// by row, whose word is at hand already, and needs one look at the table of columns; a slide along a column the other
// way round. So a node has one word and two sequences, and they change their parts from depth to depth.
//
// The open nodes lie on a stack, and a step takes a block of them, as the search over pattern tables does (ida.hpp):
// so the memory works on many words at the same time. `generated` counts the children produced, pruned or not,
// `expanded` the nodes whose children were produced.
#pragma once

#include <memory>

#include "optimal/ida.hpp"
#include "patterns/coloring.hpp"

namespace taquin {

inline constexpr int kMostSlidesOfPath = 250;  // no board of 16 cells is so far from its goal

// The tables must live as long as the search. `rows` is that of the board, mirrored where that has to be (slides.hpp),
// `columns` that of its transpose. In prefixes and saved branches a slide is one sign; `path` has single-tile moves.
// `depth_first` takes one node at a time, children in the order U L R D and by length. All shortest solutions need that
// for their order.
std::unique_ptr<IterationSearch> make_slide_search(Shape shape, const Tiles& goal, const Tiles& start,
                                                   const SlideTable& rows, const SlideTable& columns,
                                                   bool depth_first = false);

}  // namespace taquin

"""Every text format of boards and moves, in and out.

Boards in (`parse_board`, `parse_boards`), detected by trying every reading of the text:

- rows of numbers, separated by spaces, tabs or commas;
- a size line first, `N` or `W H`, then rows or one long line;
- one line with a square number of cells, row after row;
- the players' one-line form with rows separated by `/`;
- Python and JSON literals, nested or flat, and this package's own `repr` and JSON;
- a boxed picture such as `picture` draws;
- the size, and a scramble: the moves that make the board from the solved one, `4x4 R D2 L`.

The blank is `0`, or width*height, or one of `-` `_` `.` `x`, or an empty box. `#` starts a comment. Exactly one
reading must give a board: none is an error that lists what is wrong, several are an error that says what is
ambiguous. Nothing is guessed.

Moves (`parse_moves`, `format_moves`) come in three notations: the blank's direction, the tile's direction, tile
numbers; run lengths (`R2`) may be used in the first two. `parse_timed_moves` reads those of a solve, with the times at
which they were made, and finds out the notation where only one can be meant.
"""

from taquin.notation.moves import (
    METRICS,
    NOTATIONS,
    format_clicks,
    format_moves,
    format_slides,
    length_in,
    multi_tile_length,
    parse_moves,
)
from taquin.notation.read import parse_board, parse_boards, parse_goal, read_rows
from taquin.notation.timed_moves import TimedMoves, parse_timed_moves
from taquin.notation.write import FORMATS, board_to_json, format_board, picture

__all__ = [
    "FORMATS",
    "METRICS",
    "NOTATIONS",
    "TimedMoves",
    "board_to_json",
    "format_board",
    "format_clicks",
    "format_moves",
    "format_slides",
    "length_in",
    "multi_tile_length",
    "parse_board",
    "parse_boards",
    "parse_goal",
    "parse_moves",
    "parse_timed_moves",
    "picture",
    "read_rows",
]

"""Taquin: sliding-tile puzzles. Any board, any goal, any size.

>>> from taquin import Board, diagnose, solve
>>> board = Board.parse("1 2 3/4 0 5/7 8 6")
>>> diagnose(board).solvable
True
>>> "".join(solve(board).moves)
'RD'
"""

from taquin.board import Board
from taquin.errors import IllegalMove, ParseError, TableError, TaquinError, Unsolvable
from taquin.hint import hint, rank_moves
from taquin.move import Move
from taquin.puzzle import Puzzle
from taquin.result import Limits, Outcome, Progress, Solution, Stats
from taquin.scramble import scramble
from taquin.solvability import diagnose
from taquin.solve import improve, solve
from taquin.solving import Solving

__version__ = "0.1.0"

__all__ = [
    "Board",
    "IllegalMove",
    "Limits",
    "Move",
    "Outcome",
    "ParseError",
    "Progress",
    "Puzzle",
    "Solution",
    "Solving",
    "Stats",
    "TableError",
    "TaquinError",
    "Unsolvable",
    "diagnose",
    "hint",
    "improve",
    "rank_moves",
    "scramble",
    "solve",
]

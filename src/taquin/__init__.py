"""Taquin: sliding-tile puzzles. Any board, any goal, any size.

>>> from taquin import Board, diagnose, solve
>>> board = Board.parse("1 2 3/4 0 5/7 8 6")
>>> diagnose(board).solvable
True
>>> "".join(solve(board).moves)
'RD'
"""

import sys
from types import ModuleType

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
    "analyse",
    "diagnose",
    "explain",
    "hint",
    "improve",
    "rank_moves",
    "scramble",
    "solve",
]

TYPE_CHECKING = False  # as typing has it, which takes longer to import than all that is done here
if TYPE_CHECKING:
    from taquin.analyse import analyse
    from taquin.board import Board
    from taquin.errors import IllegalMove, ParseError, TableError, TaquinError, Unsolvable
    from taquin.explain import explain
    from taquin.hint import hint, rank_moves
    from taquin.move import Move
    from taquin.puzzle import Puzzle
    from taquin.result import Limits, Outcome, Progress, Solution, Stats
    from taquin.scramble import scramble
    from taquin.solvability import diagnose
    from taquin.solve import improve, solve
    from taquin.solving import Solving

_HOMES = {
    "analyse": ("analyse",),
    "board": ("Board",),
    "errors": ("IllegalMove", "ParseError", "TableError", "TaquinError", "Unsolvable"),
    "explain": ("explain",),
    "hint": ("hint", "rank_moves"),
    "move": ("Move",),
    "puzzle": ("Puzzle",),
    "result": ("Limits", "Outcome", "Progress", "Solution", "Stats"),
    "scramble": ("scramble",),
    "solvability": ("diagnose",),
    "solve": ("improve", "solve"),
    "solving": ("Solving",),
}
"""Where the public names are at home."""


class _Package(ModuleType):
    """The package, whose public names are imported when somebody first asks for one.

    Python imports the package before the program in it (`__main__.py`), which has to be quick to answer Ctrl-C.
    """

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                value: object = getattr(import_module(f"{__name__}.{home}"), name)
                self.__dict__[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        """Some functions are named as their files: the package has the function, whoever imports the file."""
        if isinstance(value, ModuleType) and name in __all__:
            value = getattr(value, name)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package

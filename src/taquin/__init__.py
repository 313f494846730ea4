"""Taquin: sliding-tile puzzles. Any board, any goal, any size.

>>> from taquin import Board, diagnose, solve
>>> board = Board.parse("1 2 3/4 0 5/7 8 6")
>>> diagnose(board).solvable
True
>>> print(solve(board).moves)
RD
"""

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Board",
    "Comparison",
    "Dataset",
    "Diagnosis",
    "Hint",
    "IllegalMove",
    "InvalidBoard",
    "Limits",
    "Move",
    "Moves",
    "Outcome",
    "ParseError",
    "Plan",
    "Preparing",
    "Problem",
    "Progress",
    "Puzzle",
    "RankedMove",
    "Recorder",
    "Solution",
    "Solving",
    "Stats",
    "Step",
    "TableError",
    "TaquinError",
    "TooLarge",
    "Unsolvable",
    "analyse",
    "compare",
    "dataset",
    "diagnose",
    "explain",
    "heuristic",
    "hint",
    "improve",
    "prepare",
    "rank_moves",
    "scramble",
    "solve",
    "watch",
]

TYPE_CHECKING = False  # as typing has it, which takes longer to import than all that is done here
if TYPE_CHECKING:
    from taquin.analysis import Analysis, analyse
    from taquin.board import Board
    from taquin.comparison import Comparison, compare
    from taquin.datasets import Dataset, dataset
    from taquin.errors import (
        IllegalMove,
        InvalidBoard,
        ParseError,
        Problem,
        TableError,
        TaquinError,
        TooLarge,
        Unsolvable,
    )
    from taquin.explanation import Step, explain
    from taquin.heuristics import heuristic
    from taquin.hints import Hint, Plan, Preparing, RankedMove, hint, prepare, rank_moves
    from taquin.move import Move, Moves
    from taquin.puzzle import Puzzle
    from taquin.random_boards import scramble
    from taquin.result import Limits, Outcome, Progress, Solution, Stats
    from taquin.solvability import Diagnosis, diagnose
    from taquin.solver import improve, solve
    from taquin.solving import Solving
    from taquin.trace import Recorder
    from taquin.watching import watch

_HOMES = {
    "analysis": ("Analysis", "analyse"),
    "board": ("Board",),
    "comparison": ("Comparison", "compare"),
    "datasets": ("Dataset", "dataset"),
    "errors": (
        "IllegalMove",
        "InvalidBoard",
        "ParseError",
        "Problem",
        "TableError",
        "TaquinError",
        "TooLarge",
        "Unsolvable",
    ),
    "explanation": ("Step", "explain"),
    "heuristics": ("heuristic",),
    "hints": ("Hint", "Plan", "Preparing", "RankedMove", "hint", "prepare", "rank_moves"),
    "move": ("Move", "Moves"),
    "puzzle": ("Puzzle",),
    "random_boards": ("scramble",),
    "result": ("Limits", "Outcome", "Progress", "Solution", "Stats"),
    "solvability": ("Diagnosis", "diagnose"),
    "solver": ("improve", "solve"),
    "solving": ("Solving",),
    "trace": ("Recorder",),
    "watching": ("watch",),
}
"""Where the public names are at home. No name is that of a module, so that `taquin.hints` is the module and
`taquin.hint` the function, whatever is imported first."""


def __getattr__(name: str) -> object:
    """Import a public name, or a module of the package, when somebody first asks for it.

    Python imports the package before the program in it (`__main__.py`), which has to be quick to answer Ctrl-C.
    """
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    if not name.startswith("_"):
        try:
            return import_module(f"{__name__}.{name}")  # `taquin.notation` needs no import of its own
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

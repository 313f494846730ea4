"""The next move for a player, within a budget of milliseconds, from a plan that is kept.

A solver started anew on every move of the player never answers in time and keeps changing its mind. So a hint carries
its `Plan`, and the next call takes it. A player who follows the plan costs nothing, and one who strays is led back on
the shortest way to it. Whatever is left of the budget makes the plan shorter; where that is too little for so large a
board, a search in the background does so, once the player comes back with the plan. On boards of up to 16 cells the
plan is proven shortest where the tables for that are at hand. Plans never change: calls from several threads, also with
the same plan, do not disturb each other.

`plan.py` makes and follows plans, `shortening.py` makes them shorter in the background, `proving.py` proves them,
`loading.py` fetches the tables for that in the background, `ranking.py` judges every legal move. `slides.py` does all
of it in slides, for the multi-tile metric. `needs.py` says what a proof takes that there was not. `preparing.py` makes
all of it ready beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from taquin.board import BoardLike
from taquin.display import Displayed
from taquin.errors import TaquinError, Unsolvable
from taquin.hints.plan import Plan, first_plan, follow, improved, improving, taken_up
from taquin.hints.preparing import Preparing, prepare
from taquin.hints.proving import proven
from taquin.hints.ranking import RankedMove, ranked_moves
from taquin.hints.slides import RankedSlide, plan_in_slides, ranked_slides
from taquin.move import ARROWS, Move, count_moves, count_slides
from taquin.names import Metric
from taquin.notation import length_in
from taquin.puzzle import GoalLike, Puzzle
from taquin.result import require_amount, require_metric
from taquin.solvability import diagnose
from taquin.texts import Sentence

__all__ = ["LEVELS", "Hint", "Plan", "Preparing", "RankedMove", "RankedSlide", "hint", "prepare", "rank_moves"]

LEVELS: Final = {
    1: "which tile to move",
    2: "which tile to move and where",
    3: "the same, and the moves after it",
}
_FINISHING: Final = 0.008
"""Seconds that a plan which has just been constructed keeps for being made shorter, where it is not proven: after 4 ms
of work most plans of 15-puzzles are within some moves of the shortest (2026-11-18)."""
_SLACK: Final = 0.002
"""Seconds before the end of the budget at which a proof stops: it looks at the clock every 5 ms at most."""


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Displayed):
    """What to tell the player. On the solved board `move` and `tile` are None, and `text` says that it is solved."""

    level: int
    plan: Plan
    move: Move | None
    tile: int | None
    text: str
    moves: tuple[RankedMove, ...] | None = None
    """Every legal move, or slide, and how good it is, where that was asked for."""
    tiles: tuple[int, ...] = ()
    """The tiles that slide, the one next to the blank first: more than one only in slides. `tile` is the last one."""

    def __repr__(self) -> str:
        return f"<Hint: {self._said}>"

    @property
    def _said(self) -> str:
        if self.remaining is None or self.level < 3:
            return self.text
        left = count_moves(self.remaining) if self.plan.metric == "stm" else count_slides(self.remaining)
        return Sentence("picture.hint", text=self.text, left=left)

    def _drawn(self) -> dict[str, str]:
        from taquin.render.cards import card, paragraph

        arrow = "" if self.move is None or self.level < 2 else f" {ARROWS[self.move.inverse]}"
        return {"text/html": card(self.plan.board.rows, paragraph(self._said), dict.fromkeys(self.tiles, arrow))}

    @property
    def remaining(self) -> int | None:
        """Moves, or slides, to the goal by the plan, None while the plan is not complete."""
        return length_in(self.plan.moves, self.plan.metric) if self.plan.complete else None

    @property
    def bound(self) -> int:
        """How many moves, or slides, are needed at least, proven."""
        return self.plan.bound

    @property
    def optimal(self) -> bool:
        """Whether the plan is proven shortest."""
        return self.plan.optimal

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a hint."""
        return {
            "level": self.level,
            "metric": self.plan.metric,
            "text": self.text,
            "tile": self.tile,
            "tiles": list(self.tiles),
            "move": self.move.value if self.move and self.level >= 2 else None,
            "remaining": self.remaining,
            "bound": self.bound,
            "optimal": self.optimal,
            "plan": self.plan.moves if self.level >= 3 else None,
            "moves": None if self.moves is None else [ranked.to_json() for ranked in self.moves],
        }


def hint(
    board: BoardLike,
    goal: GoalLike | None = None,
    level: int = 3,
    *,
    budget_ms: float = 50,
    plan: Plan | None = None,
    rank: bool = False,
    prove: bool = True,
    metric: Metric = "stm",
) -> Hint:
    """The next move towards the goal (`Board.blank_last` unless given), in about `budget_ms` milliseconds at most.

    The caller waits for it; any thread may ask. Hand the `plan` of the last hint over and it is followed.
    `plan.optimal` says whether it is proven shortest; with `prove=False` no table is loaded for that. `level` is a key
    of LEVELS: how much is told. `rank=True` also judges every legal move. With `metric="mtm"` all of this is about
    slides, which move whole runs of tiles. Raises Unsolvable where no way leads to the goal.

    >>> from taquin import hint
    >>> hint([[1, 2, 3], [4, 0, 5], [7, 8, 6]]).text
    'slide 5 left'
    """
    require_amount("budget_ms", budget_ms)
    deadline = perf_counter() + budget_ms / 1000
    if level not in LEVELS:
        meanings = ", ".join(f"{number} ({meaning})" for number, meaning in LEVELS.items())
        raise TaquinError(f"there is no hint level {level!r}: choose {meanings}")
    puzzle = Puzzle(board, goal)
    require_metric(metric)
    if metric == "mtm":
        _require_solvable(puzzle)
        return _tell(level, plan_in_slides(puzzle, plan, deadline, prove), deadline if rank else None, prove)
    known = follow(plan, puzzle) if plan is not None and (plan.goal, plan.metric) == (puzzle.goal, metric) else None
    followed = known is not None
    if known is not None:
        known = taken_up(known)
    else:
        _require_solvable(puzzle)
        known = first_plan(puzzle, deadline)
    if prove:
        kept = min(_FINISHING, budget_ms / 2000) if known.is_rough else _SLACK
        known = proven(known, deadline - kept)
    known = improved(known, deadline)
    return _tell(level, improving(known) if followed else known, deadline if rank else None, prove)


def rank_moves(
    board: BoardLike, goal: GoalLike | None = None, *, budget_ms: float = 50, plan: Plan | None = None
) -> tuple[RankedMove, ...]:
    """Every legal move and how good it is, in about `budget_ms` milliseconds at most.

    The same as `hint(..., rank=True).moves`. A `plan` that is proven shortest saves the search for the best move.

    >>> from taquin import rank_moves
    >>> [ranked.verdict for ranked in rank_moves("1 2 3/4 0 5/7 8 6")]
    ['worse', 'worse', 'best', 'worse']
    """
    ranked = hint(board, goal, budget_ms=budget_ms, plan=plan, rank=True).moves
    assert ranked is not None  # it was asked for
    return ranked


def _require_solvable(puzzle: Puzzle) -> None:
    if not puzzle.is_solvable():
        raise Unsolvable(Sentence("errors.unsolvable", reason=diagnose(puzzle.start, puzzle.goal).reason))


def _tell(level: int, plan: Plan, rank_until: float | None, prove: bool) -> Hint:
    moves: tuple[RankedMove, ...] | None = None
    if rank_until is not None:
        ranked = ranked_moves if plan.metric == "stm" else ranked_slides
        moves = ranked(plan, rank_until, prove=prove)
    if not plan.moves:
        return Hint(level, plan, None, None, Sentence("hint.nothing"), moves)
    move = Move(plan.moves[0])
    length = 1 if plan.metric == "stm" else len(plan.moves) - len(plan.moves.lstrip(move))
    step = move.row_step * plan.board.width + move.column_step
    tiles = tuple(plan.board.tiles[plan.board.blank + step * number] for number in range(1, length + 1))
    where, named = Sentence(f"words.direction_{move.inverse}"), ", ".join(map(str, tiles))
    text = (
        Sentence("hint.look", tile=named, n=length) if level == 1 else Sentence("hint.slide", tile=named, where=where)
    )
    return Hint(level, plan, move, tiles[-1], text, moves, tiles)

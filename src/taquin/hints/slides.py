"""Hints in the multi-tile metric: the next slide, and how good every slide is.

A slide changes the distance to the goal by -1, 0 or 1. So from a board that is d slides away, the board after a slide
is within d - 1 slides, and the slide is best, or within d, and it costs one, or it costs two. Up to 16 cells the plan
is proven to have the fewest slides where the tables are at hand and the budget allows it, and so is that of any board
near its goal; for all others a way with few slides is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

from taquin import native
from taquin.anytime.construct import cancel_reversals
from taquin.board import Board
from taquin.bounds import slides_lower_bound
from taquin.hints.plan import Plan, boards_ahead, first_plan, improved, most_compared
from taquin.hints.ranking import RankedMove, Verdict
from taquin.move import Move, letters_of
from taquin.notation import length_in
from taquin.optimal.iteration import Iteration
from taquin.optimal.native_heuristics import IN_SLIDES, native_search, reach_of
from taquin.optimal.plain_slides import PLAIN_CELLS, SlidesFromBothSides, shortest_in_slides, slides
from taquin.optimal.search import Search
from taquin.puzzle import Puzzle
from taquin.result import Limits
from taquin.tables.slides import is_built, slide_tables

__all__ = ["RankedSlide", "plan_in_slides", "ranked_slides"]

_SLACK: Final = 0.002
"""Seconds before the end of the budget at which a search stops."""

_PROVING_PART: Final = 0.7
"""The part of the time for a proof; the rest looks for few slides where it fails."""
_NEAR_SLIDES: Final = 14
"""Slides. A board whose first bound is higher is not tried where there are no tables."""
_NEAR_PART: Final = 0.5
"""The part of the time for such a proof; the rest looks for a plan where it fails."""


@dataclass(frozen=True, slots=True)
class RankedSlide(RankedMove):
    """A slide of one or more tiles. `remaining` is exact: the fewest slides to the goal after it; None where that is
    not proven.

    The best one is that of the plan; others that are as good are "also best", and the rest is "worse" by one or two.
    `move` is where the blank goes, and `tile` the one that a player pushes, farthest from the blank.
    """

    tiles: tuple[int, ...] = ()
    """Those that slide, the one next to the blank first."""
    fewest: int = 0
    """What remains after the best slide."""

    @property
    def cost(self) -> int | None:
        """How many slides longer the way is than a shortest one: 0, 1 or 2; None where that is not proven."""
        return None if self.remaining is None else self.remaining - self.fewest

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object of a ranked slide."""
        return {
            "move": self.move.value,
            "tile": self.tile,
            "length": len(self.tiles),
            "remaining": self.remaining,
            "verdict": self.verdict,
        }


def plan_in_slides(puzzle: Puzzle, plan: Plan | None, deadline: float, prove: bool) -> Plan:
    """A plan with as few slides as can be found in time. A given one is followed where it has been kept to, and left
    only for one with fewer slides, so that whoever follows arrives."""
    known = _rest(plan, puzzle) if plan is not None else None
    if known is not None and known.optimal:
        return known
    now = perf_counter()
    found = _proven(puzzle, now + _PROVING_PART * (deadline - now)) if prove else None
    if found is not None:
        return found
    if known is None:
        first = first_plan(puzzle, deadline)
        known = replace(first, metric="mtm", bound=slides_lower_bound(puzzle))
    return improved(known, deadline)


def ranked_slides(plan: Plan, deadline: float, *, prove: bool = True) -> tuple[RankedSlide, ...]:
    """The slides in the order U L R D and by length. All are unknown where the plan is not proven shortest."""
    found = []
    moves = list(slides(plan.board))
    best = plan.moves[: len(plan.moves) - len(plan.moves.lstrip(plan.moves[:1]))]
    for number, (way, board) in enumerate(moves):
        seconds = (deadline - perf_counter()) / (len(moves) - number)
        tiles = tuple(plan.board.tiles[cell] for cell in _cells(plan.board, way))
        is_best = best == letters_of(way)
        cost = None
        if plan.optimal:
            cost = 0 if is_best else _cost(Puzzle(board, plan.goal), plan.bound, seconds) if prove else None
        remaining = None if cost is None else plan.bound - 1 + cost
        verdict: Verdict = "unknown" if cost is None else "best" if is_best else "worse" if cost else "also best"
        found.append(RankedSlide(way[0], tiles[-1], remaining, verdict, tiles, plan.bound - 1))
    return tuple(found)


def _cells(board: Board, way: tuple[Move, ...]) -> list[int]:
    """Where the blank goes on its way."""
    cells, cell = [], board.blank
    for move in way:
        cell += move.row_step * board.width + move.column_step
        cells.append(cell)
    return cells


def _rest(plan: Plan, puzzle: Puzzle) -> Plan | None:
    """The rest of a plan in slides where the player is on it; within a slide it is not proven any more. The way back to
    it, and its rest, where the player is a slide off it."""
    if plan.metric != "mtm" or plan.goal != puzzle.goal or not plan.complete:
        return None
    for index, board in enumerate(plan.boards(len(plan.moves))):
        if board == puzzle.start:
            made = length_in(plan.moves[:index], "mtm")
            bound = max(slides_lower_bound(puzzle), plan.bound - made)
            return replace(plan, board=board, moves=plan.moves[index:], bound=bound)
    return _led_back(plan, puzzle)


def _led_back(plan: Plan, puzzle: Puzzle) -> Plan | None:
    """The shortest way that goes back to the plan by one slide and then on by it."""
    if sum(puzzle.start.shape) > most_compared(puzzle.start):
        return None
    where = boards_ahead(plan)
    ways = [
        (cancel_reversals(letters_of(way) + plan.moves[where[board] :]), where[board])
        for way, board in slides(puzzle.start)
        if board in where
    ]
    if not ways:
        return None
    moves, index = min(ways, key=lambda way: length_in(way[0], "mtm"))
    # So many slides and one more lead from the plan's board to this one, so it is nearer to the goal by no more.
    made = length_in(plan.moves[:index], "mtm") + 1
    return replace(plan, board=puzzle.start, moves=moves, bound=max(slides_lower_bound(puzzle), plan.bound - made))


def _can_prove(board: Board) -> bool:
    reach = reach_of(IN_SLIDES)
    return native.core is not None and reach is not None and reach.holds(board) and is_built(board)


def _proven(puzzle: Puzzle, deadline: float) -> Plan | None:
    """A plan with the fewest slides; None where there was too little time for it."""
    if native.core is None and len(puzzle.start) <= PLAIN_CELLS:
        moves = letters_of(shortest_in_slides(puzzle))
        return Plan(puzzle.start, puzzle.goal, moves, length_in(moves, "mtm"), metric="mtm")
    if not _can_prove(puzzle.goal):
        if slides_lower_bound(puzzle) > _NEAR_SLIDES:
            return None
        now = perf_counter()
        found = _near_home(puzzle, now + _NEAR_PART * (deadline - _SLACK - now))
        if found.way is None:
            return None
        return Plan(puzzle.start, puzzle.goal, found.way, found.bound, metric="mtm")
    search = Search(puzzle, heuristic=IN_SLIDES)
    solution = search.run(Limits(seconds=max(_SLACK, deadline - _SLACK - perf_counter())))
    if not solution.solved:
        return None
    return Plan(puzzle.start, puzzle.goal, letters_of(solution.moves), solution.bound, metric="mtm")


def _near_home(puzzle: Puzzle, until: float, enough: int | None = None) -> SlidesFromBothSides:
    """A search from both sides that has worked until this moment of `perf_counter`, or until `enough` is proven."""
    search = SlidesFromBothSides(puzzle)
    for _ in search:
        if perf_counter() >= until or (enough is not None and search.bound >= enough):
            break
    return search


def _cost(puzzle: Puzzle, length: int, seconds: float) -> int | None:
    """What a slide to this board costs, from one that is `length` slides from the goal."""
    if native.core is None:
        return length_in(letters_of(shortest_in_slides(puzzle)), "mtm") - length + 1
    if not _can_prove(puzzle.goal):
        found = _near_home(puzzle, perf_counter() + seconds, length + 1)
        if found.way is None and found.bound < length + 1:
            return None
        return min(2, found.bound - length + 1)
    search = native_search(puzzle, IN_SLIDES, slide_tables(puzzle.goal))
    until = perf_counter() + max(_SLACK, seconds)
    for cost in (0, 1):
        if search.lower_bound > length - 1 + cost:
            continue
        iteration = Iteration.begin(lambda _: search, length - 1 + cost)
        if not iteration.run(1, lambda: perf_counter() < until, lambda: None):
            return None
        if iteration.solution is not None:
            return cost
    return 2

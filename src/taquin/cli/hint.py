"""`taquin hint`: the next move, as much of it as the player wants to know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

import click

from taquin.cli.boards import board_argument, goal_option, read_puzzle
from taquin.cli.exits import Exit
from taquin.cli.kept_plan import keep_plan, kept_plan
from taquin.cli.language import said, text
from taquin.cli.options import Number, WholeNumber, lang_option, memory_option, metric_option
from taquin.cli.output import banner, busy, echo_json, format_option, say
from taquin.hints import LEVELS, Plan, RankedMove, RankedSlide, hint
from taquin.hints.needs import missing_for_proof, needs_of
from taquin.move import Move
from taquin.names import Metric
from taquin.notation import format_moves
from taquin.result import LARGEST_AMOUNT
from taquin.texts import Sentence

__all__ = ["command"]

_BUDGET: Final = 50
"""Milliseconds of a hint where nobody says how many."""
_PATIENT_BUDGET: Final = 5_000
"""The same where the tables for a proof are at hand: most proofs take some hundredths of a second, and whoever waits
for a program to start waits for them, too."""
_PROVING_BUDGET: Final = 500
"""Milliseconds in which nearly every 15-puzzle is proven, once its tables are on disk. Where they were too few, as on a
busy machine, twice as many are named."""
_SHOWN_MOVES: Final = 60
"""Moves of a plan that are printed at most."""
_MOST_TILES: Final = 8
"""Tiles of a slide that are named one by one in the table: as many as a line of 80 columns holds."""


@click.command("hint")
@board_argument
@goal_option
@click.option(
    "--level",
    type=WholeNumber(min(LEVELS), max(LEVELS)),
    default=2,
    show_default=True,
    help="; ".join(f"{level}: {what}" for level, what in LEVELS.items()) + ".",
)
@click.option("--all", "every", is_flag=True, help="Judge every legal move, not only the best one.")
@click.option(
    "--budget",
    type=Number(1, LARGEST_AMOUNT),
    help=f"Milliseconds to think. If not given: {_BUDGET}, or up to {_PATIENT_BUDGET:,} where the hint can be proven.",
)
@metric_option
@memory_option("Think with at most so much memory, as in 500M.")
@lang_option
@format_option("text", "json")
def command(board: str, goal: str, level: int, every: bool, budget: float | None, metric: Metric, form: str) -> Exit:
    """Say what to do next on BOARD.

    \b
    Example:
      taquin hint "1 2 3/4 0 5/7 8 6"
    """
    puzzle = read_puzzle(board, goal)
    if budget is None:
        budget = _PATIENT_BUDGET if missing_for_proof(puzzle.goal, metric) == () else _BUDGET
    with busy(text("busy.thinking", seconds=budget / 1000), long=budget >= 1000):
        plan = kept_plan(puzzle.goal, metric)
        found = hint(puzzle.start, puzzle.goal, level, budget_ms=budget, plan=plan, rank=every, metric=metric)
        keep_plan(found.plan)
    banner()
    if form == "json":
        echo_json(found.to_json())
        return Exit.OK
    click.echo(said(found.text))
    plan = found.plan
    if found.move and level >= 3:
        slides = _slides(plan)
        after = text("hint.then", slides=slides) if slides else text("hint.then_solved")
        say(f"{after}{' ...' if len(plan.moves) > _SHOWN_MOVES else ''}")
    if found.move and found.remaining is not None:
        name = "hint.to_go" if metric == "stm" else "hint.to_go_slides"
        click.echo(text(name, n=found.remaining, bound=plan.bound))
    if found.move and not plan.optimal:
        say(_unproven(plan, budget))
    if found.moves is not None:
        click.echo(_table(found.moves, "hint.head_left" if metric == "stm" else "hint.head_left_slides"))
        if any(ranked.verdict == "unknown" for ranked in found.moves):
            say(text("hint.why_undecided" if plan.optimal else "hint.why_unknown", budget=_more(budget)))
    return Exit.OK


def _unproven(plan: Plan, budget: float) -> str:
    """That the plan is not proven, and what helps."""
    values = {
        "budget": _more(budget),
        "command": "taquin solve" if plan.metric == "stm" else "taquin solve --metric mtm",
    }
    helps = tuple(Sentence(f"hint.needs_{need}", **values) for need in needs_of(plan))
    return text("hint.unproven_yet", helps=helps) if helps else text("hint.unproven")


def _more(budget: float) -> str:
    """Milliseconds that are worth a try where these were too few."""
    return str(_PROVING_BUDGET) if budget < _PROVING_BUDGET else f"{2 * budget:.0f}"


def _table(moves: Iterable[RankedMove], left_head: str) -> str:
    """One line for each legal move, as the tiles slide; "moves left" are the fewest after it."""
    lines = [(text("hint.head_slide"), text(left_head), text("hint.head_verdict"))]
    for ranked in moves:
        left = "?" if ranked.remaining is None else str(ranked.remaining)
        tiles = _run(ranked.tiles) if isinstance(ranked, RankedSlide) else ranked.tile
        lines.append((_slide(tiles, ranked.move), left, text(f"hint.{ranked.verdict}", cost=ranked.cost)))
    slides, lefts = (max(len(line[column]) for line in lines) for column in (0, 1))
    return "\n".join(f"{slide:<{slides}}  {left:<{lefts}}  {verdict}" for slide, left, verdict in lines)


def _run(tiles: Sequence[int]) -> str:
    """The tiles of a slide; of a long one the first two and the last."""
    shown = [*tiles[:2], "...", tiles[-1]] if len(tiles) > _MOST_TILES else tiles
    return ", ".join(map(str, shown))


def _slides(plan: Plan) -> str:
    """What slides after the first move of a plan, and where to: all speaks of tiles, as the hint itself does."""
    moves = [Move(letter) for letter in plan.moves[:_SHOWN_MOVES]]
    tiles = format_moves(moves, "number", plan.board).split()
    if plan.metric == "mtm":
        runs = [list(run) for _, run in groupby(zip(tiles, moves, strict=True), key=itemgetter(1))]
        return ", ".join(_slide(" ".join(tile for tile, _ in run), run[0][1]) for run in runs[1:])
    return ", ".join(_slide(tile, move) for tile, move in list(zip(tiles, moves, strict=True))[1:])


def _slide(tile: int | str, move: Move) -> str:
    """`5 left`: the tile goes against the blank."""
    return text("hint.short_slide", tile=tile, where=text(f"words.direction_{move.inverse}"))

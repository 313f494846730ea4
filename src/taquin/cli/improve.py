"""`taquin improve`: shorten a solution that somebody else found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from taquin.cli.boards import board_argument, goal_option, read_argument, read_puzzle
from taquin.cli.engine import shown_progress, warn
from taquin.cli.exits import Exit
from taquin.cli.language import text
from taquin.cli.options import (
    Number,
    lang_option,
    memory_option,
    metric_option,
    notation_option,
    seed_option,
    threads_option,
)
from taquin.cli.output import banner, complain, echo_json, figures, format_option, verdict
from taquin.errors import ParseError
from taquin.move import Move, count_moves, count_slides
from taquin.names import Metric
from taquin.notation import TimedMoves, format_moves, format_slides, length_in, multi_tile_length, parse_timed_moves
from taquin.result import LARGEST_AMOUNT, Limits
from taquin.solving import Solving
from taquin.texts import Sentence
from taquin.watching import take_best

__all__ = ["command"]


@click.command("improve")
@board_argument
@click.argument("moves", metavar="MOVES")
@goal_option
@click.option(
    "--time", "seconds", type=Number(0, LARGEST_AMOUNT), default=10, show_default=True, help="Seconds to work."
)
@memory_option("Stop at so much memory, as in 500M.")
@notation_option
@metric_option
@threads_option("Threads to use.  [default: all cores]")
@seed_option("Another seed tries other windows.", default=0)
@lang_option
@format_option("text", "json", "moves", "slides")
def command(
    board: str,
    moves: str,
    goal: str,
    seconds: float,
    notation: str,
    metric: Metric,
    threads: int | None,
    seed: int,
    form: str,
) -> Exit:
    """Shorten the solution MOVES of BOARD, and say by how much and what the bound is.

    \b
    Example:
      taquin improve "1 2 3/4 0 5/7 8 6" "LRRD" --time 1

    MOVES are letters U D L R (R2 is RR), arrows, or numbers of tiles; a file, or '-' for standard input, may hold them.
    Times behind them, as in R@0.12, are left aside.
    """
    puzzle = read_puzzle(board, goal)

    def read(content: str) -> TimedMoves:
        return parse_timed_moves(content, puzzle.start, puzzle.goal, notation)

    given = read_argument(moves, read, "moves")[1].moves
    if not puzzle.is_solution(given):
        raise ParseError(Sentence("improve.no_solution"))
    with shown_progress() as show:
        shared: dict[str, Any] = {"threads": threads, "seed": seed, "on_progress": show, "on_warning": warn}
        solving = Solving(puzzle, Limits(seconds=seconds), moves=given, quality="best", metric=metric, **shared)
        banner()
        best, interrupted = take_best(solving)
    if form == "json":
        lengths = {"given_length": len(given), "given_length_mtm": multi_tile_length(given)}
        echo_json({**best.to_json(), **lengths})
    elif form == "moves":
        click.echo(format_moves(best.moves))
    elif form == "slides":
        click.echo(format_slides(best.moves))
    else:
        saved, count = length_in(given, metric) - best.measured, count_moves if metric == "stm" else count_slides
        shorter = text("improve.saved", saved=count(saved)) if saved else text("improve.not_shorter")
        click.echo(verdict(shorter, saved > 0))
        now = _lengths(best.moves)
        rows = [
            (text("improve.yours"), _lengths(given)),
            (text("improve.now"), text(f"improve.fewest_{metric}", lengths=now) if best.optimal else now),
            (text("solve.bound"), text("improve.bound", least=count(best.bound))),
            (text("solve.blank_moves"), format_moves(best.moves) or text("words.none")),
            (text("solve.tiles_slide"), format_slides(best.moves) or text("words.none")),
        ]
        click.echo(figures(rows))
        if interrupted:
            complain(text("solve.interrupted"))
    return Exit.INTERRUPTED if interrupted else Exit.OK


def _lengths(moves: Sequence[Move]) -> str:
    return text("improve.lengths", moves=count_moves(len(moves)), slides=count_slides(multi_tile_length(moves)))

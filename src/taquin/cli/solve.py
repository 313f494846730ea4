"""`taquin solve`: a board in, its solution out."""

from __future__ import annotations

import re
from typing import Any

import click

from taquin.cli.boards import board_argument, goal_option, read_puzzle
from taquin.cli.cluster import cluster_solution, scheduler_option
from taquin.cli.engine import EngineOptions, engine_options, engine_solution
from taquin.cli.exits import Exit, outcome_code, proof_code
from taquin.cli.language import duration, number, said, text
from taquin.cli.options import lang_option, limit_options, metric_option
from taquin.cli.output import (
    busy,
    complain,
    counted,
    echo_json,
    figures,
    format_option,
    say,
    start_and_goal,
    verdict,
    why_not,
)
from taquin.cli.remark import remark
from taquin.cli.teaching import (
    AlgorithmCommand,
    print_boards,
    print_steps,
    refuse_for_teaching,
    refuse_without_algorithm,
    teach,
    teaching_figures,
    teaching_options,
    with_heuristic,
)
from taquin.move import count_moves, count_slides
from taquin.names import Metric
from taquin.notation import format_moves, format_slides, multi_tile_length
from taquin.puzzle import Puzzle
from taquin.result import Choice, Limits, Outcome, Solution
from taquin.solver import AUTO, is_for_engine
from taquin.strategy import proven_by_default
from taquin.tables.slides import MAX_CELLS

__all__ = ["command"]

_END_OF_VERDICT = re.compile(r"(?=[:;]| \()")
"""Where the reason begins."""
_SHOWN_MOVES = 1000
"""Moves of a solution that is printed in all notations; of a longer one only the beginning."""
_SHOWN_SLIDES = 24
"""Slides of a longer solution that are printed."""


@click.command("solve", cls=AlgorithmCommand)
@board_argument
@goal_option
@limit_options("the search")
@metric_option
@teaching_options
@engine_options
@scheduler_option
@click.option(
    "--optimal",
    is_flag=True,
    help="Do not stop before the solution is proven to be a shortest one; "
    "nor does a search with --tables or --algorithm ida --engine native, which has one thread by default.",
)
@click.option("--all", "every", is_flag=True, help="Print all shortest solutions, one a line.")
@click.option("--count", is_flag=True, help="Print how many shortest solutions there are.")
@lang_option
@format_option("text", "json", "moves", "slides", "boards")
def command(
    board: str,
    goal: str,
    limits: Limits,
    metric: Metric,
    form: str,
    steps: bool,
    algorithm: str,
    native: EngineOptions,
    scheduler: str | None,
    optimal: bool,
    every: bool,
    count: bool,
    **chosen: Any,
) -> Exit:
    """Find a shortest solution of BOARD, or the best one that the limits allow.

    \b
    Example:
      taquin solve "1 2 3/4 0 5/7 8 6"

    --algorithm names a teaching algorithm of a course; 'taquin compare --list' describes all of them.
    With '--algorithm ida --engine native' the fast search takes a --heuristic: patterns, manhattan, or linear-conflict,
    which needs no tables and takes boards of up to 255x255 cells.
    With '--metric mtm' the solution has the fewest slides, proven up to 16 cells; both lengths are always shown.
    """
    if steps and form != "text":
        raise click.UsageError(text("usage.steps", form=form))
    if form == "boards" and (every or count):
        raise click.UsageError(text("usage.all_boards", name="all" if every else "count"))
    puzzle, interrupted = read_puzzle(board, goal), False
    if is_for_engine(algorithm, native.engine):
        heuristic = chosen.pop("heuristic_name") if algorithm == "ida" else None
        refuse_without_algorithm(chosen)
        if metric == "mtm":
            _require_metric(puzzle, algorithm, scheduler, every or count)
        elif algorithm == "ida" or ((every or count) and not proven_by_default(puzzle)):
            heuristic = heuristic or "patterns"
        if scheduler is not None:
            solution = cluster_solution(puzzle, limits, scheduler, native, heuristic)
        else:
            solution, interrupted = engine_solution(puzzle, limits, native, heuristic, optimal=optimal, metric=metric)
    elif scheduler is not None:
        raise click.UsageError(text("usage.scheduler"))
    else:
        asked = {"all": every, "count": count, "optimal": optimal, "metric": metric != "stm"}
        given = [name for name, value in asked.items() if value]
        refuse_for_teaching(algorithm, [*native.given(), *given])
        solution = teach(puzzle, limits, algorithm, **chosen)
    if solution.optimal and (every or count):
        print_all(solution, count, form)
        return Exit.OK
    print_as(form, solution, steps, whole=interrupted)
    if interrupted and form == "text":
        complain(text("solve.interrupted"))
    if form == "text" and algorithm != AUTO:
        remark(solution)
    if interrupted:
        return Exit.INTERRUPTED
    return proof_code(solution) if algorithm == AUTO else outcome_code(solution.outcome)


def _require_metric(puzzle: Puzzle, algorithm: str, scheduler: str | None, every: bool) -> None:
    """Refuse what there is in single-tile moves only."""
    if algorithm != AUTO or scheduler is not None:
        raise click.UsageError(text("usage.metric_by_name", name="algorithm" if scheduler is None else "scheduler"))
    if every and not proven_by_default(puzzle):
        raise click.UsageError(text("usage.metric_every", cells=MAX_CELLS))


def print_as(form: str, solution: Solution, steps: bool, *, whole: bool = False) -> None:
    """The result in the format that was asked for; `whole` prints all moves, however many, since the same search would
    hardly find them again."""
    if form == "boards":
        print_boards(solution)
    elif form == "json":
        echo_json(solution.to_json())
    elif form in ("moves", "slides"):
        if solution.solved:
            click.echo(format_moves(solution.moves) if form == "moves" else format_slides(solution.moves))
        else:
            complain(why_not(solution))
    else:
        print_solution(solution, whole)
        if steps:
            print_steps(solution)


def print_all(solution: Solution, count: bool, form: str = "text") -> None:
    """Every shortest solution as the blank's moves, as slides of tiles or as an object, or only their number."""
    from taquin.optimal import all_solutions, count_solutions

    length, metric = solution.measured, solution.metric
    if count:
        with busy(text("busy.counting")):
            found = count_solutions(solution.puzzle, length, metric=metric)
        if form == "json":
            echo_json({"count": found})
        else:
            click.echo(number(found))
        return
    for moves in counted(all_solutions(solution.puzzle, length, metric=metric), text("busy.solutions")):
        if form == "json":
            lengths = {"length": len(moves), "length_mtm": multi_tile_length(moves)}
            echo_json({"moves": format_moves(moves), "slides": format_slides(moves), **lengths})
        else:
            click.echo(format_slides(moves) if form == "slides" else format_moves(moves))


def move_rows(solution: Solution, whole: bool = False) -> list[tuple[str, object]]:
    """The moves in three notations; only the beginning of what nobody reads on a screen, unless all is to be seen."""
    if len(solution.moves) > _SHOWN_MOVES and solution.metric == "mtm":
        slid = format_slides(solution.moves)
        beginning = slid if whole else text("solve.beginning_slides", slides=" ".join(slid.split()[:_SHOWN_SLIDES]))
        return [(text("solve.tiles_slide"), beginning)]
    if len(solution.moves) > _SHOWN_MOVES:
        beginning = text("solve.beginning", moves=format_moves(solution.moves[:60]))
        return [(text("solve.blank_moves"), format_moves(solution.moves) if whole else beginning)]
    none = text("words.none")
    in_one_word = format_moves(solution.moves, "tile", runs=True)
    slides = in_one_word if solution.metric == "stm" else format_slides(solution.moves)
    return [
        (text("solve.blank_moves"), format_moves(solution.moves) or none),
        (text("solve.tiles_slide"), slides or none),
        (text("solve.tile_numbers"), format_moves(solution.moves, "number", solution.puzzle.start) or none),
    ]


def _bound_row(solution: Solution) -> list[tuple[str, object]]:
    """What proved the solution or its bound, where that is not what found it."""
    if not solution.proved_by or solution.algorithm in ("ida", "table"):
        return []
    return [(text("solve.proof" if solution.optimal else "solve.bound"), solution.proved_by)]


def _say_why_not(solution: Solution) -> None:
    head, *rest = _END_OF_VERDICT.split(why_not(solution), maxsplit=1)
    say("".join(rest) + ".", verdict(head[0].upper() + head[1:], False))


def print_solution(solution: Solution, whole: bool = False) -> None:
    """The whole result for a person to read."""
    puzzle = solution.puzzle
    click.echo(start_and_goal(puzzle))
    click.echo()
    if solution.outcome is Outcome.UNSOLVABLE:
        _say_why_not(solution)
        return
    stats = solution.stats
    rows: list[tuple[str, object]] = []
    if solution.solved:
        name = "solve.proven" if solution.optimal else "solve.not_proven"
        counted_in = count_moves if solution.metric == "stm" else count_slides
        quality = text(name, moves=counted_in(solution.measured), bound=solution.bound)
        click.echo(f"{verdict(text('words.solved'), True)} {quality}")
        click.echo()
        lengths = text("solve.lengths", single=solution.length, multi=multi_tile_length(solution.moves))
        rows = [*move_rows(solution, whole), (text("solve.length"), lengths)]
    else:
        _say_why_not(solution)
        click.echo()
    rows += [
        (text("solve.nodes"), text("solve.nodes_made", generated=stats.generated, expanded=stats.expanded)),
        *teaching_figures(solution),
        (text("solve.time"), f"{duration(stats.seconds * 1000)} ms"),
        (text("solve.engine"), f"{solution.engine}, {with_heuristic(solution.algorithm, solution.heuristic)}"),
        *_bound_row(solution),
        *([(text("solve.tables"), ", ".join(map(said, solution.tables)))] if solution.tables else []),
        *((text("solve.chosen"), _gain(choice)) for choice in solution.choices[-1:]),
    ]
    click.echo(figures(rows))


def _gain(choice: Choice) -> str:
    """What a search gained by tables that it chose."""
    return text("solve.gain", part=choice.nodes / max(choice.usual_nodes, 1), bound=choice.bound)

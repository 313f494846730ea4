"""`taquin analyse`: a solve judged move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from taquin.analysis import DEFAULT_SECONDS, Analysing, Analysis, JudgedMove, JudgingProgress, Part, TurningPoint
from taquin.board import Board
from taquin.cli.boards import board_argument, goal_option, read_argument, read_puzzle
from taquin.cli.engine import warn
from taquin.cli.exits import Exit
from taquin.cli.language import number, said, spoken, text
from taquin.cli.options import (
    Number,
    WholeNumber,
    lang_option,
    memory_option,
    metric_option,
    notation_option,
    svg_option,
)
from taquin.cli.output import banner, complain, echo_json, figures, format_option, say, status, verdict, wrapped
from taquin.errors import ParseError
from taquin.files import export
from taquin.move import Move, count_moves, count_slides
from taquin.names import Metric
from taquin.notation import TimedMoves, format_clicks, format_moves, multi_tile_length, parse_timed_moves
from taquin.render.chart import solve_svg
from taquin.render.progress import building_line
from taquin.result import LARGEST_AMOUNT, Limits
from taquin.strategy import proven_by_default
from taquin.texts import Sentence

__all__ = ["command"]

_SHOWN_MOVES: Final = 200
"""Moves of a way that are printed at most: longer ones are for programs."""
_SHOWN_PAUSES: Final = 3
"""Pauses that are named at most."""
_SHOWN_STRETCHES: Final = 5
"""Stretches of moves without a verdict that are named at most."""
_MOST_POINTS: Final = 1000
"""Turning points that may be asked for."""


@click.command("analyse")
@board_argument
@click.argument("moves", metavar="MOVES")
@goal_option
@notation_option
@click.option("--every", is_flag=True, help="Print every move with its verdict, too.")
@click.option(
    "--points", type=WholeNumber(0, _MOST_POINTS), default=5, show_default=True, help="Turning points to show at most."
)
@click.option(
    "--time",
    "seconds",
    type=Number(0, LARGEST_AMOUNT),
    help=f"Seconds to work at most.  [default: until all is proven up to 16 cells, {DEFAULT_SECONDS:g} beyond]",
)
@metric_option
@memory_option("Work with at most so much memory, as in 500M.")
@svg_option("Draw the moves to the goal over the moves played into this file.")
@lang_option
@format_option("text", "json")
def command(
    board: str,
    moves: str,
    goal: str,
    notation: str,
    every: bool,
    points: int,
    seconds: float | None,
    metric: Metric,
    svg: Path | None,
    form: str,
) -> Exit:
    """Judge the solve MOVES of BOARD, move by move: what was best, where most was lost, and what was better.

    \b
    Example:
      taquin analyse "1 2 3/4 0 5/7 8 6" "LRRD"

    MOVES are letters U D L R (R2 is RR), arrows, or numbers of tiles; a file, or '-' for standard input, may hold them.
    With times, R@0.12 or a second column, moves a second, pauses and the time of each part are shown; a time is the
    moment of its move in seconds. A single-tile move (STM) is one step of one tile; a slide (MTM) is a run of moves in
    one direction. With '--metric mtm' slides are judged.
    """
    puzzle = read_puzzle(board, goal)

    def read(content: str) -> TimedMoves:
        return parse_timed_moves(content, puzzle.start, puzzle.goal, notation)

    solve: TimedMoves = read_argument(moves, read, "moves")[1]
    if not solve.moves:
        raise ParseError(Sentence("errors.no_moves"))
    code = Exit.OK
    with _shown_progress() as show:
        analysing = Analysing(
            puzzle, solve.moves, Limits(seconds), metric=metric, times=solve.times, on_progress=show, on_warning=warn
        )
        banner()
        try:
            found = analysing.run()
        except KeyboardInterrupt:
            found, code = analysing.analysis, Exit.INTERRUPTED
    if svg is not None:
        export(svg, _picture(found, points))
    if form == "json":
        echo_json({"notation": solve.notation, **found.to_json()})
    else:
        _print(found, solve.notation, points, every)
    if code is Exit.INTERRUPTED:
        complain(text("analyse.interrupted"))
    elif proven_by_default(puzzle) and not found.exact:
        code = Exit.NOT_PROVEN
    return code


@contextmanager
def _shown_progress() -> Iterator[Callable[[JudgingProgress], None]]:
    """A line on the terminal that follows an analysis."""

    def show(now: JudgingProgress) -> None:
        if now.search is not None and now.search.building is not None:
            status(said(building_line(now.search.building)))
        else:
            status(text("busy.analysing", done=now.done, total=now.total))

    try:
        yield show
    finally:
        status()


def _print(found: Analysis, notation: str, points: int, every: bool) -> None:
    _print_verdict(found)
    click.echo()
    click.echo(figures(_rows(found, notation)))
    shown = found.costliest(points)
    if shown:
        click.echo()
        _print_points(found, shown, notation)
    if found.timing is not None and found.moves:
        click.echo()
        click.echo(text("analyse.parts"))
        _table(_part_rows(found, points))
    if every and found.moves:
        click.echo()
        _table(_move_rows(found, notation))
    if found.unjudged:
        click.echo()
        _print_unjudged(found)


def _print_verdict(found: Analysis) -> None:
    """One sentence: whether it is solved, how long it is, and what was lost."""
    values = {
        "moves": count_moves(found.length),
        "slides": count_slides(found.slides),
        "left": _count(found, found.left),
        "n": found.left,
    }
    if found.solved:
        how = "analyse.solved"
    else:
        how = "analyse.not_solved" if found.left == found.left_bound else "analyse.not_solved_bound"
    head, rest = text(how, bound=found.left_bound, **values).split(maxsplit=1)
    say(f" {rest}: {_lost(found)}.", verdict(head, found.solved))
    if found.solved_after and found.solved_after < len(found.moves):
        say(_text(found, "was_solved", number=found.solved_after))


def _lost(found: Analysis) -> str:
    """What all moves cost, as far as is proven."""
    if found.lost_most == 0:
        return _text(found, "perfect")
    if found.lost_bound == 0:
        return text("analyse.lost_unknown")
    name = "lost_exact" if found.lost_bound == found.lost_most else "lost_at_least"
    return text(f"analyse.{name}", lost=_count(found, found.lost_bound))


def _rows(found: Analysis, notation: str) -> list[tuple[str, object]]:
    """The figures of the whole solve."""
    start, way = found.puzzle.start, found.way
    lengths = [count_moves(len(way)), count_slides(multi_tile_length(way))]
    asked, other = lengths if found.metric == "stm" else reversed(lengths)
    values = {"length": asked, "other": other, "bound": found.bound}
    which = "best" if found.shortest is None else "shortest"
    rows: list[tuple[str, object]] = [
        (
            text("analyse.row_played"),
            text("analyse.played", moves=count_moves(found.length), slides=count_slides(found.slides)),
        ),
        (text(f"analyse.row_{which}"), text(f"analyse.{which}", **values)),
        ("", _written(found, way, notation, start) or text("words.none")),
    ]
    if found.unjudged or found.lost_bound != found.lost_most:
        judged = sum(judged.proven for judged in found.moves)
        lost = text("analyse.lost_between", least=found.lost_bound, most=_count(found, found.lost_most))
        if found.lost_bound == found.lost_most:
            lost = str(_count(found, found.lost_most))
        rows.append((text("analyse.row_lost"), _text(found, "lost_open", lost=lost, count=judged, n=len(found.moves))))
    elif found.lost:
        count = sum(bool(judged.lost) for judged in found.moves)
        lost = _text(found, "lost", lost=_count(found, found.lost), count=count, n=len(found.moves))
        rows.append((text("analyse.row_lost"), lost))
    rows.append((text("analyse.row_efficiency"), _efficiency(found)))
    rows += _time_rows(found)
    rows.append((text("analyse.row_letters"), text(f"analyse.letters_{notation}")))
    return rows


def _efficiency(found: Analysis) -> str:
    if found.shortest is None:
        return text("analyse.efficiency_between", least=found.efficiency_bound, most=found.efficiency)
    return text("analyse.efficiency" if found.solved else "analyse.efficiency_left", part=found.efficiency)


def _time_rows(found: Analysis) -> list[tuple[str, object]]:
    timing = found.timing
    if timing is None or not found.moves:
        return []
    speed = timing.moves_per_second
    name = "analyse.time_only" if speed is None else "analyse.time"
    taken = text(name, seconds=_time(timing.seconds), speed=number(speed or 0, ".1f"))
    rows: list[tuple[str, object]] = [(text("analyse.row_time"), taken)]
    pauses = found.pauses
    if pauses:
        longest = sorted(pauses, key=lambda pause: -pause.seconds)[:_SHOWN_PAUSES]
        named = ", ".join(_text(found, "pause", seconds=_time(p.seconds), number=p.number) for p in longest)
        total = _time(sum(pause.seconds for pause in pauses))
        rows.append(
            (text("analyse.row_pauses"), text("analyse.pauses", count=len(pauses), seconds=total, longest=named))
        )
    return rows


def _print_points(found: Analysis, shown: Sequence[TurningPoint], notation: str) -> None:
    """The turning points, with what was played, and the shortest way from there."""
    cost = sum(point.part.lost for point in shown)
    values = {"lost": cost, "total": _count(found, found.lost), "count": len(shown), "all": len(found.turning_points)}
    some = "analyse.points_some" if found.exact else "analyse.points_some_open"
    say(text("analyse.points" if len(shown) == len(found.turning_points) else some, **values))
    board, place = found.puzzle.start, 0
    for point in shown:
        part = point.part
        board, place = board.play(found.played_between(place + 1, part.first - 1)), part.first - 1
        name = "point_one_move" if part.length == 1 else "point"
        head = _text(found, name, first=part.first, last=part.last, lost=part.lost)
        if not point.proven:
            head = text("analyse.not_proven", verdict=head)
        exact = point.remaining == point.bound
        after = _shown(found, point.remaining_after)
        left = {"before": _shown(found, point.remaining), "bound": point.bound, "after": after}
        facts = [text("analyse.to_go" if exact else "analyse.to_go_bound", **left)]
        if part.seconds is not None:
            facts.append(text("analyse.took", seconds=_time(part.seconds)))
        click.echo()
        click.echo(wrapped(f"{head}; {', '.join(facts)}", "  "))
        rows = [
            (f"  {text('analyse.you')}", _written(found, found.played_between(part.first, part.last), notation, board)),
            (f"  {text('analyse.better')}", _written(found, point.way, notation, board) or text("words.none")),
        ]
        click.echo(figures(rows))


def _print_unjudged(found: Analysis) -> None:
    """Which moves are not judged, what is known of them together, and why it is not more."""
    say(_text(found, "unjudged"))
    for part in found.unjudged[:_SHOWN_STRETCHES]:
        name = "unjudged_one_move" if part.length == 1 else "unjudged_part"
        click.echo(f"  {_text(found, name, first=part.first, last=part.last, lost=_between(part))}")
    if len(found.unjudged) > _SHOWN_STRETCHES:
        click.echo(f"  {text('analyse.unjudged_more', count=len(found.unjudged) - _SHOWN_STRETCHES)}")
    say(text("analyse.not_finished" if proven_by_default(found.puzzle) else "analyse.how_known"))


def _between(part: Part) -> str:
    """What a part cost, proven: a number, or the least and the most that it can be."""
    least, most = part.lost_bound, part.lost_most
    return str(least) if least == most else text("analyse.between", least=least, most=most)


def _part_rows(found: Analysis, points: int) -> list[tuple[str, ...]]:
    single = found.metric == "stm"
    names = ("moves" if single else "slides", "slides" if single else "moves", "lost", "seconds", "speed")
    rows = [tuple(text(f"analyse.head_{name}") for name in names)]
    for part in found.parts(points):
        speed = part.moves_per_second
        taken = "-" if part.seconds is None else _time(part.seconds)
        which = f"{part.first}-{part.last}" if part.length > 1 else f"{part.first}"
        other = part.slides if single else part.tiles
        rows.append((which, str(other), _between(part), taken, "-" if speed is None else number(speed, ".1f")))
    return rows


def _move_rows(found: Analysis, notation: str) -> list[tuple[str, ...]]:
    timed = found.timing is not None
    first = ("number", "slide") if found.metric == "stm" else ("slide", "tile")
    names = (*first, "left", *(["seconds"] if timed else []), "verdict")
    rows = [tuple(text(f"analyse.head_{name}") for name in names)]
    for judged in found.moves:
        told = f"+{judged.lost}" if judged.lost else text(f"analyse.verdict_{judged.verdict}")
        letter = judged.move if notation == "blank" else judged.move.inverse
        slide = str(judged.tile) if notation == "number" else f"{_run(letter, judged.length)} {judged.tile}"
        when = [] if judged.seconds is None else [_time(judged.seconds)]
        rows.append((str(judged.number), slide, _to_go(found, judged), *when, told))
    return rows


def _to_go(found: Analysis, judged: JudgedMove) -> str:
    """Moves to the goal, or the fewest and the most that it can be."""
    if judged.bound == judged.remaining:
        return str(judged.remaining)
    return text("analyse.between", least=judged.bound, most=_shown(found, judged.remaining))


def _shown(found: Analysis, length: int) -> int:
    """A length, or what no board of this shape has more than: a way that is known may be longer than any has to be."""
    return length if found.longest is None else min(length, found.longest)


def _run(letter: Move, length: int) -> str:
    return f"{letter}{length}" if length > 1 else str(letter)


def _table(rows: Sequence[tuple[str, ...]]) -> None:
    """Columns of figures, the first row their heads."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _picture(found: Analysis, points: int) -> str:
    lengths = [_shown(found, length) for length in (found.best_known, *(judged.remaining for judged in found.moves))]
    bounds = [found.bound, *(judged.bound for judged in found.moves)]
    marks = [(p.part.first - 1, p.part.last, _mark(p)) for p in found.costliest(points)]
    name = "analyse.picture_bound" if found.shortest is None else "analyse.picture"
    played = str(_count(found, len(found.moves)))
    if not found.solved:
        left = found.left if found.left == found.left_bound else f"{found.left_bound}-{_shown(found, found.left)}"
        played = text("analyse.picture_left", moves=_count(found, len(found.moves)), left=left)
    title = text(name, moves=played, shortest=found.best_known, bound=found.bound)
    return solve_svg(title, _text(found, "axis_moves"), _text(found, "axis_left"), lengths, bounds, marks, spoken())


def _mark(point: TurningPoint) -> str:
    return f"+{point.part.lost}" if point.proven else f"+{point.part.lost}?"


def _written(found: Analysis, moves: Sequence[Move], notation: str, board: Board) -> str:
    """Moves as they are read, with spaces where a line may end; a slide of tiles as one click."""
    if notation == "number" and found.metric == "mtm":
        shown = format_clicks(moves[:_SHOWN_MOVES], board)
    else:
        shown = format_moves(moves[:_SHOWN_MOVES], notation, board, runs=True, space=" ")
    return text("analyse.cut", moves=shown, count=len(moves)) if len(moves) > _SHOWN_MOVES else shown


def _time(seconds: float) -> str:
    """As timers show it."""
    return number(seconds, ",.2f")


def _count(found: Analysis, count: int) -> Sentence:
    """So many of what is judged."""
    return count_moves(count) if found.metric == "stm" else count_slides(count)


def _text(found: Analysis, name: str, **values: object) -> str:
    """A text that speaks of what is judged: there is one for moves, and one for slides."""
    return text(f"analyse.{name}" if found.metric == "stm" else f"analyse.{name}_mtm", **values)

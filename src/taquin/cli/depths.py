"""`taquin depths`: how the work grows with the depth of the solution."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.boards import goal_option, read_goal
from taquin.cli.compare import heuristic_names
from taquin.cli.exits import Exit
from taquin.cli.language import text
from taquin.cli.options import Choice, WholeNumber, limit_options, seed_option, svg_option
from taquin.cli.output import echo_json, format_option, say, screen_width, status
from taquin.cli.random import read_shape, show_visited
from taquin.cli.teaching import show_search, with_heuristic
from taquin.comparison import DepthFigures, by_depth
from taquin.files import export
from taquin.heuristics import kind_of
from taquin.render.chart import lines_svg
from taquin.result import Limits
from taquin.search import ALGORITHMS

__all__ = ["command"]

_DEEPEST = 1000
"""Moves: the farthest board of the shapes that can be visited whole is 128 moves away (2x7, not even that is done)."""
_MOST_BOARDS = 100_000
"""Boards of a depth, which are kept while they are solved."""


@click.command("depths")
@click.argument("shape", callback=read_shape, metavar="WxH", default="3x3")
@goal_option
@click.option(
    "--algorithm", type=Choice(list(ALGORITHMS)), metavar="A", default="astar", show_default=True,
    help="The algorithm, as in 'taquin solve'.",
)  # fmt: skip
@click.option(
    "--heuristics",
    default="misplaced,manhattan",
    show_default=True,
    help="Names with commas, maximum:H+H among them, or all.",
)
@click.option("--from", "first", type=WholeNumber(1, _DEEPEST), default=2, show_default=True, help="The first depth.")
@click.option("--to", "last", type=WholeNumber(1, _DEEPEST), default=24, show_default=True, help="The last depth.")
@click.option("--step", type=WholeNumber(1, _DEEPEST), default=2, show_default=True, help="From depth to depth.")
@click.option("--boards", type=WholeNumber(1, _MOST_BOARDS), default=20, show_default=True, help="Boards a depth.")
@seed_option("Which boards are drawn.", default=1, show_default=True)
@limit_options("each search")
@svg_option("Draw the curves into this file.")
@format_option("text", "json")
def command(
    shape: tuple[int, int],
    goal: str,
    algorithm: str,
    heuristics: str,
    first: int,
    last: int,
    step: int,
    boards: int,
    seed: int,
    limits: Limits,
    svg: Path | None,
    form: str,
) -> Exit:
    """Mean nodes generated and effective branching factor b* by solution depth, as in the table of AIMA.

    \b
    Example:
      taquin depths 3x3 --to 12 --boards 10

    Boards of every depth are drawn from all there are; every heuristic gets the same boards. b* is that of the mean
    number of nodes, not the mean of every board's b*.
    """
    chosen = heuristic_names(heuristics)
    depths = range(first, last + 1, step)
    if not depths:
        raise click.UsageError("--from must not be larger than --to")
    found: list[DepthFigures] = []
    target = read_goal(goal, *shape)
    columns = chosen if ALGORITHMS[algorithm].needs_heuristic else [""]
    head = _head(algorithm, columns)
    narrow = max(map(len, head.splitlines())) > screen_width()
    longest = max(map(len, (*columns, "heuristic")))
    if form == "text":
        click.echo(_narrow_head(longest) if narrow else head)
    try:
        for figures in by_depth(
            target,
            algorithm,
            chosen,
            depths,
            boards=boards,
            seed=seed,
            limits=limits,
            on_visited=show_visited,
            on_progress=show_search,
        ):
            status()
            found.append(figures)
            if form == "json":
                echo_json({name: getattr(figures, name) for name in figures.__slots__})
            elif narrow:
                click.echo(_narrow_row(figures, longest))
            elif len(found) % len(columns) == 0:
                click.echo(_row(found[-len(columns) :]))
        if form == "text" and any(one.unsolved and one.boards for one in found):
            status()
            say("* Some boards of this depth reached a limit; they are not in the means.")
        if form == "text":
            status()
            _say_too_long(algorithm, found)
    finally:  # a depth that no board has, or Ctrl-C, does not take the picture of what was found
        status()
        if svg is not None and found:
            title = f"{algorithm} on {shape[0]}x{shape[1]}: mean of {boards} boards a depth"
            export(svg, _picture(title, algorithm, found))
    return Exit.OK


def _say_too_long(algorithm: str, found: list[DepthFigures]) -> None:
    """Which heuristics may overestimate, and where the solutions found are longer than the shortest ones."""
    names = dict.fromkeys(one.heuristic for one in found)
    if overestimating := [name for name in names if name and not kind_of(name).admissible]:
        say(text("compare.overestimating", names=", ".join(overestimating)))
    for name in names:
        longer = [one for one in found if one.heuristic == name and one.length > one.depth]
        if longer:
            lengths = ", ".join(f"{one.length:.1f} at depth {one.depth}" for one in longer)
            say(f"Not all solutions by {with_heuristic(algorithm, name)} are shortest; their mean length: {lengths}.")


def _picture(title: str, algorithm: str, found: list[DepthFigures]) -> str:
    lines: dict[str, list[tuple[float, float]]] = {}
    for one in found:
        lines.setdefault(one.heuristic or algorithm, []).append((one.depth, one.generated))
    return lines_svg(title, "moves in a shortest solution", "nodes generated, logarithmic scale", lines)


def _head(algorithm: str, columns: list[str]) -> str:
    labels = [name or algorithm for name in columns]
    first = "depth  " + "  ".join(label.rjust(max(len(label), 19)) for label in labels)
    second = "       " + "  ".join(f"{'generated':>{max(len(label), 19) - 9}}  {'b*':>7}" for label in labels)
    return f"{first.rstrip()}\n{second}"


def _row(figures: list[DepthFigures]) -> str:
    cells = [_cell(one, max(len(one.heuristic), 19) - 9) for one in figures]
    return f"{figures[0].depth:5}  {'  '.join(cells)}".rstrip()


def _narrow_head(longest: int) -> str:
    return f"depth  {'heuristic':{longest}}  {'generated':>11}       b*"


def _narrow_row(one: DepthFigures, longest: int) -> str:
    """One heuristic a line, where the screen is too narrow for all side by side; its name takes `longest` columns."""
    return f"{one.depth:5}  {one.heuristic:{longest}}  {_cell(one, 11)}".rstrip()


def _cell(one: DepthFigures, width: int) -> str:
    if not one.boards:
        return f"{'limit':>{width}}  {'-':>6} "
    unsolved = "*" if one.unsolved else " "
    return f"{one.generated:>{width},.1f}  {one.branching_factor:>6.3f}{unsolved}"

"""`taquin depths`: how the work grows with the depth of the solution."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.boards import goal_option, read_goal
from taquin.cli.compare import names
from taquin.cli.exits import Exit
from taquin.cli.options import limit_options
from taquin.cli.output import echo_json, format_option
from taquin.cli.random import read_shape
from taquin.compare import DepthFigures, by_depth
from taquin.heuristics import HEURISTICS
from taquin.render.chart import lines_svg
from taquin.result import Limits
from taquin.search import ALGORITHMS

__all__ = ["command"]


@click.command("depths")
@click.argument("shape", callback=read_shape, metavar="WxH", default="3x3")
@goal_option
@click.option(
    "--algorithm", type=click.Choice(list(ALGORITHMS)), metavar="A", default="astar", show_default=True,
    help="The algorithm, as in 'taquin solve'.",
)  # fmt: skip
@click.option("--heuristics", default="misplaced,manhattan", show_default=True, help="Names with commas, or all.")
@click.option("--from", "first", type=click.IntRange(min=1), default=2, show_default=True, help="The first depth.")
@click.option("--to", "last", type=click.IntRange(min=1), default=24, show_default=True, help="The last depth.")
@click.option("--step", type=click.IntRange(min=1), default=2, show_default=True, help="From depth to depth.")
@click.option("--boards", type=click.IntRange(min=1), default=20, show_default=True, help="Boards of every depth.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which boards are drawn.")
@limit_options("each search")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the curves into this file.")
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

    Boards of every depth are drawn from all there are; every heuristic gets the same boards.
    """
    chosen = names(heuristics, dict(HEURISTICS), "heuristic")
    depths = range(first, last + 1, step)
    if not depths:
        raise click.UsageError("--from must not be larger than --to")
    found: list[DepthFigures] = []
    target = read_goal(goal, *shape)
    columns = chosen if ALGORITHMS[algorithm].needs_heuristic else [""]
    if form == "text":
        click.echo(_head(algorithm, columns))
    for figures in by_depth(target, algorithm, chosen, depths, boards=boards, seed=seed, limits=limits):
        found.append(figures)
        if form == "json":
            echo_json({name: getattr(figures, name) for name in figures.__slots__})
        elif len(found) % len(columns) == 0:
            click.echo(_row(found[-len(columns) :]))
    if svg is not None:
        lines = {
            name or algorithm: [(one.depth, one.generated) for one in found if one.heuristic == name]
            for name in columns
        }
        title = f"{algorithm} on {shape[0]}x{shape[1]}: mean of {boards} boards a depth"
        svg.write_text(lines_svg(title, "moves in a shortest solution", "nodes generated", lines), encoding="utf-8")
    return Exit.OK


def _head(algorithm: str, columns: list[str]) -> str:
    labels = [name or algorithm for name in columns]
    first = "depth  " + "  ".join(label.rjust(max(len(label), 19)) for label in labels)
    second = "       " + "  ".join(f"{'generated':>{max(len(label), 19) - 9}}  {'b*':>7}" for label in labels)
    return f"{first.rstrip()}\n{second}"


def _row(figures: list[DepthFigures]) -> str:
    cells = []
    for one in figures:
        width = max(len(one.heuristic), 19) - 9
        if one.boards:
            unsolved = "*" if one.unsolved else " "
            cells.append(f"{one.generated:>{width},.1f}  {one.branching_factor:>6.3f}{unsolved}")
        else:
            cells.append(f"{'limit':>{width}}  {'-':>6} ")
    return f"{figures[0].depth:5}  {'  '.join(cells)}".rstrip()

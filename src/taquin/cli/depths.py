"""`taquin depths`: how the work grows with the depth of the solution."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from taquin.board import Board
from taquin.cli.boards import goal_option, read_goal
from taquin.cli.compare import algorithm_names, heuristic_names, say_overestimating
from taquin.cli.exits import Exit
from taquin.cli.language import number, said, text
from taquin.cli.options import WholeNumber, lang_option, limit_options, seed_option, svg_option
from taquin.cli.output import complain, echo_json, format_option, say, screen_width, status
from taquin.cli.random import read_shape, show_visited
from taquin.cli.teaching import show_search, with_heuristic
from taquin.comparison import BeyondFarthest, DepthFigures, by_depth, combinations
from taquin.files import export
from taquin.move import count_boards
from taquin.render.chart import lines_svg
from taquin.result import Limits

__all__ = ["command"]

_DEEPEST = 1000
"""Moves: the farthest board of the shapes that can be visited whole is 128 moves away (2x7, not even that is done)."""
_MOST_BOARDS = 100_000
"""Boards of a depth, which are kept while they are solved."""
_COLUMN = 19
"""Characters that the figures of one search take side by side with others, at least."""


@click.command("depths")
@click.argument("shape", callback=read_shape, metavar="WxH", default="3x3")
@goal_option
@click.option(
    "--algorithm", "--algorithms", "algorithms", metavar="A,A", default="astar", show_default=True,
    help="Names of algorithms with commas, or all; 'taquin compare --list' describes them.",
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
@lang_option
@format_option("text", "json")
def command(
    shape: tuple[int, int],
    goal: str,
    algorithms: str,
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

    Boards of every depth are drawn from all there are; every algorithm and heuristic gets the same boards. b* is that
    of the mean number of nodes, not the mean of every board's b*.
    """
    pairs = combinations(algorithm_names(algorithms), heuristic_names(heuristics))
    depths = range(first, last + 1, step)
    if not depths:
        raise click.UsageError(text("depths.from_to"))
    found: list[DepthFigures] = []
    target = read_goal(goal, *shape)
    table = _Table(pairs)
    title = text("depths.picture", names=", ".join(dict.fromkeys(name for name, _ in pairs)), width=shape[0],
                 height=shape[1], boards=count_boards(boards))  # fmt: skip
    more: dict[str, Any] = {"boards": boards, "seed": seed, "limits": limits}
    try:
        for figures in by_depth(target, pairs, depths, **more, on_visited=show_visited, on_progress=show_search):
            status()
            found.append(figures)
            if form == "json":
                echo_json({name: getattr(figures, name) for name in figures.__slots__})
            else:
                table.add(figures)
    except BeyondFarthest as error:
        if not found:
            raise
        status()
        complain(said(error))
    except KeyboardInterrupt:
        title = text("depths.picture_interrupted", title=title)
        raise
    finally:  # a depth that no board has, or Ctrl-C, does not take the picture of what was found
        status()
        if svg is not None and found:
            export(svg, _picture(title, pairs, found))
    if form == "text":
        _explain(found, target)
    return Exit.OK


def _explain(found: Sequence[DepthFigures], goal: Board) -> None:
    """What the stars mean, which heuristics may overestimate, and which solutions are longer than the shortest ones."""
    if any(one.unsolved and one.boards for one in found):
        say(text("depths.starred"))
    say_overestimating((one.heuristic for one in found), goal)
    for pair in dict.fromkeys(_pair(one) for one in found):
        longer = [one for one in found if _pair(one) == pair and one.length > one.depth]
        if longer:
            lengths = ", ".join(text("depths.length_at", length=one.length, depth=one.depth) for one in longer)
            say(text("depths.longer", name=with_heuristic(*pair), lengths=lengths))


def _pair(one: DepthFigures) -> tuple[str, str]:
    return one.algorithm, one.heuristic


def _picture(title: str, pairs: Sequence[tuple[str, str]], found: Sequence[DepthFigures]) -> str:
    """A line for each pair; where there is one algorithm, the title names it, and the lines need not."""
    several = len({name for name, _ in pairs}) > 1
    lines: dict[str, list[tuple[float, float]]] = {}
    for one in found:
        names = _pair(one) if several or not one.heuristic else (one.heuristic,)
        lines.setdefault(" + ".join(filter(None, names)), []).append((one.depth, one.generated))
    return lines_svg(title, text("depths.across"), text("compare.axis"), lines)


class _Table:
    """The table, printed as it grows: all searches of a depth side by side, or one a line where the screen is too
    narrow for that. Algorithms are named where there are several, or one without a heuristic."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self.pairs = pairs
        self.several = len({name for name, _ in pairs}) > 1
        self.row: list[DepthFigures] = []
        self.begun = False
        self.depth = text("depths.head_depth")
        self.generated = text("compare.head_generated")
        self.widths = [max(_COLUMN, len(self.generated) + 9, *map(len, pair)) for pair in pairs]
        self.narrow = len(self.depth) + 2 + sum(self.widths) + 2 * (len(pairs) - 1) > screen_width()
        heads = [text("compare.head_algorithm")] if self.several else []
        self.names = [[*heads, text("compare.head_heuristic")], *map(self._names, pairs)]

    def _names(self, pair: tuple[str, str]) -> list[str]:
        """What names a search in its column, from above, or in its line."""
        return [pair[0], pair[1] or "-"] if self.several else [pair[1] or pair[0]]

    def head(self) -> str:
        """The first lines."""
        if self.narrow:
            return f"{self.depth}  {self._in_columns(self.names[0])}  {self.generated:>11}       b*"
        indent = " " * (len(self.depth) + 2)
        lines = [
            indent + "  ".join(name.rjust(width) for name, width in zip(names, self.widths, strict=True))
            for names in zip(*self.names[1:], strict=True)
        ]
        lines[0] = self.depth + lines[0][len(self.depth) :]
        last = indent + "  ".join(f"{self.generated:>{width - 9}}  {'b*':>7}" for width in self.widths)
        return "\n".join([*map(str.rstrip, lines), last])

    def add(self, figures: DepthFigures) -> None:
        """Print the figures, or keep them until those of all searches of their depth are there; before the first ones
        the head."""
        if not self.begun:
            click.echo(self.head())
            self.begun = True
        depth = f"{figures.depth:{len(self.depth)}}"
        if self.narrow:
            names = self._in_columns(self._names(_pair(figures)))
            click.echo(f"{depth}  {names}  {_cell(figures, 11)}".rstrip())
            return
        self.row.append(figures)
        if len(self.row) == len(self.pairs):
            cells = (_cell(one, width - 9) for one, width in zip(self.row, self.widths, strict=True))
            click.echo(f"{depth}  {'  '.join(cells)}".rstrip())
            self.row = []

    def _in_columns(self, names: Sequence[str]) -> str:
        widths = [max(map(len, column)) for column in zip(*self.names, strict=True)]
        return "  ".join(name.ljust(width) for name, width in zip(names, widths, strict=True))


def _cell(one: DepthFigures, width: int) -> str:
    if not one.boards:
        return f"{text('outcome.limit'):>{width}}  {'-':>6} "
    unsolved = "*" if one.unsolved else " "
    return f"{number(one.generated, ',.1f'):>{width}}  {number(one.branching_factor, '.3f'):>6}{unsolved}"

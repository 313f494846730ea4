"""`taquin compare`: many algorithms and heuristics on one board."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.boards import goal_option, read_puzzle
from taquin.cli.exits import Exit
from taquin.cli.options import limit_options
from taquin.cli.output import echo_json, format_option, screen_width, seconds_text, status
from taquin.compare import combinations, compare, proven_length, shortest_length
from taquin.errors import TaquinError, Unsolvable
from taquin.files import export
from taquin.heuristics import HEURISTICS, kind_of
from taquin.move import count_moves
from taquin.puzzle import Puzzle
from taquin.render.chart import bars_svg
from taquin.result import Limits, Progress, Solution
from taquin.search import ALGORITHMS
from taquin.solvability import diagnose

__all__ = ["command", "heuristic_names"]

_HEAD = ("algorithm", "heuristic", "length", "shortest", "generated", "expanded", "queue", "MB", "seconds", "b*")
_SPARE = ("queue", "MB", "expanded", "b*")
"""The columns that go, one after the other, where the screen is too narrow for all."""
_WIDEST_LIST = 110
"""Columns of a text at most: longer lines are hard to read."""


def algorithm_names(text: str) -> list[str]:
    """Names of algorithms with commas between them; `all` is every one."""
    chosen = _split(text, list(ALGORITHMS), "algorithm")
    for name in chosen:
        if name not in ALGORITHMS:
            raise click.UsageError(f"unknown algorithm {name!r}: choose from {', '.join(ALGORITHMS)}")
    return chosen


def heuristic_names(text: str) -> list[str]:
    """Names of heuristics with commas between them, a maximum with its parts among them; `all` is every one."""
    chosen = _split(text, list(HEURISTICS), "heuristic")
    for name in chosen:
        try:
            kind_of(name)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    return chosen


def _split(text: str, known: list[str], what: str) -> list[str]:
    chosen = known if text == "all" else [part.strip() for part in text.split(",") if part.strip()]
    if not chosen:
        raise click.UsageError(f"name at least one {what}")
    return chosen


_TIME_WIDTH = 9
"""Characters of a time: as many as 0.0000123 has, so that the table looks the same on every machine."""


@click.command("compare")
@click.argument("board", metavar="BOARD", required=False)
@goal_option
@click.option("--algorithms", default="all", show_default=True, help="Names with commas between them, or all.")
@click.option(
    "--heuristics",
    help="Names with commas between them, maximum:H+H among them, or all.  [default: each algorithm's own]",
)
@limit_options("each search", seconds=10.0)
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the nodes generated into this file.")
@click.option("--list", "listing", is_flag=True, help="Describe all algorithms and heuristics, and do nothing else.")
@format_option("text", "json")
def command(
    board: str | None,
    goal: str,
    algorithms: str,
    heuristics: str | None,
    limits: Limits,
    svg: Path | None,
    listing: bool,
    form: str,
) -> Exit:
    """Solve BOARD by many algorithms with many heuristics and print their figures side by side.

    \b
    Example:
      taquin compare "1 3 5/4 0 8/7 6 2" --algorithms astar,ida,bfs,greedy

    A search that reaches a limit does not stop the others. After Ctrl-C the searches done are printed.
    The column 'shortest' is known, not guessed: from a search that proves it.
    """
    if listing:
        _describe()
        return Exit.OK
    if board is None:
        raise click.UsageError("Missing argument 'BOARD'")
    puzzle = read_puzzle(board, goal)
    if not puzzle.is_solvable():
        raise Unsolvable(f"this board cannot be solved: {diagnose(puzzle.start, puzzle.goal).reason}")
    chosen = [] if heuristics is None else heuristic_names(heuristics)
    pairs = combinations(algorithm_names(algorithms), chosen)
    rows: list[Solution] = []
    code = Exit.OK
    try:
        for number, pair in enumerate(pairs, start=1):
            rows += _row(puzzle, pair, limits, f"{number} of {len(pairs)}")
        status("looking for a shortest solution")
        # The limit on nodes is meant for searches that make thousands a second, not for the engine asked here.
        shortest = shortest_length(puzzle, rows, Limits(limits.seconds))
    except KeyboardInterrupt:
        shortest, code = proven_length(rows), Exit.INTERRUPTED
    status()
    if form == "json":
        for solution in rows:
            echo_json({**solution.to_json(), "shortest": shortest})
    else:
        _table([_cells(solution, shortest) for solution in rows])
        click.echo(f"\nShortest solution: {'not known' if shortest is None else count_moves(shortest)}.")
    if svg is not None:
        export(svg, _picture(rows, shortest))
    if code is Exit.INTERRUPTED:
        click.echo(f"taquin: interrupted after {len(rows)} of {len(pairs)} searches", err=True)
    return code


def _row(puzzle: Puzzle, pair: tuple[str, str], limits: Limits, number: str) -> list[Solution]:
    """One search; none where its heuristic cannot be had for boards this large."""
    name = " with ".join(filter(None, pair))

    def show(now: Progress) -> None:
        status(f"{number}: {name}, {now.generated:,} generated, {now.seconds:.1f} s")

    status(f"{number}: {name}")
    try:
        return list(compare(puzzle, [pair], limits, show))
    except TaquinError as error:
        status()
        click.echo(f"taquin: {name}: {error}", err=True)
        return []


def _cells(solution: Solution, shortest: int | None) -> tuple[str, ...]:
    stats, factor = solution.stats, solution.branching_factor
    return (
        solution.algorithm,
        solution.heuristic or "-",
        str(solution.length) if solution.solved else str(solution.outcome),
        _judgement(solution, shortest),
        f"{stats.generated:,}",
        f"{stats.expanded:,}",
        f"{stats.queue_peak:,}",
        f"{stats.memory / 1e6:,.2f}",
        f"{seconds_text(stats.seconds):>{_TIME_WIDTH}}",
        "-" if factor is None else f"{factor:.3f}",
    )


def _judgement(solution: Solution, shortest: int | None) -> str:
    if solution.length is None:
        return f">= {solution.bound}"
    if shortest is None:
        return "?"
    return "yes" if solution.length == shortest else f"no, +{solution.length - shortest}"


def _table(rows: list[tuple[str, ...]]) -> None:
    widths = {column[0]: max(map(len, column)) for column in zip(_HEAD, *rows, strict=True)}
    left_out = []
    for name in _SPARE:
        if sum(widths.values()) + 2 * len(widths) - 2 > screen_width():
            left_out.append(name)
            del widths[name]
    for row in (_HEAD, *rows):
        cells = dict(zip(_HEAD, row, strict=True))
        line = [
            cells[name].ljust(width) if name in _HEAD[:2] else cells[name].rjust(width)
            for name, width in widths.items()
        ]
        click.echo("  ".join(line).rstrip())
    if left_out:
        click.echo(f"(no room here for {', '.join(left_out)}; --json prints everything)")


def _picture(rows: list[Solution], shortest: int | None) -> str:
    bars = []
    for solution in rows:
        length = count_moves(len(solution.moves)) if solution.solved else str(solution.outcome)
        good = solution.solved and solution.length == shortest
        label = " + ".join(filter(None, (solution.algorithm, solution.heuristic)))
        bars.append((label, float(solution.stats.generated), f"{solution.stats.generated:,}; {length}", good))
    return bars_svg("Nodes generated (blue: a shortest solution)", bars)


def _describe() -> None:
    formatter = click.HelpFormatter(width=min(screen_width(), _WIDEST_LIST))
    with formatter.section("Algorithms"):
        formatter.write_dl([(name, _algorithm(name)) for name in ALGORITHMS])
    with formatter.section("Heuristics"):
        formatter.write_dl([(name, _heuristic(name)) for name in HEURISTICS])
    click.echo(formatter.getvalue().strip())


def _algorithm(name: str) -> str:
    known = ALGORITHMS[name]
    facts = ["optimal" if known.optimal else "not optimal"]
    facts += [] if known.complete else ["not complete"]
    facts += [f"default {known.heuristic}"] if known.heuristic else []
    facts += [f"--{option}" for option in known.options]
    return f"{known.about['en'].rstrip('.')} ({', '.join(facts)})"


def _heuristic(name: str) -> str:
    known = HEURISTICS[name]
    admissible = "admissible" if known.admissible else "not admissible"
    return f"{known.summary} ({admissible}, {'consistent' if known.consistent else 'not consistent'})"

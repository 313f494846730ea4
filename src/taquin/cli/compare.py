"""`taquin compare`: many algorithms and heuristics on one board."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.boards import goal_option, read_puzzle
from taquin.cli.exits import Exit
from taquin.cli.options import limit_options
from taquin.cli.output import echo_json, figures, format_option, status
from taquin.compare import combinations, compare, shortest_length
from taquin.errors import TaquinError, Unsolvable
from taquin.heuristics import HEURISTICS
from taquin.render.chart import bars_svg
from taquin.result import Limits, Solution
from taquin.search import ALGORITHMS
from taquin.solvability import diagnose

__all__ = ["command", "names"]

_HEAD = ("algorithm", "heuristic", "length", "shortest", "generated", "expanded", "queue", "MB", "seconds", "b*")


def names(text: str, known: dict[str, object], what: str) -> list[str]:
    """A list of names with commas between them; `all` is every one."""
    chosen = list(known) if text == "all" else [part.strip() for part in text.split(",") if part.strip()]
    for name in chosen:
        if name not in known:
            raise click.UsageError(f"unknown {what} {name!r}: choose from {', '.join(known)}")
    if not chosen:
        raise click.UsageError(f"name at least one {what}")
    return chosen


@click.command("compare")
@click.argument("board", metavar="BOARD", required=False)
@goal_option
@click.option("--algorithms", default="all", show_default=True, help="Names with commas between them, or all.")
@click.option("--heuristics", help="Names with commas between them, or all.  [default: each algorithm's own]")
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

    A search that reaches a limit does not stop the others.
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
    chosen = [] if heuristics is None else names(heuristics, dict(HEURISTICS), "heuristic")
    pairs = combinations(names(algorithms, dict(ALGORITHMS), "algorithm"), chosen)
    rows: list[Solution] = []
    for pair in pairs:
        status(f"{len(rows) + 1} of {len(pairs)}: {' with '.join(filter(None, pair))}")
        try:
            rows += compare(puzzle, [pair], limits)
        except TaquinError as error:  # a heuristic that cannot be had for boards this large
            click.echo(f"taquin: {' with '.join(filter(None, pair))}: {error}", err=True)
    status()
    # The limit on nodes is meant for searches that make thousands a second, not for the engine asked here.
    shortest = shortest_length(puzzle, rows, Limits(limits.seconds))
    if form == "json":
        for solution in rows:
            echo_json({**solution.to_json(), "shortest": shortest})
    else:
        _table([_cells(solution, shortest) for solution in rows])
        click.echo(f"\nShortest solution: {'not known' if shortest is None else f'{shortest} moves'}.")
    if svg is not None:
        svg.write_text(_picture(rows, shortest), encoding="utf-8")
    return Exit.OK


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
        f"{stats.seconds:.3f}",
        "-" if factor is None else f"{factor:.3f}",
    )


def _judgement(solution: Solution, shortest: int | None) -> str:
    if solution.length is None:
        return f">= {solution.bound}"
    if shortest is None:
        return "?"
    return "yes" if solution.length == shortest else f"no, +{solution.length - shortest}"


def _table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(cell) for cell in column) for column in zip(_HEAD, *rows, strict=True)]
    for row in (_HEAD, *rows):
        cells = [
            cell.ljust(width) if number < 2 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def _picture(rows: list[Solution], shortest: int | None) -> str:
    bars = []
    for solution in rows:
        length = f"{solution.length} moves" if solution.solved else str(solution.outcome)
        good = solution.solved and solution.length == shortest
        label = " + ".join(filter(None, (solution.algorithm, solution.heuristic)))
        bars.append((label, float(solution.stats.generated), f"{solution.stats.generated:,}; {length}", good))
    return bars_svg("Nodes generated (blue: a shortest solution)", bars)


def _describe() -> None:
    click.echo("Algorithms")
    click.echo(figures((f"  {name}", _algorithm(name)) for name in ALGORITHMS))
    click.echo("\nHeuristics")
    click.echo(figures((f"  {name}", _heuristic(name)) for name in HEURISTICS))


def _algorithm(name: str) -> str:
    known = ALGORITHMS[name]
    facts = ["optimal" if known.optimal else "not optimal"]
    facts += [] if known.complete else ["not complete"]
    facts += [f"default {known.heuristic}"] if known.heuristic else []
    facts += [f"--{option}" for option in known.options]
    return f"{known.summary} ({', '.join(facts)})"


def _heuristic(name: str) -> str:
    known = HEURISTICS[name]
    admissible = "admissible" if known.admissible else "not admissible"
    return f"{known.summary} ({admissible}, {'consistent' if known.consistent else 'not consistent'})"

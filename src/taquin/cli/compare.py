"""`taquin compare`: many algorithms and heuristics on one board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import click

from taquin.board import Board
from taquin.cli.boards import goal_option, read_puzzle
from taquin.cli.exits import Exit
from taquin.cli.language import number, said, spoken, text
from taquin.cli.options import lang_option, limit_options, metric_option, none_of, svg_option
from taquin.cli.output import complain, echo_json, format_option, say, screen_width, status
from taquin.cli.remark import caveat
from taquin.cli.teaching import refusal_of_heuristic, with_heuristic
from taquin.comparison import combinations, proven_length, searches, shortest_length
from taquin.errors import TaquinError, Unsolvable
from taquin.files import export
from taquin.heuristics import HEURISTICS, Kind, kind_of
from taquin.move import count_moves, count_slides
from taquin.names import Metric
from taquin.notation import format_board, length_in
from taquin.puzzle import Puzzle
from taquin.random_boards import layers
from taquin.render.chart import bars_svg
from taquin.render.side_by_side import side_by_side
from taquin.result import Limits, Progress, Solution
from taquin.search import ALGORITHMS
from taquin.solvability import diagnose
from taquin.texts import Sentence

__all__ = ["command", "heuristic_names", "say_overestimating"]

_EXPLAINED = ("generated", "expanded", "queue", "MB", "b*")
"""The columns whose names do not say it all."""
_LARGEST_EXAMPLE = 25
"""Cells of a board that is shown as an example."""
_NEAR = 6
"""Layers round the goal in which an example is looked for: some hundreds of boards."""
_WIDEST_LIST = 110
"""Columns of a text at most: longer lines are hard to read."""


def algorithm_names(listed: str) -> list[str]:
    """Names of algorithms with commas between them; `all` is every one."""
    chosen = _split(listed, list(ALGORITHMS), "algorithm")
    for name in chosen:
        if name not in ALGORITHMS:
            raise click.UsageError(none_of(name, ALGORITHMS))
    return chosen


def heuristic_names(listed: str) -> list[str]:
    """Names of heuristics with commas between them, a maximum with its parts among them; `all` is every one."""
    chosen = _split(listed, list(HEURISTICS), "heuristic")
    for name in chosen:
        if why := refusal_of_heuristic(name):
            raise click.UsageError(why)
    return chosen


def _split(listed: str, known: list[str], what: str) -> list[str]:
    chosen = known if listed == "all" else [part.strip() for part in listed.split(",") if part.strip()]
    if not chosen:
        raise click.UsageError(text(f"usage.name_{what}"))
    return chosen


@click.command("compare")
@click.argument("board", metavar="BOARD", required=False)
@goal_option
@click.option("--algorithms", default="all", show_default=True, help="Names with commas between them, or all.")
@click.option(
    "--heuristics",
    help="Names with commas between them, maximum:H+H among them, or all.  [default: each algorithm's own]",
)
@limit_options("each search", seconds=10.0)
@metric_option
@svg_option("Draw the nodes generated into this file.")
@click.option("--list", "listing", is_flag=True, help="Describe all algorithms and heuristics, and do nothing else.")
@lang_option
@format_option("text", "json")
def command(
    board: str | None,
    goal: str,
    algorithms: str,
    heuristics: str | None,
    limits: Limits,
    metric: Metric,
    svg: Path | None,
    listing: bool,
    form: str,
) -> Exit:
    """Solve BOARD by many algorithms with many heuristics and print their figures side by side.

    \b
    Example:
      taquin compare "1 3 5/4 0 8/7 6 2" --algorithms astar,ida,bfs,greedy

    A search that reaches a limit does not stop the others. After Ctrl-C the searches done are printed.
    The column 'shortest' is known, not guessed: from a search that proves it. With '--metric mtm' it compares slides;
    the algorithms look for few single-tile moves all the same.
    """
    if listing:
        _describe()
        return Exit.OK
    if board is None:
        raise click.UsageError(text("usage.missing_argument", name="'BOARD'"))
    puzzle = read_puzzle(board, goal)
    if not puzzle.is_solvable():
        raise Unsolvable(Sentence("errors.unsolvable", reason=diagnose(puzzle.start, puzzle.goal).reason))
    chosen = [] if heuristics is None else heuristic_names(heuristics)
    pairs = combinations(algorithm_names(algorithms), chosen)
    rows: list[Solution] = []
    code, ended = Exit.OK, ""
    try:
        for number, pair in enumerate(pairs, start=1):
            rows += _row(puzzle, pair, limits, number, len(pairs))
        status(text("busy.shortest"))
        # The limit on nodes is meant for searches that make thousands a second, not for the engine asked here.
        shortest = shortest_length(puzzle, rows, Limits(limits.seconds), metric)
    except KeyboardInterrupt:
        shortest, code = proven_length(rows, metric), Exit.INTERRUPTED
        ended = text("compare.interrupted", done=len(rows), total=len(pairs))
    status()
    if form == "json":
        for solution in rows:
            echo_json({**solution.to_json(), "shortest" if metric == "stm" else "shortest_mtm": shortest})
    else:
        table = side_by_side(rows, shortest, metric, spoken(), screen_width())
        click.echo("\n".join(table.lines))
        if table.left_out:
            say(text("compare.no_room", columns=", ".join(table.left_out)))
        counted = count_moves if metric == "stm" else count_slides
        length = text("compare.not_known") if shortest is None else counted(shortest)
        click.echo("\n" + text("compare.shortest" if metric == "stm" else "compare.fewest_slides", length=length))
        if metric == "mtm":
            say(text("compare.in_slides"))
        say(" ".join([text(f"compare.about_{name}") for name in _EXPLAINED if name in table.columns] + _caveats(rows)))
        _explain(rows, metric)
    if svg is not None:
        export(svg, _picture(rows, shortest, metric, ended))
    if ended:
        complain(ended)
    return code


def _caveats(rows: list[Solution]) -> list[str]:
    """Of every algorithm that found a solution and guarantees no shortest one, why it does not."""
    names = dict.fromkeys(solution.algorithm for solution in rows if solution.solved)
    return [caveat(name) for name in names if not ALGORITHMS[name].optimal]


def _explain(rows: list[Solution], metric: Metric) -> None:
    """Say why searches found nothing, and which heuristics prove nothing."""
    if metric == "stm" and not all(solution.solved for solution in rows):
        say(text("compare.about_bound"))
    for solution in rows:
        if not solution.solved and solution.reason:
            name = with_heuristic(solution.algorithm, solution.heuristic)
            say(text("compare.found_none", name=name, reason=said(solution.reason)))
    if {"ida", "astar"} <= {solution.algorithm for solution in rows}:
        say(text("words.repeating"))
    say_overestimating((solution.heuristic for solution in rows), rows[0].puzzle.goal if rows else None)


def say_overestimating(names: Iterable[str], goal: Board | None) -> None:
    """Which of these heuristics are not admissible, whether they prove anything all the same, and a board on which
    they overestimate."""
    for name in dict.fromkeys(filter(None, names)):
        kind = kind_of(name)
        if goal is None or kind.admissible:
            continue
        say(text("compare.overestimating" if kind.proves else "compare.proving_nothing", name=name))
        if (found := _overestimated(kind, goal)) is not None:
            board, h, distance = found
            line = format_board(board, "line")
            say(text("compare.too_high", h=number(h, "g"), board=line, moves=count_moves(distance)))


def _overestimated(kind: Kind, goal: Board) -> tuple[Board, float, int] | None:
    """The first board in breadth-first order from the goal on which the estimate is too high, with it and the true
    distance; None where it is not near, or nobody would read it."""
    if len(goal) > _LARGEST_EXAMPLE:
        return None
    estimate = kind.make(goal)
    for distance, layer in enumerate(islice(layers(goal), _NEAR)):
        for board in layer:
            if (h := estimate(board)) > distance:
                return board, h, distance
    return None


def _row(puzzle: Puzzle, pair: tuple[str, str], limits: Limits, number: int, total: int) -> list[Solution]:
    """One search; none where its heuristic cannot be had for boards this large."""
    name = with_heuristic(*pair)
    which = {"number": number, "total": total, "name": name}

    def show(now: Progress) -> None:
        status(text("busy.comparing_so_far", **which, generated=now.generated, seconds=now.seconds))

    status(text("busy.comparing", **which))
    try:
        return list(searches(puzzle, [pair], limits, show))
    except TaquinError as error:
        status()
        complain(f"{name}: {said(error)}")
        return []


def _picture(rows: list[Solution], shortest: int | None, metric: Metric, ended: str) -> str:
    """The chart; its title says where the comparison was ended before all searches were done."""
    bars = []
    for solution in rows:
        counted = count_moves if metric == "stm" else count_slides
        found = length_in(solution.moves, metric)
        length = said(counted(found)) if solution.solved else text(f"outcome.{solution.outcome}")
        good = solution.solved and found == shortest
        label = " + ".join(filter(None, (solution.algorithm, solution.heuristic)))
        bars.append((label, float(solution.stats.generated), f"{number(solution.stats.generated)}; {length}", good))
    title = "; ".join(filter(None, (text("compare.picture"), ended)))
    return bars_svg(title, text("compare.axis"), bars, spoken())


def _describe() -> None:
    formatter = click.HelpFormatter(width=min(screen_width(), _WIDEST_LIST))
    with formatter.section(text("compare.algorithms")):
        formatter.write_dl([(name, _algorithm(name)) for name in ALGORITHMS])
    with formatter.section(text("compare.heuristics")):
        formatter.write_dl([(name, _heuristic(name)) for name in HEURISTICS])
    click.echo(formatter.getvalue().strip() + "\n")
    say(text("compare.documents"))
    say_overestimating(HEURISTICS, Board.blank_last(3))


def _algorithm(name: str) -> str:
    known = ALGORITHMS[name]
    optimal = "compare.optimal" if known.complete else "compare.optimal_if_found"
    facts = [text(optimal if known.optimal else "compare.not_optimal")]
    facts += [] if known.complete else [text("compare.not_complete")]
    facts += [text("compare.default", heuristic=known.heuristic)] if known.heuristic else []
    facts += [f"--{option}" for option in known.options]
    return f"{text(f'about.{name}').rstrip('.')} ({', '.join(facts)})"


def _heuristic(name: str) -> str:
    known = HEURISTICS[name]
    admissible = text("compare.admissible" if known.admissible else "compare.not_admissible")
    consistent = text("compare.consistent" if known.consistent else "compare.not_consistent")
    return f"{text(f'heuristics.{name}')} ({admissible}, {consistent})"

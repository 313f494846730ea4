"""The teaching side of `taquin solve`, and what `trace` and `compare` share with it.

The heuristics are imported where they are used: most calls of `taquin solve` need none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from taquin.cli.options import Command, Number, WholeNumber, decorated
from taquin.cli.output import fits_screen, status, too_wide, why_not
from taquin.notation import picture
from taquin.puzzle import Puzzle
from taquin.result import LARGEST_AMOUNT, Limits, Outcome, Progress, Solution
from taquin.search import ALGORITHMS, Option, run
from taquin.solve import AUTO

if TYPE_CHECKING:
    from taquin.trace import OnEvent

__all__ = [
    "algorithm_option",
    "print_boards",
    "print_steps",
    "refuse_for_teaching",
    "refuse_without_algorithm",
    "show_search",
    "teach",
    "teaching_figures",
    "teaching_options",
]


def _heuristics() -> list[str]:
    from taquin.heuristics import HEURISTICS

    return list(HEURISTICS)


def _refusal_of_heuristic(name: str) -> str:
    """Why this is no heuristic; empty where it is one."""
    from taquin.heuristics import kind_of

    try:
        kind_of(name)
    except ValueError as error:
        return str(error)
    return ""


def _refusal_of_algorithm(name: str) -> str:
    return "" if name in ALGORITHMS else f"{name!r} is not one of {', '.join(ALGORITHMS)}"


def _named(
    option: str, names: Callable[[], list[str]], refusal: Callable[[str], str], help_text: str, **more: Any
) -> Callable[..., Any]:
    """An option that takes one of some names, which are looked up only if it is given, or completed."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and value != param.default and (why := refusal(value)):
            raise click.BadParameter(why)
        return value

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return click.option(*option.split(), callback=check, shell_complete=complete, help=help_text, **more)


def algorithm_option(default: str) -> Callable[[Command], Command]:
    """Add --algorithm, --heuristic and the options of single algorithms."""
    listed = "'taquin compare --list' describes them."

    def decorate(function: Command) -> Command:
        return decorated(
            function,
            _named(
                "--algorithm", lambda: list(ALGORITHMS), _refusal_of_algorithm, f"A teaching algorithm; {listed}",
                metavar="A", default=default, show_default=True,
            ),
            _named(
                "--heuristic heuristic_name", _heuristics, _refusal_of_heuristic,
                f"A heuristic, or maximum:H+H; {listed}  [default: the algorithm's own]", metavar="H",
            ),
            *_own_options(),
        )  # fmt: skip

    return decorate


def _own_options() -> Iterator[Callable[..., Any]]:
    """The options of single algorithms, as the registry has them; those that share a name share an option."""
    for name in dict.fromkeys(name for known in ALGORITHMS.values() for name in known.options):
        owners = {owner: known.options[name] for owner, known in ALGORITHMS.items() if name in known.options}
        defaults = ", ".join(dict.fromkeys(f"{option.default:g}" for option in owners.values()))
        help_text = f"The {name} of {', '.join(owners)}.  [default: {defaults}]"
        # Whether the value is high enough for its algorithm is not known yet.
        kind = WholeNumber if all(option.kind is int for option in owners.values()) else Number
        lowest = min(option.lowest for option in owners.values())
        yield click.option(f"--{name}", type=kind(lowest, LARGEST_AMOUNT), metavar="N", help=help_text)


def teaching_options(function: Command) -> Command:
    """Add what `taquin solve` offers to classes."""
    return decorated(
        function,
        algorithm_option(AUTO),
        click.option("--steps", is_flag=True, help="Print every board with its move."),
    )


def refuse_without_algorithm(chosen: dict[str, Any]) -> None:
    """Complain about options that mean nothing unless a teaching algorithm is named."""
    for name, value in chosen.items():
        if value is not None:
            raise click.UsageError(f"--{name.removesuffix('_name')} needs --algorithm: name the one it is for")


def refuse_for_teaching(algorithm: str, given: list[str]) -> None:
    """Complain about options of the fast engine, which a teaching algorithm would not heed."""
    if given:
        raise click.UsageError(f"--{given[0]} is not for {algorithm}, a teaching algorithm in Python")


def teach(
    puzzle: Puzzle,
    limits: Limits,
    algorithm: str,
    *,
    heuristic_name: str | None = None,
    on_event: OnEvent | None = None,
    **options: Any,
) -> Solution:
    """Solve by a teaching algorithm, with the options that were given on the command line."""
    from taquin.heuristics import heuristic

    began = perf_counter()
    known = ALGORITHMS[algorithm]
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if name not in known.options:
            raise click.UsageError(f"--{name} is not for {algorithm}")
        _require(known.options[name], name, value)
    if heuristic_name is not None and not known.needs_heuristic:
        raise click.UsageError(f"{algorithm} uses no heuristic")
    estimate = heuristic(heuristic_name or known.heuristic or "zero", puzzle.goal)
    if limits.seconds is not None:  # tables of the heuristic were built meanwhile
        limits = replace(limits, seconds=max(0.0, limits.seconds - (perf_counter() - began)))
    silent = on_event is None or not sys.stdout.isatty()  # else the events are on the screen
    solution = run(algorithm, puzzle, estimate, limits, on_event, show_search if silent else None, **given)
    status()
    return solution


def _require(option: Option, name: str, value: float) -> None:
    try:
        option.require(name, value)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def show_search(now: Progress) -> None:
    """How far a teaching search is."""
    status(f"{now.generated:,} generated, {now.queue_left:,} waiting, {now.seconds:.1f} s")


def teaching_figures(solution: Solution) -> list[tuple[str, object]]:
    """What only a teaching algorithm counts; the native engine's solutions have none of it."""
    if solution.engine != "python" or solution.algorithm not in ALGORITHMS:
        return []
    stats, factor = solution.stats, solution.branching_factor
    rows: list[tuple[str, object]] = [
        ("Queue", f"{stats.queue_left:,} left, {stats.queue_peak:,} at the peak"),
        ("Reopened", f"{stats.reopened:,}"),
        ("Memory", f"{stats.memory / 1e6:,.2f} MB at the peak"),
    ]
    if factor is not None:
        rows.append(("Branching factor", f"{factor:.3f} effective"))
    return rows


def print_steps(solution: Solution) -> None:
    """Every board with the move that leads to it: a picture, or its rows where that would wrap, or the moves alone."""
    names = ["Start", *(f"Step {number}: {move.word}" for number, move in enumerate(solution.moves, start=1))]
    if not solution.solved:
        return
    start = solution.puzzle.start
    if not fits_screen(str(start)):
        click.echo("\n" + "\n".join([too_wide(start), *names[1:]]))
        return
    show = picture if fits_screen(picture(start)) else str
    for name, board in zip(names, solution.boards(), strict=True):
        click.echo(f"\n{name}\n{show(board)}")


def print_boards(solution: Solution) -> None:
    """As the client of the Princeton assignment prints."""
    from taquin.princeton import report

    if solution.solved or solution.outcome is Outcome.UNSOLVABLE:
        click.echo(report(solution))
    else:
        click.echo(f"taquin: {why_not(solution)}", err=True)

"""The teaching side of `taquin solve`, and what `trace` and `compare` share with it.

Algorithms and heuristics are imported where they are used: most calls of `taquin solve` need none of them, and would
start later by a fifth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from taquin.cli.language import number, said, text
from taquin.cli.options import Command, Number, WholeNumber, decorated, meant, none_of
from taquin.cli.output import complain, fits_screen, status, too_wide, why_not
from taquin.notation import picture
from taquin.puzzle import Puzzle
from taquin.result import LARGEST_AMOUNT, Limits, Outcome, Progress, Solution
from taquin.solver import AUTO

if TYPE_CHECKING:
    from taquin.search import Option
    from taquin.trace import OnEvent

__all__ = [
    "AlgorithmCommand",
    "algorithm_option",
    "print_boards",
    "print_steps",
    "refusal_of_heuristic",
    "refuse_for_teaching",
    "refuse_without_algorithm",
    "show_search",
    "teach",
    "teaching_figures",
    "teaching_options",
    "with_heuristic",
]


class AlgorithmCommand(click.Command):
    """A command with --algorithm, which has the options of single algorithms too.

    It takes them from the registry only where the arguments have an option that it does not know itself, such as one of
    them or --help.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        own = {name for parameter in self.params for name in (*parameter.opts, *parameter.secondary_opts)}
        unknown = any(word.startswith("-") and word.partition("=")[0] not in own for word in args)
        if unknown or ctx.resilient_parsing:  # as when a shell completes a line
            self.params += [option for option in _own_options() if option.opts[0] not in own]
        return super().parse_args(ctx, args)


def _algorithms() -> list[str]:
    from taquin.search import ALGORITHMS

    return list(ALGORITHMS)


def _heuristics() -> list[str]:
    from taquin.heuristics import HEURISTICS

    return list(HEURISTICS)


def refusal_of_heuristic(name: str) -> str:
    """Why this is no heuristic; empty where it is one."""
    from taquin.heuristics import kind_of

    try:
        kind_of(name)
    except ValueError as error:
        return (":" not in name and meant(name, _heuristics())) or said(error.args[0])
    return ""


def _refusal_of_algorithm(name: str) -> str:
    return "" if name in _algorithms() else none_of(name, _algorithms())


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
    """Add --algorithm and --heuristic; `AlgorithmCommand` adds the options of single algorithms."""
    listed = "'taquin compare --list' describes them."

    def decorate(function: Command) -> Command:
        return decorated(
            function,
            _named(
                "--algorithm", _algorithms, _refusal_of_algorithm, f"A teaching algorithm; {listed}",
                metavar="A", default=default, show_default=True,
            ),
            _named(
                "--heuristic heuristic_name", _heuristics, refusal_of_heuristic,
                f"A heuristic, or maximum:H+H; {listed}  [default: the algorithm's own]", metavar="H",
            ),
        )  # fmt: skip

    return decorate


def _own_options() -> Iterator[click.Option]:
    """The options of single algorithms, as the registry has them; those that share a name share an option."""
    from taquin.search import ALGORITHMS

    for name in dict.fromkeys(name for known in ALGORITHMS.values() for name in known.options):
        owners = {owner: known.options[name] for owner, known in ALGORITHMS.items() if name in known.options}
        defaults = ", ".join(dict.fromkeys(f"{option.default:g}" for option in owners.values()))
        help_text = f"The {name} of {', '.join(owners)}.  [default: {defaults}]"
        # Whether the value is high enough for its algorithm is not known yet.
        kind = WholeNumber if all(option.kind is int for option in owners.values()) else Number
        lowest = min(option.lowest for option in owners.values())
        yield click.Option([f"--{name}"], type=kind(lowest, LARGEST_AMOUNT), metavar="N", help=help_text)


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
            raise click.UsageError(text("usage.needs_algorithm", name=name.removesuffix("_name")))


def refuse_for_teaching(algorithm: str, given: list[str]) -> None:
    """Complain about options of the fast engine, which a teaching algorithm would not heed."""
    if given:
        raise click.UsageError(text("usage.not_for_teaching", name=given[0], algorithm=algorithm))


def teach(
    puzzle: Puzzle,
    limits: Limits,
    algorithm: str,
    *,
    heuristic_name: str | None = None,
    on_event: OnEvent | None = None,
    **options: Any,
) -> Solution:
    """Solve by a teaching algorithm, with the options that were given on the command line.

    Ctrl-C ends the search, not the command, which prints the figures so far.
    """
    from taquin.heuristics import heuristic
    from taquin.search import ALGORITHMS, run

    began = perf_counter()
    known = ALGORITHMS[algorithm]
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        if name not in known.options:
            raise click.UsageError(text("usage.not_for", name=name, algorithm=algorithm))
        _require(known.options[name], name, value)
    if heuristic_name is not None and not known.needs_heuristic:
        raise click.UsageError(text("usage.no_heuristic", algorithm=algorithm))
    estimate = heuristic(heuristic_name or known.heuristic or "zero", puzzle.goal)
    if limits.seconds is not None:  # tables of the heuristic were built meanwhile
        limits = replace(limits, seconds=max(0.0, limits.seconds - (perf_counter() - began)))
    silent = on_event is None or not sys.stdout.isatty()  # else the events are on the screen
    on_progress = show_search if silent else None
    solution = run(puzzle, algorithm, estimate, limits, on_event, on_progress, returns_stopped=True, **given)
    status()
    return solution


def _require(option: Option, name: str, value: float) -> None:
    try:
        option.require(name, value)
    except ValueError as error:
        raise click.UsageError(said(error.args[0])) from None


def show_search(now: Progress) -> None:
    """How far a teaching search is."""
    status(text("busy.searching", generated=now.generated, waiting=now.queue_left, seconds=now.seconds))


def teaching_figures(solution: Solution) -> list[tuple[str, object]]:
    """What only a teaching algorithm counts; the native engine's solutions have none of it."""
    if solution.engine != "python" or solution.algorithm not in _algorithms():
        return []
    stats, factor = solution.stats, solution.branching_factor
    rows: list[tuple[str, object]] = [
        (text("solve.queue"), text("solve.queue_sizes", left=stats.queue_left, peak=stats.queue_peak)),
        (text("solve.reopened"), number(stats.reopened)),
        (text("solve.memory"), text("solve.memory_peak", megabytes=stats.memory / 1e6)),
    ]
    if factor is not None:
        rows.append((text("solve.branching"), text("solve.effective", factor=factor)))
    return rows


def with_heuristic(algorithm: str, heuristic: str) -> str:
    """The name of a search: that of its algorithm, and of its heuristic if it has one."""
    return text("solve.with", algorithm=algorithm, heuristic=heuristic) if heuristic else algorithm


def print_steps(solution: Solution) -> None:
    """Every board with the move that leads to it: a picture, or its rows where that would wrap, or the moves alone."""
    directions = (text(f"words.direction_{move}").capitalize() for move in solution.moves)
    steps = (text("solve.step", number=n, direction=direction) for n, direction in enumerate(directions, start=1))
    names = [text("solve.start"), *steps]
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
        complain(why_not(solution))

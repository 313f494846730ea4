"""`taquin trace`: a search step by step."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import click
from click.core import ParameterSource

from taquin.cli.boards import board_argument, goal_option, read_puzzle
from taquin.cli.exits import Exit, outcome_code
from taquin.cli.language import spoken, text
from taquin.cli.options import Choice, WholeNumber, lang_option, limit_options, shown, svg_option
from taquin.cli.output import complain, say, screen_width, wrapped
from taquin.cli.remark import remark
from taquin.cli.teaching import AlgorithmCommand, algorithm_option, teach
from taquin.errors import Unsolvable
from taquin.files import export
from taquin.memory import spare_memory
from taquin.move import count_moves
from taquin.render.lists import Lists
from taquin.render.trace_003 import Document003
from taquin.render.trace_text import trace_lines
from taquin.render.tree import tree_svg
from taquin.result import LARGEST_AMOUNT, Limits, Outcome
from taquin.search import ALGORITHMS
from taquin.search.algorithm import Algorithm
from taquin.search.pseudocode import Pseudocode, line_of
from taquin.texts import ENGLISH, Sentence
from taquin.trace import EVENT_BYTES, Child, Deepened, Ended, Event, Expanded, Recorder, Started, moment

__all__ = ["command"]

_SHOWN_MISSED = 12
"""Nodes dropped although shorter that are named at the end."""
_LARGEST_PICTURE = 100_000
"""Nodes of a picture at most: more than anybody looks at."""


class _Steps(WholeNumber):
    """The number of a step, or the first and the last one with a hyphen between them."""

    name = "steps"

    def __init__(self) -> None:
        super().__init__(1, LARGEST_AMOUNT)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The steps; not one is no choice."""
        first, hyphen, last = str(value).partition("-")
        try:
            lowest = super().convert(first, param, ctx)
            highest = super().convert(last, param, ctx) if hyphen else lowest
        except click.BadParameter:
            self.fail(text("usage.steps_form", value=shown(value)), param, ctx)
        if highest < lowest:
            self.fail(text("usage.no_steps", value=value), param, ctx)
        return range(lowest, highest + 1)


class _Layout(Choice):
    """A document that prints a trace; of those that print something else it says where that is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The document."""
        if value in ("002", "004"):
            self.fail(text("usage.layout_elsewhere", document=value), param, ctx)
        return super().convert(value, param, ctx)


@click.command("trace", cls=AlgorithmCommand)
@board_argument
@goal_option
@algorithm_option("astar")
@limit_options("the search")
@lang_option
@click.option(
    "--format", "form", type=Choice(["text", "jsonl"]), default="text", show_default=True, help="How to print."
)
@click.option(
    "--layout",
    type=_Layout(["003"]),
    help="Print as this course document does, label for label, by its algorithm unless another is named.",
)
@click.option("--lists", is_flag=True, help="After every step print OPEN, in the order of its turns, and CLOSED.")
@click.option("--step", "only", type=_Steps(), metavar="N", help="Print PARENT N alone, or N-M, with --lists.")
@click.option("--pseudocode", is_flag=True, help="Print the algorithm's pseudocode, and the line of every event.")
@svg_option("Draw the search tree into this file.")
@click.option(
    "--largest", type=WholeNumber(1, _LARGEST_PICTURE), default=150, show_default=True, help="Nodes in the picture."
)
def command(
    board: str,
    goal: str,
    limits: Limits,
    form: str,
    layout: str | None,
    lists: bool,
    only: range | None,
    pseudocode: bool,
    svg: Path | None,
    largest: int,
    **chosen: Any,
) -> Exit:
    """Print the whole search for a solution of BOARD: every board expanded, all its children, then the solution.

    \b
    Example:
      taquin trace "1 2 3/4 0 5/7 8 6"

    Each PARENT is a board taken from the queue, with its action and f(g+h); its children are numbered after it, and
    those that are dropped say why, and those that are not made at all are shown as such.
    The documentation's page 'Traces' describes the events of --format jsonl.
    """
    if layout is not None and form != "text":
        raise click.UsageError(text("usage.layout"))
    if layout is not None and (lists or only or pseudocode):
        raise click.UsageError(text("usage.layout_alone"))
    if layout is not None and _is_default("algorithm"):
        chosen["algorithm"] = f"astar{layout}"
    puzzle = read_puzzle(board, goal)
    recorder = Recorder()
    if svg is not None:  # half of the memory is for the search, half for the picture
        memory = spare_memory() if limits.memory is None else limits.memory
        limits = replace(limits, memory=memory // 2)
        recorder.largest = min(recorder.largest, memory // 2 // EVENT_BYTES)
    algorithm = ALGORITHMS[chosen["algorithm"]]
    code = algorithm.pseudocode if pseudocode else ()
    printer: _Printer = _JsonLines(code) if form == "jsonl" else _Text(code, named=lists or only is not None)
    document = Document003()
    steps = _StepByStep(printer, Lists(algorithm.ties, algorithm.memory) if lists or only else None, only)

    missed: list[str] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Child) and event.status == "missed":
            missed.append(event.node)
        if svg is not None:
            recorder(event)
        if layout is None:
            steps(event)
        else:
            _echo(document.lines(event))
        if only is not None and steps.number >= only.stop and svg is None and form == "text":
            raise _Enough

    try:
        solution = teach(puzzle, limits, on_event=on_event, **chosen)
    except _Enough:
        _say_whose_children(algorithm)
        return Exit.OK
    if solution.outcome is Outcome.UNSOLVABLE:
        raise Unsolvable(Sentence("errors.unsolvable", reason=solution.reason))
    if svg is not None:
        export(svg, tree_svg(recorder.events, largest, recorder.dropped, spoken()))
    if only is not None and solution.outcome is Outcome.STOPPED:
        raise KeyboardInterrupt
    if only is not None and solution.outcome is Outcome.LIMIT:
        complain(text("trace.limit", moves=count_moves(solution.bound)).rstrip("."))
        return outcome_code(solution.outcome)
    if only is not None and steps.number < only.start:
        raise click.UsageError(text("usage.no_parent", step=only.start, parents=steps.number))
    if form == "text" and only is None:
        if missed:
            more = [text("trace.more", count=len(missed) - _SHOWN_MISSED)] if len(missed) > _SHOWN_MISSED else []
            click.echo()
            say(text("trace.missed_nodes", nodes=", ".join([*missed[:_SHOWN_MISSED], *more])))
        remark(solution)
    return outcome_code(solution.outcome)


def _is_default(option: str) -> bool:
    """Whether nobody has given this option."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.DEFAULT


def _say_whose_children(algorithm: Algorithm) -> None:
    """A depth-first search goes on below a child before it makes the next one: a step has no whole family."""
    if any(line.name == "otherwise_visit_next" for line in algorithm.pseudocode):
        say(text("trace.one_at_a_time"))


class _Enough(Exception):
    """All steps that were asked for are printed."""


class _Printer(Protocol):
    """How events and lists are printed."""

    def event(self, event: Event) -> None: ...

    def lists(self, lists: Lists) -> None: ...


class _Text:
    def __init__(self, code: Pseudocode, *, named: bool) -> None:
        self._code, self._named = code, named

    def event(self, event: Event) -> None:
        code = ""
        if isinstance(event, Started):
            for number, each in enumerate(self._code, start=1):
                line = each.said(spoken())
                margin = 4 + len(line) - len(line.lstrip())
                click.echo(wrapped(f"{number:2}  {line}", " " * margin))
            _echo([""] if self._code else [])
        elif self._code:
            at = line_of(self._code, moment(event))
            code = text("trace.line", number=at + 1, line=self._code[at].said(spoken()).strip())
        lines = list(trace_lines(event, spoken(), code))
        if self._named and isinstance(event, Expanded):  # the lists speak of nodes by their names
            lines.insert(1, f"  {text('trace.node', node=event.node)}")
        _echo(lines)

    def lists(self, lists: Lists) -> None:
        _echo(lists.lines(spoken()))


class _JsonLines:
    def __init__(self, code: Pseudocode) -> None:
        self._code = code

    def event(self, event: Event) -> None:
        found = event.to_json()
        if self._code:
            found["line"] = line_of(self._code, moment(event)) + 1
            if isinstance(event, Started):
                found["pseudocode"] = [each.said(ENGLISH) for each in self._code]
        click.echo(json.dumps(found))

    def lists(self, lists: Lists) -> None:
        click.echo(json.dumps(lists.to_json()))


class _StepByStep:
    """Hands events to a printer, step by step: a step is an expanded board with what is told until the next one. After
    each come the lists, where they are wanted. With `only` some steps, nothing else is printed but the start and, as
    JSON, the end."""

    def __init__(self, printer: _Printer, lists: Lists | None, only: range | None) -> None:
        self._printer, self._lists, self._only = printer, lists, only
        self.number = 0
        """Of the present step; 0 before the first one."""
        self.printed = False
        """Whether a step of `only` has been printed."""
        self._under_way = False
        self._before: list[Event] = []
        """The start and the present round, to be printed with the first step of them, if there is one."""

    def __call__(self, event: Event) -> None:
        if isinstance(event, Deepened | Expanded | Ended):
            if self._under_way and self._lists is not None and (self._only is None or self.number in self._only):
                self._printer.lists(self._lists)
            self._under_way = isinstance(event, Expanded)
        if isinstance(event, Expanded):
            self.number = event.number
        if self._lists is not None:
            self._lists(event)
        if self._only is None:
            self._printer.event(event)
        else:
            self._some_steps(event, self._only)

    def _some_steps(self, event: Event, only: range) -> None:
        if isinstance(event, Started | Deepened):
            self._before = [*(one for one in self._before if isinstance(one, Started)), event]
        elif self._under_way and self.number in only:
            for one in (*self._before, event):
                self._printer.event(one)
            self._before = []
            self.printed = True
        elif isinstance(event, Ended) and isinstance(self._printer, _JsonLines) and self.printed:
            self._printer.event(event)


def _echo(lines: Iterable[str]) -> None:
    """Print lines at once, so that Ctrl-C does not cut a board in two; prose that is too wide is wrapped, boards are
    not."""
    shown = (line if line.startswith("|") or len(line) <= screen_width() else wrapped(line, "  ") for line in lines)
    click.echo("".join(f"{line}\n" for line in shown), nl=False)

"""`taquin trace`: a search step by step."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from taquin.cli.boards import board_argument, goal_option, read_puzzle
from taquin.cli.exits import Exit, outcome_code
from taquin.cli.language import spoken, text
from taquin.cli.options import Choice, WholeNumber, lang_option, limit_options
from taquin.cli.remark import remark
from taquin.cli.teaching import algorithm_option, teach
from taquin.errors import Unsolvable
from taquin.files import export
from taquin.memory import spare_memory
from taquin.render.trace_003 import Document003
from taquin.render.trace_text import trace_lines
from taquin.render.tree import tree_svg
from taquin.result import Limits, Outcome
from taquin.texts import Sentence
from taquin.trace import EVENT_BYTES, Event, Recorder

__all__ = ["command"]

_LARGEST_PICTURE = 100_000
"""Nodes of a picture at most: more than anybody looks at."""


@click.command("trace")
@board_argument
@goal_option
@algorithm_option("astar")
@limit_options("the search")
@lang_option
@click.option(
    "--format", "form", type=Choice(["text", "jsonl"]), default="text", show_default=True, help="How to print."
)
@click.option("--layout", type=Choice(["003"]), help="Print as this course document does, label for label.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the search tree into this file.")
@click.option(
    "--largest", type=WholeNumber(1, _LARGEST_PICTURE), default=150, show_default=True, help="Nodes in the picture."
)
def command(
    board: str,
    goal: str,
    limits: Limits,
    form: str,
    layout: str | None,
    svg: Path | None,
    largest: int,
    **chosen: Any,
) -> Exit:
    """Print the whole search for a solution of BOARD: every board expanded, all its children, then the solution.

    \b
    Example:
      taquin trace "1 2 3/4 0 5/7 8 6"

    Each PARENT is a board taken from the queue, with its action and f(g+h); its children are numbered after it, and
    those that are dropped say why.
    The events of --format jsonl are described in docs/trace.md.
    """
    if layout is not None and form != "text":
        raise click.UsageError(text("usage.layout"))
    puzzle = read_puzzle(board, goal)
    recorder = Recorder()
    document = Document003()
    if svg is not None:  # half of the memory is for the search, half for the picture
        memory = spare_memory() if limits.memory is None else limits.memory
        limits = replace(limits, memory=memory // 2)
        recorder.largest = min(recorder.largest, memory // 2 // EVENT_BYTES)

    def on_event(event: Event) -> None:
        if svg is not None:
            recorder(event)
        if form == "jsonl":
            click.echo(json.dumps(event.to_json()))
        else:
            lines = trace_lines(event, spoken()) if layout is None else document.lines(event)
            printed = "".join(f"{line}\n" for line in lines)
            click.echo(printed, nl=False)  # at once: Ctrl-C does not cut a board in two

    solution = teach(puzzle, limits, on_event=on_event, **chosen)
    if solution.outcome is Outcome.UNSOLVABLE:
        raise Unsolvable(Sentence("errors.unsolvable", reason=solution.reason))
    if svg is not None:
        export(svg, tree_svg(recorder.events, largest, recorder.dropped, spoken()))
    if form == "text":
        remark(solution)
    return outcome_code(solution.outcome)

"""`taquin datasets`: the named sets of puzzles."""

from __future__ import annotations

import click

from taquin.cli.output import counted, figures
from taquin.datasets import Dataset, dataset
from taquin.datasets.named import BUILT_IN
from taquin.datasets.outside import OUTSIDE, is_present
from taquin.datasets.seeded import PATTERNS
from taquin.notation import format_board

__all__ = ["command"]

_LISTED = 100
"""Boards at most that are shown by their names, where they have some that are not just numbers."""


@click.command("datasets")
@click.argument("name", required=False)
@click.option("--boards", is_flag=True, help="Print the boards alone, one a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a board: id, board, goal, figures.")
def command(name: str | None, boards: bool, as_json: bool) -> None:
    """List the named sets of puzzles, or show the one called NAME.

    \b
    Example:
      taquin datasets korf100

    Every name can stand where a file of boards does: 'taquin batch korf100 -o results.jsonl'. NAME/ID is one board of
    a set wherever a BOARD is wanted: 'taquin solve korf100/79'. The checksum is the SHA-256 of what --json prints.
    """
    if name is None:
        if boards or as_json:
            raise click.UsageError("--boards and --json need the NAME of a dataset")
        _list()
        return
    found = dataset(name)
    instances = found.instances()
    if boards and as_json:
        raise click.UsageError("--boards and --json exclude each other")
    if boards:
        for instance in counted(instances, "boards", found.count):
            click.echo(format_board(instance.puzzle.start, "line"))
    elif as_json:
        for line in counted(found.json_lines(), "boards", found.count):
            click.echo(line, nl=False)
    else:
        _describe(found)


def _list() -> None:
    rows = [(name, found.title) for name, found in BUILT_IN.items()]
    for name in OUTSIDE:
        place = "in TAQUIN_DATA" if is_present(name) else "not here; set TAQUIN_DATA to the folder that holds it"
        rows.append((name, f"DeepCubeA's {name.removeprefix('deepcubea')}-puzzle test set ({place})"))
    rows += PATTERNS.items()
    click.echo(figures(rows))


def _describe(found: Dataset) -> None:
    width, height = found.shape
    rows: list[tuple[str, object]] = [
        ("Name", found.name),
        ("What", found.title),
        ("Boards", f"{found.count:,} of {width}x{height}"),
        ("Goal", found.goal),
        ("Source", found.source),
        ("Checksum", f"sha256 {found.checksum(counted(found.json_lines(), 'boards', found.count, printed=False))}"),
    ]
    rows += [(f"  {column}", meaning) for column, meaning in found.figures.items()]
    click.echo(figures(rows))
    instances = list(found) if found.count <= _LISTED else []
    if not all(instance.id.isdigit() for instance in instances):
        click.echo()
        click.echo(figures([(f"{found.name}/{one.id}", format_board(one.puzzle.start, "line")) for one in instances]))

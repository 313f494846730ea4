"""`taquin tables`: the files that make searching fast."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from time import perf_counter

import click

from taquin.board import Board
from taquin.cli.boards import goal_option, read_goal
from taquin.cli.engine import warn
from taquin.cli.exits import Exit
from taquin.cli.language import said
from taquin.cli.options import memory_option, threads_option
from taquin.cli.output import echo_json, figures, format_option, say, status, verdict
from taquin.errors import TableError
from taquin.render.progress import building_line

__all__ = ["command"]


@click.group("tables")
def command() -> None:
    """Build, list and check the tables that searches use.

    A NAME is a shape, 4x4, for its default tables, 4x4-large for the large ones, or 4x4-5-5-5 for those of another
    name. 5x5-pool and 5x5-whole-pool are tables for many partitions, among which long searches of 24-puzzles choose.
    Boards of more than 16 cells have small tables, too, which make near-optimal solutions shorter; those of more
    than 36 have only these.

    \b
    Example:
      taquin tables where
    """


def read_name(name: str, goal: str) -> tuple[Board, str]:
    """The goal board and the size that a name stands for."""
    from taquin.native import require_native
    from taquin.tables import MAX_CELLS, require_size
    from taquin.tables.overhead import LARGEST_CELLS, fits
    from taquin.tables.pool import POOLS, has_pools

    require_native()
    found = re.fullmatch(r"(\d+)x(\d+)(?:-(.+))?", name)
    if found is None:
        raise click.UsageError(f"{name!r} is no set of tables; write 4x4 or 4x4-large")
    width, height = int(found[1]), int(found[2])
    if not (width >= 2 and height >= 2 and (width * height <= MAX_CELLS or fits(width, height))):
        raise click.UsageError(
            f"tables are made for boards of 2x2 to {LARGEST_CELLS} cells that are not long and thin, "
            f"not for {width}x{height}"
        )
    board, size = read_goal(goal, width, height), found[3] or "default"
    if size in POOLS and has_pools(board):
        return board, size
    require_size(width, height, board.blank, size)
    return board, size


@command.command("build")
@click.argument("name")
@goal_option
@threads_option("Threads of the building.  [default: all cores, up to 4]")
@memory_option("Refuse tables that take more memory while they are built, as in 500M.")
def build(name: str, goal: str, threads: int | None) -> Exit:
    """Build the tables of a set that are missing or damaged; the good ones stay.

    The exit code is 6 where not all are kept.
    """
    from taquin.puzzle import Puzzle
    from taquin.result import Building
    from taquin.strategy import proven_by_default
    from taquin.tables import MAX_CELLS, table_set
    from taquin.tables.overhead import overhead_paths, overhead_tables, require_room
    from taquin.tables.pool import POOLS, build_pool
    from taquin.tables.store import path_of

    board, size = read_name(name, goal)
    which, built = "", 0.0

    def on_building(building: Building) -> None:
        nonlocal built
        built = building.seconds
        status(which + said(building_line(building)))

    def on_table(done: int, of: int) -> None:
        """Where nobody sees the line that lives, a line for every table that was built."""
        nonlocal which, built
        if built and not sys.stderr.isatty():
            click.echo(f"table {done} of {of} was built in {built:.1f} s", err=True)
        which, built = f"{done + 1} of {of}: ", 0.0

    def look_up() -> bool:
        status(f"building small tables, {perf_counter() - started:.0f} s")
        return False

    started = perf_counter()
    paths: list[Path] = []
    try:
        if size in POOLS:
            paths += map(path_of, build_pool(size, on_building, warn, threads, on_table))
            size = "default"
        if len(board) <= MAX_CELLS:
            patterns = table_set(board, size, on_building, warn, threads, on_table).patterns
            on_table(len(patterns), len(patterns))
            paths += map(path_of, patterns)
        if not proven_by_default(Puzzle(board, board)):
            require_room(*board.shape)
            overhead_tables(*board.shape, stopped=look_up, on_warning=warn)
            paths += overhead_paths(*board.shape)
    finally:
        status()
    paths = list(dict.fromkeys(paths))
    kept = [path for path in paths if path.is_file()]
    if len(kept) < len(paths):
        raise TableError(
            f"{name}: {len(paths) - len(kept)} of {len(paths)} tables are not kept, and are built anew by every search"
        )
    total = sum(path.stat().st_size for path in kept)
    say(f"{name}: {len(kept)} tables, {total / 1e6:,.1f} MB, ready after {perf_counter() - started:.1f} s")
    return Exit.OK


@command.command("list")
@format_option("text", "json")
def list_tables(form: str) -> None:
    """List the tables on disk, and what was set aside of them because it was damaged."""
    from taquin.tables.store import records, records_set_aside

    found = [*records(), *records_set_aside()]
    if form == "json":
        for record in found:
            echo_json({"name": record.name, "bytes": record.bytes, "problem": record.problem})
    elif not found:
        say("no tables yet; 'taquin tables build 4x4' makes some, and so does the first search")
    else:
        click.echo(
            figures((r.name, f"{r.bytes / 1e6:8,.1f} MB" + (f"  {r.problem}" if r.problem else "")) for r in found)
        )


@command.command("verify")
def verify() -> Exit:
    """Read every table and check its checksum; bad ones are named and the exit code is 6.

    Last come the checksums of whole sets, which results name under 'checksums', for the usual goals.
    """
    from taquin.tables.store import records
    from taquin.tables.store import verify as check

    good = True
    checksums: dict[str, str] = {}
    for found in records():
        status(f"reading {found.name}")
        record = check(found)
        status()
        good &= not record.problem
        if record.problem:
            say(f"  {record.problem}", verdict("bad", False))
        else:
            say(f" {record.name}", verdict("good", True))
            checksums[record.name] = record.checksum
    for checksum, goals in _checksums_of_sets(checksums).items():
        click.echo(f"set  {checksum}  {', '.join(goals)}")
    return Exit.OK if good else Exit.TABLE


def _checksums_of_sets(files: dict[str, str]) -> dict[str, list[str]]:
    """The checksum of every set that is whole, with the goals that it serves."""
    from taquin.puzzle import GOALS
    from taquin.tables import MAX_CELLS, checksum_of_files, sizes

    found: dict[str, list[str]] = {}
    for width, height in dict.fromkeys(tuple(map(int, name.partition("-")[0].split("x"))) for name in files):
        for name, board_of in GOALS.items() if width * height <= MAX_CELLS else ():
            goal = board_of(width, height)
            for size in sizes(width, height, goal.blank):
                if checksum := checksum_of_files(goal, size, files):
                    found.setdefault(checksum, []).append(name)
    return found


@command.command("remove")
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Remove every table.")
def remove(names: tuple[str, ...], everything: bool) -> None:
    """Remove tables, or what was set aside of them, by the names that 'taquin tables list' prints."""
    from taquin.tables.store import records, records_set_aside
    from taquin.tables.store import remove as delete

    if not names and not everything:
        raise click.UsageError("name the tables to remove, or give --all")
    known = {record.name: record for record in (*records(), *records_set_aside())}
    for name in names:
        if name not in known:
            raise click.UsageError(f"no table {name!r}; 'taquin tables list' prints the names")
    for name in known if everything else names:
        delete(known[name])
        say(f"removed {name}")


@command.command("where")
def where() -> None:
    """Print the directory of the tables."""
    from taquin.tables.store import directory

    click.echo(directory())

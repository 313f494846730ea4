"""Which partitions suit a board: chosen among those of a pool by what they would do to its own search.

The tree of an iteration is sampled, as the default tables would search it. Of each sampled node a partition says
whether it would be searched in the next iteration, so two partitions leave the part of the sample that both of them
leave. The best two of all take the place of the default ones. They also search nodes that the default ones cut off. So
it is the tree of the iteration after the next that is sampled, which holds most of these; and a sample of the two
partitions' own tree tells what they gain.

Where there is nothing to be gained, everything stays as it is. A choice depends on the board, the bound and the pool
alone, so a search that is done again makes the same one. No proof rests on it: every partition gives a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from taquin import native
from taquin.board import Board
from taquin.optimal.native_heuristics import native_search
from taquin.puzzle import Puzzle
from taquin.result import Choice
from taquin.tables import SIZES, canonical, table_set
from taquin.tables.build import obtain, table_bytes
from taquin.tables.partition import Group, pictures_of
from taquin.tables.pattern import Pattern
from taquin.tables.pool import POOLS, is_at_hand, partitions_at_hand, pool_patterns

__all__ = ["choose_tables", "is_worth_choosing", "memory_of_choice"]

DEFAULT: Final = "default"
"""The tables whose tree is sampled."""
WORTH_CHOOSING: Final = 30_000_000
"""Nodes of an iteration from which on tables are chosen for the next one, which takes some eight times as long: seven
seconds of one thread or more. Choosing takes one second with the small pool, and two or three with the whole one."""
WORTH_ANOTHER: Final = 100_000_000
"""The same where tables have been chosen before: another choice gains some tenths more."""
_WIDTH: Final = 20_000
"""Nodes of each level that a sample follows: 0.1 to 0.2 s (docs/notebook/optimal-search.md says how good it is)."""
_GREAT_WIDTH: Final = 100_000
"""The same before an iteration of some hundred million nodes or more: half a second to a second."""
_BOARDS: Final = 4_000
"""Boards of a sample."""
_BEYOND: Final = 2
"""Moves by which the bound of the sampled tree is higher than that of the next iteration."""
_DEFAULT_PARTITIONS: Final = 2
"""They come first among those at hand."""
_LEAST_GAIN: Final = 0.9
"""Chosen tables must be expected to leave at most this part of the nodes."""


def is_worth_choosing(last_iteration: int, chosen: bool) -> bool:
    """Whether to choose before the next iteration, after one of so many generated nodes."""
    return last_iteration >= (WORTH_ANOTHER if chosen else WORTH_CHOOSING)


def memory_of_choice(goal: Board, threads: int) -> int:
    """The bytes of all tables that are in memory while a choice is made: the default ones, those in use, those that
    are compared with them, and the one that each thread is at; 0 where there is nothing to choose from."""
    if not is_at_hand(goal):
        return 0
    pattern = pool_patterns(POOLS[0])[0]
    return (20 + threads) * table_bytes(pattern)


def choose_tables(
    puzzle: Puzzle,
    bound: int,
    last_iteration: int,
    present: str,
    threads: int = 1,
    look_up: Callable[[], object] = lambda: None,
) -> Choice | None:
    """The best two partitions at hand for the iteration with this bound, after one of so many nodes; None where they
    gain nothing over those in use, of the size `present`.

    `look_up` is called between two steps of some hundredths of a second, and may end the choice by an exception.
    """
    goal = puzzle.goal
    partitions = partitions_at_hand(goal)
    if not partitions:
        return None
    width = _WIDTH if last_iteration < WORTH_ANOTHER else _GREAT_WIDTH

    def expected(size: str) -> float:
        return native_search(puzzle, "patterns", table_set(goal, size)).sample(bound, width, 0, bound)[0]

    usual_nodes = expected(DEFAULT)
    look_up()
    usual = native_search(puzzle, "patterns", table_set(goal, DEFAULT))
    _, _, paths = usual.sample(bound + _BEYOND, width, _BOARDS, bound)
    look_up()
    boards = native.core.SampledBoards(*goal.shape, goal.tiles, puzzle.start.tiles, paths)
    groups: list[Group] = list(dict.fromkeys(group for partition in partitions for group in partition))
    distances = _distances(puzzle, boards, groups, threads, look_up)
    place = {group: index for index, group in enumerate(groups)}
    numbered = [[place[group] for group in partition] for partition in partitions]
    best: Choice | None = None
    # What a pair without a default partition leaves of the sample may still be too little of what it searches.
    for firsts in (len(partitions), _DEFAULT_PARTITIONS):
        first, second, _ = boards.best_pair(bound, distances, numbered, firsts)
        chosen = list(dict.fromkeys((partitions[first], partitions[second])))
        size = pictures_of(*goal.shape, goal.blank, chosen)
        if best is None or size != best.tables:
            look_up()
            nodes = expected(size)
            if best is None or nodes < best.nodes:
                best = Choice(size, bound, round(nodes), round(usual_nodes))
    before = usual_nodes if present in (*SIZES, DEFAULT) else expected(present)
    return best if best and best.tables != present and best.nodes <= _LEAST_GAIN * before else None


def _distances(
    puzzle: Puzzle,
    boards: native.core.SampledBoards,
    groups: Sequence[Group],
    threads: int,
    look_up: Callable[[], object],
) -> list[bytes]:
    """Of every pattern, its distances on the boards. Each table is read once, and forgotten where nobody uses it."""
    from concurrent.futures import ThreadPoolExecutor  # which takes longer to import than a 15-puzzle to solve

    goal, found = puzzle.goal, dict[Group, bytes]()
    uses: dict[Pattern, list[tuple[Group, tuple[int, ...]]]] = {}
    for group in groups:
        pattern, frame = canonical(*goal.shape, group, goal.blank)
        uses.setdefault(pattern, []).append((group, frame))

    def ask(pattern: Pattern) -> None:
        table = obtain(pattern)
        for group, frame in uses[pattern]:
            found[group] = boards.distances(table, frame)

    with ThreadPoolExecutor(threads) as workers:
        try:
            for _ in workers.map(ask, uses):
                look_up()
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            raise
    return [found[group] for group in groups]

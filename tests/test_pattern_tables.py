"""The pattern tables against their Python twin, and their lower bounds against exact distances."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from taquin import Board, Limits, Puzzle, TaquinError, scramble, solve
from taquin.errors import TableError
from taquin.native import core
from taquin.optimal import Search
from taquin.tables import SIZES, Pattern, canonical, forget, loaded_set, partitions, plan, sizes, table_set
from taquin.tables.build import building_bytes, obtain
from taquin.tables.partition import PICTURES
from taquin.tables.pattern import region
from taquin.tables.plain import pattern_distances_python

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")

SMALL = [
    Pattern(3, 3, (1, 2), 0),
    Pattern(3, 3, (1, 3, 4, 5), 0),
    Pattern(3, 3, (1, 3), 0),  # the blank locked into its corner
    Pattern(3, 3, (1, 3), 2),
    Pattern(3, 3, (0, 2, 6, 8), 1),
    Pattern(4, 2, (1, 2, 4, 6), 7),
    Pattern(4, 3, (0, 1, 2), 11),
    Pattern(4, 3, (5, 6, 9, 10), 0),
    Pattern(5, 2, (0, 1, 2, 3), 9),
    Pattern(4, 4, (0, 5, 10), 15),
    Pattern(5, 4, (0, 7), 19),
    Pattern(6, 5, (14, 15), 29),
    Pattern(6, 6, (0, 35), 1),
]


@pytest.mark.parametrize("pattern", SMALL, ids=str)
def test_every_value_is_that_of_the_python_twin(pattern: Pattern) -> None:
    table = obtain(pattern)
    twin = pattern_distances_python(pattern)
    assert len(twin) > 10
    for (cells, blank), distance in twin.items():
        assert table.distance(list(cells), blank) == distance


@pytest.mark.parametrize("tiles", [5, 6])
def test_sampled_values_satisfy_the_definition(tiles: int) -> None:
    """Distance 0 at home, and from every other placement some pattern move leads exactly one closer, none further."""
    rng = random.Random(tiles)
    home = tuple(sorted(rng.sample(range(1, 16), tiles)))
    pattern, _ = canonical(4, 4, home, 0)
    table = obtain(pattern)
    assert table.distance(list(pattern.home), pattern.blank) == 0
    for _ in range(200):
        *cells, blank = rng.sample(range(16), tiles + 1)
        distance = table.distance(cells, blank)
        holes = region(4, 4, cells, blank)
        around = []
        for tile, cell in enumerate(cells):
            for hole in holes:
                if abs(cell // 4 - hole // 4) + abs(cell % 4 - hole % 4) == 1:
                    around.append(table.distance([*cells[:tile], hole, *cells[tile + 1 :]], cell))
        assert set(around) <= {distance - 1, distance + 1}
        assert distance - 1 in around or distance == 0


def test_turned_and_mirrored_patterns_share_a_table() -> None:
    corner, _ = canonical(4, 4, (1, 2, 3, 4, 5, 6, 7), 0)
    for home, blank in [
        ((8, 9, 10, 11, 12, 13, 14), 15),
        ((0, 1, 2, 4, 5, 6, 7), 3),
        ((1, 4, 5, 8, 9, 12, 13), 0),
    ]:
        assert canonical(4, 4, home, blank)[0] == corner
    assert canonical(3, 4, (0, 1, 2), 11)[0].width == 4


SHAPES = [(4, 4), (3, 4), (6, 2), (2, 7), (5, 3), (3, 6), (4, 5), (5, 5), (6, 6)]


@pytest.mark.parametrize(
    ("width", "height", "size"), sorted({*PICTURES, *((*shape, size) for shape in SHAPES for size in SIZES)})
)
def test_partitions_cover_every_tile_once(width: int, height: int, size: str) -> None:
    for blank in range(width * height):
        if size not in sizes(width, height, blank):
            continue
        for partition in partitions(width, height, blank, size):
            cells = sorted(cell for group in partition for cell in group)
            assert cells == [cell for cell in range(width * height) if cell != blank]
            assert all(len(group) <= 8 for group in partition)


def test_a_size_that_does_not_exist_is_refused() -> None:
    assert {*SIZES, "5-5-5", "6-6-3"} <= set(sizes(4, 4, 15)) and sizes(4, 4, 5) == sizes(3, 3, 8) == SIZES
    assert {len(group) for group in partitions(4, 4, 3, "6-6-3")[0]} == {6, 3}
    puzzle = Puzzle(scramble(4, seed=1))
    for refused in (
        lambda: partitions(4, 4, 15, "nonsense"),
        lambda: partitions(4, 4, 5, "5-5-5"),
        lambda: table_set(Board.blank_last(5), "5-5-5"),
        lambda: solve(puzzle, tables="nonsense"),
        lambda: solve(Board.blank_last(3), tables="nonsense"),
        lambda: solve(Board.blank_last(3), tables="nonsense", engine="python"),
    ):
        with pytest.raises(TaquinError, match=r"there are no tables '.*' for .*: choose default, large"):
            refused()


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        (".aab aaab ccbb ccc", "it must have 4 rows of 4 letters"),
        (".aabaaabccbbcccb", "it must have 4 rows of 4 letters"),
        ("aaab aaab ccbb ccc.", "its first letter, and no other, must be '.'"),
        (".aab aaab ccbb .ccb", "its first letter, and no other, must be '.'"),
        (".aaa aaaa aabb bbbb", "a letter may stand for at most 8 tiles"),
    ],
)
def test_a_picture_that_is_not_possible_is_refused(
    picture: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PICTURES, (4, 4, "mine"), (picture,))
    with pytest.raises(TaquinError, match=re.escape(complaint)):
        partitions(4, 4, 15, "mine")


def test_tables_that_are_larger_than_the_memory_are_refused_before_they_are_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    monkeypatch.setitem(PICTURES, (5, 5, "mine"), (".aaab aaabb aabbb ccccb ccccb",))
    monkeypatch.setattr("taquin.memory.free_memory", lambda: 4 << 30)
    with pytest.raises(
        TableError, match=r"a table of 8 tiles on 5x5 has at least 5,451 MB, .*; 4,295 MB of memory are free"
    ):
        table_set(Board.blank_last(5), "mine")
    monkeypatch.setattr("taquin.memory.free_memory", lambda: 1 << 20)
    with pytest.raises(TableError, match=r"tiles on 4x4 has at least .*; 1 MB of memory are free"):
        table_set(Board.blank_last(4))
    assert not list(tmp_path.glob("*.table"))


def test_building_that_takes_more_than_half_of_the_memory_says_so_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    goal, warnings = Board.blank_last(4, 3), list[str]()
    patterns = {pattern for uses in plan(4, 3, goal.blank, "default") for pattern, _ in uses}
    needed = max(building_bytes(pattern, 1) for pattern in patterns)
    for free, expected in ((3 * needed, 0), (needed + needed // 2, 1)):
        forget()
        for path in tmp_path.glob("*.table"):
            path.unlink()
        monkeypatch.setattr("taquin.memory.free_memory", lambda free=free: free)
        table_set(goal, on_warning=warnings.append, threads=1)
        assert len(warnings) == expected
    assert "more than half of the" in warnings[0]


def test_with_a_limit_on_memory_only_the_tables_in_use_stay() -> None:
    first, second = Board.blank_last(4, 3), Board.blank_first(4, 3)
    table_set(first), table_set(second)
    Search(Puzzle(scramble(4, 3, seed=1))).run(Limits(memory=1 << 30))
    assert loaded_set(first) is not None and loaded_set(second) is None


def test_a_corner_of_a_square_needs_no_second_set_of_tables() -> None:
    patterns = {pattern for uses in plan(4, 4, 15, "large") for pattern, _ in uses}
    assert len(patterns) == 2


@pytest.mark.parametrize("goal", [Board.blank_last(3), Board.spiral(3), Board.blank_first(4, 2)])
def test_lower_bounds_are_proven_by_exact_distances(goal: Board) -> None:
    from taquin.optimal import distances

    tables, exact = table_set(goal), distances(goal)
    rng = random.Random(1)
    equal = 0
    for _ in range(500):
        board = scramble(*goal.shape, seed=rng.randrange(10**9), goal=goal)
        distance = exact.distance(board.tiles)
        bound = tables.lower_bound(board)
        assert board.manhattan(goal) <= bound <= distance
        assert (distance - bound) % 2 == 0
        equal += bound == distance
    assert equal > 50


def test_bad_arguments_are_refused() -> None:
    assert core is not None
    place = core.PlacementSpace(3, 3, 2)
    with pytest.raises(ValueError, match="8 tiles"):
        core.PlacementSpace(4, 4, 9)
    with pytest.raises(ValueError, match="36 cells"):
        core.PlacementSpace(7, 7, 3)
    with pytest.raises(ValueError, match="home cells"):
        core.PatternBuilder(place, [0, 0], 5, 1)
    with pytest.raises(ValueError, match="wrong size"):
        core.PatternTable(place, [0, 1], 5, bytearray(8))
    with pytest.raises(ValueError, match="not a placement"):
        obtain(Pattern(3, 3, (1, 2), 0)).distance([4, 4], 0)

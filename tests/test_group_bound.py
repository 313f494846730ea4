"""The group bound: against an oracle that knows nothing of regions and blocks, and against shortest lengths."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import combinations, islice, product

import pytest

from taquin import Board, Puzzle, native, scramble
from taquin.bounds import lower_bound
from taquin.bounds.groups import GroupBound, group_bound
from taquin.bounds.linear_conflict import lower_bound_python
from taquin.datasets import dataset
from taquin.symmetry import Symmetry
from tests.support import needs_core, reachable


def final_bound(puzzle: Puzzle) -> int:
    groups = GroupBound(puzzle)
    while not groups.run_steps(10_000):
        pass
    return groups.bound


def plain_overhead(puzzle: Puzzle, tiles: tuple[int, ...]) -> int:
    """Half of what these tiles move beyond their distance: every cell of the blank is a state, its moves are free."""
    width, height = puzzle.start.shape
    kept = (*tiles, 0)
    first = tuple(puzzle.start.positions[tile] for tile in kept)
    home = tuple(puzzle.goal.positions[tile] for tile in kept)
    moves, queue = {first: 0}, deque([first])
    while queue[0] != home:
        state = queue.popleft()
        row, column = divmod(state[-1], width)
        for y, x in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if not (0 <= y < height and 0 <= x < width):
                continue
            to = y * width + x
            following = (*(state[-1] if cell == to else cell for cell in state[:-1]), to)
            counts = to in state[:-1]
            cost = moves[state] + counts
            if cost < moves.get(following, cost + 1):
                moves[following] = cost
                (queue.append if counts else queue.appendleft)(following)
    distance = sum(
        abs(a // width - b // width) + abs(a % width - b % width) for a, b in zip(first[:-1], home[:-1], strict=True)
    )
    return (moves[home] - distance) // 2


def plain_bound(puzzle: Puzzle) -> int:
    """The least sum of overheads that meets the demands of all groups of up to four tiles, by trying all sums."""
    tiles = range(1, len(puzzle.start.tiles))
    demands = [(group, plain_overhead(puzzle, group)) for size in (2, 3, 4) for group in combinations(tiles, size)]

    def met(overheads: dict[int, int]) -> bool:
        return all(sum(overheads[tile] for tile in group) >= value for group, value in demands)

    def ways(total: int, left: int) -> Iterator[tuple[int, ...]]:
        if left == 1:
            yield (total,)
            return
        for first in range(total + 1):
            yield from ((first, *rest) for rest in ways(total - first, left - 1))

    total = 0
    while not any(met(dict(zip(tiles, way, strict=True))) for way in ways(total, len(tiles))):
        total += 1
    return puzzle.start.manhattan(puzzle.goal) + 2 * total


def goals(width: int, height: int) -> list[Board]:
    """One goal for each home of the blank."""
    cells = width * height
    return [Board([*range(1, home + 1), 0, *range(home + 1, cells)], width) for home in range(cells)]


def images_of(goal: Board) -> Callable[[Board], Iterator[tuple[int, ...]]]:
    """The function from a board to its images under all symmetries of the goal, the tiles named after their homes."""
    width, height = goal.shape
    maps: list[tuple[list[int], list[int]]] = []
    for symmetry in Symmetry:
        if symmetry.swaps_sides and width != height:
            continue
        targets = (symmetry.target(*divmod(cell, width), width, height) for cell in range(len(goal)))
        to = [row * width + column for row, column in targets]
        if to[goal.blank] == goal.blank:
            maps.append(
                (sorted(range(len(goal)), key=to.__getitem__), [goal.tiles[to[cell]] for cell in goal.positions])
            )

    def images(board: Board) -> Iterator[tuple[int, ...]]:
        for source, name in maps:
            yield tuple(name[board.tiles[cell]] for cell in source)

    return images


def test_images_are_as_far_from_the_goal() -> None:
    for goal in goals(3, 2) + goals(2, 2):
        boards, images = reachable(goal), images_of(goal)
        found = {board: [Board(tiles, goal.width) for tiles in images(board)] for board in boards}
        assert all(boards[image] == boards[board] for board, others in found.items() for image in others)
        assert all(board in others for board, others in found.items()) and set(images(goal)) == {goal.tiles}


def check_all(goal: Board, nth: int = 1) -> int:
    """Boards that are images of each other are looked at once."""
    gained, images = 0, images_of(goal)
    for board, distance in islice(reachable(goal).items(), 0, None, nth):
        if nth == 1 and board.tiles != min(images(board)):
            continue
        puzzle = Puzzle(board, goal)
        bound = final_bound(puzzle)
        assert lower_bound(puzzle) <= bound <= distance
        assert (distance - bound) % 2 == 0
        gained += bound - lower_bound(puzzle)
    return gained


@needs_core
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (4, 3), (5, 5)])
def test_overheads_are_those_of_the_oracle(shape: tuple[int, int]) -> None:
    assert native.core is not None
    cells = shape[0] * shape[1]
    for seed, goal in enumerate(islice(goals(*shape), 0, None, 3)):
        puzzle = Puzzle(scramble(*shape, goal=goal, seed=seed), goal)
        sizes = (1, 2, 3, 4) if cells <= 9 else (2, 3) if cells <= 12 else (2,)
        groups = [group for size in sizes for group in combinations(range(1, cells), size)]
        for tiles in islice(groups, seed % 5, None, 1 + len(groups) // 25):
            found = native.core.group_overhead(shape[0], puzzle.start.tiles, goal.tiles, list(tiles))
            assert found == plain_overhead(puzzle, tiles)


@needs_core
def test_the_bound_meets_all_that_the_oracle_asks_for() -> None:
    """The native bound also tells the axes of conflicts apart, so it may ask for more; the distances limit it."""
    for goal in goals(3, 2)[::2]:
        for board in islice(reachable(goal), 5, None, 60):
            puzzle = Puzzle(board, goal)
            assert final_bound(puzzle) >= plain_bound(puzzle)


@needs_core
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)])
def test_no_small_board_has_a_shorter_solution(shape: tuple[int, int]) -> None:
    for goal in goals(*shape):
        check_all(goal, nth=1 if shape == (2, 2) else 3)


@needs_core
@pytest.mark.slow
@pytest.mark.parametrize(("shape", "home"), [*product([(2, 4), (4, 2)], [0, 2]), *product([(3, 3)], [0, 1, 4])])
def test_no_board_of_eight_or_nine_cells_has_a_shorter_solution(shape: tuple[int, int], home: int) -> None:
    """All boards, towards a corner, an edge and, where there is one, the middle: other homes are images of these."""
    assert check_all(goals(*shape)[home]) > 0


@needs_core
@pytest.mark.parametrize(("name", "nth"), [("korf100", 20), ("korf50", 17)])
def test_published_shortest_lengths_are_not_exceeded(name: str, nth: int) -> None:
    check_published(name, nth)


@needs_core
@pytest.mark.slow
@pytest.mark.parametrize(("name", "mean"), [("korf100", 0), ("korf50", 84.5), ("antipodes15", 0)])
def test_all_published_shortest_lengths_are_not_exceeded(name: str, mean: float) -> None:
    assert check_published(name, 1) >= mean


def check_published(name: str, nth: int) -> float:
    bounds = []
    for known in islice(dataset(name).instances(), 0, None, nth):
        length = known.figures["length"]
        bound = final_bound(known.puzzle)
        assert lower_bound(known.puzzle) <= bound <= length
        assert (length - bound) % 2 == 0
        bounds.append(bound)
    return sum(bounds) / len(bounds)


@needs_core
@pytest.mark.parametrize("shape", [(5, 5), (9, 8), (20, 3), (127, 127), (255, 255)])
def test_it_works_in_slices_and_repeats_itself(shape: tuple[int, int]) -> None:
    puzzle = Puzzle(scramble(*shape, seed=4))
    sliced, whole = GroupBound(puzzle), GroupBound(puzzle)
    last = lower_bound(puzzle)
    assert sliced.bound == last
    for _ in range(30):
        sliced.run_steps(10)
        assert sliced.bound >= last
        last = sliced.bound
    whole.run_steps(300)
    assert whole.bound == last
    sliced.run(1)
    assert sliced.bound >= last


@needs_core
def test_a_board_near_home_is_proven_without_a_search() -> None:
    start = Board.blank_last(10).play("ULULURDRDL")
    assert group_bound(Puzzle(start)) >= lower_bound(Puzzle(start))
    swapped = Board.parse("2 1 3 / 4 5 6 / 8 7 0")  # two conflicts, and much more
    assert group_bound(Puzzle(swapped)) > lower_bound(Puzzle(swapped)) + 4


@needs_core
def test_the_unsolvable_is_refused() -> None:
    with pytest.raises(ValueError, match="no solution"):
        GroupBound(Puzzle(Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])))


def test_without_the_core_it_stays_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "core", None)
    puzzle = Puzzle(scramble(4, 4, seed=1))
    groups = GroupBound(puzzle)
    assert groups.run(1)
    assert groups.run_steps(1)
    assert groups.bound == lower_bound_python(puzzle)

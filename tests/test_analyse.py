"""A solve judged move by move, against distances that are known otherwise."""

from __future__ import annotations

import json
import re
import signal
import threading
import time
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from taquin import Board, IllegalMove, Limits, ParseError, Puzzle, Unsolvable, analyse, scramble, solve
from taquin.analysis import Analysing, Analysis
from taquin.analysis.lengths import Lengths
from taquin.anytime import construct
from taquin.cli import program, run
from taquin.cli.analyse import _picture as picture_of
from taquin.cli.analyse import _print as print_analysis
from taquin.move import letters_of
from taquin.names import Metric
from taquin.notation import (
    METRICS,
    format_board,
    format_clicks,
    format_moves,
    length_in,
    multi_tile_length,
    parse_moves,
    parse_timed_moves,
)
from taquin.optimal.plain_slides import shortest_in_slides, slides
from taquin.optimal.small import distances_python
from taquin.random_boards import RandomNumbers
from taquin.strategy import proven_by_default
from tests.support import eight_puzzles, needs_core, puzzles, reachable

NEAR = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
FAR = "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0"


BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


def random_moves(board: Board, count: int, seed: int, *, back: bool = True) -> str:
    """A walk that may also go `back` where it came from, as players do; without that it leads farther away."""
    numbers, walk = RandomNumbers(seed), ""
    for _ in range(count):
        legal = [move for move in board.moves() if back or move != BACK.get(walk[-1:])]
        walk += legal[numbers.below(len(legal))]
        board = board.apply(walk[-1])
    return walk


def lengths_of(found: Analysis) -> list[int]:
    return [found.best_known, *(judged.remaining for judged in found.moves)]


def adds_up(found: Analysis) -> bool:
    """Whether what is said of the moves, of the turning points and of the whole fits together, and ways arrive."""
    lengths = lengths_of(found)
    changes = {1} if found.metric == "stm" else {0, 1}
    assert all(abs(after - before) in changes for before, after in pairwise(lengths))
    assert all(judged.bound <= judged.remaining for judged in found.moves) and found.bound <= found.best_known
    assert found.lost == length_in(found.played, found.metric) + found.left - length_in(found.way, found.metric)
    assert found.lost_bound <= found.lost <= found.lost_most
    judged = sum(judged.lost for judged in found.moves if judged.lost is not None)
    assert found.lost == judged + sum(part.lost for part in found.unjudged)
    assert all((judged.verdict == "unknown") == (judged.lost is None) for judged in found.moves)
    points = sum(point.part.lost for point in found.turning_points)
    if proven_by_default(found.puzzle):  # then only what is proven is a turning point
        assert points == judged and all(point.proven for point in found.turning_points)
    else:
        assert points == found.lost
    assert found.slides == multi_tile_length(found.played)
    assert [part.first for part in found.parts()] == [1, *(part.last + 1 for part in found.parts())][
        : len(found.parts())
    ]
    assert sum(part.lost for part in found.parts()) == found.lost
    assert sum(part.slides for part in found.parts()) == found.slides
    assert sum(part.tiles for part in found.parts()) == found.length == len(found.played)
    for point in found.turning_points:
        before = found.puzzle.start.play(found.played_between(1, point.part.first - 1))
        assert Puzzle(before, found.puzzle.goal).is_solution(point.way)
        assert length_in(point.way, found.metric) == point.remaining == lengths[point.part.first - 1]
    return found.puzzle.is_solution(found.way)


@needs_core
@given(st.integers(0, 10_000), st.integers(0, 80))
@settings(max_examples=60, deadline=None)
def test_every_length_of_an_8_puzzle_is_that_of_breadth_first_search(seed: int, moves: int) -> None:
    start, table = scramble(3, seed=seed), eight_puzzles()
    walk = random_moves(start, moves, seed)
    found = analyse(start, walk)
    boards = [start.play(walk[:place]) for place in range(moves + 1)]
    assert lengths_of(found) == [table[board] for board in boards]
    assert found.exact and all(judged.proven for judged in found.moves) and adds_up(found)
    for (before, after), judged in zip(pairwise(boards), found.moves, strict=True):
        assert judged.lost == table[after] - table[before] + 1
        assert before.tiles[after.blank] == judged.tile


@needs_core
@pytest.mark.slow
def test_every_8_puzzle_is_judged_as_breadth_first_search_does() -> None:
    """One walk over all of them: from each board to one that has not been visited, with steps back in dead ends."""
    table = eight_puzzles()
    unseen, board, walk = set(table), Board.blank_last(3), []
    trail: list[str] = []
    unseen.discard(board)
    while True:
        onward = next(((move, after) for move, after in board.successors() if after in unseen), None)
        if onward is not None:
            trail.append(onward[0])
            unseen.discard(onward[1])
        elif trail:
            move = BACK[trail.pop()]
            onward = next((taken, after) for taken, after in board.successors() if taken == move)
        else:
            break
        walk.append(onward[0])
        board = onward[1]
    assert not unseen
    lengths, board = [0], Board.blank_last(3)
    for move in walk:
        board = board.apply(move)
        lengths.append(table[board])
    found = analyse(Board.blank_last(3), walk)
    assert lengths_of(found) == lengths and found.exact


@needs_core
@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3), (1, 6), (6, 1)])
@pytest.mark.parametrize("goal", [Board.blank_last, Board.blank_first, Board.spiral])
def test_other_shapes_and_goals(width: int, height: int, goal: Any) -> None:
    target = goal(width, height)
    table = reachable(target)
    start = scramble(width, height, seed=5, goal=target)
    walk = random_moves(start, 50, 5)
    found = analyse(Puzzle(start, target), walk)
    assert lengths_of(found) == [table[start.play(walk[:place])] for place in range(51)]
    assert found.exact and adds_up(found)


def walk_home(seed: int, moves: int) -> tuple[Board, str]:
    """A board so many random moves from the goal, and these moves back: a solve that is much too long."""
    way = random_moves(Board.blank_last(4), moves, seed, back=seed % 2 == 1)
    start = Board.blank_last(4).play(way)
    return start, "".join(BACK[move] for move in reversed(way))


@needs_core
@pytest.mark.parametrize("seed", range(4))
def test_what_is_lost_on_a_15_puzzle_is_what_was_played_beyond_the_shortest(seed: int) -> None:
    start, walk = walk_home(seed, 150)
    found = analyse(start, walk)
    shortest = solve(start).length
    assert found.exact and found.solved and found.shortest == shortest
    assert sum(judged.lost or 0 for judged in found.moves) == 150 - shortest  # type: ignore[operator]
    assert adds_up(found)
    for place in (40, 90, 120):
        assert lengths_of(found)[place] == solve(start.play(walk[:place])).length


@needs_core
@pytest.mark.slow
def test_what_is_lost_on_a_thousand_15_puzzles() -> None:
    for seed in range(1000):
        start, walk = walk_home(seed, 100 + seed % 151)
        found = analyse(start, walk)
        shortest = solve(start).length
        assert found.exact and found.shortest == shortest, seed
        assert sum(judged.lost or 0 for judged in found.moves) == len(walk) - shortest and adds_up(found), seed  # type: ignore[operator]


@needs_core
@pytest.mark.parametrize("goal", [Board.blank_last(3), Board.spiral(3), Board.blank_first(4, 2)], ids=str)
def test_slides_are_judged_as_breadth_first_search_does(goal: Board) -> None:
    table = distances_python(goal, multi_tile=True)
    for seed in range(6):
        start = scramble(*goal.shape, seed=seed, goal=goal)
        walk = random_moves(start, 10 * seed, seed)
        found = analyse(Puzzle(start, goal), walk, metric="mtm")
        boards = [start.play(found.played_between(1, place)) for place in range(len(found.moves) + 1)]
        assert lengths_of(found) == [table[board] for board in boards] and str(found.played) == walk
        assert [judged.lost for judged in found.moves] == [
            table[after] - table[before] + 1 for before, after in pairwise(boards)
        ]
        assert found.exact and all(judged.proven for judged in found.moves) and adds_up(found)
        assert len(found.moves) == found.slides == multi_tile_length(walk)


@needs_core
def test_what_is_lost_in_slides_on_a_15_puzzle() -> None:
    start, walk = walk_home(1, 60)
    found = analyse(start, walk, metric="mtm")
    assert found.exact and found.shortest == solve(start, metric="mtm").slides and adds_up(found)
    assert found.lost == multi_tile_length(walk) - found.shortest  # type: ignore[operator]


@needs_core
@pytest.mark.slow
def test_what_is_lost_in_slides_on_a_thousand_15_puzzles() -> None:
    for seed in range(1000):
        start, walk = walk_home(seed, 20 + seed % 81)
        found = analyse(start, walk, metric="mtm")
        assert found.exact and found.shortest == solve(start, metric="mtm").slides and adds_up(found), seed
        assert found.lost == multi_tile_length(walk) - found.shortest, seed  # type: ignore[operator]


def test_slides_of_a_large_board_and_their_times() -> None:
    start = scramble(5, seed=2)
    way = construct(Puzzle(start))
    times = [0.1 * number for number in range(len(way))]
    found = analyse(start, way, Limits(seconds=1), metric="mtm", times=times)
    assert adds_up(found) and not found.exact and found.solved
    assert found.moves[-1].seconds == times[-1] and found.parts()[-1].last == found.slides


@needs_core
def test_the_end_of_a_large_solve_is_proven_in_slides_too() -> None:
    boards, way = [Board.blank_last(5)], ""
    numbers = RandomNumbers(7)
    for number in range(30):
        ahead = [(moves, slid) for moves, slid in slides(boards[-1]) if (moves[0] in "LR") == (number % 2 == 0)]
        moves, slid = ahead[numbers.below(len(ahead))]
        boards.append(slid)
        way += letters_of(moves)
    back = "".join(BACK[move] for move in reversed(way))
    found = analyse(boards[-1], back, Limits(seconds=1), metric="mtm")
    assert adds_up(found) and found.slides == 30
    assert all(judged.proven for judged in found.moves[-8:])
    for judged, board in zip(found.moves, boards[-2::-1], strict=True):
        if judged.bound == judged.remaining and judged.number > 10:
            assert judged.bound == length_in(letters_of(shortest_in_slides(Puzzle(board))), "mtm")


@needs_core
def test_a_constructed_solve_of_a_15_puzzle() -> None:
    start = scramble(4, seed=3)
    way = construct(Puzzle(start))
    found = analyse(start, way)
    assert (found.length, found.shortest, found.lost) == (len(way), 52, len(way) - 52)
    assert found.efficiency == 52 / len(way) == found.efficiency_bound
    verdicts = [judged.verdict for judged in found.moves]
    assert verdicts.count("worse") == found.lost // 2 and set(verdicts) == {"best", "also best", "worse"}
    another = verdicts.index("also best")  # best as well: the board has two moves that are
    before, table = start.play(way[:another]), {}
    for move, after in before.successors():
        table[move.value] = solve(after).length
    assert list(table.values()).count(table[way[another]]) >= 2 and table[way[another]] == min(table.values())  # type: ignore[type-var]


def test_verdicts() -> None:
    assert [judged.verdict for judged in analyse(NEAR, "LRRD").moves] == ["worse", "best", "best", "best"]


def test_no_moves_at_all_and_a_solved_board() -> None:
    found = analyse(NEAR, "")
    assert (found.length, found.left, found.lost, found.efficiency) == (0, 2, 0, 1.0) and not found.solved
    done = analyse(Board.blank_last(3), "")
    assert done.solved and done.efficiency == 1 and done.solved_after == 0 and not done.turning_points


def test_a_solve_that_does_not_end_at_the_goal_is_judged_all_the_same() -> None:
    found = analyse(NEAR, "RDL")
    assert (found.solved, found.solved_after, found.left, found.lost) == (False, 2, 1, 2)
    assert found.efficiency == 2 / 4


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(IllegalMove, match="move 3"):
        analyse(NEAR, "LUU")
    with pytest.raises(Unsolvable):
        analyse(Board.parse("1 2 3/4 5 6/8 7 0"), "U")
    with pytest.raises(ParseError, match="1 times for 2 moves"):
        analyse(NEAR, "RD", times=[1.0])
    with pytest.raises(ParseError, match=r"move 2 is 0\.5 s, before"):
        analyse(NEAR, "RD", times=[1.0, 0.5])


@given(puzzles(largest_side=5, smallest_side=1), st.integers(0, 30), st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_larger_boards_say_what_is_proven_and_what_is_not(puzzle: Puzzle, moves: int, seed: int) -> None:
    walk = "" if len(puzzle.start) == 1 else random_moves(puzzle.start, moves, seed)
    assert adds_up(analyse(puzzle, walk, Limits(seconds=0.1)))


@needs_core
def test_the_end_of_a_large_solve_is_proven_and_better_ways_are_found_for_the_rest() -> None:
    start = scramble(6, seed=1)
    way = construct(Puzzle(start))
    found = analyse(start, way, Limits(seconds=1.5))
    assert adds_up(found) and not found.exact
    assert len(found.way) < len(way) and found.lost > 0
    assert all(judged.proven for judged in found.moves[-20:])
    assert not all(judged.proven for judged in found.moves)


@needs_core
def test_a_solve_that_comes_back_to_the_same_boards() -> None:
    start, walk = walk_home(445, 141)
    assert len({start.play(walk[:place]) for place in range(142)}) < 120
    found = analyse(start, walk)
    assert found.exact and adds_up(found)


@needs_core
def test_where_a_better_way_meets_the_solve_again_is_noticed() -> None:
    start = Board.blank_last(5).play("ULURDLDRULURDL")
    lengths = Lengths(Puzzle(start), walk := "RLRL" + letters_of(solve(start).moves), "")
    assert lengths.most[0] == len(walk) - 4  # the solve comes back to the start twice
    detour = walk[:10] + "".join(reversed(walk[8:10])).translate(str.maketrans("UDLR", "DURL"))
    lengths = Lengths(Puzzle(start), detour + walk[8:], "")
    assert lengths.way(0) == walk[4:] and lengths.most[len(detour)] == len(walk) - 8


@given(st.integers(0, 10_000), st.dictionaries(st.integers(0, 60), st.integers(0, 40)), st.sampled_from(["stm", "mtm"]))
@settings(max_examples=40, deadline=None)
def test_what_a_bound_says_of_other_boards(seed: int, bounds: dict[int, int], metric: Metric) -> None:
    lengths = Lengths(Puzzle(NEAR), random_moves(NEAR, 60, seed), "", metric)
    bounds = {place: bound for place, bound in bounds.items() if place < len(lengths.least)}
    boards = [lengths.board(place) for place in range(len(lengths.least))]
    expected = [bounds.get(place, 0) for place in range(len(boards))]
    before = None
    while before != expected:  # a neighbor has one step less at least, and the same board as many
        before = list(expected)
        for here, there in pairwise(range(len(boards))):
            expected[here] = max(expected[here], expected[there] - 1)
            expected[there] = max(expected[there], expected[here] - 1)
        known = dict(sorted(zip(boards, expected, strict=True), key=itemgetter(1)))  # the largest one of each board
        expected = [known[board] for board in boards]
    lengths.raise_least(bounds)
    assert lengths.least == expected


def test_a_long_solve_of_a_large_board_is_judged_in_its_time() -> None:
    # The time is a ceiling against work that grows with the square of a solve's length: that took 14 s of the
    # processor, and 1.5 s without it.
    start = scramble(20, seed=1)
    began = time.process_time()
    for metric in ("stm", "mtm"):
        assert adds_up(analyse(start, construct(Puzzle(start)), Limits(seconds=0.2), metric=metric))
    assert time.process_time() - began < 10


def test_nothing_is_proven_that_was_not() -> None:
    """A limit of no time leaves bounds and ways that are true all the same."""
    start, walk = walk_home(1, 60)
    found = analyse(start, walk, Limits(seconds=0))
    assert adds_up(found)
    shortest = solve(start).length
    assert shortest is not None and found.bound <= shortest <= len(found.way)


@needs_core
def test_ctrl_c_keeps_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    start, walk = walk_home(2, 150)
    analysing: Analysing

    def interrupt(now: Any) -> None:
        if now.done > 20:
            raise KeyboardInterrupt

    analysing = Analysing(start, walk, on_progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        analysing.run()
    found = analysing.analysis
    whole = analyse(start, walk)
    says_nothing_false(found, whole)
    assert adds_up(found) and not found.exact and found.turning_points and found.unjudged
    assert lengths_of(found)[:20] == lengths_of(whole)[:20]
    for judged, right in zip(found.moves, whole.moves, strict=True):
        assert judged.bound <= right.remaining <= judged.remaining
        assert not judged.proven or judged.lost == right.lost
    with click.Context(program, obj="en"):
        print_analysis(found, "blank", 50, True)
    out = capsys.readouterr().out
    assert "are judged" in out and "did not finish" in out and f"{whole.lost} moves lost" in out
    told = {
        int(line.split()[0]): line.split()[3:] for line in out.splitlines() if re.match(r" *\d+ +[ULRD] \d+ ", line)
    }
    assert len(told) == len(walk)
    for judged in whole.moves:
        left, verdict = told[judged.number][0], " ".join(told[judged.number][1:])
        least, _, most = left.partition("-")
        assert int(least) <= judged.remaining <= int(most or least) <= 80
        assert verdict in ("?", "best", "also best", f"+{judged.lost}")
        assert verdict != "?" or not found.moves[judged.number - 1].proven
    # Up to 16 cells nothing is a turning point but what is proven, on a picture as well.
    assert picture_of(found, 50).count('class="mark"') == len(found.turning_points)


def says_nothing_false(found: Analysis, whole: Analysis) -> None:
    """Whether all that a short analysis says holds in a whole one of the same solve."""
    lengths = lengths_of(whole)
    for judged, right in zip(found.moves, whole.moves, strict=True):
        assert judged.lost in (None, right.lost)
        assert judged.verdict == "unknown" or (judged.verdict == "worse") == (right.verdict == "worse")
    assert found.lost_bound <= whole.lost <= found.lost_most
    for part in (*found.parts(), *found.unjudged, *(point.part for point in found.turning_points)):
        lost = part.length + lengths[part.last] - lengths[part.first - 1]
        assert part.lost_bound <= lost <= part.lost_most
        assert part.lost_most - part.lost_bound <= 2 * part.length


@needs_core
@pytest.mark.parametrize(("seed", "seconds"), [(1, 0), (2, 0.02), (3, 0.1)])
def test_a_limit_leaves_moves_without_a_verdict_and_says_nothing_false(seed: int, seconds: float) -> None:
    """However far it comes in this time."""
    start, walk = walk_home(seed, 60)
    for metric in METRICS:
        found = analyse(start, walk, Limits(seconds=seconds), metric=metric)
        assert adds_up(found)
        says_nothing_false(found, analyse(start, walk, metric=metric))


@needs_core
def test_a_better_way_is_found_where_a_table_has_yet_to_be_built(empty_cache: Path) -> None:
    start = scramble(4, seed=3)
    way = construct(Puzzle(start))
    found = analyse(start, way, Limits(seconds=1), metric="mtm")
    assert found.shortest is not None or found.best_known < multi_tile_length(way)


@pytest.mark.parametrize(
    ("goal", "metric", "longest"),
    [
        (Board.blank_last(4), "stm", 80),
        (Board.blank_last(4), "mtm", 43),
        (Board.blank_first(3), "stm", 31),
        (Board.blank_last(5), "stm", None),
    ],
    ids=str,
)
def test_no_board_is_said_to_need_more_than_any_does(goal: Board, metric: Any, longest: int | None) -> None:
    assert analyse(Puzzle(goal, goal), "", metric=metric).longest == longest


def test_times() -> None:
    found = analyse(NEAR, "LRRD", times=[0.5, 0.6, 0.7, 1.6])
    assert found.timing is not None
    assert found.timing.seconds == 1.6 and found.timing.moves_per_second == 2.5
    assert [(pause.number, round(pause.seconds, 6)) for pause in found.timing.pauses] == [(1, 0.5), (4, 0.9)]
    (first, rest) = found.parts()
    assert (first.first, first.last, first.seconds, first.lost) == (1, 1, 0.5, 2)
    assert (rest.first, rest.last, rest.lost) == (2, 4, 0) and rest.seconds == pytest.approx(1.1)
    assert [judged.seconds for judged in found.moves] == [0.5, 0.6, 0.7, 1.6]
    at_once = analyse(NEAR, "RD", times=[0, 0]).timing
    assert at_once is not None and at_once.moves_per_second is None and at_once.pauses == ()


# Reading


@pytest.mark.parametrize(
    ("text", "notation", "moves", "times"),
    [
        ("RD", "blank", "RD", None),
        ("LU", "tile", "RD", None),
        ("← ↑", "tile", "RD", None),
        ("￩￪", "tile", "RD", None),
        ("left, up", "tile", "RD", None),
        ("5 6", "number", "RD", None),
        ("L@0.12 U@0.5", "tile", "RD", (0.12, 0.5)),
        ("L @ 0.12, U@.5s", "tile", "RD", (0.12, 0.5)),
        ("5@0 6@1", "number", "RD", (0.0, 1.0)),
        ("L 0.12\nU 0.5\n", "tile", "RD", (0.12, 0.5)),
        ("L\t0\n\nU;0.5", "tile", "RD", (0.0, 0.5)),
        ("5,0.12\r\n6,0.5", "number", "RD", (0.12, 0.5)),
        ("R 1\nD 1", "blank", "RD", None),
        ("RL RD", "blank", "RLRD", None),
        ("L@0.1 R@0.2 LU@0.3", "tile", "RLRD", (0.1, 0.2, 0.3, 0.3)),
        ("# a log\nL 0.12 # quickly\nU 0.5", "tile", "RD", (0.12, 0.5)),
        ("L # left\nU", "tile", "RD", None),
        ("<^", "tile", "RD", None),
        (">v", "blank", "RD", None),
        ("L;0,171\nU;1", "tile", "RD", (0.171, 1.0)),
        ("L 0,171\nU 0,3", "tile", "RD", (0.171, 0.3)),
        ("move,time\nL,0.171\nU,0.3", "tile", "RD", (0.171, 0.3)),
        ("Zug;Zeit\nL;0,171\nU;0,3", "tile", "RD", (0.171, 0.3)),
        ("5;0,31\n6;1", "number", "RD", (0.31, 1.0)),
        ("Stein;Zeit\n5;0,31\n6;0,5", "number", "RD", (0.31, 0.5)),
        ("5\t0,31\n6\t0,5", "number", "RD", (0.31, 0.5)),
        ("5;6,6", "number", "RDU", None),
        ("L@0 U@60", "tile", "RD", (0.0, 60.0)),
        ("L@5 R@80 L@90 R@98 L@99 U@110", "tile", "RLRLRD", (5.0, 80.0, 90.0, 98.0, 99.0, 110.0)),
        ("L@1740.0 U@1900", "tile", "RD", (1740.0, 1900.0)),
    ],
)
def test_the_moves_of_a_solve_are_read(text: str, notation: str, moves: str, times: tuple[float, ...] | None) -> None:
    found = parse_timed_moves(text, NEAR)
    assert (letters_of(found.moves), found.times, found.notation) == (moves, times, notation)


def test_runs_have_one_time() -> None:
    board = Board.blank_last(4)
    found = parse_timed_moves("DR3@0.5 D@0.7", board, notation="tile")
    assert (letters_of(found.moves), found.times) == ("ULLLU", (0.5,) * 4 + (0.7,))


@pytest.mark.parametrize(
    ("text", "board", "message"),
    [
        ("R@0.1 D", NEAR, "'D' has no time"),
        ("R@soon", NEAR, "has no time"),
        ("R@-1", NEAR, "'R@-1' has a time before 0"),
        ("R 0.1\nD\n", NEAR, "2: 'D' is not a move and a time"),
        ("R x", NEAR, "'x' is not a move"),
        ("LR", NEAR, "the directions of the tiles or those of the blank.*--notation"),
        ("LUU", NEAR, "directions of the tiles move 3 is not possible, as those of the blank move 3"),
        ("1 2", NEAR, "tile 1 is not next to the blank"),
        ("L\t171\nU\t231", NEAR, r"milliseconds: write seconds with a decimal point, 0\.231 instead of 231"),
        ("5 171\n6 231", NEAR, "milliseconds"),
        ("move,ms\nL,171\nU,231", NEAR, "milliseconds"),
        ("0.12,R\n0.3,D", NEAR, "write the move first, then its time"),
        ("L U\nU 0.3", NEAR, "'L U' is not a move and a time"),
        ("L@1740 U@1900", NEAR, r"milliseconds: write seconds with a decimal point, 1\.900 instead of 1900"),
        ("5@0\n6@231", NEAR, r"milliseconds: .* 0\.231 instead of 231"),
        ("n,move,time\n1,L,0.17\n2,U,0.31", NEAR, "2: every line has 3 columns: write two, a move and its time"),
        ("n;move;time\n1;5;0,17\n2;6;0,31", NEAR, "2: every line has 3 columns"),
        ("1,L,0.17\n2,U,0.31", NEAR, "1: every line has 3 columns"),
        ("time,move\n0.17,L\n0.31,U", NEAR, "2: the times stand before the moves"),
        ("time,tile\n0.17,5\n0.31,6", NEAR, "2: the times stand before the moves"),
        ("0,17;L\n0,31;U", NEAR, "1: the times stand before the moves"),
        ("L,00:00:01.74\nU,00:00:01.90", NEAR, "1: '00:00' is a time as clocks show it: write seconds"),
        ("move,time\nL,1:01.74\nU,1:01.90", NEAR, "2: '1:01' is a time as clocks show it: write seconds"),
        ("L@0:01.74 U@0:01.90", NEAR, "'0:01' is a time as clocks show it"),
        ('move,time\n"L","1,74"\n"U","1,90"', NEAR, "2: there are quotation marks"),
        ("n,move\n1,L\n2,U", NEAR, "2: '1,L' is not a move and a time"),
        ("move,when\nL,soon\nU,late", NEAR, "2: 'L,soon' is not a move and a time"),
        ("R x # x", NEAR, "'x' is not a move"),
    ],
)
def test_what_is_no_solve_is_refused_in_one_line(text: str, board: Board, message: str) -> None:
    with pytest.raises((ParseError, IllegalMove), match=message):
        parse_timed_moves(text, board)


def test_a_click_slides_all_tiles_up_to_the_blank() -> None:
    board = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    assert letters_of(parse_timed_moves("13 5", board).moves) == "LLLUU"
    found = parse_timed_moves("13@0.5 5@0.75", board)
    assert (letters_of(found.moves), found.times) == ("LLLUU", (0.5,) * 3 + (0.75,) * 2)
    with pytest.raises(IllegalMove, match="move 4: tile 6 is not next to the blank, nor in a line with it; 9, 13 can"):
        parse_timed_moves("13 6", board)


def test_clicks_are_written_as_they_are_read(taquin: Any) -> None:
    start, walk = walk_home(4, 60)
    clicks = format_clicks(parse_moves(walk), start)
    slides = multi_tile_length(walk)
    assert letters_of(parse_timed_moves(clicks, start).moves) == walk
    assert len(clicks.split()) == slides < len(walk)
    code, out, _ = taquin("analyse", "1 2 3/0 4 5/7 8 6", "5 6", "--metric", "mtm")
    assert code == 0 and "2 slides, proven; this way has 3 moves\n            5 6\n" in out, out


def test_a_named_notation_is_taken_whatever_it_leads_to() -> None:
    assert letters_of(parse_timed_moves("LR", NEAR, notation="tile").moves) == "RL"
    with pytest.raises(IllegalMove, match=r"move 2 is not possible: .* 'blank'"):
        parse_timed_moves("LL", NEAR, notation="blank")


# The command


@pytest.fixture
def taquin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        return code, *capsys.readouterr()

    return call


def test_the_command_tells_the_whole_story_in_eighty_columns(taquin: Any, tmp_path: Path) -> None:
    start = scramble(4, seed=3)
    way = construct(Puzzle(start))
    tiles = format_moves(parse_timed_moves(way, start).moves, "tile").strip()
    timed = " ".join(f"{letter}@{number / 10:.1f}" for number, letter in enumerate(tiles))
    (tmp_path / "solve.txt").write_text(timed)
    picture = tmp_path / "solve.svg"
    arguments = ["analyse", format_board(start, "line"), str(tmp_path / "solve.txt"), "--every", "--svg", str(picture)]
    code, out, err = taquin(*arguments)
    assert code == 0 and not err
    assert f"Solved in {len(way)} moves" in out and "52 moves, proven" in out and "directions of the tiles" in out
    assert "The solve in parts" in out and "costliest of" in out
    assert max(map(len, out.splitlines())) <= 80
    assert picture.read_text().startswith("<svg") and picture.read_text().count('class="mark"') == 5
    assert len(out[out.index("move  slide") :].splitlines()) == len(way) + 1


def test_the_documented_json_of_an_analysis(taquin: Any) -> None:
    code, out, _ = taquin("analyse", format_board(NEAR, "line"), "L@0.1 R@0.2 R@0.3 D@1.5", "--json")
    found = json.loads(out)
    assert code == 0
    page = (Path(__file__).parent.parent / "docs" / "json.md").read_text().split("## An analysis")[1].split("\n## ")[0]
    documented = {
        name.strip()
        for row in page.splitlines()
        if row.startswith("| ") and not row.startswith("| key")
        for name in row.split("|")[1].split(",")
    }
    named = {*found, *found["moves"][0], *found["turning_points"][0], *found["parts"][0], *found["pauses"][0]}
    assert named == documented
    assert (found["notation"], found["lost"], found["efficiency"], found["exact"]) == ("blank", 2, 0.5, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["1 2 3/4 0 5/7 8 6", "garbage"],
            3,
            "garbage: no such file, and no moves: line 1, column 1: 'garbage' is not a move",
        ),
        (["1 2 3/4 0 5/7 8 6", "LUU"], 3, "these moves cannot be made on this board"),
        (["1 2 3/4 0 5/7 8 6", "LR"], 3, "name the notation"),
        (["1 2 3/4 0 5/7 8 6", "R@1 D@0.5"], 3, "the time of move 2 is 0.5 s"),
        (["1 2 3/4 0 5/7 8 6", "R@1 D"], 3, "'D' has no time"),
        (["1 2 3/4 0 5/7 8 6", "R@1700000000.1 D@1700000000.5"], 3, "as if counted from 1970"),
        (["1 2 3/4 5 6/8 7 0", "U", "--notation", "blank"], 4, "this board cannot be solved"),
        (["1 2 3/4 0 5/7 8", "RD"], 3, "row"),
        (["1 2 3/4 0 5/7 8 6"], 2, "Missing argument"),
        (["1 2 3/4 0 5/7 8 6", "RD", "--notation", "cube"], 2, "'cube' is not one of"),
        (["1 2 3/4 0 5/7 8 6", "RD", "--svg", "/nowhere/at/all.svg"], 1, "/nowhere/at/all.svg"),
        (["-", "-"], 3, "there is no board"),
    ],
)
def test_garbage_gets_one_line_and_its_code(
    arguments: list[str], code: int, message: str, taquin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    found, out, err = taquin("analyse", *arguments)
    assert found == code and not out
    assert err.count("\n") == 1 and message in err, err


def test_moves_come_from_standard_input_too() -> None:
    result = CliRunner().invoke(program, ["analyse", "1 2 3/4 0 5/7 8 6", "-"], input="L 0.5\nU 0.75\n")
    assert result.exit_code == 0, result.output
    assert "2 moves" in result.output and "0.75 s" in result.output


@needs_core
def test_ctrl_c_prints_what_is_judged_so_far(taquin: Any) -> None:
    start, walk = Board.parse(FAR), random_moves(Board.parse(FAR), 400, 3)
    # A shell that starts the tests in the background has them ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.7, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        code, out, err = taquin("analyse", format_board(start, "line"), walk, "--notation", "blank")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert code == 130 and "Not solved" in out and err.splitlines()[-1].startswith("taquin: interrupted")


@needs_core
def test_an_analysis_that_time_ended_has_its_own_code(taquin: Any) -> None:
    start, walk = walk_home(1, 60)
    played = [format_board(start, "line"), walk, "--notation", "blank"]
    code, out, _ = taquin("analyse", *played, "--time", "0")
    assert code == 5 and "The analysis did not finish" in out
    large = format_board(Board.blank_last(6).play("ULUL"), "line")
    assert taquin("analyse", large, "RD", "--notation", "blank", "--time", "0")[0] == 0


def test_no_moves_are_no_perfect_solve(taquin: Any, tmp_path: Path) -> None:
    empty = tmp_path / "moves"
    empty.write_text("\n\n")
    code, out, complaint = taquin("analyse", "1 2 3/4 0 5/7 8 6", str(empty))
    assert (code, out) == (3, "") and "there are no moves to analyse" in complaint

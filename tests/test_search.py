"""The teaching algorithms against complete tables of distances, and what they promise about limits and bounds."""

from __future__ import annotations

import math
import subprocess
import sys
import tracemalloc
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, Limits, Outcome, Progress, Puzzle, Solution
from taquin.comparison import by_depth
from taquin.estimate import Estimate
from taquin.heuristics import HEURISTICS, Heuristic, heuristic, promised
from taquin.memory import spare_memory
from taquin.move import count_moves
from taquin.random_boards import RandomNumbers, scramble
from taquin.result import effective_branching_factor
from taquin.search import ALGORITHMS, run
from taquin.search.best_first import Rules
from taquin.trace import Child, Ended, Event, Expanded, Forgot, Recorder, Root
from tests.support import always, eight_puzzle_at, eight_puzzles, eight_puzzles_within, reachable, search_by

GOAL = Board.blank_last(3)

COMBINATIONS = [
    (name, other)
    for name, algorithm in ALGORITHMS.items()
    for other in (HEURISTICS if algorithm.needs_heuristic else ["zero"])
]
OPTIMAL = [
    (name, other) for name, other in COMBINATIONS if ALGORITHMS[name].optimal and HEURISTICS[other].excess is not None
]
PUZZLE = Puzzle(Board([[1, 3, 5], [4, 0, 8], [7, 6, 2]]))
NEAR = Puzzle(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]))
"""Two moves from the goal: depth-first search needs only 552."""
STRONG = ("manhattan", "linear-conflict", "walking-distance", "patterns")


DEEPEST_TREE = 8
"""Moves: a tree search that makes even the parent's board again doubles its work with every one."""


def check(solution: Solution, distance: int) -> None:
    """Solved by legal moves, bounded soundly, and optimal just where it says so; what is not complete may give up."""
    if solution.outcome is Outcome.LIMIT and not ALGORITHMS[solution.algorithm].complete:
        assert solution.reason and solution.moves == () and solution.bound <= distance
        return
    assert solution.outcome is Outcome.SOLVED and solution.puzzle.is_solution(solution.moves)
    assert solution.bound <= distance <= len(solution.moves)
    assert solution.optimal == (solution.bound == len(solution.moves))
    if ALGORITHMS[solution.algorithm].optimal and solution.heuristic != "nilsson":
        assert len(solution.moves) == distance
        # What is not complete proves it by nothing but the estimate of the start, which may not be in whole moves.
        if ALGORITHMS[solution.algorithm].complete or solution.heuristic != "euclidean":
            assert solution.bound == distance, f"{solution.algorithm} is optimal=True: its bound must be its length"


def goals(shape: tuple[int, int], seed: int = 0) -> list[Board]:
    """A goal for every place of the blank, the tiles named by chance."""
    found = []
    for blank in range(shape[0] * shape[1]):
        tiles = list(range(1, shape[0] * shape[1]))
        tiles.insert(blank, 0)
        names = [tile for tile in scramble(*shape, seed=seed + blank) if tile]
        found.append(Board(tiles, shape[0]).relabel((0, *names)))
    return found


@pytest.mark.proof
@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_every_small_board_for_every_place_of_the_blank(shape: tuple[int, int]) -> None:
    """Every board and goal, each with some of the combinations in turn; `make slow` has all of them."""
    turn = cycle(COMBINATIONS)
    for goal in goals(shape):
        estimates = {name: heuristic(name, goal) for name in HEURISTICS}
        for board, distance in reachable(goal).items():
            for name, other in islice(turn, 2):
                if name == "tree-astar" and distance > DEEPEST_TREE:
                    continue
                options: dict[str, Any] = {
                    "depth-limited": {"depth": 21},
                    "simulated-annealing": {"cooling": 200, "restarts": 0},
                }.get(name, {})
                check(run(Puzzle(board, goal), name, estimates[other], **options), distance)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_every_small_board_by_every_optimal_combination(shape: tuple[int, int]) -> None:
    for goal in goals(shape, seed=100):
        estimates = {name: heuristic(name, goal) for name in HEURISTICS}
        for board, distance in reachable(goal).items():
            for name, other in OPTIMAL:
                if name != "tree-astar" or distance <= DEEPEST_TREE:
                    check(run(Puzzle(board, goal), name, estimates[other]), distance)


def some_boards(count: int, farthest: int, seed: int) -> list[Board]:
    near = eight_puzzles_within(farthest)
    numbers = RandomNumbers(seed)
    return [near[numbers.below(len(near))] for _ in range(count)]


@pytest.mark.proof
@pytest.mark.parametrize(("name", "other"), OPTIMAL)
def test_8_puzzles_by_every_optimal_combination(name: str, other: str) -> None:
    """Searches that remember boards, or are guided well, get any board; the others those that they can do."""
    remembers = name in ("astar", "mm", "bfs", "bidirectional", "uniform-cost")
    strong = name in ("astar", "mm", "ida", "rbfs") and other in STRONG
    farthest = 31 if strong else 16 if remembers else DEEPEST_TREE if name == "tree-astar" else 11
    estimate = heuristic(other, GOAL)
    count = 2 if (name, other) == ("mm", "patterns") else 12  # tables towards every start, too
    for board in some_boards(count, farthest, seed=len(name + other)):
        check(run(Puzzle(board, GOAL), name, estimate), eight_puzzles()[board])


@pytest.mark.parametrize("name", [name for name, algorithm in ALGORITHMS.items() if not algorithm.optimal])
def test_what_is_not_optimal_has_a_counterexample(name: str) -> None:
    estimate = heuristic(ALGORITHMS[name].heuristic or "zero", GOAL)
    options: dict[str, Any] = {
        "depth-limited": {"depth": 12},
        "beam": {"width": 1},
        "simulated-annealing": {"cooling": 2000, "restarts": 0},
    }.get(name, {})
    boards = 1 if name == "dfs" else 40  # which looks at half of all boards
    found = [
        (solution, eight_puzzles()[board])
        for board in some_boards(boards, 13 if name == "depth-limited" else 24, seed=1)
        if (solution := run(Puzzle(board, GOAL), name, estimate, **options)).solved
    ]
    assert any(len(solution.moves) > distance for solution, distance in found)
    assert ALGORITHMS[name].complete == (len(found) == boards)


@pytest.mark.parametrize("name", [name for name, algorithm in ALGORITHMS.items() if not algorithm.complete])
def test_what_is_not_complete_finds_some_solutions_and_says_why_it_gave_up(name: str) -> None:
    options: dict[str, Any] = {
        "depth-limited": {"depth": 8},
        "beam": {"width": 1},
        "simulated-annealing": {"cooling": 500, "restarts": 0},
    }.get(name, {})
    estimate = heuristic(ALGORITHMS[name].heuristic or "zero", GOAL)
    boards = [board for board in some_boards(40, 12, seed=4) if board != GOAL]
    solutions = [run(Puzzle(board, GOAL), name, estimate, **options) for board in boards]
    assert {solution.outcome for solution in solutions} == {Outcome.SOLVED, Outcome.LIMIT}
    for board, solution in zip(boards, solutions, strict=True):
        check(solution, eight_puzzles()[board])


@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_hill_climbing_ends_at_the_goal_or_where_no_neighbor_is_nearer(shape: tuple[int, int]) -> None:
    """Every board: a solution takes one from the Manhattan distance with every move, so it is a shortest one."""
    goal = Board.blank_last(*shape)
    minima = 0
    for board, distance in reachable(goal).items():
        recorder = Recorder()
        solution = run(Puzzle(board, goal), "hill-climbing", heuristic("manhattan", goal), on_event=recorder)
        way = [event.board for event in recorder.events if isinstance(event, Expanded)]
        heights = [step.manhattan(goal) for step in way]
        assert heights == list(range(board.manhattan(goal), heights[-1] - 1, -1))
        if solution.solved:
            assert way[-1] == goal and solution.optimal and len(solution.moves) == distance == heights[0]
        else:
            minima += 1
            assert min(neighbor.manhattan(goal) for neighbor in way[-1].neighbors()) > heights[-1]
            assert solution.reason.startswith(f"a local minimum after {count_moves(len(way) - 1)}, where h is ")
    assert minima > 200, "which is why nobody solves puzzles by it"


def expansions(name: str, puzzle: Puzzle, estimate: Estimate, **options: Any) -> tuple[Solution, list[Expanded]]:
    recorder = Recorder()
    solution = run(puzzle, name, estimate, on_event=recorder, **options)
    return solution, [event for event in recorder.events if isinstance(event, Expanded)]


@pytest.mark.proof
@pytest.mark.parametrize("shape", [(3, 2), pytest.param((2, 3), marks=pytest.mark.slow)])
def test_mm_meets_in_the_middle(shape: tuple[int, int]) -> None:
    """Every board, towards every place of the blank: neither side expands a board beyond the middle."""
    names = [name for name, kind in HEURISTICS.items() if kind.admissible]
    for goal in goals(shape, seed=50):
        estimates = cycle([heuristic(name, goal) for name in names])
        for (board, distance), estimate in zip(reachable(goal).items(), estimates, strict=False):
            solution, expanded = expansions("mm", Puzzle(board, goal), estimate)
            check(solution, distance)
            assert all(2 * event.g <= distance for event in expanded)


@pytest.mark.slow
@pytest.mark.parametrize("other", STRONG)
@pytest.mark.parametrize("name", ["mm", "rbfs"])
def test_mm_and_rbfs_find_the_lengths_of_a_star(name: str, other: str) -> None:
    """On thousands of 8-puzzles, and on as many boards of 4x2 with goals of every kind."""
    estimate = heuristic(other, GOAL)
    for board in some_boards(100 if (name, other) == ("mm", "patterns") else 2000, 31, seed=20):
        lengths = {run(Puzzle(board, GOAL), each, estimate).length for each in (name, "astar")}
        assert lengths == {eight_puzzles()[board]}
    for seed in range(0 if (name, other) == ("mm", "patterns") else 1000):
        puzzle = Puzzle(scramble(4, 2, seed=seed), scramble(4, 2, seed=seed % 7))
        guide = heuristic(other, puzzle.goal)
        assert run(puzzle, name, guide).length == run(puzzle, "astar", guide).length


def test_mm_goes_without_an_estimate_towards_the_start_where_there_is_none() -> None:
    puzzle = Puzzle(some_boards(1, 20, seed=9)[0], GOAL)
    known, own = (run(puzzle, "mm", estimate) for estimate in (heuristic("manhattan", GOAL), promised(Board.manhattan)))
    for solution in (known, own):
        assert solution.optimal and len(solution.moves) == eight_puzzles()[puzzle.start]
    assert known.stats.generated < own.stats.generated
    told = Recorder()
    run(puzzle, "mm", heuristic("manhattan", GOAL), on_event=told)
    sides = {"0": GOAL, "G": puzzle.start}
    ends = {event.node: event.h for event in told.events if isinstance(event, Expanded) and event.node in sides}
    assert ends == {"0": puzzle.start.manhattan(GOAL), "G": GOAL.manhattan(puzzle.start)}
    with pytest.raises(ValueError, match="must give a number, but gives nan"):
        run(puzzle, "mm", Heuristic("half", Board.manhattan, 0, lambda goal: always(math.nan)))


@pytest.mark.parametrize("shape", [(3, 2), (2, 3)])
def test_depth_first_search_solves_every_board_and_visits_none_twice(shape: tuple[int, int]) -> None:
    goal = Board.blank_last(*shape)
    longest = 0
    for board, distance in reachable(goal).items():
        if board == goal:
            continue
        solution, expanded = expansions("dfs", Puzzle(board, goal), heuristic("zero", goal))
        check(solution, distance)
        assert len({event.board for event in expanded}) == len(expanded) == solution.stats.expanded
        assert len(set(solution.boards())) == len(solution.moves) + 1
        longest = max(longest, len(solution.moves))
    assert longest > 100, "where 21 moves are enough"


@pytest.mark.parametrize("other", ["manhattan", "misplaced", "zero"])
def test_what_the_parent_rule_saves(other: str) -> None:
    """All boards of 3x2 near the goal: the same lengths, and never fewer nodes without the rule."""
    goal = Board.blank_last(3, 2)
    estimate = heuristic(other, goal)
    saved = 0
    for board, distance in reachable(goal).items():
        if distance <= DEEPEST_TREE:
            without, with_rule = (run(Puzzle(board, goal), name, estimate) for name in ("tree-astar", "princeton"))
            assert without.length == with_rule.length == distance
            assert without.stats.generated >= with_rule.stats.generated
            saved += without.stats.generated - with_rule.stats.generated
    assert saved > 0


def test_random_restarts_climb_from_elsewhere() -> None:
    """Where climbing succeeds, it is hill climbing itself; elsewhere each climb begins with a walk from the start."""
    estimate = heuristic("manhattan", GOAL)
    assert run(NEAR, "random-restart", estimate).moves == run(NEAR, "hill-climbing", estimate).moves
    solution, expanded = expansions("random-restart", PUZZLE, estimate, restarts=3, walk=6)
    begins = [place for place, event in enumerate(expanded) if event.node == "0"]
    assert len(begins) == 4 and solution.outcome is Outcome.LIMIT
    for begin in begins[1:]:
        walk = [event.board for event in expanded[begin : begin + 7]]
        assert [event.g for event in expanded[begin : begin + 7]] == list(range(7))
        assert all(board != walk[place] for place, board in enumerate(walk[2:])), "no move takes back the one before"
    lowest = min(event.h for event in expanded)
    assert solution.reason == f"every climb ended in a local minimum (climbs: 4, lowest h: {lowest})"
    row = Puzzle(Board([[0, 1]]), Board([[1, 0]]))  # a dead end: the walk turns round
    assert run(row, "random-restart", heuristic("zero", row.goal), walk=5, restarts=2).solved


def test_simulated_annealing_cools() -> None:
    """Cold, it never goes uphill; hot, it goes anywhere; in between it goes uphill less and less often."""
    estimate = heuristic("manhattan", GOAL)
    far = Puzzle(eight_puzzle_at(31), GOAL)
    _, cold = expansions("simulated-annealing", far, estimate, temperature=0, cooling=500, restarts=0)
    assert all(after.h <= before.h for before, after in pairwise(cold)) and cold[-1].h < cold[0].h
    recorder = Recorder()
    solution = run(far, "simulated-annealing", estimate, on_event=recorder, temperature=4, cooling=3000, restarts=0)
    tried = [event for event in recorder.events if isinstance(event, Child)]
    parents = [event for event in recorder.events if isinstance(event, Expanded)]
    uphill = [child for child, parent in zip(tried, parents, strict=True) if child.h > parent.h]
    accepted = [child.status == "queued" for child in uphill]
    assert {child.status for child in tried if child not in uphill} == {"queued"}
    third = len(accepted) // 3
    assert not solution.solved and sum(accepted[:third]) > 2 * sum(accepted[-third:]) > 0
    assert solution.reason.startswith("cold before the goal was found (attempts: 1, lowest h: ")


@pytest.mark.parametrize("name", ["random-restart", "simulated-annealing"])
def test_a_seed_means_the_same_search(name: str) -> None:
    estimate = heuristic("manhattan", GOAL)
    first, same, other = (run(PUZZLE, name, estimate, seed=seed) for seed in (3, 3, 4))
    assert (first.moves, first.stats.generated) == (same.moves, same.stats.generated)
    assert first.stats.generated != other.stats.generated


@pytest.mark.proof
@pytest.mark.parametrize("other", STRONG)
def test_hundreds_of_8_puzzles(other: str) -> None:
    estimate = heuristic(other, GOAL)
    for board, name in zip(some_boards(200, 31, seed=7), cycle(["astar", "ida"]), strict=False):
        check(run(Puzzle(board, GOAL), name, estimate), eight_puzzles()[board])


@pytest.mark.proof
@pytest.mark.parametrize(("name", "other"), COMBINATIONS)
def test_limits_are_an_outcome_and_bounds_are_sound(name: str, other: str) -> None:
    puzzle = Puzzle(eight_puzzle_at(27), GOAL)
    estimate = heuristic(other, GOAL)
    before = 0
    for nodes in (0, 1, 10, 100, 1000):
        solution = run(puzzle, name, estimate, Limits(nodes=nodes))
        if solution.outcome is Outcome.LIMIT:
            assert solution.moves == () and solution.length is None
            assert solution.stats.generated <= nodes + 4
        assert 0 <= solution.bound <= 27
        assert solution.bound >= before or name in ("greedy", "weighted-astar")
        before = solution.bound
    assert run(puzzle, name, estimate, Limits(seconds=0)).outcome is Outcome.LIMIT
    assert run(puzzle, name, estimate, Limits(memory=0)).outcome is Outcome.LIMIT


@pytest.mark.parametrize("name", ALGORITHMS)
def test_solved_tiny_and_narrow_boards(name: str) -> None:
    own = ALGORITHMS[name].heuristic or "zero"
    for start, goal in (
        (GOAL, GOAL),
        (Board([[0]]), Board([[0]])),
        (Board([[0, 1, 2, 3]]), Board([[1, 2, 3, 0]])),
        (Board([[1], [0], [2]]), Board([[1], [2], [0]])),
        (Board([[3, 1], [2, 0]]), Board([[0, 1], [2, 3]])),
    ):
        distance = 0 if start == goal else reachable(goal).get(start)
        solution = run(Puzzle(start, goal), name, heuristic(own, goal))
        if distance is None:
            assert solution.outcome is Outcome.UNSOLVABLE
        else:
            check(solution, distance)


@pytest.mark.parametrize(("name", "other"), [(name, kind.heuristic or "zero") for name, kind in ALGORITHMS.items()])
def test_a_trace_changes_nothing_and_tells_everything(name: str, other: str) -> None:
    puzzle = NEAR if name == "dfs" else PUZZLE
    estimate = heuristic(other, puzzle.goal)
    events: list[Event] = []
    told = run(puzzle, name, estimate, on_event=events.append)
    silent = run(puzzle, name, estimate)
    assert (told.moves, told.stats.generated, told.stats.expanded) == (
        silent.moves, silent.stats.generated, silent.stats.expanded
    )  # fmt: skip


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_queue_is_what_waits_in_the_trace(name: str) -> None:
    """Neither the peak nor what is left counts a node whose place a shorter way has taken."""
    puzzle = NEAR if name == "dfs" else Puzzle(eight_puzzle_at(21), GOAL)
    events: list[Event] = []
    stats = run(puzzle, name, heuristic(ALGORITHMS[name].heuristic or "zero", GOAL), on_event=events.append).stats
    waiting: set[str] = set()
    peak = 0
    for event in events:
        if isinstance(event, Root):
            waiting.add(event.node)
        elif isinstance(event, Expanded):
            waiting.discard(event.node)
        elif isinstance(event, Child) and event.status in ("queued", "cheaper", "reopened"):
            waiting -= {event.before}
            waiting.add(event.node)
        elif isinstance(event, Forgot):
            waiting -= set(event.nodes)
        peak = max(peak, len(waiting))
    if stats.queue_peak == 0:  # it keeps only the way to its present board
        return
    assert (stats.queue_peak, stats.queue_left) == (peak, len(waiting))


def test_progress_is_reported() -> None:
    reports: list[Progress] = []
    puzzle = Puzzle(scramble(4, seed=1))
    run(puzzle, "bfs", limits=Limits(seconds=0.35), on_progress=reports.append)
    assert reports
    assert [report.generated for report in reports] == sorted(report.generated for report in reports)
    assert reports[-1].queue_left > 0 and reports[-1].seconds > 0 and reports[0].generated == 1


def test_ctrl_c_ends_a_search_with_its_figures() -> None:
    """With the bound and the queue that a limit at the same node would give; few bounds are a little lower."""
    puzzle = Puzzle(eight_puzzle_at(27), GOAL)
    for name, algorithm in ALGORITHMS.items():
        last = [Progress(0, 0, 0, 0.0)]

        def interrupt(now: Progress, last: list[Progress] = last) -> None:
            last[0] = now
            if now.generated > 300:
                raise KeyboardInterrupt

        estimate = heuristic(algorithm.heuristic or "zero", puzzle.goal)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("taquin.search.search_run.REPORT_SECONDS", 0.0)
            solution = run(puzzle, name, estimate, on_progress=interrupt, returns_stopped=True)
        if last[0].generated <= 300:  # over before the interruption: beam and greedy are
            continue
        assert solution.outcome is Outcome.STOPPED and solution.stats.seconds > 0
        assert solution.stats.queue_left == last[0].queue_left
        assert (solution.stats.queue_left > 0) == (solution.stats.queue_peak > 0)
        limited = run(puzzle, name, estimate, Limits(nodes=solution.stats.generated - 1))
        assert limited.outcome is Outcome.LIMIT and limited.stats.generated == solution.stats.generated
        assert limited.stats.queue_left == solution.stats.queue_left
        assert limited.bound - 2 <= solution.bound <= limited.bound or name == "weighted-astar"
        assert solution.bound >= 4 or not algorithm.complete or name == "dfs", "which prove nothing before their end"


def test_a_board_alone_is_solved_towards_the_usual_goal() -> None:
    board = Board.blank_last(3).play("UULLDR")
    solution = run(board, "astar", Board.manhattan)
    assert solution.puzzle == Puzzle(board) and solution.moves == run(Puzzle(board), "astar", Board.manhattan).moves


@pytest.mark.parametrize("name", ALGORITHMS)
def test_ctrl_c_in_a_program_is_an_exception(name: str) -> None:
    """A loop over boards that went on with a search cut off would print wrong figures."""
    events: list[Event] = []

    def interrupt(event: Event) -> None:
        events.append(event)
        if isinstance(event, Expanded):
            raise KeyboardInterrupt

    puzzle = Puzzle(Board.blank_last(3).play("UULL"))
    estimate = heuristic(ALGORITHMS[name].heuristic or "zero", puzzle.goal)
    with pytest.raises(KeyboardInterrupt):
        run(puzzle, name, estimate, on_event=interrupt)
    assert isinstance(events[-1], Ended) and events[-1].solution.outcome is Outcome.STOPPED


@pytest.mark.parametrize(("name", "count", "farthest"), [("astar", 60, 14), ("mm", 12, 31)])
def test_boards_are_opened_again_where_the_heuristic_is_not_consistent(name: str, count: int, farthest: int) -> None:
    """An admissible heuristic that jumps: the truth on some boards, nothing on the others."""

    def jumping(board: Board) -> int:
        return eight_puzzles()[board] if hash(board.tiles) % 3 == 0 else 0

    reopened = longer = 0
    for board in some_boards(count, farthest, seed=3):
        solution = run(Puzzle(board, GOAL), name, promised(jumping))
        check(solution, eight_puzzles()[board])
        reopened += solution.stats.reopened
        longer += len(run(Puzzle(board, GOAL), "astar003", promised(jumping)).moves) > eight_puzzles()[board]
    assert reopened > 0 and longer > 0


def test_a_heuristic_without_promise_proves_nothing() -> None:
    board = eight_puzzle_at(20)
    solution = run(Puzzle(board, GOAL), "astar", lambda board: board.manhattan())
    assert len(solution.moves) == 20 and not solution.optimal and solution.bound <= 4


@pytest.mark.parametrize("weight", [1.0, 1.5, 3.0])
def test_weighted_a_star_keeps_its_promise(weight: float) -> None:
    estimate = heuristic("manhattan", GOAL)
    for board in some_boards(40, 31, seed=11):
        solution = run(Puzzle(board, GOAL), "weighted-astar", estimate, weight=weight)
        check(solution, eight_puzzles()[board])
        assert len(solution.moves) <= weight * eight_puzzles()[board]
        assert weight > 1 or solution.optimal


def test_options_of_single_algorithms() -> None:
    puzzle = PUZZLE
    estimate = heuristic("manhattan", puzzle.goal)
    too_shallow = run(puzzle, "depth-limited", depth=9)
    assert too_shallow.outcome is Outcome.LIMIT and too_shallow.bound == 10
    assert len(run(puzzle, "depth-limited", depth=10).moves) == 10
    wide, narrow = (run(puzzle, "beam", estimate, width=width) for width in (1000, 1))
    assert wide.length == 10 and (narrow.length or 99) > 10
    with pytest.raises(ValueError, match="astar has no option 'width'"):
        run(puzzle, "astar", estimate, width=3)
    with pytest.raises(ValueError, match="unknown algorithm 'dijkstra': choose one of astar"):
        run(puzzle, "dijkstra", estimate)
    assert too_shallow.reason == "nothing within depth 9"
    with pytest.raises(ValueError, match=r"the depth must be a whole number from 0 up, not 2\.5"):
        run(puzzle, "depth-limited", depth=2.5)
    for weight in (0.5, math.nan, math.inf):
        with pytest.raises(ValueError, match="the weight must be a number from 1 up"):
            run(puzzle, "weighted-astar", estimate, weight=weight)
    for width in (0, -1):
        with pytest.raises(ValueError, match=f"the width must be a whole number from 1 up, not {width}"):
            run(puzzle, "beam", estimate, width=width)
    with pytest.raises(ValueError, match="the depth must be a whole number from 0 up, not -1"):
        run(puzzle, "depth-limited", depth=-1)


def test_a_guided_search_needs_a_heuristic_that_gives_numbers() -> None:
    puzzle = PUZZLE
    for name, algorithm in ALGORITHMS.items():
        if algorithm.needs_heuristic:
            with pytest.raises(ValueError, match=rf"{name} is guided by a heuristic: .*'{algorithm.heuristic}'"):
                run(puzzle, name)
            for wrong in (math.nan, None, "3", 1j):
                with pytest.raises(ValueError, match=r"must give a number, but gives .* board 1 3 5/4 0 8/7 6 2"):
                    run(puzzle, name, always(wrong))
    assert run(puzzle, "astar", lambda board: math.inf if board.blank == 0 else 0).solved


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_search_that_needs_all_its_nodes_gets_them(name: str) -> None:
    puzzle = NEAR if name == "dfs" else PUZZLE
    estimate = heuristic(ALGORITHMS[name].heuristic or "zero", puzzle.goal)
    free = run(puzzle, name, estimate)
    same = run(puzzle, name, estimate, Limits(nodes=free.stats.generated))
    assert (same.moves, same.stats.generated) == (free.moves, free.stats.generated)


@pytest.mark.parametrize(
    "wrong", [{"ties": "random"}, {"duplicates": "some"}, {"goal_test": "never"}, {"order": "UDL"}]
)
def test_unknown_rules_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"unknown rule|must name U, L, R and D"):
        Rules(**wrong)


@pytest.mark.parametrize("goal_test", ["pop", "generation"])
@pytest.mark.parametrize("duplicates", ["none", "parent", "generated", "closed"])
def test_the_bound_is_sound_under_any_rules(duplicates: str, goal_test: str) -> None:
    estimate = heuristic("manhattan", GOAL)
    rules = Rules(duplicates=duplicates, goal_test=goal_test, ties="oldest", order="DRLU")
    for board in some_boards(25, 13, seed=5):
        if board != GOAL:
            solution = search_by(rules, Puzzle(board, GOAL), estimate)
            assert solution.bound <= eight_puzzles()[board] <= len(solution.moves)
            assert goal_test == "generation" or duplicates == "generated" or solution.optimal


@pytest.mark.parametrize(
    ("name", "width"), [("bfs", 3), ("astar", 3), ("branch-and-bound", 4), ("astar", 4), ("mm", 4), ("dfs", 4)]
)
def test_the_estimate_of_memory_is_near_the_truth(name: str, width: int) -> None:
    puzzle = Puzzle(scramble(width, seed=2))
    estimate = heuristic("misplaced", puzzle.goal)
    tracemalloc.start()
    solution = run(puzzle, name, estimate, Limits(nodes=10_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert solution.stats.generated > 1000
    assert 0.9 < solution.stats.memory / peak < 1.6, (solution.stats.memory, peak)


def test_the_memory_that_a_search_may_take(tmp_path: Path) -> None:
    assert spare_memory(tmp_path) == 1 << 30
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemTotal: 9000 kB\n\nMemAvailable:   4000 kB\n")
    assert spare_memory(tmp_path) == 2000 * 1024
    group = tmp_path / "sys/fs/cgroup"
    group.mkdir(parents=True)
    (group / "memory.current").write_text("1000\n")
    for limit, spare in (("max", 2000 * 1024), ("5000", 2000), ("900", 0)):
        (group / "memory.max").write_text(f"{limit}\n")
        assert spare_memory(tmp_path) == spare
    assert spare_memory() > 0


def test_a_limit_of_the_process_counts_as_memory_that_is_not_there() -> None:
    script = "import resource; resource.setrlimit(resource.RLIMIT_AS, (400 << 20,) * 2)"
    script += "; from taquin.memory import free_memory; print(free_memory())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert 100 << 20 < int(done.stdout) < 400 << 20


def test_the_effective_branching_factor() -> None:
    assert effective_branching_factor(52, 5) == pytest.approx(1.92, abs=0.005)  # the example in AIMA
    assert effective_branching_factor(2 + 4 + 8, 3) == pytest.approx(2)
    assert effective_branching_factor(7, 7) == pytest.approx(1)
    for depth in (1_000, 10_000, 2_000_000):  # as long as the solutions of large boards
        assert 1 < effective_branching_factor(depth * 500, depth) < 1.1
        assert effective_branching_factor(depth / 2, depth) < 1
    assert effective_branching_factor(3, 6) < 1
    for name in ("astar", "ida", "bnb002"):  # the only board expanded has two children, whether the root counts or not
        solution = run(Puzzle(Board([[1, 0, 2]])), name, heuristic("manhattan", Board.blank_last(3, 1)))
        assert (solution.stats.expanded, solution.stats.children) == (1, 2)
        assert solution.branching_factor == pytest.approx(2)
    both_ends = run(Puzzle(Board([[1, 0, 2]])), "bidirectional")
    assert (both_ends.stats.generated, both_ends.stats.roots) == (2 + both_ends.stats.children, 2)
    level = next(by_depth(GOAL, [("bfs", "")], [1], boards=3, seed=1))
    assert level.branching_factor == pytest.approx(level.generated - 1)
    assert effective_branching_factor(10**9, 500) == pytest.approx(1.03, abs=0.01)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("tiles", "length", "nodes"),
    [
        ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42, 540860),  # Korf's number 79
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45, 546344),  # Korf's number 12
    ],
)
def test_the_node_counts_of_korf(tiles: str, length: int, nodes: int) -> None:
    """Korf 1985, table 1: two of the smallest of his hundred 15-puzzles, blank first in the goal."""
    puzzle = Puzzle(Board.parse(tiles), Board.blank_first(4))
    solution = run(puzzle, "ida", heuristic("manhattan", puzzle.goal))
    assert (solution.length, solution.bound, solution.stats.generated) == (length, length, nodes)

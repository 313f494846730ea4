"""One puzzle through every engine: any shape, any goal, any limits. All answers are replayed and compared."""

from __future__ import annotations

from random import Random
from typing import Final

from taquin import Board, Limits, Outcome, Puzzle, Solution, explain, hint, improve, rank_moves, solve
from taquin.bounds import lower_bound
from taquin.heuristics import HEURISTICS
from taquin.heuristics import heuristic as teaching_heuristic
from taquin.native import core
from taquin.optimal import NATIVE_HEURISTICS, Search, all_solutions, count_solutions, distances
from taquin.random_boards import random_walk, scramble
from taquin.search import ALGORITHMS
from taquin.search import run as teach

__all__ = ["compare_engines"]

SHAPES: Final = (
    (2, 2), (3, 2), (2, 3), (3, 3), (3, 3), (4, 2), (2, 5), (3, 4), (4, 3), (4, 4), (5, 5), (1, 6), (7, 1), (9, 3),
    (2, 12), (8, 8),
)  # fmt: skip


def compare_engines(content: bytes) -> None:
    """The bytes say which puzzle: the same bytes, the same puzzle."""
    rng = Random(content)
    puzzle = _puzzle(rng)
    small, tiny = len(puzzle.start) <= 16, len(puzzle.start) <= 9 and min(puzzle.start.shape) > 1
    answers = [solve(puzzle)] if small else []
    limits = [Limits(), Limits(seconds=0.02), Limits(nodes=rng.randrange(2000)), Limits(memory=rng.randrange(1 << 24))]
    answers.append(
        solve(puzzle, rng.choice(limits[1:]), threads=rng.randint(1, 3), quality=rng.choice((None, "first")))
    )
    answers += improve(puzzle, Limits(seconds=0.05), threads=1, seed=rng.randrange(9))
    if min(puzzle.start.shape) > 1 and core is not None:
        for name in NATIVE_HEURISTICS:
            if NATIVE_HEURISTICS[name].holds(puzzle.start) and (name != "patterns" or small):
                answers += _search(puzzle, name, rng)
    if tiny:
        answers += _taught(puzzle, rng)
    best = _compare(puzzle, answers)
    if tiny and best is not None and core is not None:
        assert distances(puzzle.goal).distance(puzzle.start.tiles) == best
        assert all(len(path) == best and puzzle.is_solution(path) for path in all_solutions(puzzle, best))
        assert count_solutions(puzzle, best) == sum(1 for _ in all_solutions(puzzle, best))
    _compare_hints(puzzle, best)
    if tiny:
        _compare_slides(puzzle, rng)
    if puzzle.is_solvable():
        assert puzzle.is_solution([move for step in explain(puzzle.start, puzzle.goal) for move in step.moves])


def _puzzle(rng: Random) -> Puzzle:
    """Small ones mostly: there the answers can be proven. Some are near their goal, some cannot be solved."""
    width, height = rng.choice(SHAPES)
    goal = rng.choice(
        (
            Board.blank_last(width, height),
            Board.blank_first(width, height),
            scramble(width, height, seed=rng.randrange(1 << 30)),
        )
    )
    if width == 1 or height == 1 or rng.random() < 0.4:
        return Puzzle(random_walk(goal, rng.randrange(30), seed=rng.randrange(1 << 30)), goal)
    start = scramble(width, height, seed=rng.randrange(1 << 30), goal=goal)
    return Puzzle(start, goal)


def _search(puzzle: Puzzle, name: str, rng: Random) -> list[Solution]:
    """A search that is broken off, and goes on."""
    search = Search(puzzle, heuristic=name, threads=rng.randint(1, 2))
    return [search.run(Limits(nodes=rng.randrange(3000))), search.run(Limits(nodes=200_000, seconds=2))]


def _taught(puzzle: Puzzle, rng: Random) -> list[Solution]:
    """Some teaching algorithm, guided by some heuristic that never overestimates."""
    name = rng.choice([name for name, found in ALGORITHMS.items() if found.optimal and found.complete])
    admissible = [name for name, found in HEURISTICS.items() if found.admissible]
    guide = teaching_heuristic(rng.choice(admissible), puzzle.goal)
    return [teach(puzzle, name, guide, Limits(nodes=20_000, seconds=2))]


def _compare(puzzle: Puzzle, answers: list[Solution]) -> int | None:
    """No answer is below a bound, all that are proven agree; that length, None where nobody has proven any."""
    solvable = puzzle.is_solvable()
    lengths = set()
    floor = max([answer.bound for answer in answers if answer.outcome is not Outcome.UNSOLVABLE], default=0)
    for answer in answers:
        assert (answer.outcome is Outcome.UNSOLVABLE) == (not solvable), answer
        if answer.solved:
            assert puzzle.is_solution(answer.moves), answer
            assert len(answer.moves) >= floor, answer
        if answer.optimal:
            lengths.add(len(answer.moves))
    if solvable:
        assert lower_bound(puzzle) <= min((len(answer.moves) for answer in answers if answer.solved), default=10**9)
    assert len(lengths) <= 1, lengths
    return next(iter(lengths), None)


def _compare_hints(puzzle: Puzzle, best: int | None) -> None:
    """A hint is a legal move towards the goal, and the ranked moves agree with the proof."""
    if puzzle.start == puzzle.goal or not puzzle.is_solvable():
        return
    found = hint(puzzle.start, puzzle.goal, budget_ms=20)
    assert found.move is not None and puzzle.is_solution(found.plan.moves)
    if best is not None:
        assert len(found.plan.moves) >= best
        ranked = rank_moves(puzzle.start, puzzle.goal, budget_ms=20)
        known = [move.remaining for move in ranked if move.remaining is not None]
        assert not known or min(known) >= best - 1


def _compare_slides(puzzle: Puzzle, rng: Random) -> None:
    """The fewest slides are those that the limits of every other answer allow."""
    fewest = solve(puzzle, metric="mtm")
    others = [
        solve(puzzle, Limits(nodes=rng.randrange(2000)), metric="mtm"),
        *improve(puzzle, Limits(seconds=0.05), threads=1, metric="mtm"),
    ]
    for answer in (fewest, *others):
        assert (answer.outcome is Outcome.UNSOLVABLE) == (not puzzle.is_solvable()), answer
        if answer.slides is not None:
            assert puzzle.is_solution(answer.moves), answer
            assert fewest.slides is not None and answer.bound <= fewest.slides <= answer.slides, answer
    assert fewest.optimal or not puzzle.is_solvable()

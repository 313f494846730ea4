"""`taquin classroom mistakes`: what the course documents get wrong, each shown by running it, with the right version.

Every figure is computed when the command runs. A mistake is a function that yields what to print; the proof beside it
says why the right version is right. docs/mistakes.md is the page to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Final

import click

from taquin.board import Board
from taquin.cli.output import wrapped
from taquin.heuristics import check_admissible, heuristic, promised
from taquin.move import count_moves
from taquin.notation import format_board, parse_board
from taquin.puzzle import Puzzle
from taquin.result import Solution
from taquin.search import ALGORITHMS, SearchRun, run
from taquin.search.best_first import Rules, best_first
from taquin.solvability import diagnose
from taquin.trace import Child, Expanded, Recorder

__all__ = ["MISTAKES", "Mistake", "tell_mistakes"]

_BOARD003: Final = "1 3 5/4 0 8/7 6 2"
"""A board on which document 003's program is two moves too long."""
_BOARD004: Final = "1 2 3/8 6 7/4 0 5"
"""The same for document 004."""
_TRACED003: Final = "0 2 3/1 4 5/7 8 6"
"""The board that document 003 traces."""
_TWO_TENS: Final = "2 3 5 10/1 4 6 7/11 12 15 14/16 10 8 9"
"""Document 000's second unsolvable board: 10 twice, no 13, the blank written 16."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of the documents. `run` yields what happens when it is run, and then the right version."""

    title: str
    said: str
    run: Callable[[], Iterator[str]]
    why: str


def _solve(name: str, board: str, other: str = "manhattan") -> Solution:
    puzzle = Puzzle(parse_board(board))
    return run(name, puzzle, heuristic(other, puzzle.goal))


def _not_optimal() -> Iterator[str]:
    for name, board in (("astar003", _BOARD003), ("astar004", _BOARD004)):
        wrong, right = _solve(name, board), _solve("astar", board)
        yield f"{name} on {board}: {count_moves(len(wrong.moves))}. {_shorter_way_dropped(name, board)}"
        yield f"Right: astar on {board}: {count_moves(len(right.moves))}, proven shortest."


def _shorter_way_dropped(name: str, board: str) -> str:
    """Where the search drops a shorter way to a board than the one that it has, in words."""
    puzzle, recorder = Puzzle(parse_board(board)), Recorder()
    run(name, puzzle, heuristic("manhattan", puzzle.goal), on_event=recorder)
    known: dict[Board, int] = {}
    for event in recorder.events:
        if isinstance(event, Expanded | Child):
            before = known.setdefault(event.board, event.g)
            if isinstance(event, Child) and event.g < before:
                return (
                    f"Its child {event.node} comes to the board {format_board(event.board, 'line')} in {event.g} "
                    f"moves. The search had come to it in {before} before, keeps that way, and drops the shorter one."
                )
    return ""


def _reopening() -> Iterator[str]:
    puzzle = Puzzle(parse_board(_BOARD004))

    def patchy(board: Board) -> int:
        return board.manhattan() if board.tiles[0] % 2 else 0

    verdict = check_admissible(patchy, (3, 2))
    found = run("astar", puzzle, promised(patchy))
    yield (
        "An h that is Manhattan distance where an odd tile is in the first cell, and 0 elsewhere, is "
        f"{'admissible' if verdict.admissible else 'not admissible'} and "
        f"{'consistent' if verdict.consistent else 'not consistent'} ({verdict.boards} boards of 3x2 looked at). With "
        f"it, astar on {_BOARD004} opens boards again {found.stats.reopened} times, and finds "
        f"{count_moves(len(found.moves))}."
    )
    plain = _solve("astar", _BOARD004)
    yield (
        f"Right: with Manhattan distance itself, which is consistent, it opens boards again {plain.stats.reopened} "
        f"times and finds {count_moves(len(plain.moves))}."
    )


def _two_tens() -> Iterator[str]:
    cells = [int(tile) for tile in _TWO_TENS.replace("/", " ").split()]
    counts = [sum(other < tile for other in cells[place + 1 :]) for place, tile in enumerate(cells)]
    table = dict(zip(cells, counts, strict=True))  # the second 10 takes the place of the first, as in its program
    yield (
        f"Counted cell by cell, the inversions of {_TWO_TENS} are {sum(counts)}. A table with one line a number "
        f"has {sum(table.values())}: the {sum(counts) - sum(table.values())} of the first 10 are overwritten by the "
        f"{table[10]} of the second."
    )
    problems = "; ".join(problem.message for problem in diagnose(_TWO_TENS).problems)
    yield f"Right: this is no board: {problems}."
    first, second = (place for place, tile in enumerate(cells) if tile == 10)
    totals = []
    for place in (first, second):
        mended = [13 if cell == place else tile % 16 for cell, tile in enumerate(cells)]
        found = diagnose(Board(mended, 4))
        totals.append(f"{found.total} and {'solvable' if found.solvable else 'unsolvable'}")
    yield f"With 13 in the place of the first 10 the total is {totals[0]}; of the second, {totals[1]}."


def _shuffled_rows() -> Iterator[str]:
    rows = Board.blank_last(4).rows
    made = [Board([tile for row in order for tile in row], 4) for order in permutations(rows)]
    solvable = sum(board.is_solvable() for board in made)
    yield (
        f"Shuffling the four rows of the goal makes {len(made)} boards, {solvable} of them solvable; the tiles of a "
        "row never part."
    )
    yield (
        f"Right: {factorial(16) // 2:,} boards can be solved. `taquin random 4x4` shuffles all cells, and exchanges "
        "two tiles where the result is unsolvable; that pairs the unsolvable boards with the solvable ones, so each of "
        "these is as likely as any other."
    )


def _called_breadth_first() -> Iterator[str]:
    def depths(name: str) -> tuple[list[int], int]:
        puzzle, recorder = Puzzle(parse_board(_TRACED003)), Recorder()
        run(name, puzzle, heuristic("manhattan", puzzle.goal), on_event=recorder)
        found = [event.g for event in recorder.events if isinstance(event, Expanded)]
        return found[:8], len(found)

    for name, words in (("astar003", "what document 003 runs"), ("bfs", "Right: breadth-first search")):
        first, boards = depths(name)
        yield (
            f"{words[0].upper() + words[1:]} on {_TRACED003} takes {boards} boards from its queue, the first of them "
            f"at the depths {', '.join(map(str, first))}."
        )


def _endless() -> Iterator[str]:
    puzzle = Puzzle(Board([[1, 2, 3], [5, 4, 0]]))
    estimate = heuristic("manhattan", puzzle.goal)
    for name in ("astar003", "astar004"):
        rules = ALGORITHMS[name].search
        assert isinstance(rules, Rules)
        ended = best_first(SearchRun(name, puzzle, estimate), estimate, rules)
        yield (
            f"{name} on the unsolvable board {format_board(puzzle.start, 'line')}, unchecked, ends after "
            f"{ended.stats.expanded} boards; the space of 3x2 has {factorial(6) // 2}."
        )
    yield (
        f"Right: the space of 3x3 has {factorial(9) // 2:,} boards, and ends, too. The parity tells beforehand: "
        f"{diagnose(puzzle.start).reason}."
    )


def _mixed_coordinates() -> Iterator[str]:
    goal = Board.blank_last(3)

    def as_printed(board: Board) -> int:
        wanted = Board.blank_last(*board.shape).positions
        total = 0
        for tile in board.tiles:
            if tile:
                (row, column), (to_row, to_column) = board.position(tile), divmod(wanted[tile], board.width)
                total += abs(column - row) + abs(to_column - to_row)
        return total

    verdict = check_admissible(as_printed, (3, 2))
    yield (
        f"A distance that takes a row from a column, |x1 - y1| + |x2 - y2|, is {as_printed(goal)} on the goal, where "
        f"nothing is left to do, and {'admissible' if verdict.admissible else 'not admissible'}: on 3x2 it is up to "
        f"{verdict.excess:g} too high."
    )
    right = check_admissible(heuristic("manhattan", Board.blank_last(3, 2)), (3, 2))
    yield (
        f"Right: |x1 - x2| + |y1 - y2| is {heuristic('manhattan', goal)(goal):g} on the goal, "
        f"{'admissible' if right.admissible else 'not admissible'} and "
        f"{'consistent' if right.consistent else 'not consistent'}. Document 004's program computes this one, as its "
        "figures show."
    )


def _minus_one() -> Iterator[str]:
    goal = Board.blank_last(3)
    for name, words in (
        ("hamming004", "document 004's Hamming"),
        ("misplaced", "Right: the number of tiles out of place"),
    ):
        verdict = check_admissible(heuristic(name, Board.blank_last(3, 2)), (3, 2))
        fall = ""
        if verdict.inconsistent is not None:
            _, _, high, low = verdict.inconsistent
            fall = f": one move takes it from {high:g} to {low:g}"
        yield (
            f"{words[0].upper() + words[1:]} is {heuristic(name, goal)(goal):g} on the goal, "
            f"{'admissible' if verdict.admissible else 'not admissible'} and "
            f"{'consistent' if verdict.consistent else 'not consistent'}{fall}."
        )


def _without_depth() -> Iterator[str]:
    greedy, right = _solve("greedy", _BOARD003, "misplaced"), _solve("bnb002", _BOARD003, "misplaced")
    yield f"By h alone (greedy with misplaced) on {_BOARD003}: {count_moves(len(greedy.moves))}."
    yield (
        f"Right: by depth + h, as document 002's program does it (bnb002): {count_moves(len(right.moves))}, proven "
        "shortest."
    )


MISTAKES: Final = (
    Mistake(
        "A* that does not find the shortest way (documents 003 and 004)",
        "Document 004 calls its answer optimal, and document 003 describes how a shorter way takes the place of a "
        "longer one. The programs of both mark a board as seen when it is made, and drop every other way to it.",
        _not_optimal,
        "A* is optimal if a shorter way to a known board replaces the longer one. Some board of a shortest solution "
        "then always waits in the queue with its true g. As h never overestimates, its g + h is at most the length of "
        "that solution, so it leaves the queue before a goal with a longer way. Drop shorter ways, and no such board "
        "need be in the queue.",
    ),
    Mistake(
        "When a board is opened again (documents 003 and 004)",
        "Their programs open no board again. Must a search do that?",
        _reopening,
        "Let h be consistent: one move lowers it by at most 1. Then g + h never falls along a way. Suppose that a "
        "board is expanded with a g that is too large. Some board of a shortest way to it still waits, with a g + h "
        "that is at most the one of this board by that shorter way, and so smaller than the one with which it was "
        "expanded: that one would have left the queue first. So with a consistent h no board is opened again, and "
        "closing a board when it is expanded is safe; closing it when it is made is not. Where h is only admissible, "
        "boards must be opened again.",
    ),
    Mistake(
        "Inversions that do not add up (document 000)",
        "Its second unsolvable board has a table of Kurang(i) whose sum is not the number of inversions printed.",
        _two_tens,
        "The parity rule needs a board: every number once. A move exchanges the blank with a tile, which changes the "
        "parity of the number of inversions, blank included. It also takes the blank one step, which changes the "
        "parity X of its distance. So the parity of their sum never changes, and on the goal it is even.",
    ),
    Mistake(
        "Random boards that are not random (document 002)",
        "Its random board is the goal with its four rows in another order.",
        _shuffled_rows,
        "Exchanging two tiles turns every unsolvable board into a solvable one and back, so there are as many of each "
        "kind, and uniform boards stay uniform.",
    ),
    Mistake(
        "A cost that forgets the depth (document 002)",
        "Its prose takes the number of misplaced tiles as the cost of a node; its program adds the depth.",
        _without_depth,
        "Without the depth nothing keeps the search from going far round: a node late on a long way may look as good "
        "as one early on a short way.",
    ),
    Mistake(
        "A* that is called breadth-first (document 003)",
        "The heading of its trace says BFS.",
        _called_breadth_first,
        "Breadth-first search takes boards in the order of their depth g, A* in the order of g + h.",
    ),
    Mistake(
        "Endless loops that end (documents 003 and 004)",
        "Both say that their program never ends on an unsolvable board.",
        _endless,
        "There are finitely many boards. Each enters the queue once (document 004 forgets to mark its start, which "
        "then enters twice), so the queue runs empty.",
    ),
    Mistake(
        "Rows taken from columns (document 004)",
        "Its formula for the Manhattan distance subtracts a vertical coordinate from a horizontal one.",
        _mixed_coordinates,
        "A tile moves one row or one column at a time, so it needs the rows between it and its place plus the columns "
        "between them; one move moves one tile.",
    ),
    Mistake(
        "A heuristic below zero (document 004)",
        "Its Hamming distance is the number of cells that differ, blank included, minus one.",
        _minus_one,
        "Each misplaced tile must move at least once, and one move moves one tile: the tiles out of place never "
        "overestimate, are 0 on the goal, and change by at most 1 with a move. Of cells, one move can put two right.",
    ),
)
"""Every mistake, in the order of the page."""


def tell_mistakes() -> None:
    """Print them all."""
    for number, mistake in enumerate(MISTAKES, start=1):
        click.echo(("\n" if number > 1 else "") + click.style(f"{number}. {mistake.title}", bold=True))
        for text in (f"They say: {mistake.said}", *mistake.run(), f"Why: {mistake.why}"):
            click.echo(wrapped(f"   {text}", "   "))

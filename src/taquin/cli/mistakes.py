"""`taquin classroom mistakes`: what the course documents get wrong, each shown by running it, with the right version.

Every figure is computed when the command runs. A mistake is a function that yields what to print; the proof beside it
says why the right version is right. docs/mistakes.md is the page to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Any, Final

import click

from taquin.board import Board
from taquin.cli.language import said
from taquin.cli.output import wrapped
from taquin.errors import InvalidBoard
from taquin.heuristics import Verdict, check_admissible, heuristic, promised
from taquin.move import count_moves
from taquin.notation import format_board, parse_board
from taquin.puzzle import Puzzle
from taquin.result import Solution
from taquin.search import ALGORITHMS, SearchRun, run
from taquin.search.best_first import Rules, best_first
from taquin.solvability import diagnose
from taquin.texts import Sentence
from taquin.trace import Child, Expanded, Recorder

__all__ = ["MISTAKES", "Mistake", "tell_mistakes"]

_BOARD003: Final = "1 3 5/4 0 8/7 6 2"
"""A board on which document 003's program is two moves too long."""
_BOARD004: Final = "1 2 3/8 6 7/4 0 5"
"""The same for document 004."""
_REOPENED: Final = "3 1 5/0 2 4"
"""A board whose shortest solution is missed, with an inconsistent h, where expanded boards stay closed."""
_TRACED003: Final = "0 2 3/1 4 5/7 8 6"
"""The board that document 003 traces."""
_TWO_TENS: Final = "2 3 5 10/1 4 6 7/11 12 15 14/16 10 8 9"
"""Document 000's second unsolvable board: 10 twice, no 13, the blank written 16."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of the documents. `run` yields what happens when it is run, and then the right version.

    What the documents say, and why the right version is right, are texts with its name in the section `mistakes`.
    """

    name: str
    run: Callable[[], Iterator[Sentence]]

    @property
    def title(self) -> Sentence:
        """The heading, with the documents."""
        return Sentence(f"mistakes.{self.name}_title")

    def sentences(self) -> Iterator[Sentence]:
        """Everything that is printed below the title."""
        yield Sentence("mistakes.said", said=Sentence(f"mistakes.{self.name}_said"))
        yield from self.run()
        yield Sentence("mistakes.why", why=Sentence(f"mistakes.{self.name}_why"))


def _told(key: str, **values: Any) -> Sentence:
    return Sentence(f"mistakes.{key}", **values)


def _claims(verdict: Verdict) -> dict[str, Sentence]:
    """What is true of a heuristic, in words."""
    return {
        "admissible": Sentence("compare.admissible" if verdict.admissible else "compare.not_admissible"),
        "consistent": Sentence("compare.consistent" if verdict.consistent else "compare.not_consistent"),
    }


def _solve(name: str, board: str, other: str = "manhattan") -> Solution:
    puzzle = Puzzle(parse_board(board))
    return run(puzzle, name, heuristic(other, puzzle.goal))


def _rules(name: str) -> Rules:
    rules = ALGORITHMS[name].search
    assert isinstance(rules, Rules)
    return rules


def _not_optimal() -> Iterator[Sentence]:
    for name, board in (("astar003", _BOARD003), ("astar004", _BOARD004)):
        wrong, right = _solve(name, board), _solve("astar", board)
        dropped = _shorter_way_dropped(name, board)
        moves, ties = count_moves(len(wrong.moves)), _told(f"ties_{_rules(name).ties}")
        yield _told("too_long", name=name, ties=ties, board=board, moves=moves, dropped=dropped)
        yield _told("astar_right", board=board, moves=count_moves(len(right.moves)))


def _shorter_way_dropped(name: str, board: str) -> Sentence:
    """Where the search drops a shorter way to a board than the one that it has, in words."""
    puzzle, recorder = Puzzle(parse_board(board)), Recorder()
    run(puzzle, name, heuristic("manhattan", puzzle.goal), on_event=recorder)
    known: dict[Board, int] = {}
    for event in recorder.events:
        if isinstance(event, Expanded | Child):
            before = known.setdefault(event.board, event.g)
            if isinstance(event, Child) and event.g < before:
                place = format_board(event.board, "line")
                return _told("dropped", node=event.node, board=place, g=event.g, before=before)
    raise AssertionError(f"{name} drops no shorter way on {board}")


def _reopening() -> Iterator[Sentence]:
    puzzle = Puzzle(parse_board(_REOPENED))

    def patchy(board: Board) -> int:
        return board.manhattan() if board.tiles[0] % 2 else 0

    estimate, verdict = promised(patchy), check_admissible(patchy, (3, 2))
    wrong = best_first(SearchRun("astar", puzzle, estimate), estimate, Rules(reopens=False))
    moves = count_moves(len(wrong.moves))
    yield _told("patchy", **_claims(verdict), boards=verdict.boards, board=_REOPENED, wrong=moves)
    right, plain = run(puzzle, "astar", estimate), _solve("astar", _REOPENED)
    yield _told(
        "patchy_right",
        reopened=right.stats.reopened,
        moves=count_moves(len(right.moves)),
        plain=plain.stats.reopened,
        plain_moves=count_moves(len(plain.moves)),
    )


def _two_tens() -> Iterator[Sentence]:
    cells = [int(tile) for tile in _TWO_TENS.replace("/", " ").split()]
    counts = [sum(other < tile for other in cells[place + 1 :]) for place, tile in enumerate(cells)]
    table = dict(zip(cells, counts, strict=True))  # the second 10 takes the place of the first, as in its program
    count, left = sum(counts), sum(table.values())
    yield _told("counted", board=_TWO_TENS, count=count, table=left, lost=count - left, second=table[10])
    yield _told("no_board", problems=InvalidBoard(diagnose(_TWO_TENS).problems))
    first, second = (place for place, tile in enumerate(cells) if tile == 10)
    totals = []
    for place in (first, second):
        mended = [13 if cell == place else tile % 16 for cell, tile in enumerate(cells)]
        found = diagnose(Board(mended, 4))
        totals.append(_told("total_solvable" if found.solvable else "total_unsolvable", total=found.total))
    yield _told("mended", first=totals[0], second=totals[1])


def _shuffled_rows() -> Iterator[Sentence]:
    rows = Board.blank_last(4).rows
    made = [Board([tile for row in order for tile in row], 4) for order in permutations(rows)]
    solvable = sum(board.is_solvable() for board in made)
    yield _told("shuffled", boards=len(made), solvable=solvable)
    yield _told("shuffled_right", boards=factorial(16) // 2)


def _called_breadth_first() -> Iterator[Sentence]:
    def depths(name: str) -> tuple[list[int], int]:
        puzzle, recorder = Puzzle(parse_board(_TRACED003)), Recorder()
        run(puzzle, name, heuristic("manhattan", puzzle.goal), on_event=recorder)
        found = [event.g for event in recorder.events if isinstance(event, Expanded)]
        return found[:8], len(found)

    for name in ("astar003", "bfs"):
        first, boards = depths(name)
        yield _told(f"called_{name}", board=_TRACED003, boards=boards, depths=", ".join(map(str, first)))
    yield _told("called_uniform", boards=depths("uniform-cost")[1])


def _endless() -> Iterator[Sentence]:
    puzzle = Puzzle(Board([[1, 2, 3], [5, 4, 0]]))
    estimate = heuristic("manhattan", puzzle.goal)
    for name in ("astar003", "astar004"):
        ended = best_first(SearchRun(name, puzzle, estimate), estimate, _rules(name))
        board = format_board(puzzle.start, "line")
        yield _told("ends", name=name, board=board, boards=ended.stats.expanded, space=factorial(6) // 2)
    yield _told("ends_right", space=factorial(9) // 2, reason=diagnose(puzzle.start).reason)


def _mixed_coordinates() -> Iterator[Sentence]:
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
    yield _told("mixed", value=as_printed(goal), **_claims(verdict), excess=verdict.excess)
    right = check_admissible(heuristic("manhattan", Board.blank_last(3, 2)), (3, 2))
    yield _told("mixed_right", value=heuristic("manhattan", goal)(goal), **_claims(right))


def _minus_one() -> Iterator[Sentence]:
    goal = Board.blank_last(3)
    for name in ("hamming004", "misplaced"):
        verdict = check_admissible(heuristic(name, Board.blank_last(3, 2)), (3, 2))
        fall: Sentence | str = ""
        if verdict.inconsistent is not None:
            _, _, high, low = verdict.inconsistent
            fall = _told("fall", high=high, low=low)
        yield _told(f"minus_{name}", value=heuristic(name, goal)(goal), **_claims(verdict), fall=fall)


def _without_depth() -> Iterator[Sentence]:
    greedy, right = _solve("greedy", _BOARD003, "misplaced"), _solve("bnb002", _BOARD003, "misplaced")
    yield _told("by_h", board=_BOARD003, moves=count_moves(len(greedy.moves)))
    yield _told("by_h_right", moves=count_moves(len(right.moves)))


MISTAKES: Final = (
    Mistake("not_optimal", _not_optimal),
    Mistake("reopening", _reopening),
    Mistake("two_tens", _two_tens),
    Mistake("shuffled_rows", _shuffled_rows),
    Mistake("without_depth", _without_depth),
    Mistake("called_breadth_first", _called_breadth_first),
    Mistake("endless", _endless),
    Mistake("mixed_coordinates", _mixed_coordinates),
    Mistake("minus_one", _minus_one),
)
"""Every mistake, in the order of the page."""


def tell_mistakes(only: int | None = None) -> None:
    """Print them all, or the one with this number."""
    numbers = range(1, len(MISTAKES) + 1) if only is None else [only]
    for number in numbers:
        mistake = MISTAKES[number - 1]
        click.echo(("\n" if number != numbers[0] else "") + click.style(f"{number}. {said(mistake.title)}", bold=True))
        for sentence in mistake.sentences():
            click.echo(wrapped(f"   {said(sentence)}", "   "))

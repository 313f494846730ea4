"""The window of `examples/tk_game.py` under test: `python -m tests.windows lives_while_it_solves`."""

from __future__ import annotations

import sys
import time
import tkinter
from collections.abc import Callable
from typing import Any

from taquin import Board, Move, scramble
from tests.support import example


def until(window: tkinter.Tk, done: Callable[[], bool], seconds: float = 60) -> float:
    """Let the window live until something is so; the longest time for which it did not answer meanwhile."""
    deadline, longest = time.monotonic() + seconds, 0.0
    while not done():
        assert time.monotonic() < deadline, "the window waits for ever"
        begun = time.monotonic()
        window.update()
        longest = max(longest, time.monotonic() - begun)
        time.sleep(0.01)
    return longest


def lives_while_it_solves() -> None:
    """It answers while the search is at work, and plays the solution."""
    window = tkinter.Tk()
    game = example("tk_game").Game(window, scramble(4, seed=1))
    game.hint_button.invoke()
    assert "slide" in game.message.cget("text")
    game.solve_button.invoke()
    assert game.solve_button.cget("text") == "Stop"
    assert until(window, lambda: game.solving is None) < 5
    assert len(game.moves) == 60
    # Whoever plays meanwhile goes another way: neither the solution nor a search of the board before goes on.
    (move, _), *_ = game.board.successors()
    game.slide(game.board.apply(move).blank)
    assert game.moves == []
    game.solve_button.invoke()
    game.slide(game.board.apply(move.inverse).blank)
    assert game.solving is None and game.solve_button.cget("text") == "Solve"
    game.board, game.moves = Board.blank_last(4).play("U"), [Move.D]
    until(window, lambda: bool(game.board.is_goal()))
    assert game.message.cget("text") == "Solved!"
    game.close()


def stops_its_search() -> None:
    """The button ends a search that would go on for long, and the best solution so far is there."""
    module: Any = example("tk_game")
    module.SIDE = 7
    window = tkinter.Tk()
    game = module.Game(window, scramble(7, seed=1))
    game.solve_button.invoke()
    solving = game.solving
    until(window, lambda: solving.best is not None)
    game.solve_button.invoke()
    until(window, lambda: game.solving is None, 10)
    assert game.moves and solving.best.solved and solving.best.ended_by == "stop"
    game.close()


if __name__ == "__main__":
    {"lives_while_it_solves": lives_while_it_solves, "stops_its_search": stops_its_search}[sys.argv[1]]()

"""A window with a 4x4 board: play it, ask for hints, or let it be solved, and stop that at any moment.

    python examples/tk_game.py

Four things keep the window alive. `prepare` builds and reads the tables that hints are proven with, in a thread of its
own. A hint has a budget of milliseconds, and its plan is handed on to the next one. A solve has a thread as well
(`start`); the window looks at it whenever it likes (`after`). Its button, and closing the window, call `stop`, after
which the best solution so far is there.
"""

from __future__ import annotations

import tkinter as tk

from taquin import Board, Limits, Move, Plan, Solving, hint, prepare, scramble

SIDE = 4
"""Tiles in a row."""
LOOK_MS = 100
"""Milliseconds between two looks at a search, and between two moves that are shown."""


class Game:
    """The window, the board in it, and what is under way."""

    def __init__(self, window: tk.Tk, board: Board) -> None:
        self.window = window
        self.board = board
        self.plan: Plan | None = None
        self.solving: Solving | None = None
        self.moves: list[Move] = []
        """Those of a solution that are still to be shown."""
        window.title("Taquin")
        self.cells = [self.cell(number) for number in range(SIDE * SIDE)]
        self.hint_button = tk.Button(window, text="Hint", command=self.show_hint)
        self.solve_button = tk.Button(window, text="Solve", command=self.solve_or_stop)
        self.message = tk.Label(window, width=40)
        self.hint_button.grid(row=SIDE, column=0, columnspan=SIDE // 2, sticky="we")
        self.solve_button.grid(row=SIDE, column=SIDE // 2, columnspan=SIDE // 2, sticky="we")
        self.message.grid(row=SIDE + 1, column=0, columnspan=SIDE)
        window.protocol("WM_DELETE_WINDOW", self.close)
        self.show("")

    def cell(self, number: int) -> tk.Button:
        """The button of a cell; it slides its tile where that is next to the blank."""
        button = tk.Button(self.window, width=4, height=2, command=lambda: self.slide(number))
        button.grid(row=number // SIDE, column=number % SIDE)
        return button

    def show(self, message: str) -> None:
        """Draw the board."""
        for button, tile in zip(self.cells, self.board, strict=True):
            button.configure(text=str(tile or ""))
        self.message.configure(text=message)

    def slide(self, number: int) -> None:
        """Play the tile in this cell, if it can move. A search from before is put away, with what it found."""
        for move, board in self.board.successors():
            if board.blank == number:
                self.forget()
                self.play(move)

    def forget(self) -> None:
        """No solution is looked for or shown any more."""
        self.moves = []
        if self.solving is not None:
            self.solving.stop()
            self.solving = None
            self.solve_button.configure(text="Solve")

    def play(self, move: Move) -> None:
        """Make a move."""
        self.board = self.board.apply(move)
        self.show("Solved!" if self.board.is_goal() else "")

    def show_hint(self) -> None:
        """Say what to do next, within 50 milliseconds."""
        found = hint(self.board, plan=self.plan, budget_ms=50)
        self.plan = found.plan
        self.show(found.text)

    def solve_or_stop(self) -> None:
        """Begin a search in a thread of its own, or end the one that is under way."""
        if self.solving is not None:
            self.solving.stop()
            return
        self.solving = Solving(self.board, Limits(seconds=20)).start()
        self.solve_button.configure(text="Stop")
        self.look()

    def look(self) -> None:
        """Show how far the search is; at its end, play what it found."""
        if self.solving is None:
            return
        if not self.solving.done:
            progress = self.solving.progress
            self.message.configure(text=f"{progress.length or '?'} moves, at least {progress.bound}")
            self.window.after(LOOK_MS, self.look)
            return
        best = self.solving.best
        self.solving = None
        self.solve_button.configure(text="Solve")
        if best is None:  # only of boards far larger than this one, stopped at once
            return
        self.message.configure(text=str(best.summary))
        self.moves = list(best.moves)
        self.window.after(LOOK_MS, self.play_on)

    def play_on(self) -> None:
        """Show the solution move by move."""
        if self.moves:
            self.play(self.moves.pop(0))
            self.window.after(LOOK_MS, self.play_on)

    def close(self) -> None:
        """End the search before the window goes."""
        if self.solving is not None:
            self.solving.stop()
        self.window.destroy()


if __name__ == "__main__":
    prepare(SIDE)
    root = tk.Tk()
    Game(root, scramble(SIDE))
    root.mainloop()

"""The exit codes: an API, used by every command and printed in docs/command-line.md."""

from __future__ import annotations

from enum import IntEnum

from taquin.errors import IllegalMove, ParseError, TableError, TaquinError, TooLarge, Unsolvable
from taquin.result import Outcome, Solution

__all__ = ["Exit", "exit_code", "outcome_code", "proof_code"]


class Exit(IntEnum):
    """What the exit code of a command means."""

    OK = 0
    FAILED = 1
    USAGE = 2
    BAD_BOARD = 3
    UNSOLVABLE = 4
    NOT_PROVEN = 5
    TABLE = 6
    TOO_LARGE = 7
    INTERRUPTED = 130

    @property
    def short(self) -> str:
        """A word or two for `taquin --help`."""
        return self.name.lower().replace("_", " ")

    @property
    def meaning(self) -> str:
        """One line for the documentation."""
        return _MEANING[self]


_MEANING = {
    Exit.OK: "solved (without --algorithm: proven to be a shortest solution), or done",
    Exit.FAILED: "something else went wrong: output that cannot be written, or an internal error",
    Exit.USAGE: "the command was not used as its help says",
    Exit.BAD_BOARD: "a board or a sequence of moves cannot be read, or is not valid",
    Exit.UNSOLVABLE: "the board cannot be solved",
    Exit.NOT_PROVEN: "a solution that is not proven to be shortest, an analysis up to 16 cells that --time ended, or, "
    "with --algorithm, a limit reached without a solution",
    Exit.TABLE: "a table cannot be built, read or written",
    Exit.TOO_LARGE: "the first solution of the board takes far more time or memory than there is",
    Exit.INTERRUPTED: "interrupted by Ctrl-C; the best solution so far is printed where there is one",
}


def exit_code(error: Exception) -> Exit:
    """The code for an error that reached the top."""
    if isinstance(error, Unsolvable):
        return Exit.UNSOLVABLE
    if isinstance(error, TableError):
        return Exit.TABLE
    if isinstance(error, TooLarge):
        return Exit.TOO_LARGE
    if isinstance(error, ParseError | IllegalMove):
        return Exit.BAD_BOARD
    return Exit.USAGE if isinstance(error, TaquinError) else Exit.FAILED


def proof_code(solution: Solution) -> Exit:
    """The code for a search that nobody asked for by name: it tells a proven solution from one that is not."""
    return Exit.NOT_PROVEN if solution.solved and not solution.optimal else outcome_code(solution.outcome)


def outcome_code(outcome: Outcome) -> Exit:
    """The code for the way in which a search ended."""
    return {
        Outcome.SOLVED: Exit.OK,
        Outcome.UNSOLVABLE: Exit.UNSOLVABLE,
        Outcome.LIMIT: Exit.NOT_PROVEN,
        Outcome.STOPPED: Exit.INTERRUPTED,
    }[outcome]

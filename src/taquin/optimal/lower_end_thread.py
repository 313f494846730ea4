"""The lower end in a thread of its own, all the time or a share of it, while the upper end works."""

from __future__ import annotations

from collections.abc import Callable

from taquin.background import Background
from taquin.optimal.lower_end import LowerEnd
from taquin.optimal.turns import Turns

__all__ = ["LowerEndThread"]


class LowerEndThread:
    """The thread in which the lower end works. It can be ended (`end`) and started again (`start`).

    Before the first `start` the lower end works in the caller's thread, where `on_tick` is called after every slice. In
    its own thread it rests after every slice instead, for as long as its share of the time asks for. Where both ends
    have one thread together, its own one only works while the owner's stands still (turns.py).

    Only the thread that owns the search (both_ends.py) calls the methods. `working` and `threads_taken` may be asked
    from any thread.
    """

    def __init__(
        self,
        lower: LowerEnd,
        *,
        share: float = 1.0,
        one_thread: bool = False,
        on_tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.lower = lower
        self.share = share
        """The part of a thread's time that the lower end takes while it works beside the upper one (`set_share`)."""
        self._one_thread = one_thread
        """Whether both ends share one thread ..."""
        self._turns: Turns | None = None
        """... and how, once both are at work."""
        self._on_tick = on_tick
        self._thread: Background | None = None
        self._inline = True
        """Whether the lower end works in the caller's thread."""
        lower.on_slice = self._look_up

    @property
    def working(self) -> bool:
        """Whether the thread is at work."""
        return self._thread is not None and self._thread.at_work

    @property
    def threads_taken(self) -> int:
        """Threads that it takes from the upper end: none while it works a small share of the time only."""
        return self.lower.threads if self.working and self.share == 1.0 else 0

    def start(self) -> bool:
        """Go on in a thread of its own; False where there is nothing more to do, or no thread to be had."""
        if self.lower.finished or self.lower.ends.over():
            return False
        self._inline = False
        self.lower.halt.clear()  # before the thread begins: it may be told to end at once
        self._turns = Turns() if self._one_thread and self.share < 1.0 else None
        try:
            self._thread = Background(self._run)
        except RuntimeError:  # no more threads to be had: the upper end goes on alone
            self._inline = True
            return False
        return True

    def _run(self) -> None:
        try:
            if self._turns is not None:
                self._turns.wait_for_turn()
            self.lower.run()
        finally:
            if self._turns is not None:
                self._turns.stop()

    def _look_up(self, busy: float) -> None:
        """After a slice of so many seconds: report in the caller's thread, or leave the processor to the upper end."""
        if self._inline:
            self._on_tick()
        elif self.share == 1.0:
            return
        elif self._turns is not None:
            self._turns.take(busy)
        else:
            self.lower.halt.wait(busy * (1.0 / self.share - 1.0))

    def end(self) -> None:
        """Stop the thread and wait for it, some hundredths of a second. What it has begun, a later `start` goes on
        with."""
        self.lower.halt.set()
        if self._turns is not None:
            self._turns.stop()
        while self._thread is not None and self._thread.at_work:
            self.lower.interrupt()
            self._thread.wait(0.005)
        self._thread = None

    def wait(self, seconds: float) -> None:
        """Wait for the thread, at most so long."""
        if self._thread is not None:
            self._thread.wait(seconds)

    def take_turn(self, seconds: float) -> None:
        """The upper end has worked so long in the one thread of both: now this end takes its share of it."""
        if self._turns is not None and self.share < 1.0:
            self._turns.give(seconds * self.share / (1.0 - self.share))

    def set_share(self, share: float) -> None:
        """The part of a thread's time that this end takes from now on; 1 asks nobody."""
        self.share = share
        if self._turns is not None:
            self._turns.set_free(share == 1.0)

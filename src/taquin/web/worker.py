"""A worker process: reads jobs from standard input, one JSON object a line, and writes the events of each.

Its argument says how far it yields the processor. It lives as long as its input is open, and keeps to the memory of
each job.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from threading import Lock
from typing import Any

from taquin.errors import TaquinError
from taquin.texts import Sentence
from taquin.web.checks import failure
from taquin.web.codes import failed_event
from taquin.web.jobs import run
from taquin.web.schema import fields

__all__ = ["main"]

_ONE_AT_A_TIME = Lock()


def main() -> None:
    """Work until the server closes our input. SIGINT ends the present search, not the worker."""
    searching = False

    def interrupt(number: int, frame: object) -> None:
        if searching:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = _complain
    with suppress(AttributeError, OSError):
        os.nice(int(sys.argv[1]))
    emit("ready", {})
    for line in sys.stdin:
        try:
            searching = True
            _work(json.loads(line))
        except KeyboardInterrupt:
            pass
        finally:
            searching = False
        emit("end", {})


def _complain(what: Any) -> None:
    """An interrupt that comes while Python clears something away is lost, and is no news: the server then ends us."""
    if not isinstance(what.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(what)


def _work(job: dict[str, Any]) -> None:
    emit("begun", {})
    _limit_memory(job.get("memory"))
    try:
        run(job, emit)
    except (TaquinError, ValueError) as error:
        emit("failed", fields(failure(error)))
    except MemoryError:
        emit("failed", failed_event(Sentence("web.memory")))


def emit(event: str, data: dict[str, Any]) -> None:
    """One event, on one line; threads of a search may report at the same time."""
    line = json.dumps({"event": event, "data": data}, default=fields) + "\n"
    with _ONE_AT_A_TIME:
        try:
            sys.stdout.write(line)
            sys.stdout.flush()
        except BrokenPipeError:  # the server was killed: nobody reads this, and whatever we work on is for nobody
            os._exit(0)


def _limit_memory(limit: int | None) -> None:
    """Let the system refuse memory beyond the limit, where it can."""
    try:
        import resource
    except ImportError:
        return
    if limit is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        # The interpreter and its libraries take some tens of megabytes before any search.
        wanted = limit + (256 << 20)
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (allowed, hard))


if __name__ == "__main__":
    main()

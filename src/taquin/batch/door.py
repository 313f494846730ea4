"""The door of a worker on a cluster: what a client and a worker of any two versions can say to each other.

The worker may have any other version of this package, and may have joined a moment ago. So a task and its answer go
through the door as bytes, which nobody opens who has another version than the one that packed them: the worker refuses
the task with a word instead. What `answer` takes and gives, and what `version` gives, stays the same in all versions.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, Final
from zlib import crc32

from taquin.errors import TableError, TaquinError
from taquin.optimal.checkpoint import LEFT_OUT
from taquin.tables.store import VERSION as TABLE_FORMAT

__all__ = ["PARTS_FORMAT", "Unfit", "answer", "opened", "packed", "version"]

PARTS_FORMAT: Final = 5 + LEFT_OUT
"""Of the parts of a search that workers share (`hard.py`) and its checkpoint. The first number goes up with every
change of the format; the second one says which paths the parts leave out, because one that is exhausted here stands for
all paths that another one leaves out."""

_DAMAGED: Final = "what came over the network was altered on the way: run the same command again to go on"


class Unfit(TaquinError):
    """A task for which a worker lacks something, so that others should do it."""


def version() -> str:
    """What client and worker must have in common. Whoever counts or writes in another way has another version."""
    from taquin import __version__

    return f"{__version__} (tables {TABLE_FORMAT}, parts {PARTS_FORMAT})"


def packed(thing: Any) -> tuple[bytes, int]:
    """Bytes to send, and their checksum."""
    content = pickle.dumps(thing)
    return content, crc32(content)


def opened(content: bytes, check: int) -> Any:
    """What was packed. Raises TaquinError where a bit of it has changed on the way."""
    if crc32(content) != check:
        raise TaquinError(_DAMAGED)
    return pickle.loads(content)


def answer(request: tuple[str, bytes, int]) -> tuple[str, str, str, bytes, int]:
    """Run on a worker: its address, its version, why it refuses the task for another reason, and the packed answer.

    Tables that fail are such a reason: another worker's may be good.
    """
    from distributed import get_worker

    client, content, check = request
    worker: Any = get_worker()
    address, mine = str(worker.address), version()
    if mine != client:
        return address, mine, "", b"", 0
    try:
        task: Callable[[], Any] = opened(content, check)
        return address, mine, "", *packed(task())
    except (Unfit, TableError) as error:
        return address, mine, str(error), b"", 0

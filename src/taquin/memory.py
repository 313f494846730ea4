"""How much memory there is to be had.

Whoever starts a process may allow it less than there is: the command line does so where --memory is given, and so does
a pool of workers, which share what there is.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import NamedTuple

__all__ = ["Allowance", "allow", "allowed_memory", "free_memory", "spare_memory"]


class Allowance(NamedTuple):
    """What this process may take: its share of so many bytes, None for what is free, among so many who work at once."""

    memory: int | None = None
    among: int = 1


_allowance = Allowance()

_LASTING_SECONDS = 0.05
"""Seconds for which the system's word about free memory counts."""
_last: tuple[Path, float, list[int]] = (Path(), 0.0, [])
"""Where the system was asked last, when, and what it said."""


def allow(allowance: Allowance) -> Allowance:
    """From now on this process, Python itself not counted, takes no more than that. Returns what held before."""
    global _allowance
    before, _allowance = _allowance, allowance
    return before


def allowed_memory() -> int | None:
    """The bytes that somebody has allowed, None where nobody has: then `spare_memory` says what may be taken."""
    return None if _allowance.memory is None else _allowance.memory // _allowance.among


def spare_memory(root: Path = Path("/")) -> int:
    """Bytes that a search may take where its limits do not say: all that is allowed, or else half of what is free."""
    allowed, half = allowed_memory(), free_memory(root) // 2
    return half if allowed is None else min(allowed, 2 * half)


def free_memory(root: Path = Path("/")) -> int:
    """Bytes of memory that are free now.

    The machine's free memory, or what is left of the container's, or of this process's (`ulimit -v`), or what is
    allowed, where that is less; a guess where nothing is known. Those who work at once have equal shares.
    """
    left = [*_left_to_machine(root), *_left_to_process(root)]
    share, allowed = min(left, default=2 << 30) // _allowance.among, allowed_memory()
    return share if allowed is None else min(share, allowed)


def _left_to_machine(root: Path) -> list[int]:
    """What the machine and the container have left, as they said a moment ago: to ask takes a tenth of the time of an
    easy search."""
    global _last
    now = perf_counter()
    if root == _last[0] == Path("/") and now - _last[1] < _LASTING_SECONDS:
        return _last[2]
    free = [int(words[1]) * 1024 for words in _words(root / "proc/meminfo") if words[0] == "MemAvailable:"]
    group = root / "sys/fs/cgroup"
    limit, used = (_words(group / f"memory.{name}") for name in ("max", "current"))
    if limit and used and limit[0][0].isdigit():
        free.append(max(0, int(limit[0][0]) - int(used[0][0])))
    _last = root, now, free
    return free


def _left_to_process(root: Path) -> list[int]:
    """What the process may still map, where somebody has set a limit."""
    try:
        import resource
    except ImportError:  # not on Windows
        return []
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    used = _words(root / "proc/self/statm") if limit >= 0 else []
    return [max(0, limit - int(used[0][0]) * resource.getpagesize())] if used else []


def _words(path: Path) -> list[list[str]]:
    """The lines of a file of the system as lists of words; none where there is no such file."""
    try:
        return [line.split() for line in path.read_text().splitlines() if line.strip()]
    except OSError:
        return []

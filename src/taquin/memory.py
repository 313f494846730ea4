"""How much memory there is to be had."""

from __future__ import annotations

from pathlib import Path

__all__ = ["free_memory", "spare_memory"]


def spare_memory(root: Path = Path("/")) -> int:
    """Half of the memory that is free now, in bytes: what a search may take where nobody said how much."""
    return free_memory(root) // 2


def free_memory(root: Path = Path("/")) -> int:
    """Bytes of memory that are free now.

    The machine's free memory, or what is left of the container's, or of this process's (`ulimit -v`), where that is
    less; a guess where nothing is known.
    """
    free = [int(words[1]) * 1024 for words in _words(root / "proc/meminfo") if words[0] == "MemAvailable:"]
    group = root / "sys/fs/cgroup"
    limit, used = (_words(group / f"memory.{name}") for name in ("max", "current"))
    if limit and used and limit[0][0].isdigit():
        free.append(max(0, int(limit[0][0]) - int(used[0][0])))
    return min([*free, *_left_to_process(root)], default=2 << 30)


def _left_to_process(root: Path) -> list[int]:
    """What the process may still map, where somebody has set a limit."""
    try:
        import resource
    except ImportError:  # not on Windows
        return []
    limit, used = resource.getrlimit(resource.RLIMIT_AS)[0], _words(root / "proc/self/statm")
    return [max(0, limit - int(used[0][0]) * resource.getpagesize())] if used and limit >= 0 else []


def _words(path: Path) -> list[list[str]]:
    """The lines of a file of the system as lists of words; none where there is no such file."""
    try:
        return [line.split() for line in path.read_text().splitlines() if line.strip()]
    except OSError:
        return []

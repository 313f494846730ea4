"""How many processors there are to be had."""

from __future__ import annotations

import os

__all__ = ["count_processors"]


def count_processors() -> int:
    """How many cores this process may use: fewer than the machine has, where somebody has said so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

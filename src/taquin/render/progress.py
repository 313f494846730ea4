"""How far a search is, in a line."""

from __future__ import annotations

from taquin.result import Building, Progress
from taquin.texts import Sentence

__all__ = ["building_line", "progress_line", "time_left"]


def progress_line(progress: Progress, *, live: bool = True) -> Sentence:
    """How far a search is, or the table that it builds first; for somebody at a terminal who sees it live, or not."""
    if progress.building is not None:
        return building_line(progress.building)
    of = "" if progress.metric == "stm" else "_slides"
    nodes, seconds = progress.generated / 1e6, progress.seconds
    if progress.length is not None:
        figures = {"length": progress.length, "bound": progress.bound, "gap": progress.length - progress.bound}
        if live:
            return Sentence(f"busy.best{of}", seconds=seconds, **figures)
        return Sentence(f"busy.gap{of}", nodes=nodes, seconds=seconds, **figures)
    rate = progress.nodes_per_second / 1e6
    return Sentence(f"busy.bound{of}", bound=progress.bound, nodes=nodes, rate=rate, seconds=seconds)


def time_left(progress: Progress) -> Sentence | None:
    """How much longer a proof takes, of which only the first digits are known; None where nobody knows."""
    seconds = progress.seconds_left
    if seconds is None or progress.building is not None:
        return None
    if seconds < 100:
        return Sentence("busy.left_seconds", time=seconds)
    if seconds < 6000:
        return Sentence("busy.left_minutes", time=seconds / 60)
    return Sentence("busy.left_hours", time=seconds / 3600)


def building_line(building: Building) -> Sentence:
    """How far a table is, with the time left."""
    part = building.found / building.total
    bar = "#" * int(30 * part)
    if part <= 0.02:
        return Sentence("busy.building", bar=bar, part=part)
    return Sentence("busy.building_left", bar=bar, part=part, left=building.seconds * (1 - part) / part)

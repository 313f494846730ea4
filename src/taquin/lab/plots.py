"""Plots of an experiment, as its TOML file asks for them:

[[plot]]
name = "nodes-by-length"      the file's name
title = "..."
kind = "points"               points: every record; means: y averaged by x; bars: a list-valued figure, such as counts
x = "length"
y = "generated"
series = "solver"             one colour a value
where = { metric = "stm" }    only these records
log = true                    a logarithmic y axis
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import Any

from taquin.errors import TaquinError
from taquin.lab.experiment import Experiment
from taquin.lab.records import Record, figure

__all__ = ["draw_plots"]


def draw_plots(experiment: Experiment, records: Sequence[Record], folder: Path, form: str = "svg") -> list[Path]:
    """Write every plot of the experiment into the folder; the paths."""
    plots = experiment.content.get("plot", [])
    if not plots:
        return []
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise TaquinError("plots need matplotlib: pip install 'taquin[lab]'") from None
    paths = []
    for plot in plots:
        # A fixed salt and no date: the same records give the same bytes.
        with rc_context({"svg.hashsalt": "taquin", "svg.fonttype": "none", "font.size": 10}):
            canvas = Figure(figsize=(7, 4.3), layout="constrained")
            _draw(canvas.subplots(), plot, records)
            path = folder / f"{plot['name']}.{form}"
            canvas.savefig(path, metadata={"Date": None} if form == "svg" else {}, dpi=150)
        paths.append(path)
    return paths


def _draw(axes: Any, plot: Mapping[str, Any], records: Sequence[Record]) -> None:
    series: dict[str, list[Record]] = {}
    wanted = plot.get("where", {}).items()
    for record in (record for record in records if all(record.get(key) == value for key, value in wanted)):
        series.setdefault(str(record.get(plot.get("series", "experiment"), "")), []).append(record)
    for label, members in series.items():
        _KINDS[plot["kind"]](axes, plot, members, label)
    if plot.get("log"):
        axes.set_yscale("log")
    axes.set_xlabel(plot.get("xlabel", plot.get("x", "")))
    axes.set_ylabel(plot.get("ylabel", plot["y"]))
    axes.set_title(plot["title"])
    axes.grid(visible=True, alpha=0.3)
    if len(series) > 1:
        axes.legend()


def _points(axes: Any, plot: Mapping[str, Any], records: Sequence[Record], label: str) -> None:
    pairs = _pairs(plot, records)
    axes.plot([x for x, _ in pairs], [y for _, y in pairs], ".", label=label, alpha=0.6)


def _means(axes: Any, plot: Mapping[str, Any], records: Sequence[Record], label: str) -> None:
    by_x: dict[float, list[float]] = {}
    for x, y in _pairs(plot, records):
        by_x.setdefault(x, []).append(y)
    axes.plot(sorted(by_x), [fmean(by_x[x]) for x in sorted(by_x)], ".-", label=label)


def _averages(axes: Any, plot: Mapping[str, Any], records: Sequence[Record], label: str) -> None:
    if pairs := _pairs(plot, records):
        axes.plot(fmean(x for x, _ in pairs), fmean(y for _, y in pairs), "o", label=label)


def _counts(axes: Any, plot: Mapping[str, Any], records: Sequence[Record], label: str) -> None:
    for record in records:
        counts = record[plot["y"]]
        axes.plot(range(len(counts)), counts, ".-", label=label)


def _cumulative(axes: Any, plot: Mapping[str, Any], records: Sequence[Record], label: str) -> None:
    for record in records:
        counts = record[plot["y"]]
        shares = [100 * part / sum(counts) for part in accumulate(counts)]
        axes.step(range(len(counts)), shares, where="post", label=label)


_KINDS = {
    "points": _points,
    "means": _means,
    "averages": _averages,
    "counts": _counts,
    "cumulative": _cumulative,
}


def _pairs(plot: Mapping[str, Any], records: Sequence[Record]) -> list[tuple[float, float]]:
    return [
        (x, y)
        for record in records
        if (x := figure({**record.get("options", {}), **record}, plot["x"])) is not None
        and (y := figure(record, plot["y"])) is not None
    ]

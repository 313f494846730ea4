"""Plots of an experiment, as its TOML file asks for them:

[[plot]]
name = "nodes-by-length"      the file's name
title = "..."
kind = "points"               see below
x = "length"                  a figure of the records, or an option of their solvers
y = "generated"               a figure; for counts and cumulative one that is a list
xlabel = "moves"              what the axes are called, if not as the figures
ylabel = "generated nodes"
series = "solver"             one color a value
where = { metric = "stm" }    only these records
log = true                    a logarithmic y axis

points       y against x, a point a record
means        y against x, the mean of all records with the same x, joined by lines
averages     one point a series: the mean of y against the mean of x
counts       the list y against 0, 1, 2, ...: how many boards lie at each distance
cumulative   its sums so far, in per cent of the whole: how many boards lie at most so far
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from taquin.errors import TaquinError
from taquin.files import export
from taquin.lab.experiment import Experiment
from taquin.lab.problems import PLOT_KINDS
from taquin.lab.record import Record, averaged, figure, require_figures

__all__ = ["NEEDED", "can_draw", "draw_plots"]


NEEDED: Final = "plots need matplotlib: pip install 'taquin[lab]'"


def can_draw() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def draw_plots(experiment: Experiment, records: Sequence[Record], folder: Path, form: str = "svg") -> list[Path]:
    """Write every plot of the experiment into the folder; the paths."""
    plots = experiment.content.get("plot", [])
    if not plots:
        return []
    if not can_draw():
        raise TaquinError(NEEDED)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    boards, paths = averaged(records), []
    for plot in plots:
        # A fixed salt and no date: the same records give the same bytes.
        with rc_context({"svg.hashsalt": "taquin", "svg.fonttype": "none", "font.size": 10}):
            canvas = Figure(figsize=(7, 4.3), layout="constrained")
            _draw(canvas.subplots(), plot, boards)
            picture = BytesIO()
            canvas.savefig(picture, format=form, metadata={"Date": None} if form == "svg" else {}, dpi=150)
        path = folder / f"{plot['name']}.{form}"
        export(path, picture.getvalue())
        paths.append(path)
    return paths


def _draw(axes: Any, plot: Mapping[str, Any], records: Sequence[Record]) -> None:
    series: dict[str, list[Record]] = {}
    wanted = plot.get("where", {}).items()
    drawn = [record for record in records if all(record.get(key) == value for key, value in wanted)]
    require_figures(drawn, [plot["y"]], f"the plot {plot['name']}")
    for record in drawn:
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
    for counts in _lists(plot, records):
        axes.plot(range(len(counts)), counts, ".-", label=label)


def _cumulative(axes: Any, plot: Mapping[str, Any], records: Sequence[Record], label: str) -> None:
    for counts in _lists(plot, records):
        shares = [100 * part / sum(counts) for part in accumulate(counts)]
        axes.step(range(len(counts)), shares, where="post", label=label)


_KINDS: Final[dict[str, Callable[[Any, Mapping[str, Any], Sequence[Record], str], None]]] = dict(
    zip(PLOT_KINDS, (_points, _means, _averages, _counts, _cumulative), strict=True)
)


def _lists(plot: Mapping[str, Any], records: Sequence[Record]) -> list[list[float]]:
    return [record[plot["y"]] for record in records if isinstance(record.get(plot["y"]), list)]


def _pairs(plot: Mapping[str, Any], records: Sequence[Record]) -> list[tuple[float, float]]:
    return [
        (x, y)
        for record in records
        if (x := figure({**record.get("options", {}), **record}, plot["x"])) is not None
        and (y := figure(record, plot["y"])) is not None
    ]

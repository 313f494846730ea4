"""Three charts in SVG: bars for a comparison and lines for growth with depth, both on a logarithmic scale; and the way
of a solve to its goal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from taquin.texts import ENGLISH, numeral

__all__ = ["bars_svg", "lines_svg", "solve_svg"]

_COLORS: Final = (
    "#4a6fa5", "#c0504d", "#5b9a47", "#8064a2", "#d08a2e", "#3f9aa8", "#a5466c", "#7b8794", "#1f2933", "#8c6d46",
)  # fmt: skip
_DASHES: Final = ("none", "7 4", "2 3")
"""The next ones tell lines apart that have to share a color."""
_CHARACTER: Final = 7.5
"""Units that a character of a text is wide at most, on average: what stands beside a chart gets so much room."""
_STYLE = """
text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: #1f2933; }
.title { font-size: 14px; font-weight: bold; }
.grid { stroke: #e4e7eb; }
.axis { stroke: #7b8794; }
.mark { fill: #c0504d; fill-opacity: 0.14; }
.between { fill: #4a6fa5; fill-opacity: 0.18; }
.right { text-anchor: end; }
.middle { text-anchor: middle; }
"""


def bars_svg(title: str, across: str, bars: Sequence[tuple[str, float, str, bool]], language: str = ENGLISH) -> str:
    """One bar a row: its label, its value, the note behind it, and whether it is good (blue) or not (red)."""
    left, width, row, top = 16 + _room(label for label, *_ in bars), 420, 22, 56
    values = [value for _, value, _, _ in bars if value > 0]
    decades = _decades([1, *values])  # from 1: every bar has a length
    height = top + row * len(bars) + 52

    def x(value: float) -> float:
        return left + width * max(0.0, math.log10(max(value, 1)) - decades[0]) / (decades[-1] - decades[0])

    parts = [_head(left + width + 16 + _room(note for *_, note, _ in bars), height, title)]
    for decade in decades:
        here = x(10**decade)
        parts.append(f'<line class="grid" x1="{here:g}" x2="{here:g}" y1="{top - 8}" y2="{height - 48}"/>')
        parts.append(f'<text class="middle" x="{here:g}" y="{height - 30}">{numeral(10**decade, ",", language)}</text>')
    parts.append(f'<text class="middle" x="{left + width / 2:g}" y="{height - 10}">{escape(across)}</text>')
    for number, (label, value, note, good) in enumerate(bars):
        y = top + row * number
        color = _COLORS[0] if good else _COLORS[1]
        parts.append(f'<text class="right" x="{left - 8}" y="{y + 12}">{escape(label)}</text>')
        parts.append(f'<rect x="{left}" y="{y}" width="{max(x(value) - left, 1):g}" height="16" fill="{color}"/>')
        parts.append(f'<text x="{max(x(value), left) + 6:g}" y="{y + 12}">{escape(note)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def lines_svg(title: str, across: str, up: str, lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """One line a name, through points (x, y); y is logarithmic, x is not."""
    left, top, width, height = 80, 56, 560, 360
    points = [point for line in lines.values() for point in line if point[1] > 0]
    decades = _decades([y for _, y in points])
    lowest, highest = min((x for x, _ in points), default=0), max((x for x, _ in points), default=1)

    def place(x: float, y: float) -> tuple[float, float]:
        share = (math.log10(y) - decades[0]) / (decades[-1] - decades[0])
        return left + width * (x - lowest) / ((highest - lowest) or 1), top + height * (1 - share)

    parts = [_head(left + width + 46 + _room(lines), top + height + 60, title)]
    for decade in decades:
        y = place(lowest, 10**decade)[1]
        parts.append(f'<line class="grid" x1="{left}" x2="{left + width}" y1="{y:g}" y2="{y:g}"/>')
        parts.append(f'<text class="right" x="{left - 6}" y="{y + 4:g}">{10**decade:,}</text>')
    for x in sorted({x for x, _ in points}):
        here = place(x, 10 ** decades[0])[0]
        parts.append(f'<text class="middle" x="{here:g}" y="{top + height + 18}">{x:g}</text>')
    parts.append(f'<text class="middle" x="{left + width / 2}" y="{top + height + 42}">{escape(across)}</text>')
    parts.append(f'<text x="{left - 60}" y="{top - 12}">{escape(up)}</text>')
    for number, (name, line) in enumerate(lines.items()):
        again, color = number // len(_COLORS), _COLORS[number % len(_COLORS)]
        stroke = f'stroke="{color}" stroke-width="2" stroke-dasharray="{_DASHES[again % len(_DASHES)]}"'
        placed = [place(x, y) for x, y in line if y > 0]
        corners = " ".join(f"{x:g},{y:g}" for x, y in placed)
        parts.append(f'<polyline points="{corners}" fill="none" {stroke}/>')
        parts += [f'<circle cx="{x:g}" cy="{y:g}" r="2.5" fill="{color}"/>' for x, y in placed]
        y = top + 18 * number
        edge = left + width + 10
        parts.append(f'<line x1="{edge}" x2="{edge + 20}" y1="{y + 6}" y2="{y + 6}" {stroke}/>')
        parts.append(f'<text x="{edge + 26}" y="{y + 10}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def solve_svg(
    title: str,
    across: str,
    up: str,
    lengths: Sequence[int],
    bounds: Sequence[int],
    marks: Sequence[tuple[int, int, str]],
    language: str = ENGLISH,
) -> str:
    """The moves to the goal from every board of a solve, as a line; the area down to their proven bounds is shaded.

    A mark is a stretch that stands out: the boards where it begins and ends, and the label above it.
    """
    left, top, width, height = 64, 72, 720, 320
    last, highest = max(len(lengths) - 1, 1), max(*lengths, 1)
    bottom = top + height

    def x(place: float) -> float:
        return left + width * place / last

    def y(length: float) -> float:
        return bottom - height * length / highest

    def line(values: Sequence[int]) -> list[str]:
        return [f"{x(place):.5g},{y(length):.5g}" for place, length in enumerate(values)]

    parts = [_head(left + width + 24, bottom + 56, title)]
    for tick in _ticks(highest):
        parts.append(f'<line class="grid" x1="{left}" x2="{left + width}" y1="{y(tick):g}" y2="{y(tick):g}"/>')
        parts.append(f'<text class="right" x="{left - 8}" y="{y(tick) + 4:g}">{numeral(tick, ",", language)}</text>')
    for tick in _ticks(last):
        parts.append(f'<text class="middle" x="{x(tick):g}" y="{bottom + 18}">{numeral(tick, ",", language)}</text>')
    for begin, end, label in marks:
        wide = max(x(end) - x(begin), 2)
        parts.append(f'<rect class="mark" x="{x(begin):g}" y="{top}" width="{wide:g}" height="{height}"/>')
        parts.append(f'<text class="middle" x="{x((begin + end) / 2):g}" y="{top - 6}">{escape(label)}</text>')
    if list(bounds) != list(lengths):
        parts.append(f'<polygon class="between" points="{" ".join(line(lengths) + line(bounds)[::-1])}"/>')
    parts.append(f'<polyline points="{" ".join(line(lengths))}" fill="none" stroke="{_COLORS[0]}" stroke-width="2"/>')
    parts.append(f'<line class="axis" x1="{left}" x2="{left + width}" y1="{bottom}" y2="{bottom}"/>')
    parts.append(f'<text class="middle" x="{left + width / 2:g}" y="{bottom + 42}">{escape(across)}</text>')
    parts.append(f'<text x="16" y="{top - 28}">{escape(up)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _ticks(highest: int) -> range:
    """Round numbers from 0 to the highest, five to ten of them where there are so many."""
    step = 1
    for step in (unit * 10**power for power in range(19) for unit in (1, 2, 5)):
        if highest / step <= 10:
            break
    return range(0, highest + 1, step)


def _room(texts: Iterable[str]) -> float:
    """Units that the longest of some texts may need."""
    return _CHARACTER * max(map(len, texts), default=0)


def _head(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img">\n<title>{escape(title)}</title><style>{_STYLE}</style>\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n<text class="title" x="16" y="24">{escape(title)}</text>'
    )


def _decades(values: Sequence[float]) -> list[int]:
    """The powers of ten from below the smallest value to above the largest."""
    smallest, largest = max(min(values, default=1), 1), max(values, default=10)
    low, high = math.floor(math.log10(smallest)), math.ceil(math.log10(max(largest, 1)))
    return list(range(low, max(high, low + 1) + 1))

"""Small SVG pictures that can be read on a light and on a dark page: the few shapes that the figures are made of.

A picture brings its own background and follows the reader's preference for light or dark.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from pathlib import Path

__all__ = ["Picture"]

_STYLE = """
.page{fill:#fff}.ink{fill:#1f2328}.faint{fill:#6b7480}.cell{fill:#eef1f4;stroke:#b9c1ca}.line{stroke:#6b7480;fill:none}
.one{fill:#2f6fd6}.two{fill:#c2620e}.three{fill:#22863a}.soft{fill:#d5e3fa;stroke:#b9c1ca}.warm{fill:#fae3cc;stroke:#b9c1ca}
.one-line{stroke:#2f6fd6;fill:none}.two-line{stroke:#c2620e;fill:none}.three-line{stroke:#22863a;fill:none}
text{font:13px system-ui,sans-serif}.small{font-size:11.5px}.bold{font-weight:600}
@media (prefers-color-scheme:dark){
.page{fill:#14181d}.ink{fill:#e4e9ee}.faint{fill:#98a2ad}.cell{fill:#252c34;stroke:#4a545f}.line{stroke:#98a2ad}
.one{fill:#72a7ff}.two{fill:#f0a35e}.three{fill:#5fc678}.soft{fill:#22375a;stroke:#4a545f}.warm{fill:#503620;stroke:#4a545f}
.one-line{stroke:#72a7ff}.two-line{stroke:#f0a35e}.three-line{stroke:#5fc678}}
"""


class Picture:
    """A picture in the making; shapes are drawn in the order of the calls."""

    def __init__(self, width: int, height: int, title: str) -> None:
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="5" markerHeight="5" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>',
            f'<rect class="page" width="{width}" height="{height}" rx="6"/>',
        ]

    def text(self, x: float, y: float, words: str, style: str = "ink", anchor: str = "start") -> None:
        """Words on a line that begins, is centered or ends at x."""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" class="{style}" text-anchor="{anchor}">{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, style: str) -> None:
        """A rectangle."""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{style}"/>')

    def path(self, points: list[tuple[float, float]], style: str, width: float = 2, *, arrow: bool = False) -> None:
        """A line through some points, with or without a tip."""
        route = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        tip = ' marker-end="url(#tip)"' if arrow else ""
        self.parts.append(f'<path d="{route}" class="{style}" stroke-width="{width:g}"{tip}/>')

    def curve(self, points: list[tuple[float, float]], style: str, width: float) -> None:
        """An arrow downwards through some points, upright in each of them."""
        route = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
        for (x, y), (next_x, next_y) in pairwise(points):
            bend = (next_y - y) / 2
            route += f"C{x:.1f} {y + bend:.1f} {next_x:.1f} {next_y - bend:.1f} {next_x:.1f} {next_y:.1f}"
        self.parts.append(f'<path d="{route}" class="{style}" stroke-width="{width:g}" marker-end="url(#tip)"/>')

    def board(self, x: float, y: float, size: float, rows: list[str]) -> None:
        """Cells row by row: '.' plain, 's' soft, 'w' warm, ' ' the blank."""
        style = {".": "cell", "s": "soft", "w": "warm", " ": "page line"}
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                self.box(x + column * size, y + row * size, size, size, style[cell])

    def __str__(self) -> str:
        return "\n".join([*self.parts, "</svg>", ""])

    def write(self, name: str) -> None:
        """Beside this file."""
        Path(__file__).with_name(name).write_text(str(self))

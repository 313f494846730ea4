"""Draw the figures of the documents: `make figures` runs this file, which writes every SVG beside it.

rooms.svg and core.svg are read from the imports and includes of the sources. The bars of nodes.svg are entries of
docs/notebook/optimal-search.md. `python docs/figures/draw.py --measure` first measures the search that stream.svg
shows, which takes ten seconds, and writes stream.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from math import log10
from pathlib import Path

from layers import Spot, lay_out
from rooms import Graph, core_folders, package_rooms, reduced
from svg import Picture

HERE = Path(__file__).parent
SIDE = 20
"""Cells of a side of the board of stream.svg."""
SEED = 1
"""The seed that makes that board."""
SECONDS = 10.0
"""How long it is searched."""
GRID = 5_000
"""Moves between two lines of its grid."""
NODES = [
    ("7-8 tables that forget where the blank is", 38_325),
    ("the exact region of the blank", 20_923),
    ("no circles in 2x2 blocks", 18_667),
    ("16 nodes at a time (saves time, not nodes)", 19_810),
    ("the lowest estimates of a block first", 16_250),
    ("no detours of up to 10 moves", 14_501),
]
"""Nodes generated per board, mean over Korf's 100 15-puzzles, as one idea came after the other."""


def stages() -> Picture:
    """What construction, flow, sweep and windows do to a board."""
    picture = Picture(760, 232, "Four ways to work on a board: construct, flow, sweep, windows")
    size, top = 22, 44
    captions = {
        "construct": ("line by line,", "tile by tile"),
        "flow": ("all tiles drift home", "together"),
        "sweep": ("cells are finished", "behind a moving front"),
        "windows": ("a stretch of the way", "is solved again"),
    }
    for number, (name, lines) in enumerate(captions.items()):
        left = 28.0 + 184 * number
        picture.text(left + 3 * size, 28, name, "ink bold", "middle")
        for line, words in enumerate(lines):
            picture.text(left + 3 * size, top + 6 * size + 24 + 17 * line, words, "faint small", "middle")

    def center(column: float, row: float, left: float) -> tuple[float, float]:
        return left + (column + 0.5) * size, top + (row + 0.5) * size

    left = 28.0
    picture.board(left, top, size, ["ssssss", "sss...", "......", "......", ".... .", "......"])
    picture.path(
        [center(4, 4, left), center(4, 2, left), center(3, 2, left), center(3, 1.1, left)], "two-line", arrow=True
    )
    left += 184
    picture.board(left, top, size, ["......", "......", "... ..", "......", "......", "......"])
    for column, row, across, down in [
        (0, 0, 2, 1),
        (5, 0, -1, 2),
        (1, 3, 1, -1),
        (5, 4, -2, 0),
        (0, 5, 1, -2),
        (3, 5, 1, -1),
        (3, 1, 1, 0),
    ]:
        picture.path(
            [center(column, row, left), center(column + 0.8 * across, row + 0.8 * down, left)], "one-line", arrow=True
        )
    left += 184
    picture.board(left, top, size, ["ssswww", "ssswww", "ss.www", "......", ".... .", "......"])
    picture.path(
        [
            (left + 3 * size, top - 4),
            (left + 3 * size, top + 2 * size),
            (left + 2 * size, top + 2 * size),
            (left + 2 * size, top + 3 * size + 4),
        ],
        "two-line",
        3,
    )
    picture.path([center(2.8, 1, left), center(5, 1, left)], "two-line", arrow=True)
    left += 184
    picture.board(left, top, size, ["......", ".wwww.", ".wwww.", ".wwww.", ".... .", "......"])
    long_way = [(0, 5), (0, 2), (1, 2), (1, 1), (3, 1), (3, 3), (4, 3), (4, 2), (5, 2)]
    picture.path([center(*cell, left) for cell in long_way], "line", 1.5)
    picture.path(
        [center(1, 2, left), center(2, 2, left), center(2, 3, left), center(4, 3, left)], "three-line", 2.5, arrow=True
    )
    return picture


def pattern() -> Picture:
    """A pattern of tiles, and the two regions that the blank can be in."""
    picture = Picture(760, 214, "A pattern of six tiles cuts the other cells into two regions")
    size, top = 34, 40
    tiles = ["##..", ".##.", "..##", "...."]
    for left, inside, caption in [(24, "lower left", "the blank is here"), (200, "upper right", "or there")]:
        for row, cells in enumerate(tiles):
            for column, cell in enumerate(cells):
                upper = column > row
                lit = cell == "." and upper == (inside == "upper right")
                picture.box(
                    left + column * size,
                    top + row * size,
                    size,
                    size,
                    "one" if cell == "#" else "warm" if lit else "cell",
                )
        picture.text(left + 2 * size, 26, caption, "ink", "middle")
    notes = [
        ("ink", "Blue: the tiles of the pattern. The others do not matter."),
        ("ink", "Orange: the region of the blank. Inside it the blank"),
        ("ink", "walks for nothing: no blue tile moves."),
        ("ink", "The same tiles with the blank in the other region are"),
        ("ink", "another entry, with a distance of its own."),
        ("faint", "One bit an entry: a move of a blue tile changes the"),
        ("faint", "distance by one, up or down. The bit says which."),
    ]
    for number, (style, words) in enumerate(notes):
        picture.text(376, 56 + 19 * number, words, f"{style} small")
    return picture


def nodes() -> Picture:
    """How many nodes a 15-puzzle takes, idea by idea."""
    picture = Picture(760, 54 + 30 * len(NODES), "Nodes generated for one of Korf's 15-puzzles, idea after idea")
    picture.text(
        20, 26, "Nodes generated per board, mean of Korf's 100 15-puzzles, one idea after the other", "ink bold"
    )
    scale = 340 / max(count for _, count in NODES)
    for number, (idea, count) in enumerate(NODES):
        y = 44 + 30 * number
        picture.text(318, y + 16, idea, "ink small", "end")
        picture.box(328, y, count * scale, 22, "three" if number == len(NODES) - 1 else "one")
        picture.text(336 + count * scale, y + 16, f"{count:,}", "ink small")
    return picture


def stream() -> Picture:
    """How a solution gets shorter while the search goes on."""
    record = json.loads((HERE / "stream.json").read_text())
    picture = Picture(760, 330, f"Length of the best solution of a {SIDE}x{SIDE} board against time")
    left, right, top, bottom, first = 70, 740, 40, 280, -2.5
    longest = GRID * -(-max(step["length"] for step in record["solutions"]) // GRID)

    def place(seconds: float, length: float) -> tuple[float, float]:
        part = (log10(max(seconds, 10**first)) - first) / (log10(record["seconds"]) - first)
        return left + part * (right - left), bottom - length / longest * (bottom - top)

    picture.text(left, 24, f"Moves of the best solution of one {SIDE}x{SIDE} board, as time passes", "ink bold")
    for length in range(0, longest + 1, GRID):
        picture.path([place(10**first, length), place(record["seconds"], length)], "line", 0.3)
        picture.text(left - 8, place(1, length)[1] + 4, f"{length:,}", "faint small", "end")
    for seconds in (0.01, 0.1, 1, 10):
        picture.text(place(seconds, 0)[0], bottom + 20, f"{seconds:g} s", "faint small", "middle")
    steps = record["solutions"]
    ends = [step["seconds"] for step in steps[1:]] + [record["seconds"]]
    colors = {"construct": "two", "descent": "one", "windows": "three"}
    for step, end, after in zip(steps, ends, [*steps[1:], steps[-1]], strict=True):
        line = [place(step["seconds"], step["length"]), place(end, step["length"]), place(end, after["length"])]
        picture.path(line, f"{colors[step['algorithm']]}-line", 3)
    for step in (steps[0], next(step for step in steps if step["algorithm"] == "descent"), steps[-1]):
        x, y = place(step["seconds"], step["length"])
        picture.text(min(x + 4, right - 40), y - 7, f"{step['length']:,}", "ink small")
    bound = steps[-1]["bound"]
    picture.path([place(10**first, bound), place(record["seconds"], bound)], "line", 2)
    picture.text(
        left + 6, place(1, bound)[1] + 17, f"proven: every solution has at least {bound:,} moves", "faint small"
    )
    for number, (name, color) in enumerate(colors.items()):
        picture.box(480 + 90 * number, bottom + 34, 10, 10, color)
        picture.text(494 + 90 * number, bottom + 43, name, "ink small")
    return picture


def rooms() -> Picture:
    """The rooms of the package, from the values at the top to the command line at the bottom."""
    return _layered(package_rooms(), "Which room of src/taquin uses which", 92)


def core() -> Picture:
    """The folders of the core, from the ground up to what Python sees."""
    return _layered(core_folders(), "Which folder of core/ includes which", 152)


def _layered(graph: Graph, title: str, room: int) -> Picture:
    """Who is used above, who uses it below; `room` is the width of a box."""
    box, line, gap, margin = 24, 58, 12, 16
    layout = lay_out(reduced(graph), room + gap, 2 * gap)
    half = {spot: room / 2 if isinstance(spot, str) else 0 for spot in layout.column}
    left = min(x - half[spot] for spot, x in layout.column.items()) - margin
    right = max(x + half[spot] for spot, x in layout.column.items()) + margin
    picture = Picture(round(right - left), line * (len(layout.layers) - 1) + box + margin + 40, title)
    picture.text(margin, 24, title, "ink bold")
    top = {spot: 40 + line * number for number, row in enumerate(layout.layers) for spot in row}

    def middle(spot: Spot) -> float:
        return layout.column[spot] - left

    for arrow in layout.arrows:
        points = [(middle(arrow[0]), top[arrow[0]] + box)]
        for bend in arrow[1:-1]:
            points += [(middle(bend), top[bend]), (middle(bend), top[bend] + box)]
        picture.curve([*points, (middle(arrow[-1]), top[arrow[-1]])], "line", 1.2)
    for name in graph:
        picture.box(middle(name) - room / 2, top[name], room, box, "soft")
        picture.text(middle(name), top[name] + 16.5, name, "ink small", "middle")
    return picture


def measure() -> None:
    """Search the board of stream.svg with one thread and write down every solution that came."""
    from taquin import Limits, improve, scramble

    found = improve(scramble(SIDE, SIDE, seed=SEED), Limits(seconds=SECONDS), threads=1, seed=SEED)
    solutions = [
        {
            "seconds": round(solution.stats.seconds, 4),
            "length": len(solution.moves),
            "bound": solution.bound,
            "algorithm": solution.algorithm,
        }
        for solution in found
    ]
    record = {
        "board": f"scramble({SIDE}, {SIDE}, seed={SEED})",
        "threads": 1,
        "seconds": SECONDS,
        "solutions": solutions,
    }
    (HERE / "stream.json").write_text(json.dumps(record, indent=1) + "\n")


FIGURES: dict[str, Callable[[], Picture]] = {
    "stages.svg": stages,
    "pattern.svg": pattern,
    "nodes.svg": nodes,
    "stream.svg": stream,
    "rooms.svg": rooms,
    "core.svg": core,
}

if __name__ == "__main__":
    if "--measure" in sys.argv[1:]:
        measure()
    for name, draw in FIGURES.items():
        draw().write(name)

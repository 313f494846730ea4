"""Where the boxes of a layered picture stand: who is used stands above who uses it, with few and short arrows.

The usual four steps (Sugiyama, Tagawa and Toda 1981): layers, bends for arrows that cross layers, an order in each
layer with few crossings, and places in that order near one's neighbors. All of it is deterministic.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rooms import Graph

__all__ = ["Layout", "Spot", "lay_out"]

_ROUNDS = 40
"""Passes down and up through the layers, for the order and again for the places; more change nothing that is seen."""

Spot = tuple[str, str, int] | str
"""A room, or the bend of an arrow (used, user, layer)."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layers from above, each a list of spots from left to right, and the middle of every spot in columns."""

    layers: list[list[Spot]]
    column: dict[Spot, float]
    arrows: list[list[Spot]]
    """Each from the room that is used, over its bends, to the room that uses it."""


def lay_out(graph: Graph, room_width: float, bend_width: float) -> Layout:
    """Place the rooms of a graph without circles."""
    layer = _layers(graph)
    arrows: list[list[Spot]] = []
    rows: list[list[Spot]] = [[] for _ in range(max(layer.values()) + 1)]
    for room in sorted(graph):
        rows[layer[room]].append(room)
    for user in sorted(graph):
        for used in sorted(graph[user]):
            bends: list[Spot] = [(used, user, level) for level in range(layer[used] + 1, layer[user])]
            for level, bend in enumerate(bends, start=layer[used] + 1):
                rows[level].append(bend)
            arrows.append([used, *bends, user])
    above: dict[Spot, list[Spot]] = {spot: [] for row in rows for spot in row}
    below: dict[Spot, list[Spot]] = {spot: [] for row in rows for spot in row}
    for arrow in arrows:
        for upper, lower in pairwise(arrow):
            above[lower].append(upper)
            below[upper].append(lower)
    rows = _ordered(rows, above, below)
    width = {spot: room_width if isinstance(spot, str) else bend_width for row in rows for spot in row}
    return Layout(rows, _placed(rows, above, below, width), arrows)


def _layers(graph: Graph) -> dict[str, int]:
    """Each room below all that it uses, and among those layers where its arrows are shortest."""
    layer: dict[str, int] = {}
    while len(layer) < len(graph):
        for room in sorted(graph):
            if room not in layer and graph[room] <= layer.keys():
                layer[room] = max((layer[used] + 1 for used in graph[room]), default=0)
    users = {room: [other for other in graph if room in graph[other]] for room in graph}
    moved = True
    while moved:
        moved = False
        for room in sorted(graph):
            lowest = min((layer[user] for user in users[room]), default=layer[room] + 1) - 1
            if lowest > layer[room] and len(users[room]) > len(graph[room]):
                layer[room], moved = lowest, True
    return layer


def _ordered(rows: list[list[Spot]], above: dict[Spot, list[Spot]], below: dict[Spot, list[Spot]]) -> list[list[Spot]]:
    """Each spot at the mean place of its neighbors in the layer before, down and up by turns; the best order counts."""
    best, fewest = rows, _crossings(rows, above)
    for number in range(_ROUNDS):
        rows = [list(row) for row in rows]
        down = number % 2 == 0
        neighbors = above if down else below
        steps = range(1, len(rows)) if down else range(len(rows) - 2, -1, -1)
        for index in steps:
            place = {spot: number for number, spot in enumerate(rows[index - 1 if down else index + 1])}
            near = {spot: [place[other] for other in neighbors[spot]] for spot in rows[index]}
            own = {spot: float(number) for number, spot in enumerate(rows[index])}
            own |= {spot: sum(places) / len(places) for spot, places in near.items() if places}
            rows[index].sort(key=own.__getitem__)
        rows = _swapped(rows, above, below)
        crossings = _crossings(rows, above)
        if crossings < fewest:
            best, fewest = rows, crossings
    return best


def _swapped(rows: list[list[Spot]], above: dict[Spot, list[Spot]], below: dict[Spot, list[Spot]]) -> list[list[Spot]]:
    """Neighbors in a layer change places as long as that saves crossings."""
    better = True
    while better:
        better = False
        for index, row in enumerate(rows):
            for place in range(len(row) - 1):
                saved = 0
                for step, links in ((-1, above), (1, below)):
                    if 0 <= index + step < len(rows):
                        at = {spot: number for number, spot in enumerate(rows[index + step])}
                        left = [at[other] for other in links[row[place]]]
                        right = [at[other] for other in links[row[place + 1]]]
                        saved += sum((a > b) - (a < b) for a in left for b in right)
                if saved > 0:
                    row[place], row[place + 1] = row[place + 1], row[place]
                    better = True
    return rows


def _crossings(rows: list[list[Spot]], above: dict[Spot, list[Spot]]) -> int:
    total = 0
    for upper, lower in pairwise(rows):
        at = {spot: place for place, spot in enumerate(upper)}
        ends = [(at[other], place) for place, spot in enumerate(lower) for other in above[spot]]
        total += sum(a < c and b > d for a, b in ends for c, d in ends)
    return total


def _placed(
    rows: list[list[Spot]],
    above: dict[Spot, list[Spot]],
    below: dict[Spot, list[Spot]],
    width: dict[Spot, float],
) -> dict[Spot, float]:
    """The middle of every spot: as near to its neighbors' mean as the order and the widths allow."""
    column: dict[Spot, float] = {}
    for row in rows:
        x = -sum(width[spot] for spot in row) / 2
        for spot in row:
            column[spot] = x + width[spot] / 2
            x += width[spot]
    for number in range(_ROUNDS):
        for row in rows if number % 2 == 0 else rows[::-1]:
            wish = {}
            for spot in row:
                links = [(column[other], _pull(spot, other)) for other in above[spot] + below[spot]]
                total = sum(pull for _, pull in links)
                wish[spot] = sum(place * pull for place, pull in links) / total if links else column[spot]
            column |= _apart(row, wish, width)
    return column


def _pull(one: Spot, other: Spot) -> int:
    """How much an arrow wants to be upright here: most between two bends, so that long arrows are straight."""
    return (1, 2, 8)[isinstance(one, tuple) + isinstance(other, tuple)]


def _apart(row: list[Spot], wish: dict[Spot, float], width: dict[Spot, float]) -> dict[Spot, float]:
    """The places nearest to the wishes, by least squares, at which nobody overlaps: those who would form a block."""
    blocks: list[tuple[list[Spot], float]] = []
    """Spots side by side, and the left edge of the first."""
    for spot in row:
        blocks.append(([spot], wish[spot] - width[spot] / 2))
        while len(blocks) > 1:
            (left, at), (right, then) = blocks[-2:]
            if at + sum(width[each] for each in left) <= then:
                break
            spots, offset, total = left + right, 0.0, 0.0
            for each in spots:
                total += wish[each] - width[each] / 2 - offset
                offset += width[each]
            blocks[-2:] = [(spots, total / len(spots))]
    column = {}
    for spots, edge in blocks:
        for spot in spots:
            column[spot] = edge + width[spot] / 2
            edge += width[spot]
    return column

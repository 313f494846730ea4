"""The search tree of a trace as an SVG picture: every node with its board, f, g and h, the solution path marked.

Of a search in rounds the last round is drawn. A tree with more nodes than fit is cut: the solution path stays, then
the children along it, then nodes in the order in which they were made; "+n" under a node tells how many are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from taquin.board import Board
from taquin.trace import Child, Deepened, Ended, Event, Expanded, Started

__all__ = ["tree_svg"]

_LINE, _GAP, _CHARACTER, _MARGIN = 13, 12, 7, 16
_STYLE = """
.card { fill: #ffffff; stroke: #9aa5b1; }
.expanded { fill: #eef4fb; stroke: #4a6fa5; }
.dropped { fill: #f6f6f6; stroke: #cccccc; stroke-dasharray: 3 2; }
.path { fill: #e3f6e5; stroke: #2e7d32; stroke-width: 2; }
.edge { stroke: #9aa5b1; fill: none; }
.solution { stroke: #2e7d32; stroke-width: 2.5; fill: none; }
text { font: 11px ui-monospace, monospace; fill: #1f2933; text-anchor: middle; }
.title { font-size: 13px; font-weight: bold; text-anchor: start; }
.hidden { fill: #7b8794; font-style: italic; }
"""


@dataclass(slots=True)
class _Node:
    name: str
    move: str
    figures: str
    board: Board
    depth: int
    status: str = "queued"
    number: int = 0
    children: list[_Node] = field(default_factory=list)
    hidden: int = 0
    x: float = 0.0


def tree_svg(events: Iterable[Event], largest: int = 150) -> str:
    """The picture, with at most about so many nodes."""
    title, roots, nodes, path = _grow(events)
    made = len(nodes)
    shown = _cut(roots, path, largest)
    board = roots[0].board if roots else None
    rows = board.height if board is not None and len(board) <= 25 else 0
    cell = len(str(len(board) - 1)) + 1 if board is not None else 2
    width = max(88, _CHARACTER * cell * (board.width if board is not None and rows else 0) + 16)
    height = _LINE * (rows + 2) + 10
    right = _MARGIN + width / 2
    for root in roots:
        right = _place(root, right, width + _GAP)
    depth = max((node.depth for node in shown), default=0)
    step = height + 34
    total_width = max(right - width / 2 - _GAP + _MARGIN, 420)
    total_height = 44 + (depth + 1) * step
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width:g} {total_height:g}" '
        f'width="{total_width:g}" height="{total_height:g}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<text class="title" x="{_MARGIN}" y="24">{escape(title)}; {len(shown)} of {made} nodes shown</text>',
    ]
    on_path = set(path)
    for node in shown:
        parts += _edges(node, height, step, on_path)
    for node in shown:
        parts += _card(node, width, height, step, rows, on_path)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _grow(events: Iterable[Event]) -> tuple[str, list[_Node], dict[str, _Node], tuple[str, ...]]:
    """The tree as it stood at the end: title, roots, all nodes by name, and the names on the solution path."""
    title, path = "", tuple[str, ...]()
    roots: list[_Node] = []
    nodes: dict[str, _Node] = {}
    by_number: dict[int, _Node] = {}
    for event in events:
        match event:
            case Started():
                title = " with ".join(filter(None, (event.algorithm, event.heuristic)))
            case Deepened():
                roots, nodes, by_number = [], {}, {}
            case Expanded():
                node = nodes.get(event.node)
                if node is None:
                    node = _Node(event.node, "", _figures(event), event.board, event.g)
                    nodes[event.node] = node
                    roots.append(node)
                node.number = event.number
                node.children = []  # entered again, a search that forgets makes them anew
                by_number[event.number] = node
            case Child():
                parent = by_number.get(int(event.node.partition(".")[0]))
                if parent is not None:
                    node = _Node(
                        event.node, event.move.word, _figures(event), event.board, parent.depth + 1, event.status
                    )
                    nodes[event.node] = node
                    parent.children.append(node)
            case Ended():
                path = event.path
                moves = event.solution.length
                title += f": {moves} moves" if moves is not None else f": {event.solution.outcome}"
    return title, roots, nodes, path


def _figures(event: Expanded | Child) -> str:
    return f"f={event.f:g} g={event.g} h={event.h:g}"


def _cut(roots: list[_Node], path: tuple[str, ...], largest: int) -> list[_Node]:
    """Keep the most telling nodes, count the others in `hidden`, and return those that stay."""
    everything: list[tuple[_Node, _Node | None]] = []
    waiting: list[tuple[_Node, _Node | None]] = [(root, None) for root in reversed(roots)]
    while waiting:
        node, parent = waiting.pop()
        everything.append((node, parent))
        waiting += [(child, node) for child in reversed(node.children)]
    on_path = set(path)

    def rank(pair: tuple[_Node, _Node | None]) -> tuple[int, ...]:
        node, parent = pair
        made = tuple(map(int, node.name.split("."))) if "." in node.name else (0, 0)
        if parent is None or node.name in on_path:
            return (0, *made)
        return (1 if parent.name in on_path else 2, *made)

    kept: set[str] = set()
    shown = []
    for node, parent in sorted(everything, key=rank):
        if parent is None or node.name in on_path or (len(kept) < largest and parent.name in kept):
            kept.add(node.name)
            shown.append(node)
        else:
            parent.hidden += 1
    for node in shown:
        node.children = [child for child in node.children if child.name in kept]
    return shown


def _place(root: _Node, left: float, step: float) -> float:
    """Put leaves side by side and every parent over the middle of its children; the next free place."""
    waiting = [(root, False)]
    while waiting:
        node, ready = waiting.pop()
        if not node.children:
            node.x, left = left, left + step
        elif ready:
            node.x = (node.children[0].x + node.children[-1].x) / 2
        else:
            waiting += [(node, True), *((child, False) for child in reversed(node.children))]
    return left


def _edges(node: _Node, height: float, step: float, on_path: set[str]) -> list[str]:
    top = 44 + node.depth * step + height
    return [
        f'<path class="{"solution" if {node.name, child.name} <= on_path else "edge"}" '
        f'd="M{node.x:g} {top:g} L{child.x:g} {44 + child.depth * step:g}"/>'
        for child in node.children
    ]


def _card(node: _Node, width: float, height: float, step: float, rows: int, on_path: set[str]) -> list[str]:
    top = 44 + node.depth * step
    if node.name in on_path:
        kind = "path"
    elif node.status in ("seen", "pruned"):
        kind = "dropped"
    else:
        kind = "expanded" if node.number else "card"
    lines = [" ".join(filter(None, (node.name, node.move)))]
    if rows:
        cell = len(str(len(node.board) - 1))
        lines += [" ".join((str(tile) if tile else "·").rjust(cell) for tile in row) for row in node.board.rows]
    lines.append(node.figures)
    texts = [
        f'<text x="{node.x:g}" y="{top + _LINE * (number + 1):g}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    status = f": {node.status}" if node.status != "queued" else ""
    expanded = f", expanded as number {node.number}" if node.number else ""
    box = (
        f'<g><title>{escape(node.name + status + expanded)}</title><rect class="{kind}" x="{node.x - width / 2:g}" '
        f'y="{top:g}" width="{width:g}" height="{height:g}" rx="5"/>'
    )
    more = []
    if node.hidden:
        more = [f'<text class="hidden" x="{node.x:g}" y="{top + height + 13:g}">+{node.hidden}</text>']
    return [box, *texts, *more, "</g>"]

"""The search tree of a trace as an SVG picture: every node with its board, f, g and h, the solution path marked.

Of a search in rounds the last round is drawn. A tree with more nodes than fit is cut: the solution path stays (its
beginning, if it has thousands of moves), then the children along it, then nodes in the order in which they were made;
"+n" under a node tells how many of its children are hidden. What was not recorded cannot be drawn, not even on the
path; the title tells how much that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Final

from taquin.board import Board
from taquin.move import count_moves
from taquin.texts import ENGLISH, Sentence, written
from taquin.trace import DROPPED, REPLACING, Child, Deepened, Ended, Event, Expanded, Started

__all__ = ["tree_svg"]

_LINE = 13
"""Units of the picture from one line of text to the next."""
_CHARACTER = 6.7
"""Units that a character is wide."""
_TITLE_CHARACTER = 8
"""The same in the title."""
_GAP = 12
"""Units between two cards side by side."""
_MARGIN = 16
"""Units to the left and right of the tree."""
_TOP = 70
"""Units above the tree, for the title and the legend."""
_KINDS: Final = ("path", "expanded", "card", "replaced", "dropped", "missed", "unmade")
"""How a card looks, in the order of the legend."""
_LONGEST_PATH: Final = 300
"""Nodes of the solution path that are drawn, from the start on: some solutions have thousands of moves."""
_Outline = dict[int, tuple[float, float]]
_STYLE = """
.search-tree .card { fill: #ffffff; stroke: #9aa5b1; }
.search-tree .expanded { fill: #eef4fb; stroke: #4a6fa5; }
.search-tree .dropped { fill: #f6f6f6; stroke: #cccccc; stroke-dasharray: 3 2; }
.search-tree .replaced { fill: #fff4d6; stroke: #b26a00; stroke-dasharray: 3 2; }
.search-tree .replacement { stroke: #b26a00; stroke-width: 1.5; stroke-dasharray: 6 3; fill: none; }
.search-tree .missed { fill: #fde3df; stroke: #c62828; stroke-width: 2.5; }
.search-tree .collision { stroke: #c62828; stroke-width: 1.5; stroke-dasharray: 6 3; fill: none; }
.search-tree .unmade { fill: none; stroke: #9aa5b1; stroke-dasharray: 1 4; }
.search-tree .path { fill: #e3f6e5; stroke: #2e7d32; stroke-width: 2; }
.search-tree .edge { stroke: #9aa5b1; fill: none; }
.search-tree .solution { stroke: #2e7d32; stroke-width: 2.5; fill: none; }
.search-tree text { font: 11px ui-monospace, monospace; fill: #1f2933; text-anchor: middle; }
.search-tree .legend { text-anchor: start; }
.search-tree .title { font-size: 13px; font-weight: bold; text-anchor: start; }
.search-tree .hidden { fill: #7b8794; font-style: italic; }
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
    before: str = ""
    before_g: int = 0
    replaced_by: str = ""
    """The node that took its place, since it is the same board by a shorter way."""
    x: float = 0.0
    shift: float = 0.0
    """How far its whole subtree was moved after it had been laid out."""


def tree_svg(
    events: Iterable[Event],
    largest: int = 150,
    dropped: int = 0,
    language: str = ENGLISH,
    *,
    fitted: bool = True,
    more: str = "--largest",
) -> str:
    """The picture, with at most about so many nodes. `dropped` events were not recorded.

    It is fitted to the page that it stands on, or has a size of its own, which an image needs. `more` is what the
    reader sets to see more nodes; the title names it where some are hidden.
    """
    title, roots, made, whole_path = _grow(events, language)
    path = whole_path[:_LONGEST_PATH]
    shown = _cut(roots, path, largest)
    with_boards = bool(shown) and len(shown[0].board) <= 25
    texts = {node.name: _lines(node, with_boards, language) for node in shown}
    width = 14 + _CHARACTER * max((len(line) for lines in texts.values() for line in lines), default=10)
    height = 10 + _LINE * max((len(lines) for lines in texts.values()), default=1)
    step = height + 34
    _place(roots, shown, width + _GAP)
    on_path = set(path)
    legend, legend_width = _legend({_kind(node, on_path) for node in shown}, language)
    total_height = _TOP + (max((node.depth for node in shown), default=0) + 1) * step
    counts = {"shown": sum(node.status != "unmade" for node in shown), "made": made, "dropped": dropped}
    heading = written("trace.tree_cut" if dropped else "trace.tree", language, name=title, **counts)
    if not made:
        heading = written("trace.tree_empty", language)
    if counts["shown"] < made:
        heading += written("trace.tree_more", language, name=more)
    tree_width = _MARGIN * 2 + width + max((node.x for node in shown), default=0)
    total_width = max(tree_width, legend_width, _MARGIN * 2 + _TITLE_CHARACTER * len(heading), 420)
    size = f'width="{total_width:g}" height="{total_height:g}"'
    if fitted:
        size = f'width="100%" style="max-width: {total_width:g}px"'
    parts = [
        f'<svg class="search-tree" role="img" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {total_width:g} {total_height:g}" {size}>',
        f"<title>{escape(heading)}</title><style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text class="title" x="{_MARGIN}" y="24">{escape(heading)}</text>',
        *legend,
        f'<g transform="translate({_MARGIN + width / 2:g} {_TOP})">',
    ]
    for node in shown:
        parts += _edges(node, height, step, on_path)
    for node in shown:
        parts += _card(node, texts[node.name], width, height, step, _kind(node, on_path), language)
    parts += _collisions(shown, height, step)
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _grow(events: Iterable[Event], language: str) -> tuple[str, list[_Node], int, tuple[str, ...]]:
    """The tree as it stood at the end: title, roots, the number of nodes, and the names on the solution path."""
    title, path = "", tuple[str, ...]()
    roots: list[_Node] = []
    nodes: dict[str, _Node] = {}
    by_number: dict[int, _Node] = {}
    for event in events:
        match event:
            case Started():
                title = event.algorithm
                if event.heuristic:
                    title = written("solve.with", language, algorithm=title, heuristic=event.heuristic)
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
                    word = written(f"words.direction_{event.move}", language).capitalize()
                    node = _Node(event.node, word, _figures(event), event.board, parent.depth + 1, event.status)
                    node.before, node.before_g = event.before, event.before_g
                    nodes[event.node] = node
                    parent.children.append(node)
                    if event.status in REPLACING and event.before in nodes:
                        nodes[event.before].replaced_by = event.node
            case Ended():
                path = event.path
                found = event.solution
                outcome = Sentence(f"outcome.{found.outcome}") if not found.solved else count_moves(len(found.moves))
                title += f": {outcome.said(language)}"
                title += written("trace.tree_unmade", language, count=event.unmade) if event.unmade else ""
    made = sum(node.status != "unmade" for node in nodes.values())
    return title, roots, made, path


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


def _place(roots: list[_Node], shown: list[_Node], step: float) -> None:
    """Put every parent over the middle of its children, and subtrees side by side as near as their outlines allow."""
    outlines: dict[str, _Outline] = {}
    for node in sorted(shown, key=lambda node: -node.depth):
        outlines[node.name] = outline = _side_by_side(node.children, outlines, step)
        if node.children:
            node.x = (node.children[0].x + node.children[-1].x) / 2
        outline[node.depth] = (node.x, node.x)
    outline = _side_by_side(roots, outlines, step)
    left = min((edge[0] for edge in outline.values()), default=0)
    waiting = [(root, -left) for root in roots]
    while waiting:
        node, shift = waiting.pop()
        node.x += shift
        waiting += [(child, shift + node.shift) for child in node.children]


def _side_by_side(nodes: list[_Node], outlines: dict[str, _Outline], step: float) -> _Outline:
    """Move each subtree to the right of those before it; the outline of all: leftmost and rightmost by depth."""
    together: _Outline = {}
    for node in nodes:
        outline = outlines.pop(node.name)
        shift = max((together[depth][1] + step - outline[depth][0] for depth in outline.keys() & together), default=0)
        node.x += shift
        node.shift = shift
        for depth, (left, right) in outline.items():
            together[depth] = (together.get(depth, (left + shift,))[0], right + shift)
    return together


def _edges(node: _Node, height: float, step: float, on_path: set[str]) -> list[str]:
    return [
        f'<path class="{"solution" if {node.name, child.name} <= on_path else "edge"}" '
        f'd="M{node.x:g} {node.depth * step + height:g} L{child.x:g} {child.depth * step:g}"/>'
        for child in node.children
    ]


def _lines(node: _Node, with_board: bool, language: str) -> list[str]:
    lines = [" ".join(filter(None, (node.name, node.move)))]
    if with_board:
        cell = len(str(len(node.board) - 1))
        lines += [" ".join((str(tile) if tile else "·").rjust(cell) for tile in row) for row in node.board.rows]
    lines.append(node.figures)
    if node.status == "unmade":
        lines.append(written("trace.tree_not_made", language))
    if node.status == "missed":
        lines.append(written("trace.tree_missed", language))
    if node.status == "missed" or node.status in REPLACING:
        lines.append(written("trace.tree_before", language, node=node.before, g=node.before_g))
    if node.replaced_by:
        lines.append(written("trace.tree_replaced", language, node=node.replaced_by))
    return lines


def _kind(node: _Node, on_path: set[str]) -> str:
    """How the card of a node looks: one of _KINDS."""
    if node.name in on_path:
        return "path"
    if node.status in ("unmade", "missed"):
        return node.status
    if node.replaced_by:
        return "replaced"
    return "dropped" if node.status in DROPPED else "expanded" if node.number else "card"


def _legend(kinds: set[str], language: str) -> tuple[list[str], float]:
    """What each look means, for those that occur, and the width of it all."""
    parts, x = [], float(_MARGIN)
    for kind in _KINDS:
        if kind in kinds:
            label = written(f"trace.legend_{kind}", language)
            parts.append(f'<g class="key {kind}"><rect x="{x:g}" y="38" width="18" height="12" rx="3"/></g>')
            parts.append(f'<text class="legend" x="{x + 24:g}" y="48">{escape(label)}</text>')
            x += 24 + _CHARACTER * len(label) + _MARGIN
    return parts, x


def _collisions(shown: list[_Node], height: float, step: float) -> list[str]:
    """A line from every child that has a shorter way to a known board to the node that was known: where the child was
    dropped all the same, and where it took that node's place.
    """
    by_name = {node.name: node for node in shown}
    return [
        f'<path class="{"collision" if node.status == "missed" else "replacement"}" '
        f'd="M{node.x:g} {node.depth * step + height:g} '
        f'L{known.x:g} {known.depth * step + (0 if known.depth > node.depth else height):g}"/>'
        for node in shown
        if (node.status == "missed" or node.status in REPLACING) and (known := by_name.get(node.before)) is not None
    ]


def _card(
    node: _Node, lines: list[str], width: float, height: float, step: float, kind: str, language: str
) -> list[str]:
    top = node.depth * step
    about = node.name + (f": {node.status}" if node.status != "queued" else "")
    about += written("trace.tree_expanded", language, number=node.number) if node.number else ""
    hidden = f'<text class="hidden" x="{node.x:g}" y="{top + height + 13:g}">+{node.hidden}</text>'
    return [
        f"<g><title>{escape(about)}</title>",
        f'<rect class="{kind}" x="{node.x - width / 2:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="5"/>',
        *(
            f'<text x="{node.x:g}" y="{top + _LINE * (number + 1):g}" xml:space="preserve">{escape(line)}</text>'
            for number, line in enumerate(lines)
        ),
        *([hidden] if node.hidden else []),
        "</g>",
    ]

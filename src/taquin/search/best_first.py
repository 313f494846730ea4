"""Best-first search: one loop for A*, weighted A*, greedy, uniform cost and branch and bound.

A queue holds the boards that wait. The one with the smallest key leaves it, its children enter it, until the goal
is met. Everything in which the algorithms differ is data, a `Rules`:

    key         what ranks a node, from g and h
    ties        among equal keys: "newest" first, "oldest" first, or as a binary "heap" that compares keys happens to
    order       in which order the children are made
    duplicates  "none": keep every child; "parent": do not make the parent's board again, the critical optimization of
                document 001; "generated": drop a board that was ever made before; "closed": drop a board unless this
                way to it is shorter than the known one; then it takes that one's place, and is expanded again if it
                was already (re-opening)
    reopens     whether "closed" does expand such a board again; without it, a shorter way to it is dropped
    goal_test   when a node is compared with the goal: as it leaves the queue ("pop") or as it enters ("generation")
    count_root  whether `generated` counts the root
    root_known  whether the root is among the boards "made before"
    weight      how many times g + h the key is at most

`generated` counts the children that enter the queue; `expanded` the nodes whose children were made.

Why the bound holds: with every rule but "generated", and with re-opening, some node of a shortest solution always
waits in the queue with its true g. With an admissible h its g + h is at most the length of that solution; so is the
smallest in the queue, and so is the smallest key, divided by the weight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from taquin.board import Board
from taquin.estimate import Estimate
from taquin.move import Move
from taquin.result import Solution
from taquin.search.node import Node
from taquin.search.pseudocode import GOAL, GOAL_CHILD, NOT_BACK, PARENTS, START, Line, Pseudocode, each_child, line
from taquin.search.search_run import SearchRun

__all__ = ["KNOWN", "Rules", "best_first", "g_plus_h", "status_of"]

Entry = tuple[float, int, Node]
"""A node in the queue, after its key and what decides between equal keys."""

TIES: Final = {"newest": -1, "oldest": 1, "heap": 0}
DUPLICATES: Final = ("none", "parent", "generated", "closed")


KNOWN: Final[dict[str, tuple[Line, ...]]] = {
    "none": (),
    "parent": (NOT_BACK,),
    "generated": (line("made_before", "seen", "back", "missed", depth=2),),
    "closed": (
        line("known_as_short", "seen", "back", depth=2),
        line("waits_longer", "cheaper", depth=2),
        line("expanded_longer", "reopened", depth=2),
    ),
}
"""What is done with a child whose board is known, by the rule on duplicates."""


def g_plus_h(g: int, h: float) -> float:
    """The key of A*: moves made plus moves to come."""
    return g + h


@dataclass(frozen=True, slots=True)
class Rules:
    """In what one best-first algorithm differs from another; see the top of this file."""

    key: Callable[[int, float], float] = g_plus_h
    ties: str = "newest"
    order: str = "ULRD"
    duplicates: str = "closed"
    goal_test: str = "pop"
    count_root: bool = True
    root_known: bool = True
    reopens: bool = True
    weight: float = 1

    def __post_init__(self) -> None:
        if self.ties not in TIES or self.duplicates not in DUPLICATES or self.goal_test not in ("pop", "generation"):
            raise ValueError(f"unknown rule in {self}")
        if sorted(self.order) != sorted(Move):
            raise ValueError(f"the order {self.order!r} must name U, L, R and D once each")

    @property
    def remembers(self) -> bool:
        """Whether it knows the boards that it has made."""
        return self.duplicates in ("generated", "closed")

    @property
    def proves(self) -> bool:
        """Whether what waits in the queue proves a bound."""
        return self.duplicates != "generated" and self.reopens

    def pseudocode(self) -> Pseudocode:
        """The loop below, as these rules make it run."""
        goal_child = [GOAL_CHILD] if self.goal_test == "generation" else []
        return (
            START if self.root_known or not self.remembers else line("put_start_unmarked", "start"),
            line("while_queue"),
            line(f"take_best_{self.ties}", "expand", depth=1),
            *([GOAL] if self.goal_test == "pop" else []),
            each_child(self.order),
            *KNOWN[self.duplicates],
            line("otherwise_queue", "queued", depth=2)
            if KNOWN[self.duplicates]
            else line("into_queue", "queued", depth=2),
            *goal_child,
            PARENTS,
        )


def best_first(run: SearchRun, heuristic: Estimate, rules: Rules) -> Solution:
    """Search by these rules."""
    start, goal = run.puzzle.start, run.puzzle.goal.tiles
    key, tie = rules.key, TIES[rules.ties]
    remember, reopen = rules.remembers, rules.duplicates == "closed"
    skip_parent = rules.duplicates == "parent"
    at_pop, at_generation = rules.goal_test == "pop", rules.goal_test == "generation"
    run.least = h = heuristic(start)
    root = Node(start, None, None, 0, h, key(0, h))
    queue: list[Entry] = [(root.f, 0, root)]
    known: dict[tuple[int, ...], Node] = {start.tiles: root} if remember and rules.root_known else {}
    pushed, found = 1, None
    replaced = 0  # entries still in the queue whose board waits by a shorter way; nobody waits there
    run.generated = run.roots = int(rules.count_root)
    while queue and found is None and run.within_limits(pushed, len(queue) - replaced):
        node = heappop(queue)[-1]
        if reopen and known[node.board.tiles] is not node:
            replaced -= 1
            continue
        if rules.proves:
            run.least = node.f / rules.weight
        if run.tell:
            run.tell_expanded(node)
        if at_pop and node.board.tiles == goal:
            found = node
            break
        run.expanded += 1
        node.closed = True
        back = node.parent.board.blank if skip_parent and node.parent is not None else None
        for move, board in children(node, rules):
            if board.blank == back:  # only the parent's board has the blank where it was one move ago
                run.not_made(node, move, key)
                continue
            before = known.get(board.tiles)
            enters = before is None or (reopen and node.g + 1 < before.g and (rules.reopens or not before.closed))
            if not (enters or run.tell):
                continue
            h = heuristic(board)
            child = Node(board, node, move, node.g + 1, h, key(node.g + 1, h))
            if run.tell:
                run.tell_child(child, status_of(before, enters, child.g), before)
            if not enters:
                continue
            if remember:
                known[board.tiles] = child
            if before is not None:
                run.reopened += before.closed
                replaced += not before.closed
            run.generated += 1
            heappush(queue, (child.f, tie * pushed, child))
            pushed += 1
            if at_generation and board.tiles == goal:
                found = child
                break
    if found is not None:
        # A goal met at its generation leaves its parent half expanded, as good as waiting.
        ends = [found] if at_pop or found.parent is None else [found, found.parent]
        run.least = _least(rules, root, queue, ends)
        return run.solved(found, len(queue) - replaced)
    run.least = _least(rules, root, queue)
    return run.limit_reached() if queue else run.exhausted()


def _least(rules: Rules, root: Node, queue: list[Entry], ends: Sequence[Node] = ()) -> float:
    """The smallest g + h that waits, which bounds every solution, as the top of this file explains."""
    if not rules.proves:
        return root.h
    waiting = (entry[-1] for entry in queue)
    return min((node.g + node.h for node in (*waiting, *ends)), default=root.h)


def children(node: Node, rules: Rules) -> list[tuple[Move, Board]]:
    """All children, in the order of the rules."""
    made = list(node.board.successors())
    if rules.order != "ULRD":
        made.sort(key=lambda step: rules.order.index(step[0]))
    return made


def status_of(before: Node | None, enters: bool, g: int) -> str:
    """What becomes of a child after g moves: was its board known, by which node, and does the child enter the queue?"""
    if before is None:
        return "queued"
    if not enters:
        return "missed" if g < before.g else "seen"
    return "reopened" if before.closed else "cheaper"

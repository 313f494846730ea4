"""What goes over the wire: the requests and answers of the web interface, as dataclasses (see `taquin.web.schema`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from taquin.heuristics import HEURISTICS
from taquin.names import Metric
from taquin.notation import NOTATIONS
from taquin.search import ALGORITHMS
from taquin.solver import AUTO
from taquin.texts import languages
from taquin.web.schema import Rule

__all__ = [
    "LONGEST_MOVES",
    "BoardText",
    "Check",
    "CheckRequest",
    "ExercisesRequest",
    "ExplainRequest",
    "ExplainedStep",
    "Explanation",
    "ExportRequest",
    "Failure",
    "GoalText",
    "Hint",
    "HintRequest",
    "Info",
    "JudgedMove",
    "MetricName",
    "Moves",
    "MovesRequest",
    "Named",
    "Place",
    "RandomBoard",
    "RandomRequest",
    "Rows",
    "SearchEvent",
    "Sheet",
    "SheetBlock",
    "SolveRequest",
    "Status",
]

_LONGEST_BOARD = 60_000
"""Characters of a text of a board at most."""
LONGEST_MOVES = 400_000
"""Characters of a text of moves at most."""

BoardText = Annotated[
    str, Rule(longest=_LONGEST_BOARD, summary="A board in any format that Taquin reads, such as 1 2 3/4 0 5/7 8 6.")
]
GoalText = Annotated[
    str, Rule(longest=_LONGEST_BOARD, summary="The name of a goal (blank-last, blank-first, spiral), or a board.")
]
MetricName = Annotated[
    Metric, Rule(summary="What is to be short: stm, single-tile moves, or mtm, slides of a whole run.")
]
MovesText = Annotated[str, Rule(longest=LONGEST_MOVES, summary="Moves of the blank, such as RDLU or R2D.")]
Side = Annotated[int, Rule(minimum=1, maximum=1000)]
Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Place:
    """One thing that is wrong, and where: cells are [row, column] counted from 1, line and column count from 1."""

    kind: str
    message: str
    cells: list[list[int]]
    line: int | None = None
    column: int | None = None
    code: str = ""
    """The name of the message in the catalogue of texts; its values. Both are empty where it is English only."""
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a request was refused. `code` and `values` are the same as in a Place."""

    error: str
    problems: list[Place]
    code: str = ""
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A board to be judged."""

    board: BoardText
    goal: GoalText = "blank-last"


@dataclass(frozen=True, slots=True)
class Check:
    """Everything about a board; see `taquin.diagnose`. Figures are null where the text is no board."""

    valid: bool
    problems: list[Place]
    solvable: bool | None
    reason: str
    kurang: list[int]
    inversions: int | None
    x: int | None
    total: int | None
    inversions_without_blank: int | None
    blank_row: int | None
    hamming: int | None
    manhattan: int | None
    other_goal: str | None
    board: Rows
    goal: Rows | None
    rule: str
    """The Princeton rule in words."""
    swap: list[int] | None
    """Two tiles whose exchange would make an unsolvable board solvable."""
    pairs: list[list[int]]
    """For each i of the Kurang table the tiles it counts; empty on boards of more than 100 cells."""
    shaded: list[int]
    """The cells in which the blank makes X = 1."""


@dataclass(frozen=True, slots=True)
class RandomRequest:
    """A random board: uniform, or a walk of so many moves, or at an exact distance from the goal."""

    width: Side = 4
    height: Side = 4
    seed: Annotated[int, Rule(minimum=0, maximum=2**63 - 1)] | None = None
    moves: Annotated[int, Rule(minimum=0, maximum=10_000)] | None = None
    distance: Annotated[int, Rule(minimum=0, maximum=200)] | None = None
    goal: GoalText = "blank-last"


@dataclass(frozen=True, slots=True)
class RandomBoard:
    """A random board and the goal it was made for."""

    board: Rows
    goal: Rows


@dataclass(frozen=True, slots=True)
class HintRequest:
    """What to do next. A plan from an earlier answer is followed as long as it leads to the goal."""

    board: BoardText
    goal: GoalText = "blank-last"
    plan: MovesText = ""
    metric: MetricName = "stm"


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A legal move of the blank, the tile that it moves, and the fewest moves to the goal after it, where proven.

    In slides it moves so many tiles, of which this one is the farthest from the blank, and slides remain.
    """

    move: str
    tile: int
    remaining: int | None
    verdict: Literal["best", "also best", "worse", "unknown"]
    length: int = 1


@dataclass(frozen=True, slots=True)
class Hint:
    """The next move and the plan behind it. `move`, `tile`, `cell` and `target` are null on a solved board. In slides,
    `remaining` counts slides, and the next slide is the first run of the plan."""

    remaining: int
    move: str | None
    tile: int | None
    cell: int | None
    """Where the tile is, counted from 0 row by row."""
    target: int | None
    """Where it goes: the cell of the blank."""
    plan: str
    bound: int
    """Proven: at least so many are needed."""
    optimal: bool
    """Whether the plan is proven to be a shortest one."""
    moves: list[JudgedMove]
    """Every legal move. All are unknown where the plan is not proven, or where it came with the request."""


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """A board to be solved as a person does it, row by row."""

    board: BoardText
    goal: GoalText = "blank-last"
    language: Annotated[str, Rule(choices=tuple(languages()))] = "en"


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """A few moves with one purpose; see `taquin.explanation.Step`."""

    kind: str
    tiles: list[int]
    cells: list[int]
    """Where each of the tiles is after the step, counted from 0 row by row."""
    title: str
    why: str
    moves: str
    fixed: list[int]
    """The tiles that this step brings home for good."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a person solves the board, and how many moves the shortest way has, where that was proven in a moment."""

    steps: list[ExplainedStep]
    length: int
    shortest: int | None
    bound: int


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A search. `trace` also sends every event of a teaching algorithm."""

    board: BoardText
    goal: GoalText = "blank-last"
    algorithm: Annotated[str, Rule(choices=(AUTO, *ALGORITHMS))] = AUTO
    heuristic: Annotated[str, Rule(choices=("", *HEURISTICS), summary="Empty: the algorithm's own choice.")] = ""
    seconds: Annotated[float, Rule(minimum=0)] = 30.0
    nodes: Annotated[int, Rule(minimum=0)] | None = None
    memory: Annotated[int, Rule(minimum=1 << 20, summary="Bytes.")] | None = None
    repeats: Annotated[int, Rule(minimum=1, maximum=25)] = 1
    """How often a teaching algorithm runs for its time: with more than 1 a first run is not timed, `seconds` is the
    median of the others, and `times` has them all. A search that takes long is repeated less often."""
    metric: MetricName = "stm"
    trace: bool = False
    language: Annotated[str, Rule(choices=tuple(languages()))] = "en"
    """Of the trace as text."""
    options: dict[str, float] = field(default_factory=dict)
    """Of a teaching algorithm, such as the width of a beam; `traits` in `Info` has those that it takes."""


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """One event of a search. Its data is JSON: that of "result" is a Solution as in docs/json.md; that of "improved"
    has only its length, length_mtm, bound, moves, optimal, generated and seconds. "ways" comes with the trace of a
    search that proves nothing: the `length` of a shortest solution, and the names of the `nodes` that lie on one; it
    does not come where that cannot be proven in some seconds. "restarted" says that the search begins once more,
    because its process was lost: whatever came before it is void."""

    event: Literal["queued", "progress", "improved", "trace", "text", "ways", "restarted", "result", "failed"]
    data: str


@dataclass(frozen=True, slots=True)
class MovesRequest:
    """Moves to be read: in which notation, and from which board."""

    board: BoardText
    moves: MovesText
    notation: Annotated[str, Rule(choices=NOTATIONS)] = "blank"


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves in every notation, and the lengths in both metrics."""

    blank: str
    tile: str
    number: str
    stm: int
    mtm: int


@dataclass(frozen=True, slots=True)
class ScrambleRequest:
    """A board whose scramble is wanted."""

    board: BoardText
    goal: GoalText = "blank-last"


@dataclass(frozen=True, slots=True)
class Scramble:
    """The moves that make the board from the goal, as tiles slide, with spaces between them."""

    scramble: str


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A solution to be written as a file."""

    board: BoardText
    moves: MovesText
    format: Literal["text", "json", "svg"] = "text"
    goal: GoalText = "blank-last"
    seconds: Annotated[float, Rule(minimum=0.05, maximum=5, summary="Seconds a move, in the animation.")] = 0.4


@dataclass(frozen=True, slots=True)
class ExercisesRequest:
    """A sheet of exercises, as `taquin exercises` makes it."""

    width: Annotated[int, Rule(minimum=2, maximum=6)] = 3
    height: Annotated[int, Rule(minimum=2, maximum=6)] = 3
    depth: Annotated[int, Rule(minimum=1, maximum=80, summary="Moves of a shortest solution; some have one less.")] = 8
    count: Annotated[int, Rule(minimum=1, maximum=50)] = 4
    seed: Annotated[int, Rule(minimum=0, maximum=2**63 - 1)] = 1
    language: Annotated[str, Rule(choices=tuple(languages()))] = "en"
    part: Literal["questions", "answers", "both"] = "both"


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """A piece of a sheet: `text` of a heading, a paragraph, a question or a line to fill in; `rows` of a table (its
    head first) or of a board, the blank as 0."""

    kind: Literal["heading", "text", "asked", "field", "table", "board"]
    text: str
    level: int
    """Of a heading: 1 or 2. The answers begin with a heading of level 1."""
    rows: list[list[str]]
    lines: int = 0
    """Of a question that is answered in writing: the lines of room below it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on the sheet, in this order."""

    blocks: list[SheetBlock]


@dataclass(frozen=True, slots=True)
class Named:
    """An entry of a registry."""

    name: str
    summary: str
    traits: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Info:
    """What this server can do and what it allows."""

    version: str
    engine: str
    goals: list[str]
    notations: list[str]
    algorithms: list[Named]
    heuristics: list[Named]
    limits: dict[str, float]


@dataclass(frozen=True, slots=True)
class Status:
    """How busy this server is."""

    running: int
    waiting: int
    workers: int

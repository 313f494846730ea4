"""
The compiled core of taquin. Boards are lists of tiles row by row, the blank 0; cells are numbered row by row from 0; moves are the blank's, a text of the letters U L R D. A wrong argument is a ValueError or TypeError. Use it through taquin.native.
"""

import enum
from collections.abc import Sequence
from typing import Literal

PACKED_CELLS: int = 16

MAX_THREADS: int = 256

def count_smaller_after(values: Sequence[int]) -> list[int]:
    """
    For each value, how many later values are smaller. The values are distinct whole numbers from 0 up.
    """

def neighbor_cells(width: int, height: int) -> list[list[int]]:
    """
    For each cell, the four cells that the blank reaches by U, L, R and D; -1 where a move leaves the board.
    """

def pack(tiles: Sequence[int]) -> int:
    """
    One number that holds up to PACKED_CELLS tiles from 0 to 15: four bits each, the first cell in the lowest bits.
    """

def unpack(packed: int, cells: int) -> list[int]:
    """The tiles of the first so many cells of a number that `pack` made."""

def checksum(memory: bytes | bytearray | memoryview) -> int:
    """
    A number of 64 bits that changes with the bytes of the memory (core/base/checksum.hpp).
    """

PATTERN_CELLS: int = 36

PATTERN_TILES: int = 8

class PlacementSpace:
    """
    All ways to place some tiles on a board: the cells that they take, a region of the other cells for the blank, and the order of the tiles. It takes seconds to make for 7 tiles on 36 cells.
    """

    def __init__(self, width: int, height: int, tiles: int) -> None:
        """For 1 to PATTERN_TILES tiles, on a board of up to PATTERN_CELLS cells."""

    @property
    def regions(self) -> int:
        """
        How many pairs there are of a set of cells for the tiles and a region for the blank.
        """

    @property
    def permutations(self) -> int:
        """How many orders the tiles have in a set of cells."""

    @property
    def table_bytes(self) -> int:
        """The bytes of a table of this space: one bit for each region and order."""

class PatternBuilder:
    """A pattern table in the making, breadth first from the goal."""

    def __init__(self, space: PlacementSpace, home: Sequence[int], blank: int, threads: int) -> None:
        """
        `home` are the goal cells of the tiles, `blank` is the goal cell of the blank, or another of its region. Each of the threads takes memory for one more table.
        """

    def step(self, seconds: float) -> bool:
        """Work for about so many seconds. Returns whether the table is complete."""

    @property
    def level(self) -> int:
        """The distance from the goal that is being reached, in moves."""

    @property
    def found(self) -> int:
        """How many placements have been reached so far."""

    @property
    def total(self) -> int:
        """How many placements there are in all."""

    @property
    def states_per_level(self) -> list[int]:
        """
        How many placements lie at each distance from the goal, as far as they have been reached.
        """

    @staticmethod
    def memory_needed(space: PlacementSpace, threads: int) -> int:
        """The bytes that building a table with so many threads takes."""

    def copy_to(self, memory: bytes | bytearray | memoryview) -> None:
        """
        Write the table into memory of exactly its size, aligned to 8 bytes. BufferError where the memory is read-only.
        """

LONG_DETOURS_SIDE: int = 5

class LongDetours:
    """
    Words of up to 14 moves that a better word replaces, on boards with at least LONG_DETOURS_SIDE rows and columns.
    """

    def __init__(self, memory: bytes | bytearray | memoryview) -> None:
        """`memory` is what `find` gave."""

    @staticmethod
    def find() -> bytes:
        """Find them, which takes a second or two, as bytes to be kept."""

    @property
    def states(self) -> int:
        """How many states of a path are told apart."""

class PatternTable:
    """
    A pattern with its complete table, which stays in the memory that Python lends.
    """

    def __init__(
        self, space: PlacementSpace, home: Sequence[int], blank: int, memory: bytes | bytearray | memoryview
    ) -> None:
        """
        `memory` is what a PatternBuilder of the same space, home and blank wrote. It is read where it is.
        """

    def distance(self, cells: Sequence[int], blank: int) -> int:
        """
        The moves of the pattern's tiles that it takes from these cells to the goal, exactly; `blank` is a cell of the blank. TableError where the table is damaged.
        """

class Heuristic:
    """
    A lower bound from pattern tables, towards one goal: the largest sum of any partition of the tiles.
    """

    def __init__(
        self,
        width: int,
        height: int,
        goal: Sequence[int],
        partitions: Sequence[Sequence[tuple[PatternTable, Sequence[int]]]],
        detours: LongDetours | None = None,
    ) -> None:
        """
        A partition is a list of tables, in which every tile is once. Each table comes with the frame that maps the cells of the board to its own. Searches with it leave out these detours, or else the usual ones.
        """

    def lower_bound(self, tiles: Sequence[int]) -> int:
        """The moves that every solution of this board has at least."""

class SampledBoards:
    """
    Boards that were drawn from the tree of a search, and what other partitions would have done to them.
    """

    def __init__(
        self, width: int, height: int, goal: Sequence[int], start: Sequence[int], paths: Sequence[str]
    ) -> None:
        """Where the paths lead from the start."""

    def distances(self, table: PatternTable, frame: Sequence[int]) -> bytes:
        """The distance of one pattern on each board, a byte each."""

    def best_pair(
        self, bound: int, distances: Sequence[bytes], partitions: Sequence[Sequence[int]], firsts: int
    ) -> tuple[int, int, int]:
        """
        The places of the two partitions that leave the fewest boards within the bound, one of them among the first `firsts`, and how many boards they leave. A partition is a list of places in `distances`.
        """

SLIDE_TABLE_CELLS: int = 16

class SlideTableBuilder:
    """
    A table of distances in slides in the making, breadth first from the goal. A slide moves a whole run of tiles in one line and counts one.
    """

    def __init__(self, width: int, height: int, colors: Sequence[int], blank: int, threads: int) -> None:
        """
        `colors` are those of the goal's cells, 0 to 3, and `blank` is the goal cell of the blank, whose color does not matter. Tiles of one color are not told apart. Up to SLIDE_TABLE_CELLS cells.
        """

    def step(self, seconds: float) -> bool:
        """Work for about so many seconds. Returns whether the table is complete."""

    @property
    def found(self) -> int:
        """
        How many placements have been reached so far, once for each of the two lines of the goal.
        """

    @property
    def total(self) -> int:
        """How many there are in all, counted in the same way."""

    @property
    def table_bytes(self) -> int:
        """The bytes of the table."""

    def copy_to(self, memory: bytes | bytearray | memoryview) -> None:
        """
        Write the table into memory of exactly its size, aligned to 8 bytes. BufferError where the memory is read-only.
        """

class SlideTable:
    """
    A complete table of distances in slides, which stays in the memory that Python lends.
    """

    def __init__(
        self, width: int, height: int, colors: Sequence[int], blank: int, memory: bytes | bytearray | memoryview
    ) -> None:
        """
        `memory` is what a SlideTableBuilder of the same shape, colors and blank wrote. It is read where it is.
        """

    def distance(self, homes: Sequence[int]) -> int:
        """
        The slides that it takes until every color is home, from a board that is given as the home cell of what is in each of its cells. TableError where the table is damaged.
        """

class Search:
    """
    A search for a shortest solution: one iteration of IDA* at a time, in slices, which can be saved and continued. One thread at a time may use it: RuntimeError for the second one. Only the counts may be asked from any thread.
    """

    def begin(self, prefix: str, bound: int) -> None:
        """
        Begin an iteration below the node that the moves of `prefix` lead to. `bound` is the largest f = g + h, in moves, 0 to LARGEST_BOUND.
        """

    def run(self, budget: int) -> Literal["running", "found", "exhausted"]:
        """
        Search until a goal is found, the iteration is exhausted, or about `budget` nodes have been generated. After "running" and "found" it can go on.
        """

    @property
    def status(self) -> Literal["running", "found", "exhausted"]:
        """What `run` returned last."""

    def split(self, bound: int, depth: int) -> list[str]:
        """
        The prefixes of all subtrees `depth` moves below the start that the bound does not cut off. The nodes above them are counted in `generated` and `expanded`. ValueError where the subtrees are too many to be listed.
        """

    def sample(self, bound: int, width: int, paths: int, seed: int) -> tuple[float, float, list[str]]:
        """
        A look at an iteration that may be far too large to be searched: estimates of the nodes that it generates and expands, and the paths to some nodes that it expands, each as likely as any other. `width` nodes of each level are followed. Only over pattern tables; what had begun is forgotten.
        """

    def path(self) -> str:
        """The moves from the start to the goal, once `run` has returned "found"."""

    def save(self) -> tuple[int, int, int, list[tuple[str, list[int]]]]:
        """
        All that is needed to go on: the bound, the nodes generated and expanded, and the open branches, each a path with the sets of untried moves of its last nodes.
        """

    def restore(self, saved: tuple[int, int, int, Sequence[tuple[str, Sequence[int]]]]) -> None:
        """
        Go on from what `save` returned. ValueError where it does not fit this search.
        """

    @property
    def lower_bound(self) -> int:
        """The moves that every solution of the start board has at least."""

    @property
    def generated(self) -> int:
        """How many nodes this iteration has generated."""

    @property
    def expanded(self) -> int:
        """
        How many nodes this iteration has expanded: their children have been generated.
        """

def pattern_search(heuristic: Heuristic, start: Sequence[int], every_path: bool) -> Search:
    """
    IDA* with pattern tables. It leaves out paths that another one makes superfluous; with `every_path` only those that undo their last move, so that it finds all shortest solutions, in the order U L R D.
    """

MANHATTAN_CELLS: int = 16

LARGEST_BOUND: int = 1000

LONGEST_PATH: int = 134217728

def manhattan_search(width: int, height: int, goal: Sequence[int], start: Sequence[int]) -> Search:
    """Korf's IDA* with Manhattan distance, up to 16 cells, node for node."""

def linear_conflict_search(width: int, height: int, goal: Sequence[int], start: Sequence[int]) -> Search:
    """
    IDA* with Manhattan distance and linear conflict, from 2x2 to 255x255 cells, without tables.
    """

MOST_SLIDES: int = 250

def slide_search(
    width: int,
    height: int,
    goal: Sequence[int],
    start: Sequence[int],
    rows: SlideTable,
    columns: SlideTable,
    every_path: bool,
) -> Search:
    """
    IDA* in slides, up to SLIDE_TABLE_CELLS cells: bounds and depths count slides, and `path` has single-tile moves. The tables are those of the goal and of its transpose, mirrored where that has to be so that the blank belongs into the last rows and columns. It finds all shortest solutions one after the other, with `every_path` in the order U L R D.
    """

DISTANCE_TABLE_CELLS: int = 10

class DistanceTable:
    """
    The exact distances of all boards of a shape of up to DISTANCE_TABLE_CELLS cells to one goal.
    """

    def __init__(self, width: int, height: int, goal: Sequence[int], multi_tile: bool) -> None:
        """
        With `multi_tile` a move may slide several tiles in one line; such a table has distances, but no solutions.
        """

    def distance(self, tiles: Sequence[int]) -> int:
        """The moves to the goal, exactly; 255 where it cannot be reached."""

    def solution(self, tiles: Sequence[int]) -> str:
        """A shortest solution. ValueError where the goal cannot be reached."""

    def count_solutions(self, tiles: Sequence[int]) -> int:
        """
        How many shortest solutions there are; 0 where the goal cannot be reached.
        """

    @property
    def boards_per_distance(self) -> list[int]:
        """How many boards lie at each distance from the goal."""

DENSE_ENUMERATION_CELLS: int = 12

SPARSE_ENUMERATION_CELLS: int = 16

class DenseEnumeration:
    """
    Counts the boards at each distance from a goal, in whole spaces of up to DENSE_ENUMERATION_CELLS cells.
    """

    def __init__(self, width: int, height: int, blank: int, multi_tile: bool) -> None:
        """
        `blank` is the blank's cell in the goal: of the goal, only that matters.
        """

    def step(self, seconds: float) -> bool:
        """
        Work for about so many seconds. Returns whether the whole space is counted.
        """

    @property
    def counts(self) -> list[int]:
        """
        How many boards lie at each distance, for the levels that are complete.
        """

class SparseEnumeration:
    """
    Counts the boards at each distance from a goal, level by level, on boards of up to SPARSE_ENUMERATION_CELLS cells.
    """

    def __init__(self, width: int, height: int, blank: int, multi_tile: bool) -> None:
        """
        `blank` is the blank's cell in the goal: of the goal, only that matters.
        """

    def step(self, seconds: float) -> bool:
        """
        Work for about so many seconds. Returns whether one more level is counted.
        """

    @property
    def counts(self) -> list[int]:
        """
        How many boards lie at each distance, for the levels that are complete.
        """

WEIGHT_UNIT: float = 0.04

FLOW_WANTS: int = 5

class Symmetry(enum.Enum):
    """Which places, turned and mirrored, have the same weights."""

    diagonal = 0
    """those mirrored along the diagonal of the blank's corner"""

    all = 1
    """all eight"""

class LearnedWeights:
    """
    The learned weights of the boards of one shape, one set for each phase of a descent, from far to near.
    """

    def __init__(
        self,
        symmetry: Symmetry,
        unit: float,
        phases: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float], bytes, int]],
    ) -> None:
        """
        A phase has the weights of tiles, rows, columns and overheads, then those of pairs, as signed bytes in multiples of `unit`, and the Manhattan distance down to which it is in force. The rows and columns tell the shape, which has up to BOARD_BEAM_CELLS cells.
        """

    def packed(self, unit: float) -> list[tuple[list[float], list[float], list[float], list[float], bytes, int]]:
        """
        The phases as `phases` takes them; the weights of pairs are rounded to multiples of `unit`.
        """

    def transfer(
        self, from_groups: Sequence[Sequence[int]], width: int, height: int, to_groups: Sequence[Sequence[int]]
    ) -> LearnedWeights:
        """
        Weights for another shape, made of these. The groups are the cells of the patterns with overhead tables, on this shape and on the other one.
        """

    @property
    def symmetry(self) -> Symmetry:
        """Which places have the same weights."""

class FlowWeights:
    """
    The weights of two tiles side by side in the flow, on boards of every shape.
    """

    def __init__(self, in_a_row: Sequence[float]) -> None:
        """
        625 weights: by the kind of the left tile, then by that of the right one (core/anysize/flow/flow_weights.hpp).
        """

SWEEP_VERSION: int = 1

class SweepWeights:
    """
    The weights of what the front of the sweep sees, on boards of every shape (core/anysize/sweep/sweep_view.hpp).
    """

    def __init__(self, tile: bytes, pair: bytes, blank: bytes, lead: bytes, unit: float) -> None:
        """The weights as signed bytes, in multiples of `unit`."""

    @property
    def tile(self) -> list[float]:
        """
        The weights of one tile, by the state of the front, the tile's home and how far it is from there.
        """

    @property
    def pair(self) -> list[float]:
        """The weights of two tiles that are neighbors at home."""

    @property
    def blank(self) -> list[float]:
        """
        The weights of the blank, by the state of the front and the blank's place.
        """

    @property
    def lead(self) -> list[float]:
        """
        The weights of a lead, by the state of the front and by how far a board is ahead of the others.
        """

OVERHEAD_CELLS: int = 64

OVERHEAD_TILES: int = 4

class OverheadBuilder:
    """
    An overhead table in the making: what a few tiles cost beyond their Manhattan distance.
    """

    def __init__(self, width: int, height: int, home: Sequence[int], blank: int) -> None:
        """
        `home` are the goal cells of 1 to OVERHEAD_TILES tiles, `blank` is the blank's. The board has up to OVERHEAD_CELLS cells.
        """

    def step(self, seconds: float) -> bool:
        """Work for about so many seconds. Returns whether the table is complete."""

    def table(self) -> bytes:
        """
        The table, as far as it is complete: two bits for every placement, half its overhead in moves.
        """

    @staticmethod
    def table_bytes(cells: int, tiles: int) -> int:
        """The bytes of a table for so many tiles on a board of so many cells."""

class OverheadTables:
    """
    Overhead tables as the boards of one shape use them, in the memory that Python lends.
    """

    def __init__(
        self, partitions: Sequence[Sequence[tuple[bytes | bytearray | memoryview, int, Sequence[int], Sequence[int]]]]
    ) -> None:
        """
        A partition is a list of tables. Each comes as its memory, the number of its cells, the tiles that it is for (named by their home cells), and the frame that maps the cells of the board to its own, or to the number of its cells where it has none.
        """

BOARD_BEAM_CELLS: int = 100

SMALL_POSITION_CELLS: int = 64

class BoardScores:
    """What a beam ranks the boards of one shape by, each board as a whole."""

    def __init__(
        self,
        width: int,
        height: int,
        tables: OverheadTables | None,
        weights: LearnedWeights | None,
        power: float,
        border: float,
    ) -> None:
        """
        By learned weights; without weights by the formula, in which a tile's distance is raised to `power` and tiles at the edge count 1 + `border` times. 2x2 to BOARD_BEAM_CELLS cells.
        """

LONGEST_SIDE: int = 255

def lower_bound(width: int, start: Sequence[int], goal: Sequence[int]) -> int:
    """
    Manhattan distance plus linear conflict: moves that are needed at least.
    """

def group_overhead(width: int, start: Sequence[int], goal: Sequence[int], tiles: Sequence[int]) -> int:
    """
    Half the moves that one to four tiles need beyond their Manhattan distance.
    """

class GroupBound:
    """
    A lower bound by groups of up to four tiles, which rises as it works. One thread at a time may use it: RuntimeError for the second one.
    """

    def __init__(self, width: int, start: Sequence[int], goal: Sequence[int]) -> None:
        """Begins with Manhattan distance and linear conflict."""

    def run(self, milliseconds: float) -> bool:
        """
        Work for about so many milliseconds; whether there is nothing more to do.
        """

    def run_steps(self, steps: int) -> bool:
        """The same for so many groups of tiles, whatever the machine."""

    @property
    def bound(self) -> int:
        """Moves that are needed at least, so far."""

    @property
    def groups(self) -> int:
        """Groups looked at so far."""

FLOW_STOP: float = 1.75

NARROWEST_BEAM: int = 20

class Descent:
    """
    A good solution from scratch, in slices: the board flows, is searched as a whole, and is swept. One thread at a time may use it: RuntimeError for the second one.
    """

    def __init__(
        self,
        width: int,
        start: Sequence[int],
        goal: Sequence[int],
        seed: int,
        *,
        flow_width: int = 1000,
        board_beam_width: int = 1000,
        sweep_width: int = 1000,
        flow_stop: float = 1.75,
        score: BoardScores | None = None,
        flow_weights: FlowWeights | None = None,
        sweep_weights: SweepWeights | None = None,
        slides: bool = False,
        threads: int = 1,
    ) -> None:
        """
        The widths of the beams are in boards for each level. The flow ends at `flow_stop` times as many moves of Manhattan distance as there are cells; infinity means no flow where there is a score. Without `score` the board is not searched as a whole; with `slides` that search counts slides, not moves. The path is the same for any number of threads. ValueError where the puzzle is not solvable.
        """

    def run(self, milliseconds: float) -> bool:
        """
        Work for about so many milliseconds. Returns whether the solution is complete.
        """

    def path(self) -> str:
        """
        The moves of a solution, from start to goal. Where the descent is not complete, the rest is constructed.
        """

    def part(self, begin: int, end: int | None = None) -> str:
        """
        The moves number `begin` up to `end`, which must be settled; without `end` all that follow, to the goal.
        """

    def narrow(self, part: float) -> None:
        """
        Go on with beams of this part of their width, from 0 to 1, but no narrower than NARROWEST_BEAM boards.
        """

    def conclude(self) -> None:
        """
        Give up the search where it is: from now on `run` constructs what is left.
        """

    @property
    def progress(self) -> float:
        """How much of its present stage is done, from 0 to 1."""

    @property
    def flowing(self) -> bool:
        """Whether it is in its first stage, the flow."""

    @property
    def sweeping(self) -> bool:
        """Whether it is in its last stage, the sweep."""

    @property
    def settled(self) -> int:
        """How many moves, counted from the first, will not change any more."""

    @property
    def generated(self) -> int:
        """How many boards it has made so far."""

    @property
    def expanded(self) -> int:
        """Of how many boards it has made the children so far."""

class Windows:
    """
    A solution that gets shorter, in slices: one stretch after the other is solved again. One thread at a time may use it: RuntimeError for the second one.
    """

    def __init__(self, width: int, tiles: Sequence[int], moves: str, seed: int, beam: int) -> None:
        """
        The moves lead from the board `tiles` to the goal, wherever that is. `beam` is the width of the beams, in boards for each level.
        """

    def run(self, milliseconds: float) -> bool:
        """
        Work for about so many milliseconds. Returns whether the pass over all moves is complete.
        """

    def path(self) -> str:
        """The moves now. They always lead to the goal."""

    @property
    def length(self) -> int:
        """How many moves there are now."""

    @property
    def generated(self) -> int:
        """How many boards it has made so far."""

    @property
    def expanded(self) -> int:
        """Of how many boards it has made the children so far."""

class Construction:
    """
    A solution that cannot fail, made in slices. One thread at a time may use it: RuntimeError for the second one.
    """

    def __init__(self, width: int, start: Sequence[int], goal: Sequence[int]) -> None:
        """From the start to the goal; ValueError where no moves lead there."""

    def run(self, milliseconds: float) -> bool:
        """
        Work for about so many milliseconds; whether the path leads to the goal.
        """

    def path(self) -> str:
        """The moves so far: a solution, or its beginning."""

    @property
    def length(self) -> int:
        """The number of moves so far."""

    @property
    def progress(self) -> float:
        """How much of the work is done, 0 to 1."""

def construct(width: int, start: Sequence[int], goal: Sequence[int]) -> str:
    """
    The moves of a solution, of any solvable puzzle. ValueError where it is not solvable.
    """

def construct_beginning(width: int, start: Sequence[int], goal: Sequence[int], moves: int) -> str:
    """
    The first moves of that solution, about so many: enough for a hint on a board whose whole solution takes long.
    """

def replay(width: int, tiles: Sequence[int], moves: str) -> list[int]:
    """The tiles after these moves. ValueError where a move leaves the board."""

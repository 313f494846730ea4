"""Every callable of the compiled core, called with what nobody should give it: python -m tests.hostile_calls.

It begins with a good call of each. One argument after the other is then replaced by numbers that are too small and too
large, lists that are no boards, texts that are no moves, memory of the wrong size, and things of other types. Whatever
still makes an object is put to use. An exception is a good answer. A crash is not: so this is a program of its own,
which prints each call before it is made.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from math import inf, nan
from typing import Any, Final

from taquin.anytime.weights import sweep_weights
from taquin.native import core

Call = tuple[str, Callable[..., Any], dict[str, Any]]

GOOD_ANSWERS: Final = (ValueError, TypeError, BufferError, MemoryError)
MEMORY: Final = 8 << 30
"""Bytes that the program may take: what asks for more gets a MemoryError instead of the machine."""

HOME: Final = [1, 2, 3, 4, 5, 6, 7, 8, 0]
START: Final = [8, 6, 7, 2, 5, 4, 3, 0, 1]
WIDE: Final = [*range(1, 25), 0]
ODDITIES: Final[tuple[Any, ...]] = (None, "x", b"x", [], [[]], [None], [["x"]], {}, -1, 1.5)
WHOLE: Final = (-(2**63), -(2**31), -1, 0, 1, 2, 10, 37, 64, 200, 255, 256, 1000, 65536, 1431655766, 2**31 - 1, 2**31)
LARGE: Final = (2**32 + 2, 2**62, 2**63, 2**64 - 1, 2**64)
FRACTIONS: Final = (-inf, -1.0, 0.0, 1e-30, 0.5, 2.0, 1e30, 1e308, inf, nan)
TEXTS: Final = ("", "X", "u", "U" * 1001, "ULRD" * 400, "UU", "LLLL", "\0", "é", "ULRD")


def variants(value: Any) -> Iterator[Any]:
    """What to give in the place of a good value."""
    yield from ODDITIES
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield from (*WHOLE, *LARGE)
    elif isinstance(value, float):
        yield from FRACTIONS
    elif isinstance(value, str):
        yield from TEXTS
    elif isinstance(value, bytes | bytearray):
        yield from (b"", value[:-1], value + b"\0", bytes(len(value)), b"\xff" * len(value), memoryview(value)[1:])
    elif isinstance(value, list | tuple):
        made: type = type(value)
        yield from (made(value[:-1]), made((*value, *value[:1])), made(value[::-1]))
        for place, item in list(enumerate(value))[:6]:
            changed = variants(item) if not isinstance(item, int) else (-1, 0, 9, 64, 255, 256, 10**9, 2**31, None)
            for other in changed:
                yield made((*value[:place], other, *value[place + 1 :]))


def space() -> Any:
    return core.PlacementSpace(3, 3, 4)


def tables() -> list[Any]:
    """Two finished tables: the halves of the 3x3 board."""
    made = []
    for home in ([0, 1, 2, 3], [4, 5, 6, 7]):
        builder, memory = core.PatternBuilder(space(), home, 8, 1), bytearray(space().table_bytes)
        while not builder.step(1.0):
            pass
        builder.copy_to(memory)
        made.append(core.PatternTable(space(), home, 8, memory))
    return made


def heuristic() -> Any:
    return core.Heuristic(3, 3, HOME, [[(table, list(range(9))) for table in tables()]])


def search() -> Any:
    return core.manhattan_search(3, 3, HOME, START)


def saved(found: Any) -> Any:
    found.begin("", 31)
    found.run(500)
    return found.save()


def overhead_use() -> tuple[bytes, int, list[int], list[int]]:
    builder = core.OverheadBuilder(4, 4, [0, 1, 4, 5], 15)
    while not builder.step(1.0):
        pass
    return builder.table(), 16, [0, 1, 4, 5], list(range(16))


def weights() -> Any:
    """One weight for everything on a 4x4 board, but for the pairs, whose classes are counted by trying."""
    tile, line = [1.0] * 256, [1.0] * 4
    for classes in range(1, 5000):
        try:
            return core.LearnedWeights(core.Symmetry.all, 0.04, [(tile, line, line, [1.0], bytes(classes), 0)])
        except ValueError:
            pass
    raise AssertionError("no number of classes fits")


def functions() -> Iterator[Call]:
    board = {"width": 3, "start": START, "goal": HOME}
    yield "count_smaller_after", core.count_smaller_after, {"values": START}
    yield "neighbor_cells", core.neighbor_cells, {"width": 3, "height": 3}
    yield "pack", core.pack, {"tiles": START}
    yield "unpack", core.unpack, {"packed": 5, "cells": 9}
    yield "checksum", core.checksum, {"memory": bytearray(80)}
    yield "construct", core.construct, board
    yield "construct_beginning", core.construct_beginning, {**board, "moves": 5}
    yield "lower_bound", core.lower_bound, board
    yield "replay", core.replay, {"width": 3, "tiles": START, "moves": "LURD"}
    yield "manhattan_search", core.manhattan_search, {"width": 3, "height": 3, "goal": HOME, "start": START}
    yield "pattern_search", core.pattern_search, {"heuristic": heuristic(), "start": START, "every_path": False}


def classes() -> Iterator[Call]:
    sweep = sweep_weights()
    assert sweep is not None
    shape = {"width": 3, "height": 3}
    pattern: dict[str, Any] = {"space": space(), "home": [0, 1, 2, 3], "blank": 8}
    uses = [[(table, list(range(9))) for table in tables()]]
    yield "PlacementSpace", core.PlacementSpace, {**shape, "tiles": 3}
    yield "PatternBuilder", core.PatternBuilder, {**pattern, "threads": 2}
    yield "PatternTable", core.PatternTable, {**pattern, "memory": bytearray(space().table_bytes)}
    yield "Heuristic", core.Heuristic, {**shape, "goal": HOME, "partitions": uses}
    colored = {**shape, "colors": [0, 0, 1, 1, 2, 2, 3, 3, 0], "blank": 8}
    yield "SlideTableBuilder", core.SlideTableBuilder, {**colored, "threads": 2}
    yield "SlideTable", core.SlideTable, {**colored, "memory": bytearray(4 * 2520)}
    yield "DistanceTable", core.DistanceTable, {**shape, "goal": HOME, "multi_tile": True}
    yield "DenseEnumeration", core.DenseEnumeration, {**shape, "blank": 8, "multi_tile": False}
    yield "SparseEnumeration", core.SparseEnumeration, {**shape, "blank": 8, "multi_tile": False}
    yield "OverheadBuilder", core.OverheadBuilder, {"width": 4, "height": 4, "home": [0, 1, 4, 5], "blank": 15}
    yield "OverheadTables", core.OverheadTables, {"partitions": [[overhead_use()]]}
    overheads = core.OverheadTables([[overhead_use()]])
    score = {"width": 4, "height": 4, "tables": overheads, "weights": weights(), "power": 1.5, "border": 1.0}
    yield "BoardScores", core.BoardScores, score
    yield "BoardScores", core.BoardScores, {**score, "tables": None, "weights": None}
    phases = weights().packed(0.04)
    yield "LearnedWeights", core.LearnedWeights, {"symmetry": core.Symmetry.all, "unit": 0.04, "phases": phases}
    yield "FlowWeights", core.FlowWeights, {"in_a_row": [0.0] * 625}
    names = ("tile", "pair", "blank", "lead")
    yield "SweepWeights", core.SweepWeights, {**{n: bytes(len(getattr(sweep, n))) for n in names}, "unit": 0.2}
    puzzle: dict[str, Any] = {"width": 5, "start": core.replay(5, WIDE, "ULURDLLURRDLUU"), "goal": WIDE, "seed": 1}
    beams = {"flow_width": 20, "board_beam_width": 20, "sweep_width": 20, "flow_stop": 1.0, "threads": 2}
    yield "Descent", core.Descent, {**puzzle, **beams}
    formula = core.BoardScores(5, 5, None, None, 1.5, 1.0)
    yield "Descent", core.Descent, {**puzzle, **beams, "score": formula}
    yield "Windows", core.Windows, {"width": 5, "tiles": WIDE, "moves": "ULDR" * 30 + "ULLU", "seed": 1, "beam": 20}


def methods() -> Iterator[Call]:
    for name, made in (("manhattan", search), ("patterns", lambda: core.pattern_search(heuristic(), START, False))):
        found = made()
        yield f"{name}.begin", found.begin, {"prefix": "LU", "bound": 25}
        yield f"{name}.split", found.split, {"bound": 25, "depth": 3}
        yield f"{name}.restore", found.restore, {"saved": saved(made())}
        found = made()
        found.begin("", 31)
        yield f"{name}.run", found.run, {"budget": 100}
    table = core.DistanceTable(3, 3, HOME, False)
    yield "DistanceTable.distance", table.distance, {"tiles": START}
    yield "DistanceTable.solution", table.solution, {"tiles": START}
    yield "DistanceTable.count_solutions", table.count_solutions, {"tiles": START}
    yield "Heuristic.lower_bound", heuristic().lower_bound, {"tiles": START}
    yield "PatternTable.distance", tables()[0].distance, {"cells": [0, 1, 2, 4], "blank": 8}
    builder = core.PatternBuilder(space(), [0, 1, 2, 3], 8, 1)
    yield "PatternBuilder.memory_needed", core.PatternBuilder.memory_needed, {"space": space(), "threads": 2}
    yield "PatternBuilder.copy_to", builder.copy_to, {"memory": bytearray(space().table_bytes)}
    yield "PatternBuilder.step", builder.step, {"seconds": 0.0}
    yield "OverheadBuilder.table_bytes", core.OverheadBuilder.table_bytes, {"cells": 16, "tiles": 4}
    yield "OverheadBuilder.step", core.OverheadBuilder(4, 4, [0, 1, 4, 5], 15).step, {"seconds": 0.0}
    yield "DenseEnumeration.step", core.DenseEnumeration(3, 3, 8, False).step, {"seconds": 0.0}
    yield "SparseEnumeration.step", core.SparseEnumeration(3, 3, 8, False).step, {"seconds": 0.0}
    groups = {"from_groups": [[0, 1, 4, 5]], "to_groups": [[2, 3, 6, 7]]}
    yield "LearnedWeights.transfer", weights().transfer, {**groups, "width": 4, "height": 4}
    yield "LearnedWeights.packed", weights().packed, {"unit": 0.04}
    descent = core.Descent(5, core.replay(5, WIDE, "ULURDLLURRDLUU"), WIDE, 1, flow_width=20, sweep_width=20)
    yield "Descent.part", descent.part, {"begin": 0, "end": 5}
    yield "Descent.narrow", descent.narrow, {"part": 0.5}
    yield "Descent.run", descent.run, {"milliseconds": 0.0}
    yield "Windows.run", core.Windows(5, WIDE, "ULURDLLURRDLUU", 1, 20).run, {"milliseconds": 0.0}


def use(thing: Any) -> None:
    """Let an object that a hostile call made do some work."""
    if isinstance(thing, core.BoardScores):
        start = core.replay(4, [*range(1, 16), 0], "ULURDLLURRDLUU")
        use(core.Descent(4, start, [*range(1, 16), 0], 1, flow_stop=inf, board_beam_width=20, score=thing, threads=2))
    if isinstance(thing, core.OverheadTables):
        use(core.BoardScores(4, 4, thing, None, 1.5, 1.0))
    if isinstance(thing, core.LearnedWeights):
        use(core.BoardScores(4, 4, None, thing, 1.5, 1.0))
    start = core.replay(5, WIDE, "ULURDLLURRDLUU")
    if isinstance(thing, core.SweepWeights):
        use(core.Descent(5, start, WIDE, 1, flow_width=20, sweep_width=20, sweep_weights=thing))
    if isinstance(thing, core.FlowWeights):
        use(core.Descent(5, start, WIDE, 1, flow_width=20, sweep_width=20, flow_weights=thing))
    if isinstance(thing, core.DistanceTable):
        thing.distance(START)
    if isinstance(thing, core.Heuristic):
        use(core.pattern_search(thing, START, True))
    if isinstance(thing, core.Search):
        thing.begin("", 20)
        for _ in range(5):
            thing.run(200)
    for name in dir(type(thing)) if type(thing).__module__ == core.__name__ else ():
        if name.startswith("_"):
            continue
        found = getattr(thing, name)
        if name in ("step", "run") and not isinstance(thing, core.Search):
            for _ in range(5):
                found(0.01)
        elif name in ("path", "table", "save"):
            found()


def main() -> None:
    """Make all calls, and count them."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    count = 0
    for calls in (functions, classes, methods):
        for name, function, arguments in calls():
            use(function(**arguments))
            for argument, value in arguments.items():
                for other in variants(value):
                    shown = repr(other)
                    print(f"{name}({argument}={shown if len(shown) < 300 else shown[:300] + '...'})", flush=True)
                    count += 1
                    try:
                        use(function(**{**arguments, argument: other}))
                    except GOOD_ANSWERS:
                        pass
                    except Exception as error:
                        if type(error).__name__ != "TableError":  # a table of the right size with other bits
                            raise
    print(f"{count} calls")


if __name__ == "__main__":
    main()

"""Whether an installed wheel works: `python release/smoke.py`, with the Python that it was installed into.

It needs that wheel and nothing else, no compiler, no network and no other file of the project. Every wheel is tried so
before it is uploaded (pyproject.toml, [tool.cibuildwheel]), with a cache of its own that is empty at first.

    --engine python    a wheel without a compiled core
    --light            4x4 with Manhattan distance alone: an emulated processor would build the tables for minutes
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from time import process_time

IMPORT_SECONDS = 0.3
"""Of the processor, for `import taquin` with all its public names, the quickest of five; a usual machine takes 0.08."""
KORF = "79"
"""One of Korf's hundred 15-puzzles."""
KORF_LENGTH = 42
"""Moves of its shortest solutions, as published."""
SHORT = 400
"""Moves for the 7x7: the core has fewer within a second, the Python engine only after minutes."""

TAQUIN = [sys.executable, "-m", "taquin"]


def run(*arguments: str) -> str:
    """What a program prints; an error of its own where it fails."""
    done = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=300)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def is_not_a_clone(engine: str, light: bool) -> str:
    """What is imported is the wheel, and not the sources that this file lies beside."""
    import taquin

    place = Path(taquin.__file__).resolve()
    assert Path(__file__).resolve().parents[1] not in place.parents or "site-packages" in place.parts, place
    return f"taquin {taquin.__version__} in {place.parent}"


def imports_quickly(engine: str, light: bool) -> str:
    """All public names, before anybody notices."""
    code = "from time import process_time as t; s = t(); from taquin import *; print(t() - s)"
    seconds = min(float(run(sys.executable, "-c", code)) for _ in range(5))
    assert light or seconds < IMPORT_SECONDS, f"importing takes {seconds:.3f} s of the processor"
    return f"{1000 * seconds:.0f} ms"


def doctor_names_the_engine(engine: str, light: bool) -> str:
    """`taquin doctor` says what is there, and how to get what is not."""
    found = json.loads(run(*TAQUIN, "doctor", "--format", "json"))
    assert found["engine"] == engine, found
    assert bool(found["remedy"]) == (engine == "python"), found
    return str(found["core"] or found["missing"])


def solves_a_fifteen_puzzle(engine: str, light: bool) -> str:
    """A shortest solution, proven: by the compiled core, or of a nearer board by the Python engine."""
    from taquin import Board, solve
    from taquin.datasets import dataset

    if engine == "python":
        solution = solve(Board.parse("1 3 8 6/9 2 7 4/13 5 0 12/10 11 14 15"))
        assert solution.optimal and solution.length == 20, solution
    else:
        puzzle = next(instance.puzzle for instance in dataset("korf100").instances() if instance.id == KORF)
        solution = solve(puzzle, engine="native", heuristic="manhattan" if light else None)
        assert solution.optimal and solution.length == KORF_LENGTH, solution
    return f"{solution.length} moves, proven, in {solution.stats.seconds:.1f} s"


def improves_a_board_of_49_cells(engine: str, light: bool) -> str:
    """Ever shorter solutions of a 7x7, each of them replayed."""
    from taquin import Limits, improve, scramble

    lengths: list[int] = []
    for solution in improve(scramble(7, seed=1), Limits(seconds=300)):
        assert solution.puzzle.is_solution(solution.moves) and solution.bound <= len(solution.moves), solution
        lengths.append(len(solution.moves))
        if lengths[-1] < (SHORT if engine == "native" else lengths[0]):
            break
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] < lengths[0], lengths
    assert lengths[-1] < SHORT or engine == "python", lengths
    return f"{lengths[0]} moves, then {lengths[-1]}"


def serves_the_page(engine: str, light: bool) -> str:
    """`taquin web`, with nothing else installed: the page, every file that it names, and an answer."""
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen([*TAQUIN, "web", "--no-browser"], stdout=subprocess.PIPE, text=True, env=unbuffered)
    try:
        assert server.stdout
        line = server.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, line
        page = fetch(found[0]).decode()
        files: list[str] = re.findall(r'(?:src|href)="([^":#]+\.\w+)"', page)
        assert any(name.endswith(".js") for name in files), page
        for name in files:
            assert fetch(found[0] + name.removeprefix("/")), name
        described = json.loads(fetch(found[0] + "api/openapi.json"))
        return f"{len(files)} files, {len(described['paths'])} addresses"
    finally:
        server.terminate()  # so that it ends its workers, too
        server.wait(60)


def fetch(address: str) -> bytes:
    """What a local server answers, whatever proxies there are."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address, timeout=60) as answer:
        return bytes(answer.read())


CHECKS: tuple[Callable[[str, bool], str], ...] = (
    is_not_a_clone,
    imports_quickly,
    doctor_names_the_engine,
    solves_a_fifteen_puzzle,
    improves_a_board_of_49_cells,
    serves_the_page,
)


def main() -> None:
    """Run every check; exit code 1 with the first one that fails."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", choices=["native", "python"], default="native")
    parser.add_argument("--light", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TAQUIN_CACHE"] = cache
        for check in CHECKS:
            began = process_time()
            said = check(given.engine, given.light)
            print(f"{check.__name__.replace('_', ' ')}: {said} ({process_time() - began:.1f} s here)", flush=True)
    print("The wheel works.")


if __name__ == "__main__":
    main()

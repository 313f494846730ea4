"""One side of benchmarks.turns: works on jobs, a JSON line each, with whatever build of taquin its Python has.

It uses only names that are in every build since the first one, so that an old commit can be measured against a new one.
"""

from __future__ import annotations

import inspect
import json
import sys
from time import perf_counter, process_time
from typing import Any

from taquin import Board, Limits, Puzzle, solve
from taquin.optimal import Search


def prove(puzzle: Puzzle, job: dict[str, Any]) -> dict[str, Any]:
    """IDA* alone, on one thread."""
    options = {"heuristic": "manhattan"} if job["tables"] == "manhattan" else {"tables": job["tables"]}
    began = process_time()
    solution = Search(puzzle, **options).run()
    return {"cpu": process_time() - began, "length": solution.length, "generated": solution.stats.generated}


def answer(puzzle: Puzzle, job: dict[str, Any]) -> dict[str, Any]:
    """The answer of `solve` within a time limit, and when the first one was there."""
    first: list[float] = []
    began, cpu = perf_counter(), process_time()

    def watch(progress: Any) -> None:
        if progress.length is not None and not first:
            first.append(perf_counter() - began)

    limits = Limits(seconds=job["seconds"])
    solution = solve(puzzle, limits, threads=job["threads"], on_progress=watch)
    seconds = perf_counter() - began
    return {
        "length": solution.length if solution.solved else None,
        "bound": solution.bound,
        "proven": solution.optimal,
        "first": first[0] if first else seconds,
        "seconds": seconds,
        "cpu": process_time() - cpu,
    }


def optimal(puzzle: Puzzle, job: dict[str, Any]) -> dict[str, Any]:
    """A proof by all that the build has: both ends, or IDA* alone where it has only that."""
    began, cpu = perf_counter(), process_time()
    if "optimal" in inspect.signature(solve).parameters:
        solution = solve(puzzle, optimal=True, threads=job["threads"])
    else:
        solution = Search(puzzle, threads=job["threads"]).run()
    return {
        "length": solution.length,
        "generated": solution.stats.generated,
        "seconds": perf_counter() - began,
        "cpu": process_time() - cpu,
    }


WORK = {"prove": prove, "answer": answer, "optimal": optimal}


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        start, goal = (Board(job[name], job["width"]) for name in ("start", "goal"))
        print(json.dumps(WORK[job["kind"]](Puzzle(start, goal), job)), flush=True)


if __name__ == "__main__":
    main()

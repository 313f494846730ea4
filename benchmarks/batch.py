"""Batch: boards a second with one and two workers, here and on a Dask cluster; what a task costs; memory of a worker.

The workers of a cluster are processes of their own, as users start them. A pool is warmed up first: start-up and tables
are not what is measured.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.cluster import cluster, until

from taquin.batch import DaskCluster, LocalProcesses, LocalThreads, Workers
from taquin.batch.dispatch import dispatch
from taquin.batch.work import Job, Settings, solve_jobs
from taquin.datasets import dataset

Figures = dict[str, Any]
SETTINGS = Settings(options={"tables": "default"})


def jobs(times: int) -> Iterator[Job]:
    """Korf's 100 boards, so many times."""
    lines = list(dataset("korf100").json_lines())
    return (Job(number, line) for number, line in enumerate(chain.from_iterable(repeat(lines, times)), start=1))


def solve_timed(items: Sequence[Job]) -> list[float]:
    """Run on a worker: the seconds of every board."""
    seconds = []
    for job in items:
        began = perf_counter()
        solve_jobs(SETTINGS, [job])
        seconds.append(perf_counter() - began)
    return seconds


def rate(pool: Workers, workers: int, times: int) -> tuple[float, float]:
    """Boards a second, and which part of their time the workers were at work rather than waiting for it."""
    for _ in dispatch(jobs(1), solve_timed, pool, ordered=False):
        pass
    began, seconds = perf_counter(), []
    for results in dispatch(jobs(times), solve_timed, pool, ordered=False):
        seconds += results
    elapsed = perf_counter() - began
    return len(seconds) / elapsed, sum(seconds) / elapsed / workers


def nothing(items: list[int]) -> list[int]:
    return items


def seconds_per_task(pool: Workers, tasks: int = 500) -> float:
    """What a task costs that does nothing."""
    began = perf_counter()
    futures = [pool.executor.submit(nothing, [number]) for number in range(tasks)]
    for future in futures:
        future.result()
    return (perf_counter() - began) / tasks


def memory() -> tuple[int, int]:
    """Resident and proportional bytes of this process: shared pages count fully, and by their share."""
    text = Path("/proc/self/smaps_rollup").read_text()
    values = {line.split(":")[0]: int(line.split()[1]) << 10 for line in text.splitlines()[1:] if len(line.split()) > 1}
    return values["Rss"], values["Pss"]


def run(times: int = 50) -> dict[str, Figures]:
    """All of it: Korf's 100 boards, so many times, for each kind of pool."""
    results: dict[str, Figures] = {}
    for name, make in {"processes": LocalProcesses, "threads": LocalThreads}.items():
        rates = []
        for workers in (1, 2):
            with make(workers) as pool:
                rates.append(rate(pool, workers, times))
                if name == "processes":
                    resident, proportional = pool.executor.submit(memory).result()
        results[name] = figures(rates)
    results["memory of one of two processes"] = {"resident_MB": resident / 1e6, "proportional_MB": proportional / 1e6}
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster(Path(folder), 1, engine="native") as made,
        DaskCluster(made.address) as dask,
    ):
        rates = [rate(dask, 1, times)]
        made.add_worker()
        until(lambda: dask.slots() == 2)
        rates.append(rate(dask, 2, times))
        results["Dask"] = figures(rates)
        results["Dask, a task that does nothing"] = {"ms": seconds_per_task(dask) * 1e3}
    for name, measured in results.items():
        print(f"batch, {name}: " + ", ".join(f"{key} {value:,.4g}" for key, value in measured.items()), flush=True)
    return results


def figures(rates: list[tuple[float, float]]) -> Figures:
    (one, busy_one), (two, busy_two) = rates
    return {
        "one_per_second": one,
        "two_per_second": two,
        "efficiency": two / one / 2,
        "busy_of_one": busy_one,
        "busy_of_two": busy_two,
    }

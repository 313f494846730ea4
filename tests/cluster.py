"""A real Dask cluster for the tests: a scheduler and workers, each a process of its own, as users start them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support import ROOT


class Cluster:
    """Its scheduler's address and its worker processes. A task that took so many workers with it is tried again."""

    def __init__(self, folder: Path, engine: str, allowed_failures: int = 1) -> None:
        self.folder = folder
        self.engine = engine
        self.allowed_failures = allowed_failures
        self.file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.started = 0
        self.scheduler = self._start_scheduler("0")
        until(lambda: self.file.exists() and self.file.read_text().endswith("}"))
        self.address: str = json.loads(self.file.read_text())["address"]

    def add_worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """One more worker with one thread, without the nanny that would start it again."""
        worker = self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", *options, **environment)
        self.workers.append(worker)
        return worker

    def revive(self) -> None:
        """Start what has ended again, the scheduler at its old address."""
        if self.scheduler.poll() is not None:
            self.scheduler = self._start_scheduler(self.address.rpartition(":")[2])
        dead = [worker for worker in self.workers if worker.poll() is not None]
        for worker in dead:
            self.workers.remove(worker)
            self.add_worker()

    def _start_scheduler(self, port: str) -> subprocess.Popen[bytes]:
        return self._start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")

    def _start(self, kind: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        self.started += 1
        number = self.started
        command = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(self.file), *options]
        if kind == "worker":
            command += ["--local-directory", str(self.folder / f"worker{number}")]
        # The workers import the tests' own functions from the project's root.
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(self.allowed_failures),
            "TAQUIN_ENGINE": self.engine,
            **environment,
        }
        with (self.folder / f"{kind}{number}.log").open("wb") as log:
            return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)

    def close(self) -> None:
        """End every process that is still there."""
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int, engine: str = "python", allowed_failures: int = 1) -> Iterator[Cluster]:
    """A cluster with so many workers; the slow engine leaves time to kill something."""
    made = Cluster(folder, engine, allowed_failures)
    try:
        for _ in range(workers):
            made.add_worker()
        yield made
    finally:
        made.close()


def until(condition: object, seconds: float = 60) -> None:
    """Wait until a function returns something true."""
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "this never happened"
        time.sleep(0.02)

"""Run every benchmark and write benchmarks/results.json."""

from __future__ import annotations

import json
import platform
from pathlib import Path

from benchmarks import batch, engine


def main() -> None:
    machine = f"{platform.machine()} {platform.processor()}".strip()
    results = {"machine": machine, "engine": engine.run(), "batch": batch.run(times=5)}
    path = Path("benchmarks") / "results.json"
    path.write_text(json.dumps(results, indent=2) + "\n")
    print(f"written to {path}")


if __name__ == "__main__":  # the workers of batch import this module too
    main()

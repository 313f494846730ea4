"""Run every benchmark and write benchmarks/results.json."""

from __future__ import annotations

import json
import platform
from pathlib import Path

from benchmarks import engine


def main() -> None:
    results = {"machine": f"{platform.machine()} {platform.processor()}".strip(), "engine": engine.run()}
    path = Path("benchmarks") / "results.json"
    path.write_text(json.dumps(results, indent=2) + "\n")
    print(f"written to {path}")


main()

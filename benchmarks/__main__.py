"""Run every benchmark some times over and write benchmarks/results.json.

All of it once, then all of it again: what a machine does to one pass it seldom does to the next, and `taquin lab diff`
judges times by how much the passes differ. The slow part, medium and large boards, takes fixed times and comes once.
`make build` comes first: it installs the tests' tools, Dask among them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import anysize
from taquin.lab.environment import environment

PASSES = 3
"""How often everything is measured where nobody says otherwise."""
Section = dict[str, dict[str, Any]]


def merged(passes: list[Section]) -> Section:
    """Means over all passes, with the values of every pass beside them."""
    results: Section = {}
    for name in passes[0]:
        samples = {key: [single[name][key] for single in passes] for key in passes[0][name]}
        results[name] = {key: values[0] if len(set(values)) == 1 else fmean(values) for key, values in samples.items()}
        results[name]["samples"] = samples
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passes", type=int, nargs="?", default=PASSES)
    anysize.add_options(parser)
    options = parser.parse_args()
    try:
        from benchmarks import batch, engine
    except ModuleNotFoundError as error:  # they share the boards and the cluster of the tests
        parser.error(f"{error}; 'make build' installs what the benchmarks need")
    times = 50 if options.slow else 5
    sections: dict[str, Callable[[], Section]] = {"engine": engine.run, "batch": lambda: batch.run(times)}
    measured: dict[str, list[Section]] = {name: [] for name in sections}
    for number in range(1, options.passes + 1):
        print(f"pass {number} of {options.passes}", flush=True)
        for name, measure in sections.items():
            measured[name].append(measure())
    machine = {key: value for key, value in environment().items() if key != "host"}
    results = {"environment": machine, **{name: merged(found) for name, found in measured.items()}}
    if options.slow:
        results["any size"] = anysize.run(slow=True, boards=options.boards)
    path = Path("benchmarks") / "results.json"
    path.write_text(json.dumps(results, indent=2) + "\n")
    print(f"written to {path}; now: taquin lab diff benchmarks/released.json {path}")


if __name__ == "__main__":  # the workers of batch import this module too
    main()

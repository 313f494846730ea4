"""`make fuzz`: every target for some minutes, and a line on each: python -m tests.fuzz --minutes 10 [TARGET ...]

The targets that are Python run under Atheris, those of the core under libFuzzer with the sanitizers (clang), and the
one of the page under node. What a target finds new lies in build/fuzz/NAME/corpus, and goes on from there the next
time. What breaks it is in build/fuzz/NAME/crash-*; `python -m tests.fuzz --replay FILE TARGET` runs that alone.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.support import ROOT

HERE: Final = Path(__file__).parent
BUILD: Final = ROOT / "build" / "fuzz"
CORE: Final = sorted(path.stem for path in (ROOT / "core" / "fuzz").glob("*.cpp"))
"""The targets of the core."""
_SLOWEST_SECONDS: Final = 60
"""Seconds of one input from which on it counts as a hang ..."""
_SLOWEST_OF_ENGINES: Final = 600
"""... where it asks every engine, which builds the tables of its shape first, on a machine that others use, too."""
_MEGABYTES: Final = 4096
"""Memory of one target at most."""
PYTHON: Final = (
    "boards", "moves", "solves", "checkpoints", "tables", "journals", "experiments", "records", "sources", "requests",
    "names", "engines",
)  # fmt: skip
"""The targets of targets.py, which itself is imported only where its modules are instrumented."""


def main() -> int:
    """Run what was asked for; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Throw rubbish at everything that reads.")
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes a target (default: 10)")
    parser.add_argument("--replay", type=Path, help="run a target on this file alone")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(everything())}; default: all")
    chosen = parser.parse_args()
    for name in chosen.targets:
        if name not in everything():
            parser.error(f"there is no target {name}: choose of {', '.join(everything())}")
    if chosen.replay:
        return subprocess.run([*command_of(chosen.targets[0]), str(chosen.replay)], cwd=ROOT).returncode
    found = [fuzz(name, chosen.minutes) for name in chosen.targets or everything()]
    return int(any(found))


def everything() -> list[str]:
    """All targets that can run here."""
    node = ["address"] if shutil.which("node") else []
    return [*PYTHON, *(f"core-{name}" for name in CORE if shutil.which("clang++")), *node]


def command_of(name: str) -> list[str]:
    """What runs a target; the arguments of libFuzzer come after it."""
    if name == "address":
        return ["node", str(HERE / "address.mjs")]
    if name.startswith("core-"):
        return [str(BUILD / "core" / f"fuzz_{name.removeprefix('core-')}")]
    return [sys.executable, "-m", "tests.fuzz.instrumented", name]


def fuzz(name: str, minutes: float) -> bool:
    """Run one target for some minutes, and say in a line what came of it; whether something was found."""
    folder = BUILD / name
    (folder / "corpus").mkdir(parents=True, exist_ok=True)
    kept = HERE / "corpus" / name
    limits = [
        f"-max_total_time={int(60 * minutes)}",
        f"-timeout={_SLOWEST_OF_ENGINES if name == 'engines' else _SLOWEST_SECONDS}",
        f"-rss_limit_mb={_MEGABYTES}",
    ]
    command = [
        *command_of(name),
        *limits,
        "-print_final_stats=1",
        f"-artifact_prefix={folder}/",
        str(folder / "corpus"),
    ]
    command += [str(kept)] if kept.is_dir() else []
    environment = {**os.environ, "TAQUIN_CACHE": str(BUILD / "tables"), "PYTHONHASHSEED": "0"}
    with (folder / "log").open("w+") as log:
        ended = subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment)
        log.seek(0)
        text = log.read()
    executions = re.findall(r"number_of_executed_units: (\d+)", text) or re.findall(r"^#(\d+)", text, re.MULTILINE)
    verdict = "nothing found" if ended.returncode == 0 else f"FOUND SOMETHING: see {folder / 'log'}"
    print(f"{name:16} {int(executions[-1]) if executions else 0:>12,} executions  {verdict}", flush=True)
    return ended.returncode != 0


def build_core(arguments: Sequence[str] = ()) -> None:
    """Compile the targets of the core, with the sanitizers."""
    tools = Path(sys.executable).parent
    subprocess.run(
        [
            tools / "cmake", "-S", ROOT, "-B", BUILD / "core", "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}",
            "-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DTAQUIN_FUZZ=ON",
            "-DTAQUIN_SANITIZE=address,undefined", *arguments,
        ],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    subprocess.run([tools / "cmake", "--build", BUILD / "core"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if shutil.which("clang++"):
        build_core()
    else:
        print("The targets of the core are left out: they need clang++ and its run-time libraries.")
    sys.exit(main())

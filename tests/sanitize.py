"""`make sanitize-python`: the tests with the mark `threads`, under sanitizers: python -m tests.sanitize [KIND ...]

`make sanitize` tests the core by itself; here Python calls it, in several threads. Each kind of sanitizer has an
environment of its own in build/sanitize/python-KIND: the core is compiled there with the sanitizer, by gcc, and all
other packages are those of .venv. Python itself is as it is. It sees the sanitizer only as a library that is loaded
before all others and stands in for malloc, for locks and for threads; so the thread sanitizer knows when Python's own
lock changes hands, and takes nothing for a race that this lock prevents.

What a sanitizer finds is printed at the end. Nothing is suppressed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final, NamedTuple

from tests.support import ROOT

__all__: list[str] = []


class Sanitizer(NamedTuple):
    """One kind of sanitizer."""

    flags: str
    """What the compiler is asked for."""
    library: str
    """What must be loaded before Python."""
    functions: tuple[bytes, ...]
    """The beginnings of the names of functions that a sanitized module calls."""
    environment: dict[str, str]
    """How it runs."""


SANITIZERS: Final = {
    "thread": Sanitizer("thread", "libtsan.so", (b"__tsan_",), {"TSAN_OPTIONS": "exitcode=66"}),
    "address": Sanitizer(
        "address,undefined",
        "libasan.so",
        (b"__asan_", b"__ubsan_"),
        {
            # Python never gives back all of its memory, so that leaks tell nothing. A memory that is refused is an
            # outcome that tests ask for.
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:abort_on_error=1",
            "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
            # What Python hands out of its own pools, no sanitizer would see.
            "PYTHONMALLOC": "malloc",
        },
    ),
}

_MARKS: Final = "threads and not slow and not journey and not proof"
"""Journeys limit the memory of the programs that they start, and a sanitizer reserves terabytes of addresses. Proofs
search for seconds, which a sanitizer makes minutes."""
_SECONDS: Final = 3600
"""Seconds that a test may take; a sanitized core is much slower."""


def main() -> int:
    """Run what was asked for; 1 where a sanitizer found something or a test failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.sanitize", description="Python tests under sanitizers.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(SANITIZERS)}; default: all")
    parser.add_argument("--only", metavar="WORDS", help="only the tests that pytest -k WORDS would choose")
    chosen = parser.parse_args()
    for name in chosen.kinds:
        if name not in SANITIZERS:
            parser.error(f"there is no kind {name}: choose of {', '.join(SANITIZERS)}")
    for program in ("g++", "setarch"):
        if not shutil.which(program):
            parser.error(f"there is no {program} here, and the sanitizers need it")
    more = ["-k", chosen.only] if chosen.only else []
    found = [found_by(name, more) for name in chosen.kinds or SANITIZERS]
    return int(any(found))


def found_by(name: str, more: list[str]) -> bool:
    """Run the tests under this sanitizer; whether one failed or something was reported."""
    sanitizer, folder = SANITIZERS[name], ROOT / "build" / "sanitize" / f"python-{name}"
    python = sanitized_python(sanitizer, folder)
    reports = folder / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    # The tables that most tests use are built beforehand, by the core as it is, which is much faster.
    environment = {**os.environ, "TAQUIN_ENGINE": "native", "TAQUIN_CACHE": str(folder.parent / "cache")}
    subprocess.run([sys.executable, "-m", "taquin", "tables", "build", "4x4"], env=environment, check=True)
    environment |= sanitizer.environment
    environment["LD_PRELOAD"] = " ".join(map(library_of_gcc, [sanitizer.library, "libstdc++.so"]))
    for options in ("TSAN_OPTIONS", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
        if options in environment:
            environment[options] += f":log_path='{reports / 'report'}'"
    print(f"Python, {sanitizer.flags}:", flush=True)
    tests = [str(python), "-m", "pytest", "--numprocesses=auto", "--maxprocesses=8", "--dist=worksteal", "-m", _MARKS]
    # The thread sanitizer needs the old layout of memory.
    command = ["setarch", "-R", *tests, f"--timeout={_SECONDS}", *more]
    failed = subprocess.run(command, cwd=ROOT, env=environment).returncode
    found = sorted(reports.iterdir())
    for report in found:
        print(report.read_text(errors="replace"))
    print(f"{len(found)} processes had something to report." if found else "The sanitizer reported nothing.")
    return bool(failed or found)


def sanitized_python(sanitizer: Sanitizer, folder: Path) -> Path:
    """The Python of an environment whose core is compiled with this sanitizer, from the sources as they are now."""
    python = folder / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    place = answer_of(str(python), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))")
    (Path(place) / "tools.pth").write_text(sysconfig.get_path("platlib") + "\n")
    settings = [
        f"--config-settings=build-dir={folder / 'build'}",
        f"--config-settings=cmake.define.TAQUIN_SANITIZE={sanitizer.flags}",
        "--config-settings=cmake.build-type=RelWithDebInfo",
    ]
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    install = ["install", "--quiet", "--no-deps", "--no-build-isolation", *settings, "--editable", str(ROOT)]
    subprocess.run([*pip, *install], env={**os.environ, "CXX": "g++"}, check=True)
    # Where nothing compiles, the installation is one without a core.
    module = b"".join(path.read_bytes() for path in (Path(place) / "taquin").glob("_core.*"))
    for function in sanitizer.functions:
        if function not in module:
            sys.exit(f"There is no core that is compiled with -fsanitize={sanitizer.flags}.")
    return python


def library_of_gcc(name: str) -> str:
    """Where gcc has a library of its own."""
    return answer_of("g++", f"-print-file-name={name}")


def answer_of(*command: str) -> str:
    """What a command prints."""
    return subprocess.check_output(command, text=True).strip()


if __name__ == "__main__":
    sys.exit(main())

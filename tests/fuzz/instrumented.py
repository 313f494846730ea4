"""One target of targets.py under Atheris: python -m tests.fuzz.instrumented NAME [arguments of libFuzzer]."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris


def main() -> None:
    """Fuzz; the package is imported here, so that Atheris sees which of its lines run."""
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=["taquin"]):
        from tests.fuzz.targets import TARGETS
    target = TARGETS[name]
    folders = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    if folders and folders[0].is_dir():
        for number, example in enumerate(target.examples):
            (folders[0] / f"example-{number}").write_bytes(example)
    atheris.Setup([*sys.argv, f"-max_len={target.largest}"], target.read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

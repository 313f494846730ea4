"""Follow one call of the command line through the package: `python -m tests.way solve BOARD ...`.

Prints a JSON object with the files that were entered, in the order of the first time, "main" for the main thread and
"threads" for the others. What runs only because a module is imported does not count.
"""

from __future__ import annotations

import json
import sys
import threading
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import taquin
from taquin.cli import run

PACKAGE = f"{Path(taquin.__file__).parent}/"


def follow(arguments: list[str]) -> dict[str, list[str]]:
    """The files that this call enters."""
    entered: dict[str, dict[str, None]] = {"main": {}, "threads": {}}

    def look(frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(PACKAGE) or name == taquin.__file__:  # which Python enters to import
            return
        where = entered["main" if threading.current_thread() is threading.main_thread() else "threads"]
        name = name.removeprefix(PACKAGE)
        if name not in where and not importing(frame):
            where[name] = None

    threading.setprofile(look)
    sys.setprofile(look)
    try:
        with redirect_stdout(StringIO()):
            run(arguments)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return {thread: list(names) for thread, names in entered.items()}


def importing(frame: FrameType | None) -> bool:
    """Whether a module of ours is being imported, further out."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(PACKAGE):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    print(json.dumps(follow(sys.argv[1:])))

"""A search on disk: one JSON file, replaced whole, so that a crash leaves the last good one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from taquin.errors import TaquinError

__all__ = ["read_checkpoint", "write_checkpoint"]

VERSION: Final = 3
"""Also counted up where other paths are left out: what one version left to the other would be searched by neither."""


def write_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write the state under a temporary name and rename it."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w") as file:
            json.dump({"taquin": "search", "version": VERSION, **state}, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """The state in a file; raises TaquinError where it is none."""
    try:
        state = json.loads(path.read_text())
    except (ValueError, UnicodeDecodeError) as error:
        raise TaquinError(f"{path}: not a saved search: {error}") from error
    if not isinstance(state, dict) or state.get("taquin") != "search":
        raise TaquinError(f"{path}: not a saved search")
    if state["version"] != VERSION:
        raise TaquinError(f"{path}: saved by another version of taquin ({state['version']}, not {VERSION})")
    return state

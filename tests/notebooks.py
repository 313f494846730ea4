"""The notebooks in `examples/`, executed: `python -m tests.notebooks` writes their outputs anew.

A cell whose text differs from run to run, because it measures times, has the tag `measured`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

from tests.support import ROOT

__all__ = ["NOTEBOOKS", "SIZE", "executed", "read", "said"]

NOTEBOOKS: Final = sorted((ROOT / "examples").glob("*.ipynb"))
SIZE: Final = 200_000
"""Bytes of a saved notebook at most."""
_SECONDS: Final = 120
"""For one cell: a ceiling against hangs."""


def read(path: Path) -> Any:
    """A notebook as it is saved."""
    return nbformat.read(path, as_version=4)


def executed(path: Path) -> Any:
    """The notebook after a run in a kernel of this Python; raises where a cell does."""
    notebook = read(path)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
    client = NotebookClient(notebook, timeout=_SECONDS, kernel_name="python3", resources={"metadata": {"path": ROOT}})
    client.record_timing = False
    return client.execute()


def said(notebook: Any) -> list[tuple[str, list[str]]]:
    """What every cell that measures nothing prints, and the plain form of what it shows."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [
        (cell.source, [_text(output) for output in cell.outputs if _text(output)])
        for cell in cells
        if "measured" not in cell.metadata.get("tags", ())
    ]


def _text(output: Any) -> str:
    if output.output_type == "stream":
        return str(output.text)
    data = output.get("data", {})
    return "a picture" if "image/png" in data else str(data.get("text/plain", ""))


if __name__ == "__main__":
    for found in NOTEBOOKS:
        done = executed(found)
        done.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        nbformat.write(done, found)
        print(f"{found.relative_to(ROOT)}: {found.stat().st_size:,} bytes")

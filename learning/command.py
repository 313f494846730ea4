"""What the three commands share: their options, and the file they write."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

__all__ = ["options", "write"]


def options(description: str | None, **defaults: int) -> argparse.ArgumentParser:
    """A parser with an option for each of these numbers, a seed, and whether to begin with what is there."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in {**defaults, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{default} if not given")
    parser.add_argument("--continue", action="store_true", dest="again", help="begin with the weights there are")
    parser.add_argument("--output", type=Path, help="where to write the weights, instead of the file in use")
    return parser


def write(weights: dict[str, Any], path: Path) -> None:
    """Write the file of some weights."""
    path.write_text(json.dumps(weights) + "\n")
    print(f"written to {path}")

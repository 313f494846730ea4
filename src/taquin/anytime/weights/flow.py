"""The learned weights of the flow (core/anysize/flow/flow_weights.hpp): one file for boards of every size.

The file is JSON: `in_a_row`, the weights of two neighbors by the kind of the left one, then of the right one, as signed
bytes in units of `UNIT` (packing.py).
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from taquin import native
from taquin.anytime.weights.packing import in_units, pack, unpack

__all__ = ["PATH", "UNIT", "as_file", "flow_weights", "read_weights"]

UNIT = 0.05
"""The step between two weights that the file can tell apart."""
PATH = Path(__file__).with_name("flow.json")


@lru_cache(maxsize=1)
def flow_weights() -> native.core.FlowWeights | None:
    """The native weights; None without the compiled core."""
    return native.core.FlowWeights(read_weights()) if native.ENGINE == "native" else None


def read_weights() -> list[float]:
    """All weights of the file."""
    return [UNIT * weight for weight in array("b", unpack(json.loads(PATH.read_text())["in_a_row"]))]


def as_file(weights: Sequence[float]) -> dict[str, str]:
    """Weights as their file holds them."""
    return {"in_a_row": pack(in_units(weights, UNIT))}

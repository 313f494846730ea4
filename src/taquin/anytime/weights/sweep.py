"""The learned weights of the sweep (core/anysize/sweep/sweep_view.hpp): one file for boards of every size.

The file is JSON: `tile`, `pair`, `blank` and `lead`, each as signed bytes in units of `UNIT` (packing.py).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from taquin import native
from taquin.anytime.weights.packing import in_units, pack, unpack

__all__ = ["PATH", "UNIT", "as_file", "sweep_weights"]

UNIT = 0.2
"""The step between two weights that the file can tell apart."""
PATH = Path(__file__).with_name("sweep.json")
_NAMES = ("tile", "pair", "blank", "lead")


@lru_cache(maxsize=1)
def sweep_weights() -> native.core.SweepWeights | None:
    """The native weights; None without the compiled core."""
    if native.ENGINE != "native":
        return None
    fields = json.loads(PATH.read_text())
    tile, pair, blank, lead = (unpack(fields[name]) for name in _NAMES)
    return native.core.SweepWeights(tile, pair, blank, lead, UNIT)


def as_file(weights: native.core.SweepWeights) -> dict[str, str]:
    """Native weights as their file holds them."""
    return {name: pack(in_units(getattr(weights, name), UNIT)) for name in _NAMES}

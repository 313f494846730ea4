"""The learned weights of the sweep (core/anysize/sweep/sweep_view.hpp): one file for boards of every size.

The file is JSON: `tile`, `pair`, `blank` and `lead`, each as signed bytes in units of `UNIT` (packing.py), and the
`version` of the sweep that they were learned for. A weight says something about a place in the order of the sweep; for
another order it would be nonsense, and would not be noticed.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from taquin import native
from taquin.anytime.weights.packing import in_units, pack, unpack
from taquin.errors import TaquinError

__all__ = ["PATH", "UNIT", "as_file", "from_file", "sweep_weights"]

UNIT = 0.2
"""The step between two weights that the file can tell apart."""
PATH = Path(__file__).with_name("sweep.json")
_NAMES = ("tile", "pair", "blank", "lead")


@lru_cache(maxsize=1)
def sweep_weights() -> native.core.SweepWeights | None:
    """The native weights; None without the compiled core."""
    return None if native.ENGINE != "native" else from_file(json.loads(PATH.read_text()))


def from_file(fields: dict[str, Any]) -> native.core.SweepWeights:
    """Native weights of what a file holds; raises TaquinError where they are for another version of the sweep."""
    if fields.get("version") != native.core.SWEEP_VERSION:
        raise TaquinError(
            f"{PATH.name} was learned for version {fields.get('version')} of the sweep's order, and the core has "
            f"version {native.core.SWEEP_VERSION}: 'python -m learning.sweep' learns weights for it"
        )
    tile, pair, blank, lead = (unpack(fields[name]) for name in _NAMES)
    return native.core.SweepWeights(tile, pair, blank, lead, UNIT)


def as_file(weights: native.core.SweepWeights) -> dict[str, Any]:
    """Native weights as their file holds them."""
    return {"version": native.core.SWEEP_VERSION} | {
        name: pack(in_units(getattr(weights, name), UNIT)) for name in _NAMES
    }

"""The compiled core against its Python twins."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import native

if native.ENGINE != "native":
    pytest.skip("the compiled core is not installed: nothing to compare", allow_module_level=True)


@given(st.permutations(range(40)), st.integers(0, 40))
def test_inversions(values: list[int], length: int) -> None:
    part = values[:length]
    by_definition = [sum(later < value for later in part[place:]) for place, value in enumerate(part)]
    assert native.count_smaller_after(part) == native.count_smaller_after_python(part) == by_definition


@given(st.integers(1, 12), st.integers(1, 12))
def test_neighbors(width: int, height: int) -> None:
    assert native.neighbor_cells(width, height) == native.neighbor_cells_python(width, height)


@given(st.lists(st.integers(0, 15), max_size=16))
def test_packing(tiles: list[int]) -> None:
    packed = native.pack(tiles)
    assert packed == native.pack_python(tiles)
    assert native.unpack(packed, len(tiles)) == native.unpack_python(packed, len(tiles)) == tiles


@pytest.mark.parametrize("tiles", [[16], [-1], [0] * 17])
def test_what_does_not_fit_is_refused(tiles: list[int]) -> None:
    with pytest.raises(ValueError, match="fit"):
        native.pack(tiles)


def test_arguments_are_checked_before_either_engine_sees_them() -> None:
    with pytest.raises(ValueError, match="negative"):
        native.count_smaller_after([-1, 0])
    with pytest.raises(ValueError, match="1x1"):
        native.neighbor_cells(0, 2)
    for packed, cells in ((b"123456789", 4), (bytes(8), 17), (bytes(8), -1)):
        with pytest.raises(ValueError, match="8 bytes"):
            native.unpack(packed, cells)


@pytest.mark.parametrize(("wanted", "engine"), [("python", "python"), ("native", "native"), ("", "native")])
def test_one_switch_forces_the_engine(wanted: str, engine: str) -> None:
    code = "from taquin.native import ENGINE; print(ENGINE)"
    environment = {**os.environ, "TAQUIN_ENGINE": wanted}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == engine


def test_an_unknown_engine_is_refused() -> None:
    environment = {**os.environ, "TAQUIN_ENGINE": "steam"}
    done = subprocess.run([sys.executable, "-m", "taquin", "doctor"], env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr == "taquin: TAQUIN_ENGINE=steam: choose native or python\n"

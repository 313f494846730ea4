"""The compiled core against its Python twins."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

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


@given(st.binary(max_size=300))
def test_checksums(data: bytes) -> None:
    assert native.checksum(data) == native.checksum_python(data)
    assert native.checksum(memoryview(data)[1:]) == native.checksum_python(memoryview(data)[1:])


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_checksum_knows_every_byte(data: bytes, draw: st.DataObject) -> None:
    place, change = draw.draw(st.integers(0, len(data) - 1)), draw.draw(st.integers(1, 255))
    altered = data[:place] + bytes([data[place] ^ change]) + data[place + 1 :]
    assert native.checksum(altered) != native.checksum(data) != native.checksum(data + b"\0")


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


def test_this_processor_can_run_the_core() -> None:
    assert import_module("taquin._processor").missing() == []


@pytest.mark.parametrize("lacking", [[], ["avx2"]])
def test_the_core_for_newer_processors_is_taken_where_it_runs(tmp_path: Path, lacking: list[str]) -> None:
    """The core itself stands for the second one of a wheel; only what the processor lacks is made up."""
    newer = tmp_path / "newer"
    newer.mkdir()
    usual = Path(native.core.__file__)
    if usual.parent.name == "newer":
        pytest.skip("this wheel has a second core of its own")
    shutil.copy(usual, newer)
    (newer / "_processor.py").write_text(f"def missing() -> list[str]:\n    return {lacking}\n")
    code = f"import taquin; taquin.__path__.append({str(tmp_path)!r})"
    code += "; from taquin import native; print(native.core.__file__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == (usual if lacking else newer / usual.name)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the emulator stands for an old processor of this kind")
@pytest.mark.skipif(
    not (os.environ.get("CI") or shutil.which("qemu-x86_64")), reason="needs qemu-x86_64, of Debian's qemu-user"
)
def test_a_core_built_for_another_processor_is_not_loaded() -> None:
    """A processor of 2008, emulated: the program says what is wrong, where its first instruction too new had killed it.

    A core that was built for every processor has nothing to say.
    """
    code = """
from taquin import Board, native, solve
print(native.ENGINE, native.MISSING, solve(Board([[1, 2], [0, 3]])).length)
"""
    emulated = ["qemu-x86_64", "-cpu", "Nehalem", sys.executable]
    done = subprocess.run([*emulated, "-c", code], capture_output=True, text=True, check=True)
    engine, *reason, length = done.stdout.split()
    assert length == "1"
    if engine == "python":
        assert " ".join(reason).startswith("the compiled core was built for a processor with ")
        doctor = subprocess.run([*emulated, "-m", "taquin", "doctor"], capture_output=True, text=True, check=True)
        assert "which this one lacks" in doctor.stdout and "install" in doctor.stdout

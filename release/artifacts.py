"""The files that are uploaded: made, looked into, and tried."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from email import message_from_string
from pathlib import Path
from typing import Final

from release.checks import broken_links, repository, tracked, version

__all__ = ["build", "problems", "repair", "smoke", "wrong_inside"]

LARGEST: Final = 4 << 20
"""Bytes of a wheel: it is downloaded by a class at once."""
TRAVELS: Final = "-Ccmake.define.TAQUIN_NATIVE=OFF"


def build(root: Path, folder: Path) -> None:
    """The source distribution, and from it the wheel of this machine and this Python, as it may travel."""
    shutil.rmtree(folder, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", str(folder), TRAVELS, str(root))
    repair(folder)


def repair(folder: Path) -> None:
    """Give the wheels of Linux the name of the oldest Linux that they run on."""
    for wheel in folder.glob("*-linux_*.whl"):  # Linux without a word of which: nobody else may install it
        _run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(folder), str(wheel))
        wheel.unlink()


def problems(root: Path, folder: Path) -> list[str]:
    """What is wrong with the files of a folder, a line a problem."""
    files = sorted(folder.iterdir())
    found = [] if any(path.suffix == ".whl" for path in files) else [f"{folder}: no wheel"]
    found += [] if any(path.name.endswith(".tar.gz") for path in files) else [f"{folder}: no source distribution"]
    wheels = [str(path) for path in files if path.suffix == ".whl"]
    for command in (["twine", "check", "--strict", *map(str, files)], ["check_wheel_contents", *wheels]):
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = (done.stdout + done.stderr).splitlines()
            found += [f"{command[0]}: {line.strip()}" for line in lines if line.strip() and "PASSED" not in line]
    for path in files:
        said = _metadata(path)
        if said is None:
            found.append(f"{path.name}: no package")
            continue
        if said["Version"] != version(root):
            found.append(f"{path.name}: version {said['Version']}")
        base = repository(root)
        text = said.get_payload()
        assert isinstance(text, str)
        found += [f"{path.name}: {line}" for line in broken_links(text, tracked(root), base, root)]
        if path.suffix == ".whl":
            found += [f"{path.name}: {line}" for line in wrong_inside(root, path)]
    return sorted(set(found))


def wrong_inside(root: Path, wheel: Path) -> list[str]:
    """What a wheel lacks, or has too much of."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    wanted = {name.removeprefix("src/") for name in tracked(root) if name.startswith("src/taquin/")}
    found = [f"without {name}" for name in sorted(wanted - names)]
    modules = {name for name in names if re.search(r"/_(core|processor)\..*(so|pyd)$", name)}
    if not wheel.stem.endswith("-none-any") and not modules:
        found.append("no compiled core")
    if re.search(r"_(x86_64|amd64)\.whl$", wheel.name) and not any("/newer/" in name for name in modules):
        found.append("no core for newer processors: built for one machine only")
    odd = {name for name in names - wanted - modules if not re.match(r"taquin(-[^/]*\.dist-info|\.libs)/", name)}
    found += [f"with {name}" for name in sorted(odd)]
    if wheel.stat().st_size > LARGEST:
        found.append(f"{wheel.stat().st_size / 2**20:.1f} MB, more than {LARGEST >> 20}")
    return found


def smoke(root: Path, wheel: Path) -> str:
    """Install a wheel into an empty environment, and try it there: smoke.py says how, and it may print."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts/python.exe" if os.name == "nt" else "bin/python")
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        for command in (["-m", "pip", "install", "--quiet", str(wheel)], [str(root / "release" / "smoke.py")]):
            done = subprocess.run([str(python), *command], cwd=folder, env=outside, check=False)
            if done.returncode != 0:
                return f"{wheel.name}: python {' '.join(command)} failed"
    return ""


def _metadata(path: Path):  # type: ignore[no-untyped-def]
    """The metadata of a distribution; None where the file is none."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            return message_from_string(archive.read(name).decode())
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as tar:
            file = tar.extractfile(path.name.removesuffix(".tar.gz") + "/PKG-INFO")
            assert file
            return message_from_string(file.read().decode())
    return None


def _run(*command: str) -> None:
    """A tool, which finds the programs that were installed beside it."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    subprocess.run(command, check=True, env={**os.environ, "PATH": path})

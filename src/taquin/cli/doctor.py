"""`taquin doctor`: what is installed, whether the fast engine is there, and how to get it."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

import click

import taquin
from taquin import native
from taquin.cli.output import echo_json, figures, format_option, say, verdict
from taquin.native import ENGINE, FORCED, MISSING

__all__ = ["command"]

INSTALL = (
    "install a C++20 compiler (Debian and Ubuntu: apt install g++; Fedora: dnf install gcc-c++; macOS: "
    "xcode-select --install; Windows: the Visual Studio Build Tools), then install again: "
    "pip install --force-reinstall --no-cache-dir --no-deps --no-binary taquin taquin, or in a clone: make clean run"
)


def remedy() -> str:
    """What to do to get the fast engine; empty where it is in use."""
    if ENGINE == "native":
        return ""
    return "unset TAQUIN_ENGINE" if FORCED else INSTALL


@click.command("doctor")
@format_option("text", "json")
def command(form: str) -> None:
    """Say what is installed, whether the fast engine is in use, and how to get it.

    \b
    Example:
      taquin doctor
    """
    found = {
        "taquin": taquin.__version__,
        "engine": ENGINE,
        "core": native.core.__file__ if native.core else None,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": next((name for name in ("c++", "g++", "clang++", "cl") if shutil.which(name)), None),
        "package": str(Path(taquin.__file__).parent),
        "executable": sys.executable,
    }
    if form == "json":
        echo_json({**found, "missing": MISSING, "remedy": remedy()})
        return
    click.echo(figures((name, value or "none found") for name, value in found.items()))
    click.echo()
    if ENGINE == "native":
        say(": the fast native engine is in use.", verdict("All is well", True))
    else:
        say(f": {MISSING}.", verdict("Slow engine", False))
        say(f"To get the fast one, {remedy()}")

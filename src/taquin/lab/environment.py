"""Where and with what something was measured."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from pathlib import Path

from taquin import __version__
from taquin.native import ENGINE

__all__ = ["environment"]


@cache
def environment() -> dict[str, str | int | None]:
    """Version, commit (where the package lies in a repository), machine; asked once a process."""
    return {
        "version": __version__,
        "commit": _commit(),
        "engine": ENGINE,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "host": platform.node(),
    }


def _commit() -> str | None:
    """The commit that is checked out, with `+` where files differ from it; None outside a repository."""
    here = Path(__file__).parent
    command = ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    try:
        # Only where the package itself is under version control: an installed one may lie in anybody's repository.
        tracked = subprocess.run(
            ["git", "ls-files", "--error-unmatch", "environment.py"], cwd=here, capture_output=True, check=False
        )
        if tracked.returncode:
            return None
        return subprocess.run(command, cwd=here, capture_output=True, text=True, check=False).stdout.strip() or None
    except OSError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()

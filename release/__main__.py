"""Everything of a release up to the upload, which it never does.

    python -m release             check the repository, build the source distribution and this machine's wheel, look
                                  into both, try the wheel in an empty environment, and say what would be uploaded
    python -m release check DIR   look into the files of a folder, as the workflow does with all wheels before it
                                  uploads them; --tag vX.Y.Z says which version they must have

Whatever is in the way is printed at the end, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

from release import artifacts, checks

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


def main() -> int:
    """Check, build, try, tell."""
    parser = argparse.ArgumentParser(prog="python -m release")
    commands = parser.add_subparsers(dest="command")
    check = commands.add_parser("check")
    check.add_argument("folder", type=Path)
    check.add_argument("--tag")
    given = parser.parse_args()
    if given.command == "check":
        found = [*checks.changelog_problems(ROOT, given.tag or f"v{checks.version(ROOT)}"), *checks.placeholders(ROOT)]
        return tell(given.folder, [*found, *artifacts.problems(ROOT, given.folder)])

    found = [*checks.uncommitted(ROOT), *checks.changelog_problems(ROOT), *checks.placeholders(ROOT)]
    if found:
        print(
            "In the way of a release, so far:",
            *(f"  {line}" for line in found),
            "The rest is tried.\n",
            sep="\n",
            flush=True,
        )
    artifacts.build(ROOT, DIST)
    found += artifacts.problems(ROOT, DIST)
    found += filter(None, (artifacts.smoke(ROOT, wheel) for wheel in DIST.glob("*.whl")))
    return tell(DIST, found, others=True)


def tell(folder: Path, problems: list[str], *, others: bool = False) -> int:
    """What would be uploaded, and what is in the way of it; the exit code."""
    tag = f"v{checks.version(ROOT)}"
    print(f"\nThe files of {tag}, to be uploaded:")
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        print(f"  {path.name}  {len(content):,} bytes  sha256 {hashlib.sha256(content).hexdigest()}")
    if others:
        print("and what .github/workflows/release.yml builds; the wheels of cp312 serve all later versions, too:")
        print(*(f"  {name}" for name in other_wheels()), sep="\n")
        print("Nothing was uploaded. The workflow does that when it gets the tag.")
    if problems:
        print(f"\n{tag} is not ready for a release. In the way:")
        print(*(f"  {line}" for line in problems), sep="\n")
        return 1
    print(f"\n{tag} is ready for a release.")
    if others:
        print(f"  git tag {tag} && git push origin {tag}")
    return 0


def other_wheels() -> list[str]:
    """The wheels that the workflow makes, by cibuildwheel's names for them; with later versions they are only tried."""
    newest = str(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["scikit-build"]["wheel"]["py-api"])
    names: set[str] = set()
    for platform in ("linux --archs x86_64,aarch64", "macos --archs x86_64,arm64", "windows --archs AMD64"):
        command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", *platform.split()]
        names.update(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())
    return sorted(name for name in names if name <= f"{newest}~")


if __name__ == "__main__":
    sys.exit(main())

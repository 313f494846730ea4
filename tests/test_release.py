"""What is uploaded one day: that pyproject.toml, workflows, README and the checks of `make release` agree."""

from __future__ import annotations

import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from release import artifacts, checks, smoke

from taquin.native import ENGINE
from tests.support import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
FORMS = sorted((ROOT / ".github").rglob("*.yml"))
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in (ROOT / ".github/workflows").glob("*.yml")}
VERSIONS = [line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]


def steps(workflow: str) -> list[dict[str, Any]]:
    return [step for job in WORKFLOWS[workflow]["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", [*FORMS, ROOT / "CITATION.cff"], ids=lambda path: str(path.name))
def test_yaml_is_yaml(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text()), dict)


def test_every_python_that_is_named_is_tested_and_has_a_wheel() -> None:
    assert VERSIONS[0] == PROJECT["requires-python"].removeprefix(">=")
    assert WORKFLOWS["test"]["jobs"]["matrix"]["strategy"]["matrix"]["python"] == VERSIONS
    assert PYPROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in VERSIONS]
    # One for the first; from the next on, one for all.
    assert PYPROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == f"cp{VERSIONS[1].replace('.', '')}"


def test_wheels_are_built_and_tested_on_the_same_systems_and_tried_by_the_same_program() -> None:
    wheels = WORKFLOWS["release"]["jobs"]["wheels"]["strategy"]["matrix"]["system"]
    assert wheels == WORKFLOWS["test"]["jobs"]["matrix"]["strategy"]["matrix"]["system"]
    assert {name.split("-")[0] for name in wheels} == {"ubuntu", "macos", "windows"}
    named = [PYPROJECT["tool"]["cibuildwheel"]["test-command"]]
    named += [step["run"] for name in WORKFLOWS for step in steps(name) if "smoke" in step.get("run", "")]
    assert len(named) >= 4
    assert all((ROOT / found).is_file() for line in named for found in re.findall(r"release/\w+\.py", line))


def test_only_one_job_may_upload_and_none_has_a_secret() -> None:
    text = "\n".join(path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml"))
    assert "secrets." not in text
    allowed = {name: job.get("permissions", {}) for name, job in WORKFLOWS["release"]["jobs"].items()}
    assert [name for name, rights in allowed.items() if "id-token" in rights] == ["publish"]
    publish = WORKFLOWS["release"]["jobs"]["publish"]
    assert set(publish["needs"]) == set(allowed) - {"publish"}
    uploads = [step for step in publish["steps"] if "publish" in step.get("uses", "")]
    assert [step["if"] for step in uploads] == ["github.ref_type == 'tag'"]
    assert any("python -m release check dist" in step.get("run", "") for step in publish["steps"])


def test_the_placeholders_stand_in_one_file_and_mean_one_repository() -> None:
    names = {line.split(":")[0] for line in checks.placeholders(ROOT)}
    assert names <= {"pyproject.toml"}
    base = checks.repository(ROOT)
    readme = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    assert all(f"{base}/" in rule["replacement"] for rule in readme["substitutions"])
    assert PROJECT["urls"]["Contact"]


def test_a_placeholder_is_refused(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "page.md").write_text(f"one\nhttps://{checks.PLACEHOLDER}/x\n")
    subprocess.run(["git", "-C", tmp_path, "add", "."], check=True)
    assert checks.placeholders(tmp_path) == [
        f"page.md:2: an address that only the owner knows: https://{checks.PLACEHOLDER}/x"
    ]
    assert checks.uncommitted(tmp_path) == ["not committed: A  page.md"]


@pytest.mark.parametrize(
    ("heading", "tag", "problem"),
    [
        ("## 1.2.3 (2026-11-18)", None, ""),
        ("## 1.2.3 (2026-11-18)", "v1.2.3", ""),
        ("## 1.2.3 (2026-11-18)", "v1.2.4", "not v1.2.3"),
        ("## 1.2.3 (not released yet)", None, "no date"),
        ("## 1.2.2 (2026-11-18)", None, "begins with 1.2.2"),
        ("## Plans", None, "VERSION"),
        ("Plans", None, "VERSION"),
    ],
)
def test_version_changelog_and_tag_agree(tmp_path: Path, heading: str, tag: str | None, problem: str) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "src/taquin").mkdir(parents=True)
    (tmp_path / "src/taquin/__init__.py").write_text('"""A package."""\n\n__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Changes\n\n{heading}\n\n- One.\n")
    found = checks.changelog_problems(tmp_path, tag)
    assert [problem in line for line in found] == ([True] if problem else [])


def test_links_are_whole_and_lead_somewhere(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# A page\n\n## What's *new*, here\n")
    base = "https://example.invalid/taquin"
    good = f"""
# Top of it
[a]({base}/blob/v1/docs/page.md) [b]({base}/blob/v1/docs/page.md#whats-new-here) [c](#top-of-it)
[d](https://example.invalid/else) [e]({base}/tree/v1/docs) <img src="{base}/raw/v1/docs/page.md">
```
[no link](at all)
```
"""
    assert checks.broken_links(good, ["docs/page.md"], base, tmp_path) == []
    bad = ["docs/page.md", "#nowhere", f"{base}/blob/v1/gone.md", f"{base}/blob/v1/docs/page.md#gone", "ftp://x", ""]
    for link in bad:
        assert len(checks.broken_links(f"[a]({link})", ["docs/page.md"], base, tmp_path)) == 1, link


def test_the_links_of_the_readme_work_on_the_package_index_too() -> None:
    text = (ROOT / "README.md").read_text()
    for rule in PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    assert "/blob/HEAD/docs/" in text
    assert checks.broken_links(text, checks.tracked(ROOT), checks.repository(ROOT), ROOT) == []


def test_links_and_pictures_of_every_kind_become_whole() -> None:
    base = checks.repository(ROOT)
    text = (
        '[![p](a.svg)](b.md) ![q](https://x/c.svg) [d](https://x) [e](#f) <img width="9" src="g.svg"> <a href="h.md">'
    )
    for rule in PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    assert text == (
        f"[![p]({base}/raw/HEAD/a.svg)]({base}/blob/HEAD/b.md) ![q](https://x/c.svg) [d](https://x) [e](#f) "
        f'<img width="9" src="{base}/raw/HEAD/g.svg"> <a href="{base}/blob/HEAD/h.md">'
    )


def test_a_wheel_with_too_little_or_too_much_is_refused(tmp_path: Path) -> None:
    sources = [name for name in checks.tracked(ROOT) if name.startswith("src/taquin/")]
    modules = {f"taquin/{place}_core.so": "" for place in ("", "newer/")}
    whole = {name.removeprefix("src/"): "" for name in sources} | modules

    def problems(files: dict[str, str], tag: str = "cp311-cp311-manylinux_2_28_x86_64") -> list[str]:
        wheel = tmp_path / f"taquin-1-{tag}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return artifacts.wrong_inside(ROOT, wheel)

    def without(*left_out: str) -> dict[str, str]:
        return {name: content for name, content in whole.items() if name not in left_out}

    assert problems(whole) == []
    assert problems(without("taquin/py.typed")) == ["without taquin/py.typed"]
    assert problems({**whole, "tests/x.py": ""}) == ["with tests/x.py"]
    assert problems(without("taquin/newer/_core.so")) == ["no core for newer processors: built for one machine only"]
    assert problems(without("taquin/newer/_core.so"), "cp311-cp311-macosx_11_0_arm64") == []
    assert problems(without(*modules))[0] == "no compiled core"
    assert problems(without(*modules), "py3-none-any") == []
    assert problems({**whole, "taquin/py.typed": 5 * 2**20 * "x"}) == ["5.0 MB, more than 4"]


def test_who_cites_it_cites_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (cited["version"], cited["license"]) == (checks.version(ROOT), PROJECT["license"])
    assert cited["title"] == "Taquin" and cited["cff-version"] == "1.2.0"
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


@pytest.mark.journey
@pytest.mark.parametrize("check", smoke.CHECKS[2:], ids=lambda check: str(check.__name__))
def test_what_every_wheel_must_pass_passes_here(check: Any) -> None:
    """All but its place, and the time that its import takes, which a busy machine makes longer."""
    assert check(ENGINE, False)

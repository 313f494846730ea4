"""What is measured: the TOML file of an experiment, checked, and the jobs it stands for.

title = "..."                         one line
source = "..."                        where the published figures come from
about = "..."                         what a reader should know

[solver.NAME]                         options of `solve`: heuristic, engine, tables, threads, quality;
algorithm = "weighted-astar"          or a teaching algorithm with its heuristic and its own option:
weight = 2                            weight, depth or width
[[grid]]                              every solver on every board of every dataset
datasets = ["korf100"]
solvers = ["NAME"]
boards = ["1", "2"]                   only the boards with these ids; all without it
first = 10                            only the first so many of each dataset
limits = { seconds = 60 }             seconds, nodes or memory of one board
[[grid]]                              or another measure, for all combinations of its lists:
measure = "heuristic"                 heuristic (shape, heuristic) or distances (shape, metric, home)
heuristic = ["manhattan"]
shape = ["3x3"]

[report]
group = ["dataset", "solver"]         one row a combination of these
figures = ["length", "generated"]     their means; published.KEY is a figure of the dataset
compare = { generated = "nodes" }     board by board against a figure of the dataset, same, better or worse
[[published]]                         a figure to compare a mean with
where = { solver = "NAME" }
figure = "generated"
value = 363028080
exact = true                          the same boards: any difference counts; else only one beyond chance
[[plot]]                              see plots.py
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import islice, product
from math import inf
from pathlib import Path
from typing import Any

from taquin.datasets import Instance, dataset
from taquin.errors import TaquinError
from taquin.lab.problems import problems

__all__ = ["Experiment", "built_in_names", "built_in_text", "load_experiment"]

Job = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A checked experiment. `content` is its whole TOML document, which the records of a run belong to."""

    name: str
    content: Mapping[str, Any] = field(repr=False)
    file: str | None = None
    """Where it was read from, if it is not built in."""

    @property
    def title(self) -> str:
        """One line."""
        return str(self.content["title"])

    def jobs(self) -> Iterator[Job]:
        """All that is to be measured, numbered from 1 in `line`, always in the same order."""
        number = 0
        origin = {"experiment": self.name} | ({} if self.file is None else {"file": self.file})
        for grid in self.content["grid"]:
            for job in self._grid_jobs(grid):
                number += 1
                yield {"line": number, **origin, **job}

    def with_first(self, boards: int) -> Experiment:
        """The same on the first so many boards of each dataset; other measures stay as they are."""
        grids = [
            grid if "measure" in grid else {**grid, "first": min(boards, grid.get("first", boards))}
            for grid in self.content["grid"]
        ]
        return replace(self, content={**self.content, "grid": grids})

    def count(self) -> int:
        """How many jobs there are."""
        return sum(_size(grid) for grid in self.content["grid"])

    def _grid_jobs(self, grid: Mapping[str, Any]) -> Iterator[Job]:
        if "measure" in grid:
            names = [name for name in grid if name != "measure"]
            for values in product(*(_as_list(grid[name]) for name in names)):
                yield {"measure": grid["measure"], **dict(zip(names, values, strict=True))}
            return
        for name, solver in product(grid["datasets"], grid["solvers"]):
            for instance in _instances(name, grid):
                board = instance.to_json()
                yield {
                    "measure": "solve",
                    "dataset": name,
                    "solver": solver,
                    "options": self.content["solver"][solver],
                    "limits": grid.get("limits", {}),
                    **{key: board[key] for key in ("id", "board", "goal")},
                    "published": dict(instance.figures),
                }


def built_in_names() -> list[str]:
    """The experiments that come with the package."""
    folder = files("taquin.lab").joinpath("experiments")
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))


def built_in_text(name: str) -> str:
    """The TOML file of an experiment that comes with the package; raises TaquinError where there is no such one."""
    if name not in built_in_names():
        raise TaquinError(f"no experiment {name}: 'taquin lab list' lists them")
    return files("taquin.lab").joinpath("experiments", f"{name}.toml").read_text("utf-8")


def load_experiment(name: str) -> Experiment:
    """A built-in experiment by its name, or one from a TOML file; raises TaquinError naming what is wrong with it."""
    file = None
    try:
        if name in built_in_names():
            text = built_in_text(name)
        else:
            path = Path(name)
            if not path.is_file():
                raise TaquinError(f"no file and no experiment {name}: 'taquin lab list' lists them")
            file, name, text = name, path.stem, path.read_text("utf-8")
        content = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TaquinError(f"experiment {name}: {error}") from None
    if found := list(problems(content)):
        raise TaquinError(f"experiment {name}: {'; '.join(found)}")
    return Experiment(name, content, file)


def _instances(name: str, grid: Mapping[str, Any]) -> Iterator[Instance]:
    """The boards of a dataset that a grid asks for; raises TaquinError where it has no such board."""
    wanted, first = grid.get("boards"), grid.get("first")
    if wanted is None:
        return islice(dataset(name).instances(), first)
    boards = {instance.id: instance for instance in dataset(name).instances() if instance.id in wanted}
    if missing := [board for board in wanted if board not in boards]:
        raise TaquinError(f"the dataset {name} has no board {', '.join(missing)}")
    return (boards[board] for board in wanted[:first])


def _size(grid: Mapping[str, Any]) -> int:
    if "measure" in grid:
        size = 1
        for name, values in grid.items():
            size *= 1 if name == "measure" else len(_as_list(values))
        return size
    boards = (
        min(dataset(name).count, grid.get("first", inf)) if "boards" not in grid else len(list(_instances(name, grid)))
        for name in grid["datasets"]
    )
    return len(grid["solvers"]) * int(sum(boards))


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]

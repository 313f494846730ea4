"""Experiments: a TOML file in, JSON lines, then tables and plots out.

`experiment (problems) -> jobs -> measures (through batch) -> records -> report / diff`

- An experiment (`experiments/*.toml`, or a file of yours) is a grid of solvers and datasets, or of other measures, with
  the figures that were published for it.
- A record is one JSON line: what was measured, and everything that is needed to measure it again.
- A report puts means with their confidence intervals beside the published figures: same, better or worse.
- A diff compares two sets of records, board by board, and says what is noise: times are judged over repeats.
"""

from taquin.lab.experiment import Experiment, built_in_names, load_experiment
from taquin.lab.records import read_records

__all__ = ["Experiment", "built_in_names", "load_experiment", "read_records"]

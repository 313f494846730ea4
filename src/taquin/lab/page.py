"""A whole report in a folder: the tables in every form, the plots, and one HTML page with all of it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from taquin.files import export
from taquin.lab.experiment import Experiment
from taquin.lab.plots import NEEDED, can_draw, draw_plots
from taquin.lab.record import Record
from taquin.lab.report import tables
from taquin.lab.tables import FORMS

__all__ = ["write_report"]

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #8884; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
img { max-width: 100%; background: white; }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } }
"""
_ENDINGS = {"markdown": "md", "csv": "csv", "latex": "tex"}


def write_report(experiment: Experiment, records: Sequence[Record], folder: Path, plots: str) -> list[Path]:
    """Write everything into the folder; `plots` is svg, png or none. The paths, the page last.

    Without matplotlib the page has no plots, and says so.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = tables(experiment, records)
    paths = []
    for form, ending in _ENDINGS.items():
        path = folder / f"{experiment.name}.{ending}"
        export(path, "\n".join(FORMS[form](table) for table in made))
        paths.append(path)
    drawing = plots != "none" and can_draw()
    pictures = draw_plots(experiment, records, folder, plots) if drawing else []
    body = [f"<p>{html.escape(str(experiment.content.get('about', '')))}</p>"]
    body += [f'<p><img src="{html.escape(path.name)}" alt="{html.escape(path.stem)}"></p>' for path in pictures]
    if plots != "none" and not drawing and experiment.content.get("plot"):
        body.append(f"<p>{html.escape(NEEDED)}</p>")
    body += [FORMS["html"](table) for table in made]
    page = folder / f"{experiment.name}.html"
    export(
        page,
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{html.escape(experiment.title)}</title>\n'
        f"<style>{_STYLE}</style>\n<h1>{html.escape(experiment.title)}</h1>\n" + "\n".join(body) + "</html>\n",
    )
    return [*paths, *pictures, page]

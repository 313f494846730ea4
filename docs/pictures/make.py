"""Take the pictures of the first page: `make pictures` runs this file, which writes every picture beside it.

The terminal is what the command prints, drawn by rich; the solve is drawn tile by tile; the page is a real one in
Chromium. A picture is taken anew where the program looks different, and looked at before it is committed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from io import StringIO
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from taquin import Board, solve

HERE = Path(__file__).parent
BOARD = "1 3 8 6/9 2 7 4/13 5 0 12/10 11 14 15"
COLUMNS = 64
SIDE, GAP = 72, 6
"""Pixels of a tile, and between two."""
STEPS = 3
"""Pictures of a tile on its way."""
STEP_MS, LAST_MS = 60, 2500
WARM_MS = 3000
"""Milliseconds after which the tables of the shape are surely there."""
SIZE = {"width": 1280, "height": 800}


def terminal() -> str:
    """`taquin solve` in a terminal, as an SVG that fetches no font."""
    program = Path(sys.executable).with_name("taquin")
    environment = {**os.environ, "COLUMNS": str(COLUMNS)}
    said = subprocess.check_output([program, "solve", BOARD], env=environment, text=True)
    said = "".join(line for line in said.splitlines(keepends=True) if not line.startswith("Time "))
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Text(f'$ taquin solve "{BOARD}"\n') + Text.from_ansi(said))
    svg = console.export_svg(title="taquin solve", theme=MONOKAI, unique_id="terminal")
    svg = re.sub(r"<!--.*?-->|@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "'DejaVu Sans Mono', Menlo, Consolas, monospace")


def frame(board: Board, tile: int = 0, shift: tuple[float, float] = (0, 0)) -> Image.Image:
    """A board, one of its tiles part of a cell away from its place."""
    across = SIDE + GAP
    image = Image.new("RGB", (board.width * across + GAP, board.height * across + GAP), "#37474f")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(30)
    for cell, number in enumerate(board.tiles):
        if number:
            row, column = divmod(cell, board.width)
            x, y = (shift[0], shift[1]) if number == tile else (0, 0)
            left, top = GAP + (column + x) * across, GAP + (row + y) * across
            home = number == cell + 1
            draw.rounded_rectangle((left, top, left + SIDE, top + SIDE), 8, "#80cbc4" if home else "#eceff1")
            draw.text((left + SIDE / 2, top + SIDE / 2), str(number), "#263238", font, anchor="mm")
    return image


def film() -> list[Image.Image]:
    """The shortest solution, every tile sliding into the blank."""
    boards = list(solve(Board.parse(BOARD), optimal=True).boards())
    frames = [frame(boards[0])]
    for before, after in pairwise(boards):
        tile = before.tiles[after.blank]
        row, column = divmod(after.blank, before.width)
        down, right = before.blank // before.width - row, before.blank % before.width - column
        frames += [frame(before, tile, (right * part / STEPS, down * part / STEPS)) for part in range(1, STEPS)]
        frames.append(frame(after))
    return frames


def page(path: Path, scheme: str) -> None:
    """The page with a solution, in Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as cache, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "taquin", "web", "--no-browser"],
            stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "TAQUIN_CACHE": os.environ.get("TAQUIN_CACHE", cache)},
        )  # fmt: skip
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = browser.new_page(viewport=SIZE, color_scheme=scheme, locale="en-GB")  # type: ignore[arg-type]
        tiles = BOARD.replace(" ", ",")
        shown.goto(f"{found.group()}#size=4x4&board={tiles}")
        shown.wait_for_selector("html[data-ready]")
        shown.locator("#tab-solve").click()
        shown.locator("#solve").click()
        shown.locator("#solution-note").wait_for(timeout=120_000)
        shown.wait_for_timeout(WARM_MS)
        shown.locator("#solve").click()  # again: the time of a first search is that of a start
        shown.locator("#solution-note").wait_for(timeout=120_000)
        shown.wait_for_timeout(1000)
        shot = path.with_suffix(".full.png")
        shown.screenshot(path=shot)
        Image.open(shot).convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(path, optimize=True)
        shot.unlink()
        browser.close()
        server.terminate()
        server.wait()


def main() -> None:
    """Write all of them."""
    (HERE / "terminal.svg").write_text(terminal())
    first, *others = [image.quantize(16) for image in film()]
    times = [900, *[STEP_MS] * (len(others) - 1), LAST_MS]
    first.save(HERE / "solve.gif", save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    page(HERE / "page.png", "light")


if __name__ == "__main__":
    main()

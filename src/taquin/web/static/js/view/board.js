// The board on the screen: a grid of cells, each with its tile. A move exchanges contents and lets the tiles slide
// from where they were, so the order that a screen reader hears is always the order on the board.

import { INVERSE, slide } from "../model/board.js";
import { h } from "./dom.js";

const TAP = 8; // pixels that a finger may tremble
const SMALLEST_CELL = 38;
const SMALLEST_IN_SHEET = 20; // where the board is looked at more than played

export class BoardView {
  // act: { slide(cell), swipe(move), swap(a, b) }; words: labels for the screen reader
  constructor(grid, frame, act, words) {
    Object.assign(this, { grid, frame, act, words, board: null, cells: [], editing: false, chosen: -1, offsets: new Map() });
    grid.addEventListener("pointerdown", (event) => this.#press(event));
    grid.addEventListener("pointermove", (event) => this.#drag(event));
    grid.addEventListener("pointerup", (event) => this.#release(event));
    grid.addEventListener("pointercancel", () => this.#cancel());
    new ResizeObserver(() => this.fit()).observe(frame.parentElement);
  }

  // look: { goal, picture, numbered, motion (ms), finished, editing }
  render(board, look) {
    const sized = this.board && this.board.width === board.width && this.board.height === board.height;
    const before = sized ? this.board : null;
    this.board = board;
    this.look = look;
    this.editing = look.editing;
    if (!sized) this.#build();
    const where = new Map();
    if (before) before.tiles.forEach((tile, cell) => where.set(tile, cell));
    const changed = board.tiles.reduce((count, tile, cell) => count + (before?.tiles[cell] !== tile), 0);
    const still = !before || look.motion <= 0 || changed > 2 * Math.max(board.width, board.height);
    board.tiles.forEach((tile, cell) => {
      this.#dress(cell, tile);
      if (still || tile === 0 || before.tiles[cell] === tile) return;
      this.#glide(cell, where.get(tile), look.motion);
    });
    this.offsets.clear();
    if (before?.blank !== board.blank) this.#reveal(board.blank);
    this.grid.classList.toggle("finished", look.finished);
    this.grid.classList.toggle("editing", look.editing);
    this.grid.classList.toggle("picture", Boolean(look.picture));
    this.grid.classList.toggle("numbered", Boolean(look.picture) && look.numbered);
  }

  #build() {
    const { width, height } = this.board;
    this.cells = [];
    const rows = [];
    for (let row = 0; row < height; row += 1) {
      const cells = [];
      for (let column = 0; column < width; column += 1) {
        const tile = h("div", { class: "tile" });
        cells.push(h("div", { class: "cell", role: "gridcell", "data-cell": row * width + column }, tile));
      }
      this.cells.push(...cells);
      rows.push(h("div", { class: "row", role: "row" }, cells));
    }
    this.grid.replaceChildren(...rows);
    this.grid.setAttribute("aria-label", this.words.board(width, height));
    this.fit();
  }

  // Cells as large as the room allows; a board that would be too small to tap can be panned instead.
  fit() {
    if (!this.board) return;
    const { width, height } = this.board;
    const room = this.frame.parentElement.clientWidth;
    // Beside the panels everything below the board shall be seen as well; that takes some 320 pixels.
    // On a phone with an open sheet the board is small, so that it can stay.
    const sheet = document.body.dataset.sheet === "open" && matchMedia("(max-width: 860px)").matches;
    const tall = sheet ? innerHeight * 0.31 : Math.max(260, Math.min(room < 420 ? innerHeight * 0.56 : innerHeight - 320, 760));
    const [gap, edge] = room < 640 ? [4, 7] : [5, 10];
    const cell = Math.floor(Math.min((room - 2 * edge + gap) / width - gap, (tall - 2 * edge + gap) / height - gap, 160));
    const smallest = sheet ? SMALLEST_IN_SHEET : SMALLEST_CELL;
    const size = Math.max(smallest, cell);
    this.cell = size;
    this.pitch = size + gap;
    this.frame.classList.toggle("large", cell < smallest);
    for (const [name, value] of Object.entries({ cell: size, gap, edge })) this.frame.style.setProperty(`--${name}`, `${value}px`);
    this.frame.parentElement.style.setProperty("--board-size", `${Math.min(room, Math.max(470, width * this.pitch + 2 * edge))}px`);
    if (this.look?.picture) this.board.tiles.forEach((tile, index) => this.#dress(index, tile));
  }

  #dress(cell, number) {
    const element = this.cells[cell];
    const tile = element.firstChild;
    const { goal, picture } = this.look;
    element.classList.toggle("blank", number === 0);
    element.setAttribute("aria-label", number === 0 ? this.words.blank() : this.words.tile(number));
    tile.hidden = number === 0;
    tile.textContent = number || "";
    tile.className = `tile${number > 99 ? " three" : ""}${goal.tiles[cell] === number ? " home" : ""}`;
    tile.style.backgroundImage = picture && number ? `url(${picture.url})` : "";
    if (picture && number) {
      const home = goal.tiles.indexOf(number);
      const { width, height } = this.board;
      const pitch = this.pitch;
      tile.style.backgroundSize = `${width * pitch}px ${height * pitch}px`;
      tile.style.backgroundPosition = `${-(home % width) * pitch}px ${-Math.floor(home / width) * pitch}px`;
    }
  }

  #glide(cell, from, motion) {
    const { width } = this.board;
    const pitch = this.pitch;
    const dragged = this.offsets.get(from) ?? [0, 0];
    const x = ((from % width) - (cell % width)) * pitch + dragged[0];
    const y = (Math.floor(from / width) - Math.floor(cell / width)) * pitch + dragged[1];
    const tile = this.cells[cell].firstChild;
    tile.getAnimations().forEach((animation) => animation.cancel());
    const left = Math.min(1, Math.hypot(x, y) / pitch);
    tile.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: motion * Math.max(0.3, left), easing: "cubic-bezier(.3,.7,.3,1)" });
  }

  // Marks: a hint's tile and its aim, a tile of the Kurang table with the smaller ones after it, the cells where X = 1,
  // the tiles of a step by hand with their aims and those that stand already.
  mark({ tile = null, aim = null, paired = null, shaded = null, lit = null, away = false } = {}) {
    this.board?.tiles.forEach((number, cell) => {
      const element = this.cells[cell];
      element.firstChild.classList.toggle("marked", (tile !== null && number === tile) || Boolean(lit?.tiles.has(number)));
      element.firstChild.classList.toggle("fixed", Boolean(lit?.fixed.has(number)));
      element.firstChild.classList.toggle("paired", Boolean(paired?.smaller.has(number)));
      element.firstChild.classList.toggle("chosen", (this.editing && cell === this.chosen) || paired?.tile === number);
      element.classList.toggle("aim", aim === cell || Boolean(lit?.aims.has(cell)) || (number === 0 && Boolean(paired?.smaller.has(0))));
      element.classList.toggle("shaded", Boolean(shaded?.has(cell)));
    });
    this.grid.classList.toggle("away", away);
    if (tile !== null) this.#reveal(this.board.tiles.indexOf(tile));
  }

  // Pan a large board to where something happens.
  #reveal(cell) {
    const { frame, pitch } = this;
    if (!frame.classList.contains("large")) return;
    const [x, y] = [(cell % this.board.width) * pitch, Math.floor(cell / this.board.width) * pitch];
    const hidden = x < frame.scrollLeft + pitch || x > frame.scrollLeft + frame.clientWidth - 2 * pitch
      || y < frame.scrollTop + pitch || y > frame.scrollTop + frame.clientHeight - 2 * pitch;
    if (hidden) frame.scrollTo({ left: x - frame.clientWidth / 2, top: y - frame.clientHeight / 2, behavior: this.look.motion > 0 ? "smooth" : "auto" });
  }

  #cellAt(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return element && this.grid.contains(element) ? Number(element.dataset.cell) : -1;
  }

  #press(event) {
    if (event.button !== 0 || this.press) return;
    const cell = this.#cellAt(event);
    if (cell < 0) return;
    const moves = this.editing ? "" : slide(this.board, cell);
    this.press = { cell, moves, x: event.clientX, y: event.clientY, shift: 0 };
    if (!this.frame.classList.contains("large") || event.pointerType === "mouse") this.grid.setPointerCapture(event.pointerId);
  }

  #drag(event) {
    const press = this.press;
    if (!press?.moves) return;
    // Tiles go against the blank: where the blank would move left, the tile moves right.
    const sign = "LU".includes(press.moves[0]) ? 1 : -1;
    const across = "LR".includes(press.moves[0]);
    const delta = (across ? event.clientX - press.x : event.clientY - press.y) * sign;
    press.shift = Math.max(0, Math.min(delta, this.pitch));
    for (const cell of this.#between(press)) {
      const shift = press.shift * sign;
      this.cells[cell].firstChild.style.transform = across ? `translateX(${shift}px)` : `translateY(${shift}px)`;
    }
  }

  #between({ cell, moves }) {
    const step = { L: 1, R: -1, U: this.board.width, D: -this.board.width }[moves[0]];
    return Array.from(moves, (_, index) => cell + index * step);
  }

  #release(event) {
    const press = this.press;
    this.press = null;
    if (!press) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    const tapped = Math.hypot(x, y) < TAP;
    if (this.editing) {
      this.#edit(press.cell, tapped ? press.cell : this.#cellAt(event));
    } else if (press.moves) {
      const sign = "LU".includes(press.moves[0]) ? 1 : -1;
      const offset = "LR".includes(press.moves[0]) ? [press.shift * sign, 0] : [0, press.shift * sign];
      for (const cell of this.#between(press)) {
        this.cells[cell].firstChild.style.transform = "";
        this.offsets.set(cell, offset);
      }
      if (tapped || press.shift > this.pitch * 0.35) this.act.slide(press.cell);
      else this.offsets.clear();
    } else if (!tapped && Math.max(Math.abs(x), Math.abs(y)) > 24) {
      const direction = Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U";
      this.act.swipe(INVERSE[direction]);
    }
  }

  #cancel() {
    if (this.press?.moves) for (const cell of this.#between(this.press)) this.cells[cell].firstChild.style.transform = "";
    this.press = null;
  }

  // Editing: drag one cell onto another, or choose one and then the other.
  #edit(from, to) {
    if (to < 0) return;
    if (from !== to) {
      this.chosen = -1;
      this.act.swap(from, to);
    } else if (this.chosen < 0) {
      this.chosen = from;
      this.mark();
    } else {
      const first = this.chosen;
      this.chosen = -1;
      if (first !== from) this.act.swap(first, from);
      else this.mark();
    }
  }

  chooseCell(cell) {
    this.#edit(cell, cell);
  }

  setCursor(cell) {
    this.cursor = cell;
    this.cells.forEach((element, index) => element.classList.toggle("cursor", index === cell));
    this.words.announce(this.cells[cell].getAttribute("aria-label"));
  }
}

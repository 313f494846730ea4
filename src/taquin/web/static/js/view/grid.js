// A small board: a grid of cells, each with its tile. A move exchanges contents and lets the tiles slide from where they
// were, so the order that a screen reader hears is always the order on the board.

import { h } from "./dom.js";

const ON_CELL = new Set(["aim", "shaded", "cursor"]); // marks of the cell; the others are the tile's

export class Grid {
  constructor(element, frame, words) {
    Object.assign(this, { element, frame, words, cells: [], offsets: new Map(), sliding: new Map(), marked: [], pans: false });
  }

  show({ width, height }) {
    this.cells = [];
    const rows = [];
    for (let row = 0; row < height; row += 1) {
      const cells = Array.from({ length: width }, (_, column) => h("div", { class: "cell", role: "gridcell", "data-cell": row * width + column }, h("div", { class: "tile" })));
      this.cells.push(...cells);
      rows.push(h("div", { class: "row", role: "row" }, cells));
    }
    this.marked = [];
    this.element.hidden = false;
    this.element.replaceChildren(...rows);
  }

  hide() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  fit(size, room, tall) {
    const { width, height } = size;
    const [gap, edge] = room < 640 ? [4, 7] : [5, 10];
    const cell = Math.floor(Math.min((room - 2 * edge + gap) / width - gap, (tall - 2 * edge + gap) / height - gap, 160));
    Object.assign(this, { size, gap, pitch: cell + gap });
    for (const [name, value] of Object.entries({ cell, gap, edge })) this.frame.style.setProperty(`--${name}`, `${value}px`);
    return width * this.pitch + 2 * edge;
  }

  dress(board, look) {
    this.element.setAttribute("aria-label", this.words.board(board.width, board.height));
    this.home = new Map(look.picture ? look.goal.tiles.map((tile, cell) => [tile, cell]) : []);
    board.tiles.forEach((tile, cell) => this.#dress(board, look, cell, tile));
    this.element.classList.toggle("editing", look.editing);
    this.element.classList.toggle("picture", Boolean(look.picture));
    this.element.classList.toggle("numbered", Boolean(look.picture) && look.numbered);
  }

  finish({ finished }) {
    this.element.classList.toggle("finished", finished);
  }

  render(before, board, look) {
    const changed = [];
    for (let cell = 0; cell < board.tiles.length; cell += 1) if (board.tiles[cell] !== before.tiles[cell]) changed.push(cell);
    const still = look.motion <= 0 || changed.length > 2 * Math.max(board.width, board.height);
    for (const cell of changed) {
      const tile = board.tiles[cell];
      this.#dress(board, look, cell, tile);
      if (!still && tile) this.#glide(board, cell, changed.find((other) => before.tiles[other] === tile), look.motion);
    }
    this.offsets.clear();
  }

  #dress(board, { goal, picture }, cell, number) {
    const element = this.cells[cell];
    const tile = element.firstChild;
    element.classList.toggle("blank", number === 0);
    element.setAttribute("aria-label", number === 0 ? this.words.blank() : this.words.tile(number));
    tile.hidden = number === 0;
    tile.textContent = number || "";
    tile.className = `tile${number > 99 ? " three" : ""}${goal.tiles[cell] === number ? " home" : ""}`;
    tile.style.transform = "";
    if (picture && number) {
      const [home, { width, height }, { pitch }] = [this.home.get(number), board, this];
      tile.style.backgroundImage = `url(${picture.url})`;
      tile.style.backgroundSize = `${width * pitch}px ${height * pitch}px`;
      tile.style.backgroundPosition = `${-(home % width) * pitch}px ${-Math.floor(home / width) * pitch}px`;
    } else if (tile.style.backgroundImage) tile.style.backgroundImage = "";
  }

  #glide({ width }, cell, from, motion) {
    const { pitch } = this;
    const dragged = this.offsets.get(from) ?? [0, 0];
    const x = ((from % width) - (cell % width)) * pitch + dragged[0];
    const y = (Math.floor(from / width) - Math.floor(cell / width)) * pitch + dragged[1];
    this.sliding.get(cell)?.cancel();
    const left = Math.min(1, Math.hypot(x, y) / pitch);
    const timing = { duration: motion * Math.max(0.3, left), easing: "cubic-bezier(.3,.7,.3,1)" };
    this.sliding.set(cell, this.cells[cell].firstChild.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], timing));
  }

  mark(found) {
    for (const [element, name] of this.marked) element.classList.remove(name);
    this.marked = found.map(([cell, name]) => [ON_CELL.has(name) ? this.cells[cell] : this.cells[cell].firstChild, name]);
    for (const [element, name] of this.marked) element.classList.add(name);
  }

  // While a tile is dragged, it and those before it follow the pointer.
  shift(cells, x, y) {
    for (const cell of cells) {
      this.cells[cell].firstChild.style.transform = `translate(${x}px, ${y}px)`;
      this.offsets.set(cell, [x, y]);
    }
  }

  settle(cells, slides) {
    for (const cell of cells) this.cells[cell].firstChild.style.transform = "";
    if (!slides) this.offsets.clear();
  }

  // By where the cells are, not by what is seen there: a tile that still slides belongs to the cell that it slides to.
  cellAt(event) {
    const { left, top } = this.element.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    const [column, row] = at.map((value) => Math.floor(value / this.pitch));
    const between = at.some((value) => value % this.pitch > this.pitch - this.gap);
    const { width, height } = this.size;
    return !between && column >= 0 && row >= 0 && column < width && row < height ? row * width + column : -1;
  }

  reveal() { /* all of a small board is always in view */ }
}

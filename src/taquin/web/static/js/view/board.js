// The board on the screen, on one of two surfaces: small boards are elements that a screen reader walks through, large
// ones are painted. Both have the same methods: show, hide, fit, render, dress, mark, shift, settle, cellAt, reveal.

import { Canvas } from "./canvas.js";
import { Gestures } from "./gestures.js";
import { Grid } from "./grid.js";

const LARGEST_GRID = 12; // cells on a side
const AROUND = 165; // pixels above an open sheet for the counters, the message and the player
const LEAST = 150; // pixels of a board above an open sheet
const BESIDE = 8; // pixels that stay free around a board that has the whole height

export class BoardView {
  // act: { slide(cell), swipe(move), swap(a, b) }; words: labels for the screen reader
  constructor(grid, frame, act, words) {
    Object.assign(this, { frame, act, words, board: null, look: null, chosen: -1, cursor: 0, marks: {} });
    this.grid = new Grid(grid, frame, words);
    this.canvas = new Canvas(frame, words);
    this.surface = this.grid;
    new Gestures(frame, this, this.grid); // a swipe may begin beside the tiles
    new Gestures(this.canvas.element, this, this.canvas);
    new ResizeObserver(() => this.fit()).observe(frame.parentElement);
  }

  get editing() {
    return this.look.editing;
  }

  get pitch() {
    return this.surface.pitch;
  }

  // look: { goal, picture, numbered, motion (ms), finished, editing, theme }. Only the cells that changed are touched.
  render(board, look) {
    const before = this.board;
    const sized = before?.width === board.width && before?.height === board.height;
    const dressed = sized && ["goal", "picture", "numbered", "editing", "theme", "language"].every((name) => this.look[name] === look[name]);
    this.board = board;
    this.look = look;
    if (!sized) {
      this.#choose(board);
      this.chosen = -1;
      this.cursor = 0;
    }
    if (!dressed) this.surface.dress(board, look);
    else if (before !== board) this.surface.render(before, board, look);
    this.surface.finish(look);
    if (before && before.blank !== board.blank) this.surface.reveal(board.blank);
  }

  #choose({ width, height }) {
    const surface = Math.max(width, height) > LARGEST_GRID ? this.canvas : this.grid;
    if (surface !== this.surface) this.surface.hide();
    this.surface = surface;
    surface.show(this.board);
    this.fit();
  }

  // Cells as large as the room allows.
  fit() {
    const table = this.frame.parentElement;
    if (!this.board || !table.clientWidth) return; // where the table is not seen, there is no room to measure
    const share = Number(getComputedStyle(table).getPropertyValue("--beside")); // of the width, where all else is beside it
    const room = table.clientWidth * (share || 1) - (share ? BESIDE : 0);
    // Everything below the board shall be seen as well; that takes some 320 pixels, and more where the panels are a
    // sheet at the bottom. Where that sheet is open the board is small, so that it can stay.
    const narrow = matchMedia("(max-width: 860px)").matches;
    const sheet = narrow && document.body.dataset.sheet === "open" && document.querySelector(".side");
    const high = innerHeight - parseFloat(getComputedStyle(document.body).paddingTop); // below a notice at the top
    const beside = Math.min(room < 420 ? Math.max(300, Math.min(high * 0.56, high - 445)) : high - (narrow ? 400 : 320), 760);
    const tall = share ? high - BESIDE : sheet ? Math.max(LEAST, Math.min(high * 0.31, high - sheet.offsetHeight - AROUND)) : Math.max(260, beside);
    const taken = this.surface.fit(this.board, room, tall, Boolean(share || sheet));
    table.style.setProperty("--board-size", `${Math.min(room, Math.max(520, taken))}px`);
    if (this.look && (this.surface === this.canvas || this.look.picture)) {
      this.surface.dress(this.board, this.look);
      this.mark(this.marks);
    }
  }

  // Marks: a hint's tile and its aim, a tile of the Kurang table with the smaller ones after it, the cells where X = 1,
  // and what a panel points out: tiles, the cells where they go, tiles that stay.
  mark(marks = this.marks) {
    this.marks = marks;
    if (!this.board) return;
    const { tile = null, aim = null, paired = null, shaded = null, lit = null, away = false } = marks;
    const found = [];
    if (tile !== null) found.push([this.board.tiles.indexOf(tile), "marked"]);
    if (aim !== null) found.push([aim, "aim"]);
    for (const cell of shaded ?? []) found.push([cell, "shaded"]);
    for (const cell of lit?.aims ?? []) found.push([cell, "aim"]);
    if (lit) this.board.tiles.forEach((number, cell) => {
      if (lit.fixed.has(number)) found.push([cell, "fixed"]);
      if (lit.tiles.has(number)) found.push([cell, "marked"]);
    });
    if (paired) this.board.tiles.forEach((number, cell) => {
      if (number === paired.tile) found.push([cell, "chosen"]);
      else if (paired.smaller.has(number)) found.push([cell, number ? "paired" : "aim"]);
    });
    if (this.editing && this.chosen >= 0) found.push([this.chosen, "chosen"]);
    if (this.editing && this.pointed) found.push([this.cursor, "cursor"]);
    this.surface.mark(found, this.board, this.look);
    this.frame.classList.toggle("away", away);
    if (tile !== null) this.surface.reveal(this.board.tiles.indexOf(tile));
  }

  // 0 shows all of a large board again; the point (x, y) stays where it is.
  zoom(factor, x, y) {
    if (this.surface === this.canvas) this.canvas.zoomBy(factor, x, y);
  }

  // Editing: drag one cell onto another, or choose one and then the other.
  edit(from, to) {
    if (to < 0) return;
    const first = this.chosen;
    this.chosen = from === to && first < 0 ? from : -1;
    if (from !== to) this.act.swap(from, to);
    else if (first >= 0 && first !== from) this.act.swap(first, from);
    else this.mark();
  }

  chooseCell(cell) {
    this.edit(cell, cell);
  }

  setCursor(cell) {
    this.cursor = cell;
    this.pointed = true;
    this.mark();
    const tile = this.board.tiles[cell];
    this.words.announce(tile ? this.words.tile(tile) : this.words.blank());
  }
}

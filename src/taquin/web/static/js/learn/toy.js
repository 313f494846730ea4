// A small board to play with: click or drag a tile, or use the arrow keys. In "slide" a tile next to the blank moves into
// it; in "exchange" any two tiles change places, which no real puzzle allows.

import { t } from "../i18n.js";
import { INVERSE, apply, slide, swapCells } from "../model/board.js";
import { h } from "../view/dom.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const TAP = 8; // pixels that a finger may tremble

export class Toy {
  // `changed(board, move)` is called after every change; `badge(tile, cell)` may give a small number for a tile.
  constructor(board, changed, badge = () => null) {
    Object.assign(this, { board, changed, badge, mode: "slide", chosen: -1, dragged: false });
    this.element = h("div", { class: "toy", role: "group", "aria-label": t("learn_toy"), onkeydown: (event) => this.#key(event) });
    this.element.style.setProperty("--columns", board.width);
    this.cells = board.tiles.map((_, cell) => h("button", { class: "toy-tile", onclick: () => this.dragged || this.#press(cell), onpointerdown: (event) => this.#grab(event, cell) }));
    this.element.append(...this.cells);
    this.draw();
  }

  draw() {
    this.board.tiles.forEach((tile, cell) => {
      const badge = tile ? this.badge(tile, cell) : null;
      const element = this.cells[cell];
      element.className = `toy-tile${tile ? "" : " empty"}${cell === this.chosen ? " chosen" : ""}`;
      element.setAttribute("aria-label", (tile ? t("tile", { n: tile }) : t("blank")) + (badge === null ? "" : `, h = ${badge}`));
      element.textContent = tile || "";
      if (badge === null) delete element.dataset.badge;
      else element.dataset.badge = badge; // drawn by the style sheet
    });
  }

  put(board, move = "") {
    this.board = board;
    this.chosen = -1;
    this.draw();
    this.changed(board, move);
  }

  setMode(mode) {
    this.mode = mode;
    this.chosen = -1;
    this.draw();
  }

  move(letter) {
    const board = apply(this.board, letter);
    if (board) this.put(board, letter);
  }

  #press(cell) {
    if (this.mode === "slide") {
      const moves = slide(this.board, cell);
      for (const move of moves) this.move(move);
    } else if (this.chosen < 0 || this.chosen === cell) {
      this.chosen = this.chosen === cell || this.board.tiles[cell] === 0 ? -1 : cell;
      this.draw();
    } else if (this.board.tiles[cell] !== 0) this.put(swapCells(this.board, this.chosen, cell));
  }

  // A tile that is let go over another cell: onto the blank it slides, onto a tile it changes places.
  #grab(event, cell) {
    const element = this.cells[cell];
    const [x, y] = [event.clientX, event.clientY];
    const shift = (now) => { element.style.translate = `${now.clientX - x}px ${now.clientY - y}px`; };
    const drop = (now) => {
      element.removeEventListener("pointermove", shift);
      element.style.translate = "";
      if (Math.hypot(now.clientX - x, now.clientY - y) < TAP) return; // a click, which comes by itself
      this.dragged = true;
      const over = document.elementsFromPoint(now.clientX, now.clientY).map((one) => this.cells.indexOf(one)).find((index) => index >= 0 && index !== cell);
      if (over === undefined || this.board.tiles[cell] === 0) return;
      const onBlank = this.board.tiles[over] === 0;
      if (this.mode === "exchange" && !onBlank) this.put(swapCells(this.board, cell, over));
      else if (this.mode === "slide" && onBlank) this.#press(cell);
    };
    this.dragged = false;
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", shift);
    element.addEventListener("pointerup", drop, { once: true });
    element.addEventListener("pointercancel", drop, { once: true });
  }

  #key(event) {
    this.dragged = false;
    if (!(event.key in ARROWS) || this.mode !== "slide") return;
    event.preventDefault();
    this.move(INVERSE[ARROWS[event.key]]); // an arrow slides a tile in its direction, as on the large board
  }
}

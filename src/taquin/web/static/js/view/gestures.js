// What a pointer does to the board: tap, drag, swipe, hover, pan, zoom with two fingers, and exchange two cells while
// editing.

import { INVERSE, slide } from "../model/board.js";

const TAP = 8; // pixels that a finger may tremble
const SWIPE = 24; // pixels from which a stroke counts
const ENOUGH = 0.35; // the part of its way that a dragged tile must have gone

export class Gestures {
  // element: where a pointer may begin; surface: the one of the view's surfaces that lies there
  constructor(element, view, surface) {
    Object.assign(this, { element, view, surface, press: null, fingers: new Map() });
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#release(event));
    element.addEventListener("pointercancel", (event) => this.#cancel(event));
  }

  #press(event) {
    const { view } = this;
    if (view.surface !== this.surface) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size > 1) this.#drop();
    if (event.button !== 0 || this.press || this.fingers.size > 1) return;
    const cell = view.surface.cellAt(event); // -1 between the tiles and on the frame, where one can swipe
    if (cell < 0 && view.editing) return;
    const moves = view.editing || cell < 0 ? "" : slide(view.board, cell);
    this.press = { cell, moves, x: event.clientX, y: event.clientY, shift: 0, pans: !moves && !view.editing && view.surface.pans };
    this.element.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const { press, view } = this;
    if (view.surface !== this.surface) return undefined;
    if (this.fingers.size === 2 && this.fingers.has(event.pointerId)) return this.#pinch(event);
    if (!press) return this.#hover(event);
    if (press.pans) {
      view.surface.pan(press.x - event.clientX, press.y - event.clientY);
      Object.assign(press, { x: event.clientX, y: event.clientY });
    }
    if (!press.moves) return undefined;
    // Tiles go against the blank: where the blank would move left, the tile moves right.
    const [sign, across] = [signOf(press), isAcross(press)];
    const delta = (across ? event.clientX - press.x : event.clientY - press.y) * sign;
    press.shift = Math.max(0, Math.min(delta, view.pitch));
    return view.surface.shift(this.#between(press), across ? press.shift * sign : 0, across ? 0 : press.shift * sign);
  }

  #pinch(event) {
    const spread = () => {
      const [one, other] = [...this.fingers.values()];
      return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    };
    const before = spread();
    this.fingers.set(event.pointerId, event);
    const [one, other] = [...this.fingers.values()];
    const { left, top } = this.element.getBoundingClientRect();
    if (before > 0) this.view.zoom(spread() / before, (one.clientX + other.clientX) / 2 - left, (one.clientY + other.clientY) / 2 - top);
  }

  // Where that is chosen, tiles follow the mouse: each one that it passes slides.
  #hover(event) {
    const { view } = this;
    if (!view.look?.hover || view.editing || event.pointerType !== "mouse") return;
    const cell = view.surface.cellAt(event);
    if (cell >= 0 && cell !== view.board.blank && slide(view.board, cell)) view.act.slide(cell);
  }

  // The cells that slide together, the pressed one first.
  #between({ cell, moves }) {
    const { width } = this.view.board;
    const step = { L: 1, R: -1, U: width, D: -width }[moves[0]];
    return Array.from(moves, (_, index) => cell + index * step);
  }

  #release(event) {
    const { press, view } = this;
    this.fingers.delete(event.pointerId);
    this.press = null;
    if (!press || press.pans) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    const tapped = Math.hypot(x, y) < TAP;
    if (view.editing) view.edit(press.cell, tapped ? press.cell : view.surface.cellAt(event));
    else if (!this.#slides(press, tapped) && Math.max(Math.abs(x), Math.abs(y)) > SWIPE) {
      const move = INVERSE[Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U"];
      if (move !== press.moves[0]) view.act.swipe(move); // a tile that was dragged too short a way goes back
    }
  }

  // Whether the pressed tile was tapped, or dragged far enough towards the blank: then it slides.
  #slides(press, tapped) {
    if (!press.moves) return false;
    const slides = tapped || press.shift > this.view.pitch * ENOUGH;
    this.view.surface.settle(this.#between(press), slides);
    if (slides) this.view.act.slide(press.cell);
    return slides;
  }

  #cancel(event) {
    this.fingers.delete(event.pointerId);
    this.#drop();
  }

  #drop() {
    if (this.press?.moves) this.view.surface.settle(this.#between(this.press), false);
    this.press = null;
  }
}

function signOf({ moves }) {
  return "LU".includes(moves[0]) ? 1 : -1;
}

function isAcross({ moves }) {
  return "LR".includes(moves[0]);
}

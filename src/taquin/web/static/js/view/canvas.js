// A large board: painted, all of it at first, so that one sees how order spreads; each tile in the colour of its
// distance from home. One can zoom in and pan; then a small overview shows where one is. Only what changed is painted.

import { positions } from "../model/solvability.js";
import { h } from "./dom.js";
import { Overview, YELLOW } from "./overview.js";
import { shadesOf } from "./shades.js";

const EDGE = 10; // pixels around the board
const TOOLS = [48, 70]; // pixels for the zoom: beside the board, or below it
const READABLE = 19; // pixels of a cell from which on its number is written
const LARGEST_CELL = 56;
const VEILS = { shaded: "rgb(0 0 0 / .3)", paired: "rgb(200 50 30 / .8)", fixed: "rgb(40 160 90 / .6)" };

export class Canvas {
  constructor(frame, words) {
    Object.assign(this, { frame, words, base: 1, zoom: 1, x: 0, y: 0, marks: [], offset: null });
    this.element = h("canvas", { id: "canvas", role: "img", tabindex: "0", "aria-describedby": "keys-note" });
    this.overview = new Overview((column, row) => this.#go(column, row));
    this.box = h("div", { class: "canvas", hidden: true }, this.element, this.overview.element);
    const button = (id, label, text, act) => h("button", { id, "data-i18n-label": label, onclick: act }, text);
    this.tools = h("div", { class: "zoom", role: "group", "data-i18n-label": "zoom", hidden: true },
      button("zoom-out", "zoom_out", "−", () => this.zoomBy(1 / 1.6)), button("zoom-in", "zoom_in", "+", () => this.zoomBy(1.6)), button("zoom-fit", "zoom_fit", "⤢", () => this.zoomBy(0)),
      h("span", { class: "soft small" }, h("i", { class: "scale" }), h("span", { "data-i18n": "distance_colours" })));
    frame.append(this.box);
    frame.after(this.tools);
    this.pen = this.element.getContext("2d");
    this.element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetX, event.offsetY);
    }, { passive: false });
  }

  get pans() {
    return this.zoom > 1;
  }

  show() {
    Object.assign(this, { zoom: 1, x: 0, y: 0 });
    this.box.hidden = this.tools.hidden = false;
  }

  hide() {
    this.box.hidden = this.tools.hidden = true;
    this.board = null;
  }

  // beside: whether the zoom is beside the board, or below it
  fit({ width, height }, room, tall, beside) {
    const [across, down] = beside ? [room - 2 * EDGE - TOOLS[0], tall - 2 * EDGE] : [room - 2 * EDGE, tall - TOOLS[1]];
    const base = Math.min(across / width, down / height, LARGEST_CELL);
    const [x, y] = [this.x, this.y].map((value) => (value * base) / this.base); // the same part of the board
    Object.assign(this, { base, x, y, size: [width * base, height * base] });
    this.frame.style.setProperty("--edge", `${EDGE}px`);
    const ratio = devicePixelRatio || 1;
    for (const [index, name] of ["width", "height"].entries()) {
      this.element[name] = Math.round(this.size[index] * ratio);
      this.element.style[name] = `${this.size[index]}px`;
    }
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.overview.fit(width, height, Math.min(...this.size));
    return this.size[0] + 2 * EDGE;
  }

  get pitch() {
    return this.base * this.zoom;
  }

  dress(board, look) {
    const style = getComputedStyle(this.frame);
    this.ground = style.backgroundColor;
    this.element.setAttribute("aria-label", this.words.board(board.width, board.height));
    this.home = positions(look.goal);
    this.colorOf = shadesOf(board, this.home, this.ground);
    Object.assign(this, { board, look });
    this.paint();
  }

  finish({ finished }) {
    if (this.box.classList.contains("finished") !== finished) this.box.classList.toggle("finished", finished);
  }

  render(before, board, look) {
    Object.assign(this, { board, look });
    const changed = [];
    for (let cell = 0; cell < board.tiles.length; cell += 1) if (board.tiles[cell] !== before.tiles[cell]) changed.push(cell);
    this.offset = null;
    if (look.motion > 0 && this.pitch >= READABLE && changed.length <= Math.max(board.width, board.height)) this.#glide(before, changed);
    else {
      cancelAnimationFrame(this.gliding);
      for (const cell of changed) this.#cell(cell);
    }
    if (this.zoom > 1) for (const cell of changed) this.overview.dot(board, this.colorOf, cell);
    if (this.zoom > 1) this.#placeOverview();
  }

  paint() {
    const [width, height] = this.size;
    this.pen.fillStyle = this.ground;
    this.pen.fillRect(0, 0, width, height);
    const { pitch } = this;
    const [left, right] = [Math.floor(this.x / pitch), Math.min(this.board.width - 1, Math.floor((this.x + width - 0.01) / pitch))];
    const [top, bottom] = [Math.floor(this.y / pitch), Math.min(this.board.height - 1, Math.floor((this.y + height - 0.01) / pitch))];
    for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) this.#cell(row * this.board.width + column, false);
    for (const [cell, name] of this.marks) this.#mark(cell, name);
    this.#showOverview();
  }

  #corner(cell) {
    const { width } = this.board;
    return [(cell % width) * this.pitch - this.x, Math.floor(cell / width) * this.pitch - this.y];
  }

  #cell(cell, clear = true) {
    const [x, y] = this.#corner(cell);
    if (clear) this.#clear(x, y);
    const tile = this.board.tiles[cell];
    if (tile) this.#tile(tile, cell, x, y);
  }

  #clear(x, y) {
    this.pen.fillStyle = this.ground;
    this.pen.fillRect(x - 0.5, y - 0.5, this.pitch + 1, this.pitch + 1);
  }

  #tile(tile, cell, x, y) {
    const { pen, pitch, look: { picture, numbered } } = this;
    const gap = pitch > 6 ? Math.max(0.5, pitch * 0.04) : 0.25;
    const side = pitch - 2 * gap;
    if (picture) this.#part(tile, x + gap, y + gap, side);
    else {
      pen.fillStyle = this.colorOf(tile, cell);
      if (pitch < READABLE) pen.fillRect(x + gap, y + gap, side, side);
      else {
        pen.beginPath();
        pen.roundRect(x + gap, y + gap, side, side, pitch * 0.14);
        pen.fill();
      }
    }
    if (pitch < READABLE || (picture && !numbered)) return;
    pen.fillStyle = "#fff";
    pen.font = `650 ${Math.round(pitch * (tile > 999 ? 0.3 : 0.36))}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(tile), x + pitch / 2, y + pitch / 2 + 1);
  }

  #part(tile, x, y, side) {
    const { image } = this.look.picture;
    const { width, height } = this.board;
    const [w, h] = [image.naturalWidth / width, image.naturalHeight / height];
    this.pen.drawImage(image, (this.home[tile] % width) * w, Math.floor(this.home[tile] / width) * h, w, h, x, y, side, side);
  }

  #glide(before, changed) {
    const { board } = this;
    const from = new Map(changed.map((cell) => [before.tiles[cell], cell]));
    const began = performance.now();
    cancelAnimationFrame(this.gliding);
    const frame = () => {
      const part = Math.min(1, (performance.now() - began) / this.look.motion);
      if (this.board !== board) return;
      for (const cell of changed) this.#clear(...this.#corner(cell));
      for (const cell of changed) {
        const tile = board.tiles[cell];
        if (!tile) continue;
        const [[x, y], [fromX, fromY]] = [this.#corner(cell), this.#corner(from.get(tile))];
        this.#tile(tile, cell, fromX + (x - fromX) * part, fromY + (y - fromY) * part);
      }
      if (part < 1) this.gliding = requestAnimationFrame(frame);
    };
    frame();
  }

  mark(found) {
    if (!found.length && !this.marks.length) return;
    this.marks = found;
    if (this.board) this.paint();
  }

  // A mark stays visible where a cell is only some pixels wide.
  #mark(cell, name) {
    const { pen, pitch } = this;
    const [x, y] = this.#corner(cell);
    if (name in VEILS) {
      pen.fillStyle = VEILS[name];
      return pen.fillRect(x, y, pitch, pitch);
    }
    const more = Math.max(0, (18 - pitch) / 2);
    pen.lineWidth = 3;
    pen.setLineDash(name === "aim" ? [5, 4] : []);
    pen.strokeStyle = name === "marked" || name === "aim" ? YELLOW : "#fff";
    pen.strokeRect(x - more + 1.5, y - more + 1.5, pitch + 2 * more - 3, pitch + 2 * more - 3);
    return pen.setLineDash([]);
  }

  #showOverview() {
    this.overview.element.hidden = this.zoom <= 1;
    if (this.zoom <= 1) return;
    this.overview.paint(this.board, this.colorOf, [this.x, this.y, ...this.size].map((value) => value / this.pitch));
    this.#placeOverview();
  }

  // It covers neither the blank nor what is marked, where one of the corners is free of them.
  #placeOverview() {
    const cells = [this.board.blank, ...this.marks.map(([cell]) => cell)];
    this.overview.place(this.size, cells.map((cell) => this.#corner(cell)), this.pitch);
  }

  // 0 shows all of the board again; the point (x, y) of the canvas stays where it is.
  zoomBy(factor, x = this.size[0] / 2, y = this.size[1] / 2) {
    const before = this.zoom;
    this.zoom = Math.max(1, Math.min(before * factor, LARGEST_CELL / this.base));
    const grown = this.zoom / before;
    [this.x, this.y] = [(this.x + x) * grown - x, (this.y + y) * grown - y];
    this.pan(0, 0);
  }

  pan(x, y) {
    const most = (index) => this.size[index] * (this.zoom - 1);
    this.x = Math.max(0, Math.min(this.x + x, most(0)));
    this.y = Math.max(0, Math.min(this.y + y, most(1)));
    this.paint();
  }

  #go(column, row) {
    [this.x, this.y] = [column * this.pitch - this.size[0] / 2, row * this.pitch - this.size[1] / 2];
    this.pan(0, 0);
  }

  reveal(cell) {
    if (this.zoom <= 1) return;
    const [x, y] = this.#corner(cell);
    const inside = x > 0 && y > 0 && x + this.pitch < this.size[0] && y + this.pitch < this.size[1];
    if (!inside) this.#go(cell % this.board.width, Math.floor(cell / this.board.width));
  }

  shift() { /* a painted tile slides when it is let go */ }

  settle() { /* nothing was shifted */ }

  cellAt(event) {
    const { left, top } = this.element.getBoundingClientRect();
    const column = Math.floor((event.clientX - left + this.x) / this.pitch);
    const row = Math.floor((event.clientY - top + this.y) / this.pitch);
    const { width, height } = this.board;
    return column >= 0 && row >= 0 && column < width && row < height ? row * width + column : -1;
  }
}

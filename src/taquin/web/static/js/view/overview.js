// All of a large board in small, while one looks at a part of it: a dot for each tile, and the part in a frame.

import { h } from "./dom.js";

const SIDE = 120; // pixels

export const YELLOW = "#ffc53d"; // what is pointed out, on tiles of any colour

export class Overview {
  // go(column, row): a point of the board that was chosen
  constructor(go) {
    this.element = h("canvas", { class: "overview", "aria-hidden": "true", hidden: true });
    this.pen = this.element.getContext("2d");
    this.element.addEventListener("pointerdown", (event) => go(event.offsetX / this.size, event.offsetY / this.size));
  }

  fit(width, height) {
    this.size = Math.max(1, Math.floor(SIDE / Math.max(width, height))); // of a dot
    [this.element.width, this.element.height] = [width * this.size, height * this.size];
  }

  // part: left, top, width and height in cells
  paint(board, colorOf, part) {
    board.tiles.forEach((_, cell) => this.dot(board, colorOf, cell));
    const [x, y, width, height] = part.map((value) => value * this.size);
    this.pen.strokeStyle = YELLOW;
    this.pen.lineWidth = 2;
    this.pen.strokeRect(x + 1, y + 1, width - 2, height - 2);
  }

  dot(board, colorOf, cell) {
    this.pen.fillStyle = colorOf(board.tiles[cell], cell);
    this.pen.fillRect((cell % board.width) * this.size, Math.floor(cell / board.width) * this.size, this.size, this.size);
  }
}

// All of a large board in small, while one looks at a part of it: a dot for each tile, and the part in a frame.

import { h } from "./dom.js";

const SIDE = 120; // pixels, at most
const SHARE = 0.3; // of the board that is seen, at most
const MARGIN = 6; // pixels to the corner

export const YELLOW = "#ffc53d"; // what is pointed out, on tiles of any colour

export class Overview {
  // go(column, row): a point of the board that was chosen
  constructor(go) {
    this.element = h("canvas", { class: "overview", "aria-hidden": "true", hidden: true });
    this.pen = this.element.getContext("2d");
    this.element.addEventListener("pointerdown", (event) => go(event.offsetX / this.size, event.offsetY / this.size));
  }

  fit(width, height, room) {
    this.size = Math.max(1, Math.floor(Math.min(SIDE, room * SHARE) / Math.max(width, height))); // of a dot
    [this.element.width, this.element.height] = [width * this.size, height * this.size];
  }

  // In the first corner of a view of this size where it covers none of the cells that begin at these points.
  place([width, height], points, pitch) {
    const { element } = this;
    const [right, bottom] = [width - element.width - MARGIN, height - element.height - MARGIN];
    const corners = [[right, bottom], [MARGIN, bottom], [MARGIN, MARGIN], [right, MARGIN]];
    const covers = ([left, top]) => points.some(([x, y]) => x < left + element.width && x + pitch > left && y < top + element.height && y + pitch > top);
    const [left, top] = corners.find((corner) => !covers(corner)) ?? corners[0];
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
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

// The large board that follows the search: the tiles, the one that slid last, what each adds to h, and its way home.

import { number } from "../i18n.js";
import { h, s } from "../view/dom.js";
import { distances } from "./shares.js";

const CELL = 100;
const LARGEST = 400; // cells of a board that is drawn

export class BoardPicture {
  constructor() {
    this.element = h("div", { class: "watch-picture" });
    this.tiles = new Map();
    this.shape = "";
  }

  // rows and target: boards as lists of rows; moved: a tile; shares: cell by cell or null; lines: whether to draw ways
  show({ rows, target, moved, shares, lines, label }) {
    const shape = `${rows[0].length}x${rows.length}`;
    if (shape !== this.shape) this.#build(rows, shape);
    if (!this.svg) return;
    this.svg.setAttribute("aria-label", label);
    const width = rows[0].length;
    const far = distances(rows, target);
    const cells = rows.flat();
    // One tile slides; where the search jumps to another part of its tree, the boards have nothing to do with each other.
    const changed = cells.filter((tile, cell) => tile !== this.cells?.[cell]).length;
    this.svg.classList.toggle("still", changed > 2);
    this.cells = cells;
    for (const [cell, tile] of cells.entries()) {
      const share = shares?.[cell];
      const [x, y] = [(cell % width) * CELL, Math.floor(cell / width) * CELL];
      if (!tile) {
        this.blank.textContent = share ? number(round(share)) : "";
        this.blank.setAttribute("x", x + CELL - 12);
        this.blank.setAttribute("y", y + 28);
        continue;
      }
      const { group, part } = this.tiles.get(tile);
      group.style.transform = `translate(${x}px, ${y}px)`;
      group.setAttribute("class", `piece${far[cell].home === cell ? " home" : ""}${tile === moved ? " moved" : ""}`);
      part.textContent = share === undefined || share === null ? "" : number(round(share));
      part.classList.toggle("none", share === 0);
    }
    this.ways.replaceChildren(...(lines ? cells.flatMap((tile, cell) => (tile && far[cell].home !== cell ? [way(cell, far[cell].home, width)] : [])) : []));
  }

  #build(rows, shape) {
    this.shape = shape;
    this.tiles.clear();
    this.cells = null;
    this.svg = null;
    const [width, height] = [rows[0].length, rows.length];
    this.element.replaceChildren();
    if (width * height > LARGEST) return;
    const tiles = rows.flat().filter(Boolean).sort((a, b) => a - b).map((tile) => {
      const part = s("text", { class: "share", x: CELL - 12, y: 28 });
      const long = tile > 99 ? " long" : "";
      const group = s("g", { class: "piece" }, s("rect", { x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 13 }), s("text", { class: `number${long}`, x: CELL / 2, y: CELL / 2 + 16 }, String(tile)), part);
      this.tiles.set(tile, { group, part });
      return group;
    });
    this.blank = s("text", { class: "share blank" });
    this.ways = s("g", { class: "ways" });
    this.svg = s("svg", { viewBox: `-8 -8 ${width * CELL + 16} ${height * CELL + 16}`, role: "img" },
      s("rect", { class: "frame-ground", x: -8, y: -8, width: width * CELL + 16, height: height * CELL + 16, rx: 18 }), tiles, this.ways, this.blank);
    this.svg.style.setProperty("--ratio", String(width / height));
    this.element.append(this.svg);
  }
}

function round(share) {
  return Math.round(share * 10) / 10;
}

// Along the row, then along the column, with a dot at home.
function way(cell, home, width) {
  const middle = (at) => [((at % width) + 0.5) * CELL, (Math.floor(at / width) + 0.5) * CELL];
  const [[x, y], [u, v]] = [middle(cell), middle(home)];
  const shift = (cell % 3) * 7 - 7; // ways that share a row or a column stay apart
  return s("g", {}, s("path", { d: `M${x + shift} ${y + shift}H${u + shift}V${v + shift}` }), s("circle", { cx: u + shift, cy: v + shift, r: 7 }));
}

// Chapter 3: h, f and A*.

import { ask } from "../api.js";
import { t } from "../i18n.js";
import { GOALS, fromRows, toText } from "../model/board.js";
import { figures, h } from "../view/dom.js";
import { nextNode } from "./next_node.js";
import { attempt, bars, heading, paragraph, ratio, search, task } from "./parts.js";
import { Toy } from "./toy.js";

const START = fromRows([[1, 3, 6], [4, 2, 0], [7, 5, 8]]);
const BOARD = "1 3 5/4 0 8/7 6 2"; // ten moves; A* expands 18 boards
const DEPTH = 18;

export function astar({ signal, done }) {
  const home = GOALS["blank-last"](3, 3).tiles;
  const steps = (tile, cell) => {
    const goal = home.indexOf(tile);
    return Math.abs((cell % 3) - (goal % 3)) + Math.abs(Math.floor(cell / 3) - Math.floor(goal / 3));
  };
  const sum = h("div", { class: "answer", "aria-live": "polite" });
  let made = 0;
  const changed = (board, move) => attempt(sum, async () => {
    if (move) made += 1;
    const check = await ask("check", { board: toText(board) }, signal);
    if (toText(toy.board) !== toText(board)) return;
    const { manhattan } = check;
    sum.replaceChildren(figures([["g", made], ["h", manhattan, "lesson-h"], ["f = g + h", made + manhattan, "lesson-f"]]));
  });
  const toy = new Toy(START, changed, steps);
  changed(START, "");
  return [
    paragraph("astar_guess"), paragraph("astar_manhattan"),
    h("div", { class: "figure" }, h("div", { class: "panel tight" }, toy.element), h("div", { class: "panel tight" }, paragraph("astar_try", {}, { class: "soft" }), sum)),
    paragraph("astar_f"),
    heading("question"), paragraph("names_newest", {}, { class: "soft" }), paragraph("astar_ask", {}, { class: "soft" }),
    nextNode({ request: { board: BOARD, algorithm: "astar", heuristic: "manhattan" }, order: "f", signal, onDone: done }),
    paragraph("astar_compare"),
    task("astar_run", (out) => compare(out, signal), { n: DEPTH }),
  ];
}

async function compare(out, signal) {
  const { board } = await ask("random", { width: 3, height: 3, distance: DEPTH }, signal);
  const rows = [];
  for (const algorithm of ["bfs", "astar"]) {
    const { result } = await search({ board: toText(fromRows(board)), algorithm }, signal);
    rows.push([algorithm === "bfs" ? t("learn_breadth_short") : "A*", result.generated, t("learn_boards_moves", { n: result.generated, length: result.length })]);
    out.replaceChildren(bars(rows));
  }
  const [[, breadth], [, astarMade]] = rows;
  out.append(paragraph("astar_ratio", { times: ratio(breadth, astarMade) }));
}

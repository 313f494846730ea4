// Chapter 2: breadth-first search, and what it costs.

import { ask } from "../api.js";
import { number, t } from "../i18n.js";
import { fromRows, toText } from "../model/board.js";
import { h } from "../view/dom.js";
import { nextNode } from "./next_node.js";
import { bars, heading, paragraph, rich, search, task } from "./parts.js";

const BOARD = "1 2 3/0 4 6/7 5 8"; // three moves from the goal
const DEPTHS = [4, 8, 12, 16];

export function breadth({ signal, done }) {
  return [
    paragraph("breadth_what"), paragraph("breadth_queue"),
    heading("question"), paragraph("names", {}, { class: "soft" }),
    nextNode({ request: { board: BOARD, algorithm: "bfs" }, order: "age", signal, onDone: done }),
    paragraph("breadth_shortest"), paragraph("breadth_cost"),
    task("breadth_run", (out) => grow(out, signal)),
  ];
}

async function grow(out, signal) {
  const rows = [];
  let last = null;
  for (const depth of DEPTHS) {
    const { board } = await ask("random", { width: 3, height: 3, distance: depth }, signal);
    const { result } = await search({ board: toText(fromRows(board)), algorithm: "bfs" }, signal);
    last = result;
    rows.push([t("moves", { n: depth }), result.generated, t("learn_boards", { n: result.generated })]);
    out.replaceChildren(bars(rows));
  }
  out.append(h("p", {}, rich(t("learn_breadth_factor", { factor: number(Math.round(last.branching_factor * 100) / 100) }))));
}

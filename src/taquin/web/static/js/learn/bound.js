// Chapter 5: branch and bound, as the course sheets do it.

import { number, t } from "../i18n.js";
import { readTrace, stateAt } from "../search/replay.js";
import { nextNode } from "./next_node.js";
import { bars, heading, paragraph, ratio, search, task } from "./parts.js";

const BOARD = "1 2 4 7/5 6 0 3/9 11 12 8/13 10 14 15"; // the first one of document 000: 11 moves, 70 nodes
const FIRST = 1; // the question to begin with: at the first one all live nodes are children of the start

export function bound({ signal, done }) {
  return [
    paragraph("bound_words"), paragraph("bound_cost"), paragraph("bound_rule"),
    heading("question"), paragraph("names_newest", {}, { class: "soft" }),
    nextNode({ request: { board: BOARD, algorithm: "bnb000" }, order: "f", signal, onDone: done, from: FIRST }),
    paragraph("bound_end"),
    task("bound_run", async (out) => {
      const { trace, result } = await search({ board: BOARD, algorithm: "bnb000", trace: true }, signal);
      const state = stateAt(readTrace(trace), trace.length);
      const least = Math.min(...state.open.values());
      out.replaceChildren(paragraph("bound_ended", { length: result.length, live: number(state.open.size), least: number(least) }));
    }),
    paragraph("bound_blank", {}, { class: "soft" }),
    paragraph("bound_compare"),
    task("bound_astar", async (out) => {
      const rows = [];
      for (const algorithm of ["bnb000", "astar"]) {
        const { result } = await search({ board: BOARD, algorithm }, signal);
        rows.push([algorithm === "astar" ? t("learn_astar_manhattan_name") : t("learn_bound_name"), result.generated, t("learn_boards_moves", { n: result.generated, length: result.length })]);
        out.replaceChildren(bars(rows));
      }
      const [[, sheet], [, astar]] = rows;
      out.append(paragraph("bound_ratio", { times: ratio(sheet, astar) }));
    }),
  ];
}

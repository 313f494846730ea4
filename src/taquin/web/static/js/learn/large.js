// Chapter 6: why 4x4 needs more than A*; IDA*, and tables.

import { ask } from "../api.js";
import { number, t } from "../i18n.js";
import { fromRows, toText } from "../model/board.js";
import { figures, h, miniBoard } from "../view/dom.js";
import { rounds } from "./judge.js";
import { attempt, bars, focusAnswers, heading, paragraph, question, ratio, search, task } from "./parts.js";

const LARGE = [[13, 6, 8, 12], [15, 14, 0, 10], [11, 7, 4, 5], [9, 1, 3, 2]]; // the first of Korf's hundred, turned round: 57 moves
const BOARDS = 10_461_394_944_000; // of size 4x4 that can be solved: half of 16!
const PATIENCE = 3; // seconds that A* gets on it
const SMALL = "8 1 3/4 0 2/7 6 5"; // IDA* needs three rounds
const COMPARED = 60; // seconds for each of three searches that take less than one: the computer may be busy
const DEPTH = 24; // of the board on which tables are compared

export function large({ signal, done }) {
  const board = toText(fromRows(LARGE));
  return [
    paragraph("large_many"),
    h("div", { class: "figure" }, h("p", {}, miniBoard(LARGE)), task("large_astar", (out) => tryAstar(out, board, signal), { n: PATIENCE })),
    paragraph("large_ida"),
    heading("question"), limits(signal, done),
    paragraph("large_tables"),
    task("large_compare", (out) => compare(out, signal), { n: DEPTH }),
    paragraph("large_engine"),
    task("large_solve", async (out) => {
      const { result } = await search({ board, seconds: 30 }, signal, (now) => out.replaceChildren(h("p", { class: "soft" }, now.building !== undefined ? t("building", { percent: Math.floor(100 * now.building) }) : t("searching"))));
      const time = `${number(Math.round(result.seconds * 1000))} ms`;
      out.replaceChildren(figures([[t("figure_total"), number(result.length)], [t("figure_generated"), number(result.generated)], [t("figure_time"), time]]), paragraph(result.optimal ? "large_proven" : "large_found", { n: result.length, bound: result.bound }));
    }),
  ];
}

async function tryAstar(out, board, signal) {
  const show = (now) => out.replaceChildren(figures([[t("figure_generated"), number(now.generated)], [t("figure_memory"), `${number(Math.ceil(now.memory / 1e6))} MB`], [t("figure_time"), `${Math.round(now.seconds)} s`]]));
  const { result } = await search({ board, algorithm: "astar", heuristic: "manhattan", seconds: PATIENCE }, signal, show);
  show(result);
  const bytes = Math.round(result.memory / result.generated);
  const all = Math.round((bytes * BOARDS) / 1e12);
  out.append(paragraph("large_gave_up", { n: result.bound, boards: number(result.generated), bytes: number(bytes), all: number(all) }));
}

async function compare(out, signal) {
  const { board } = await ask("random", { width: 3, height: 3, distance: DEPTH }, signal);
  const rows = [];
  for (const heuristic of ["manhattan", "linear-conflict", "patterns"]) {
    const { result } = await search({ board: toText(fromRows(board)), algorithm: "ida", heuristic, seconds: COMPARED }, signal);
    rows.push([t(`learn_h_${heuristic}`), result.generated, t("learn_boards", { n: result.generated })]);
    out.replaceChildren(bars(rows));
  }
  const [[, manhattan], , [, tables]] = rows;
  out.append(paragraph("large_ratio", { times: ratio(manhattan, tables) }));
}

// What is the next limit? A real IDA* is asked, round after round.
function limits(signal, done) {
  const place = h("div", { class: "quiz", "data-quiz": "ida" });
  attempt(place, async () => {
    place.replaceChildren(h("p", { class: "soft" }, t("searching")));
    const { trace, result } = await search({ board: SMALL, algorithm: "ida", heuristic: "manhattan", trace: true }, signal);
    const found = rounds(trace);
    const root = trace.find((event) => event.event === "expand");
    const start = h("div", { class: "line middle" }, miniBoard(root.board), paragraph("large_start", { h: root.h }));
    const show = (index) => {
      const { limit, expanded, cut } = found[index];
      if (index + 1 === found.length) {
        place.replaceChildren(start, paragraph("large_end", { number: index + 1, limit, length: result.length }, { class: "note good", tabindex: "-1" }));
        done();
        return;
      }
      const right = found[index + 1].limit;
      const list = cut.map(([f, times]) => t("learn_cut", { f, n: times })).join(", ");
      const following = h("button", { class: "primary", hidden: true, onclick: () => advance(index + 1) }, t("learn_next_round"));
      const options = [...new Set([limit + 1, ...cut.map(([f]) => f), right + 4])].sort((a, b) => a - b).slice(0, 4);
      place.replaceChildren(
        start,
        h("p", {}, t("learn_round", { number: index + 1, limit, n: expanded, list })),
        question({
          text: t("learn_which_limit"),
          choices: options.map((f) => [String(f), String(f)]),
          judge: (key) => ({ right: Number(key) === right, text: t(Number(key) === right ? "learn_limit_right" : Number(key) < right ? "learn_limit_small" : "learn_limit_large", { limit, next: right, chosen: key }) }),
          onRight: () => {
            following.hidden = false;
            following.focus();
          },
        }), h("div", { class: "line" }, following));
    };
    const advance = (index) => {
      show(index);
      if (index + 1 < found.length) focusAnswers(place);
      else place.querySelector(".note").focus();
    };
    show(0);
  });
  return place;
}

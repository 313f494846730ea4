// Chapter 4: admissible and consistent. The reader looks for the counterexample; the engine tells h and the truth.

import { number, t } from "../i18n.js";
import { GOALS, sameBoard, toText } from "../model/board.js";
import { figures, h, miniBoard, select } from "../view/dom.js";
import { attempt, heading, paragraph, question, search } from "./parts.js";
import { Toy } from "./toy.js";

const HEURISTICS = ["misplaced-blank", "hamming004", "nilsson", "misplaced", "manhattan"];
const ASKED = ["manhattan", "hamming004", "nilsson", "misplaced"];
const BOARD = [[1, 2, 0], [4, 5, 6], [7, 3, 8]]; // A* with nilsson takes 16 moves, and 10 are enough

export function admissible({ signal, done }) {
  const goal = GOALS["blank-last"](3, 3);
  let name = HEURISTICS[0];
  let before = null; // { board, h } before the last move
  const tasks = new Set();
  const passed = (what) => {
    tasks.add(what);
    left.textContent = stillLeft(tasks);
    if (tasks.size === 2) done();
  };
  const left = h("p", { class: "soft small", id: "still-left", role: "status" }, stillLeft(tasks));
  const out = h("div", { class: "answer", id: "counterexample", "aria-live": "polite" });
  const changed = (board, move) => attempt(out, async () => {
    const asked = name;
    const known = await estimate(board, asked, signal);
    if (asked !== name || !sameBoard(toy.board, board)) return; // another answer is on its way
    const found = said(known, move ? before : null, name);
    before = known;
    out.replaceChildren(figures([["h", number(known.h), "lesson-h"], [t("learn_truth"), number(known.truth), "lesson-truth"]]), ...found.parts);
    if (found.counterexample) passed("counterexample");
  });
  const toy = new Toy(goal, changed);
  const about = h("p", { class: "soft small" });
  const card = (one) => h("span", { class: "h-card" }, h("b", {}, one), h("span", { class: "small" }, counts(one)));
  const choose = (chosen) => {
    name = chosen;
    about.textContent = counts(name);
    before = null;
    toy.put(goal);
  };
  const field = h("label", { class: "field grow" }, "h", select(HEURISTICS.map((one) => [one, one]), name, choose, { id: "lesson-heuristic" }));
  choose(name);
  return [
    paragraph("admissible_what"), paragraph("consistent_what"),
    heading("admissible_make"), paragraph("admissible_try"),
    h("div", { class: "figure" }, h("div", { class: "panel tight" }, field, about, toy.element, h("div", {}, h("button", { onclick: () => toy.put(goal) }, t("learn_to_goal")))), out),
    paragraph("admissible_all"),
    heading("question"),
    h("div", { class: "quiz" }, h("p", { class: "ask" }, t("learn_admissible_ask")), h("p", {}, miniBoard(BOARD)), question({
      label: t("learn_admissible_ask"), choices: ASKED.map((one) => [one, card(one)]), judge: (key) => judge(key, signal), onRight: () => passed("question"),
    }), left),
  ];
}

// What an h counts, and no word of whether that may be too large: this is asked for.
const counts = (name) => t(`learn_counts_${name}`);

// What the chapter's tick still needs.
function stillLeft(tasks) {
  if (tasks.size === 2) return t("learn_score_done");
  if (tasks.size === 0) return t("learn_admissible_both");
  return t(tasks.has("question") ? "learn_admissible_left_counterexample" : "learn_admissible_left_question");
}

// h of a board, as a search with it tells, and the board's true distance, which the automatic solver proves.
async function estimate(board, heuristic, signal) {
  const text = toText(board);
  const [guess, truth] = await Promise.all([search({ board: text, algorithm: "hill-climbing", heuristic }, signal), search({ board: text }, signal)]);
  return { board, h: guess.result.estimates[0], truth: truth.result.length };
}

function said(now, before, name) {
  const parts = [];
  const values = { name, h: number(now.h), truth: number(now.truth) };
  const tooLarge = now.h > now.truth;
  if (tooLarge) parts.push(paragraph("too_large", values, { class: "note bad" }));
  const fall = before ? Math.abs(before.h - now.h) : 0;
  if (fall > 1) parts.push(paragraph("falls", { name, high: number(Math.max(before.h, now.h)), low: number(Math.min(before.h, now.h)) }, { class: "note bad" }));
  if (!parts.length) parts.push(paragraph(now.truth ? "not_too_large" : "at_goal", values, { class: "note" }));
  return { parts, counterexample: tooLarge || fall > 1 };
}

async function judge(heuristic, signal) {
  const board = BOARD.map((row) => row.join(" ")).join("/");
  const [{ result }, shortest] = await Promise.all([search({ board, algorithm: "astar", heuristic }, signal), search({ board }, signal)]);
  const values = { name: heuristic, length: result.length, shortest: shortest.result.length };
  const right = result.length > shortest.result.length;
  return { right, text: t(right ? "learn_admissible_right" : "learn_admissible_wrong", values) };
}

// Solve: choose, start, watch, stop; then the moves.

import { number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { figures, h } from "../view/dom.js";
import { aboutLine, algorithmField, heuristicField, limitFields } from "./choosers.js";
import { busyBar, busyText, liveFigures } from "./live.js";
import { MoveList } from "./moves.js";
import { Searching } from "./searching.js";

export function mount(app, root) {
  const form = { algorithm: "auto", heuristic: "", seconds: 30, nodes: null, memory: null };
  const search = new Searching((event) => {
    const found = search.result ?? (event === "improved" ? search.best : null);
    if (found?.moves !== null && found?.moves !== undefined && sameStart(app, search)) app.loadPlan(found.moves, found.optimal);
    drawState();
    if (event === "result") moves.draw();
  });
  const parts = { form: h("div", { class: "panel" }), bar: busyBar(), note: h("div", { "aria-live": "polite" }), figures: h("div") };
  const moves = new MoveList(app, () => estimate(app, search));
  root.replaceChildren(parts.form, h("div", { class: "panel tight", id: "solve-state" }, parts.bar, parts.note, parts.figures), moves.element);
  const drawForm = () => parts.form.replaceChildren(...formParts(app, form, search, drawForm));
  const drawState = () => {
    const note = stateNote(app, search);
    // Only what changed is put in anew: a screen reader reads it out.
    if (note.textContent !== parts.note.textContent) parts.note.replaceChildren(note);
    parts.bar.hidden = !search.active;
    parts.figures.replaceChildren(...stateFigures(search));
    root.querySelector("#solve").hidden = search.active;
    root.querySelector("#stop").hidden = !search.active;
  };
  drawForm();
  drawState();
  app.subscribe((state, patch) => {
    if (patch.info || patch.words) {
      drawForm();
      drawState();
    }
    if (patch.game && state.how === "push") {
      search.stop();
      search.reset();
      drawState();
    }
    if (patch.game || patch.words) moves.draw();
  });
  addEventListener("pagehide", () => search.stop());
}

function sameStart(app, search) {
  return toText(app.state.game.board) === search.request.board;
}

// g, h and f of the present step, where a teaching algorithm made the moves.
function estimate(app, search) {
  const { game } = app.state;
  const found = search.result?.estimates;
  const made = found && game.moves.endsWith(search.result.moves) ? game.moves.length - search.result.moves.length : -1;
  const step = game.position - made;
  return made >= 0 && step >= 0 ? { g: step, h: found[step], f: step + found[step] } : null;
}

function formParts(app, form, search, redraw) {
  const start = () => {
    const { board, goal } = app.state.game;
    const { algorithm, heuristic, seconds, nodes, memory } = form;
    app.stopPlaying();
    search.start({ board: toText(board), goal: goalText(goal), algorithm, heuristic, seconds, nodes, memory });
  };
  return [
    h("div", { class: "panel tight" }, h("div", { class: "line" }, algorithmField(app, form, { auto: true, onchange: redraw }), heuristicField(app, form)), aboutLine(app, form)),
    h("div", { class: "line" },
      h("button", { class: "primary", id: "solve", hidden: search.active, onclick: start }, t("solve")),
      h("button", { class: "danger", id: "stop", hidden: !search.active, onclick: () => search.stop() }, t("stop"))),
    limitFields(app, form),
  ].filter(Boolean);
}

function stateNote(app, search) {
  const { status, best, result, error } = search;
  if (status === "idle") return h("p");
  if (search.active) return h("p", { class: "soft" }, busyText(search));
  if (status === "failed") return h("p", { class: "note bad" }, t(error));
  if (status === "stopped") return h("p", { class: "note" }, h("strong", {}, t("stopped")), best ? t("best_so_far", { n: best.length, bound: best.bound }) : "");
  return resultNote(app, result);
}

function stateFigures(search) {
  if (search.active || search.status === "stopped") return search.progress ? [liveFigures(search)] : [];
  return search.status === "done" ? [resultFigures(search.result)] : [];
}

function resultNote(app, result) {
  if (result.outcome === "unsolvable") {
    return h("div", { class: "note bad" }, h("strong", {}, t("puzzle_unsolvable")), h("button", { id: "why", onclick: () => app.set({ panel: "check" }) }, t("why")));
  }
  if (result.outcome !== "solved") return h("p", { class: "note" }, h("strong", {}, t(result.reason ? "not_found" : "limit_reached")), t("bound_proven", { n: result.bound }));
  if (result.length === 0) return h("p", { class: "note good", id: "solution-note" }, t("already_solved"));
  const quality = result.optimal ? t("proven") : t("not_proven", { bound: result.bound });
  return h("p", { class: "note good", id: "solution-note" }, h("strong", {}, t("moves", { n: result.length })), quality);
}

function resultFigures(result) {
  if (result.outcome === "unsolvable") return "";
  return figures([
    ...(result.length_mtm === null ? [] : [[t("figure_total"), number(result.length), "total-moves"], [t("figure_mtm"), number(result.length_mtm), "mtm"]]),
    [t("figure_time"), `${number(Math.round(result.seconds * 10_000) / 10)} ms`, "time"],
    [t("figure_generated"), number(result.generated), "generated"], [t("figure_expanded"), number(result.expanded), "expanded"],
  ]);
}

// Solve: choose, start, watch, stop; then the moves. What is shown here always belongs to the board on the screen: a
// result stands beside the timeline that has its moves, and goes when that timeline goes.

import { inMetric, number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { seek, solutionLine } from "../model/game.js";
import { caveatOf } from "../model/guarantee.js";
import { fewest } from "../race/fewest.js";
import { verdictOf } from "../search/words.js";
import { bringIntoSheet } from "../view/chrome.js";
import { figures, h } from "../view/dom.js";
import { Analysis } from "./analysis.js";
import { algorithmFields, entryOf, limitFields, metricField } from "./choosers.js";
import { boundOf, busyBar, busyText, lengthIn, liveFigures } from "./live.js";
import { MoveList } from "./moves.js";
import { Searching } from "./searching.js";

const JUDGING = 30; // seconds for the solver that judges another's solution
const LIMITS = { seconds: 30, nodes: null, memory: null }; // as long as nobody says otherwise

// Limits as a part of the address, those that are not as usual: seconds=5&nodes=100000&memory=1048576
function writeLimits(form) {
  return Object.fromEntries(Object.keys(LIMITS).filter((name) => form[name] !== LIMITS[name]).map((name) => [name, String(form[name])]));
}

function readLimits(details = {}) {
  const read = (name) => (details[name] && Number(details[name]) >= 0 ? Number(details[name]) : LIMITS[name]);
  return Object.fromEntries(Object.keys(LIMITS).map((name) => [name, read(name)]));
}

function withLimits({ details }, form) {
  const others = Object.entries(details.solve ?? {}).filter(([name]) => !Object.hasOwn(LIMITS, name));
  return { ...details, solve: { ...Object.fromEntries(others), ...writeLimits(form) } };
}

export function mount(app, root) {
  const form = { algorithm: "auto", heuristic: "", ...LIMITS };
  const search = new Searching((event) => {
    if (event === "improved" || event === "result") take(app, search);
    drawState();
    if (event === "result") {
      moves.draw();
      judge(search).then(drawState);
    }
  });
  const parts = { form: h("div", { class: "panel" }), bar: busyBar(), note: h("div", { "aria-live": "polite" }), figures: h("div") };
  const analysis = new Analysis(app, () => moves.draw());
  const moves = new MoveList(app, () => estimate(app, search), (number) => analysis.verdict(number));
  root.replaceChildren(parts.form, h("div", { class: "panel tight", id: "solve-state" }, parts.bar, parts.note, parts.figures), analysis.element, moves.element);
  const start = () => begin(app, form, search);
  let { metric } = app.state;
  const drawForm = () => parts.form.replaceChildren(...formParts(app, form, search, start));
  const drawState = () => {
    const note = stateNote(app, search);
    // Only what changed is put in anew: a screen reader reads it out.
    if (note.textContent !== parts.note.textContent) {
      parts.note.replaceChildren(note);
      if (note.textContent && app.state.panel === "solve") bringIntoSheet(parts.note);
    }
    parts.bar.hidden = !search.active;
    parts.figures.replaceChildren(...stateFigures(app, search));
    const [solve, stop] = ["#solve", "#stop"].map((id) => root.querySelector(id));
    const held = [solve, stop].includes(document.activeElement); // who stands on the one gets the other
    Object.assign(solve, { hidden: search.active });
    Object.assign(stop, { hidden: !search.active });
    if (held) (search.active ? stop : solve).focus();
  };
  // A link tells whose solution it shows: that search runs again, because a link proves nothing.
  const repeat = () => {
    const { solver, game, panel, info } = app.state;
    if (!solver || search.asked || panel !== "solve" || !info) return;
    if (!entryOf(app, solver.algorithm)) return void app.set({ solver: null });
    Object.assign(form, { algorithm: solver.algorithm, heuristic: solver.heuristic });
    drawForm();
    begin(app, form, search, seek(game, solver.from));
  };
  drawForm();
  drawState();
  app.subscribe((state, patch) => {
    if (patch.details && state.panel === "solve") {
      const limits = readLimits(state.details.solve);
      if (Object.keys(limits).some((name) => limits[name] !== form[name])) {
        Object.assign(form, limits);
        drawForm();
      }
    }
    if (state.metric !== metric) { // what was found counts otherwise
      metric = state.metric;
      forget(search);
      drawForm();
      drawState();
    }
    if (patch.info || patch.words) {
      drawForm();
      drawState();
    }
    if (patch.game && search.asked && placeOf(state.game, search) === "elsewhere") {
      forget(search);
      if (state.solver && !patch.solver) app.set({ solver: null });
    }
    if (patch.back && search.error === "offline") { // that is no longer so
      forget(search);
      drawState();
    }
    if (patch.panel || patch.info || (patch.game && patch.solver)) repeat();
    if (state.panel === "solve" && (patch.game || patch.words || patch.panel)) {
      drawState();
      moves.draw();
    }
  });
  addEventListener("pagehide", () => search.stop());
}

// Where a teaching algorithm proves nothing, the automatic solver tells how many moves suffice. The search keeps it as
// `fewest`, which is undefined as long as that is not known, and null where it cannot be found.
async function judge(search) {
  const { result, request, asked } = search;
  search.fewest = undefined;
  if (result.outcome !== "solved" || result.optimal || !result.length || request.algorithm === "auto") return;
  search.judging = new Searching(() => {});
  const found = await fewest([result], { board: request.board, goal: request.goal }, { metric: request.metric, seconds: request.seconds || JUDGING }, search.judging);
  if (search.asked === asked && search.result === result) search.fewest = found;
}

function forget(search) {
  search.stop();
  search.judging?.stop();
  search.reset();
  search.asked = null;
}

// `search.asked` is where it was asked: { start, goal, made }, the moves made before it.
function begin(app, form, search, game = app.state.game) {
  const { algorithm, heuristic, seconds, nodes, memory } = form;
  app.stopPlaying();
  search.asked = { start: game.start, goal: game.goal, made: game.moves.slice(0, game.position) };
  const metric = measures(app, algorithm) ? app.state.metric : "stm";
  search.start({ board: toText(game.board), goal: goalText(game.goal), algorithm, heuristic, seconds, nodes, memory, metric });
}

// Teaching algorithms look for few single moves, whatever is counted.
function measures(app, algorithm) {
  return !entryOf(app, algorithm)?.traits.teaching;
}

// Where the search was asked, as seen from the present game: "here" is this very board, "shown" means that the
// timeline has the moves that were found, "near" that one can step back to it, "elsewhere" that one cannot.
function placeOf(game, search) {
  const { start, goal, made } = search.asked;
  const lines = [game.moves, solutionLine(game)];
  if (game.start !== start || game.goal !== goal || !lines.some((line) => line.startsWith(made))) return "elsewhere";
  const found = movesOf(search);
  if (found && lines.includes(made + found)) return "shown";
  return game.position === made.length && game.moves.startsWith(made) ? "here" : "near";
}

function movesOf({ result, best }) {
  return result?.moves ?? best?.moves ?? "";
}

// A solution goes onto the timeline where it was asked for; whoever has walked on is asked first.
function take(app, search) {
  const found = search.result ?? search.best;
  const { request: { algorithm, heuristic }, asked } = search;
  if (typeof found.moves !== "string") return;
  const solver = { algorithm, heuristic, from: asked.made.length };
  const { game } = app.state;
  const place = placeOf(game, search);
  const proven = found.optimal && search.request.metric === app.state.metric;
  if (place === "here" && found.moves) app.loadPlan(found.moves, proven, solver);
  if (place !== "shown") return;
  app.set({ solver });
  if (proven && solutionLine(game) === asked.made + found.moves) app.prove(solver.from);
}

function takeAnyway(app, search) {
  app.seek(search.asked.made.length);
  take(app, search);
}

// g and h of the present step, where a teaching algorithm made the moves; and f, where their sum is what it ranks by.
function estimate(app, search) {
  const { game } = app.state;
  const found = search.result?.estimates;
  if (!found || game.left || placeOf(game, search) !== "shown") return null;
  const step = game.position - search.asked.made.length;
  const plain = entryOf(app, search.request.algorithm)?.traits.rank === "g + h";
  return step >= 0 ? { g: step, h: found[step], ...(plain && { f: step + found[step] }) } : null;
}

function formParts(app, form, search, start) {
  const more = () => [measures(app, form.algorithm) && metricField(app, "solve-metric")];
  return [
    h("div", { class: "panel tight" }, algorithmFields(app, form, { auto: true, more })),
    h("div", { class: "line" },
      h("button", { class: "primary", id: "solve", hidden: search.active, onclick: start }, t("solve")),
      h("button", { class: "danger", id: "stop", hidden: !search.active, onclick: () => search.stop() }, t("stop"))),
    limitFields(app, form, () => app.set({ details: withLimits(app.state, form), quietly: true })),
  ].filter(Boolean);
}

function stateNote(app, search) {
  const { status, best, result, error, request } = search;
  if (status === "idle") return h("p");
  if (search.active) return h("p", { class: "soft" }, busyText(search));
  const place = placeOf(app.state.game, search);
  if (status === "stopped") return h("p", { class: "note" }, h("strong", {}, t("stopped")), best ? t(inMetric("best_so_far", request.metric), { n: lengthIn(best, request), bound: boundOf(search) }) : "", ...way(app, search, place));
  if (place === "near" && !movesOf(search)) return h("p"); // it said something about another board
  if (status === "failed") return h("p", { class: "note bad" }, t(error));
  return resultNote(app, search, result, place);
}

// What leads from the present board to the one that a result is about.
function way(app, search, place) {
  const { made } = search.asked;
  const { game } = app.state;
  if (place === "near" && movesOf(search)) return [h("button", { id: "show-solution", onclick: () => takeAnyway(app, search) }, t("show_solution", { n: made.length }))];
  if (game.left) return [h("span", {}, ` ${t("solution_left", { n: game.left.at })}`)];
  return made ? [h("span", { class: "soft small" }, ` ${t("solution_from", { n: made.length })}`)] : [];
}

function stateFigures(app, search) {
  if (search.active || search.status === "stopped") return search.progress ? [liveFigures(search)] : [];
  const hidden = search.status !== "done" || (placeOf(app.state.game, search) === "near" && !movesOf(search));
  return hidden ? [] : [resultFigures(search.result)];
}

function resultNote(app, search, result, place) {
  if (result.outcome === "unsolvable") {
    return h("div", { class: "note bad" }, h("strong", {}, t("puzzle_unsolvable")), h("button", { id: "why", onclick: () => app.set({ panel: "check" }) }, t("why")));
  }
  const { metric } = search.request;
  if (result.outcome !== "solved") return h("p", { class: "note" }, h("strong", {}, t(result.reason ? "not_found" : "limit_reached")), t(inMetric("bound_proven", metric), { n: result.bound }));
  if (result.length === 0) return h("p", { class: "note good", id: "solution-note" }, t("already_solved"));
  const quality = result.optimal ? t(inMetric("proven", metric)) : t(inMetric("not_proven", metric), { bound: result.bound });
  const length = metric === "mtm" ? t("slides", { n: result.length_mtm }) : t("moves", { n: result.length });
  const caveat = result.optimal ? "" : caveatOf(app.state.info, search.request.algorithm, result.heuristic);
  const verdict = caveat && search.fewest !== undefined ? verdictOf(result, search.fewest) : "";
  const longer = search.fewest && search.fewest.length < result.length;
  return h("div", { class: `note ${longer ? "warn" : "good"}`, id: "solution-note" }, h("strong", {}, length), verdict || quality, " ", caveat, ...way(app, search, place));
}

function resultFigures(result) {
  if (result.outcome === "unsolvable") return "";
  return figures([
    ...(result.length_mtm === null ? [] : [[t("figure_total"), number(result.length), "total-moves"], [t("figure_mtm"), number(result.length_mtm), "mtm"]]),
    [t("figure_time"), `${number(Math.round(result.seconds * 10_000) / 10)} ms`, "time"],
    [t("figure_generated"), number(result.generated), "generated"], [t("figure_expanded"), number(result.expanded), "expanded"],
  ]);
}

// Solve: choose, start, watch, stop; then the moves, to click, copy and take away.

import { download } from "../api.js";
import { number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { NOTATIONS, steps, write } from "../model/notation.js";
import { copy, figures, h, save, select } from "../view/dom.js";
import { algorithmField, entryOf, heuristicField, limitFields } from "./choosers.js";
import { Searching } from "./searching.js";

export function mount(app, root) {
  const form = { algorithm: "auto", heuristic: "", seconds: 30, nodes: null, memory: null, notation: "tile" };
  const search = new Searching((event) => {
    const found = search.result ?? (event === "improved" ? search.best : null);
    if (found?.moves !== null && found?.moves !== undefined && sameStart(app, search)) app.loadPlan(found.moves);
    drawState();
    drawMoves();
  });
  const parts = { form: h("div", { class: "panel" }), state: h("div", { class: "panel", id: "solve-state", "aria-live": "polite" }), moves: h("div", { class: "panel" }) };
  root.replaceChildren(parts.form, parts.state, parts.moves);
  const drawForm = () => parts.form.replaceChildren(...formParts(app, form, search, drawForm));
  const drawState = () => {
    parts.state.replaceChildren(...stateParts(app, search));
    const running = search.active;
    root.querySelector("#solve").hidden = running;
    root.querySelector("#stop").hidden = !running;
  };
  const drawMoves = () => parts.moves.replaceChildren(...moveParts(app, form, estimate(app, search), drawMoves));
  drawForm();
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
    if (patch.game || patch.words) drawMoves();
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
  const entry = entryOf(app, form.algorithm);
  const start = () => {
    const { board, goal } = app.state.game;
    const { algorithm, heuristic, seconds, nodes, memory } = form;
    app.stopPlaying();
    search.start({ board: toText(board), goal: goalText(goal), algorithm, heuristic, seconds, nodes, memory });
  };
  return [
    h("div", { class: "line" }, algorithmField(app, form, { auto: true, onchange: redraw }), heuristicField(app, form)),
    entry ? h("p", { class: "soft small" }, entry.summary + (entry.traits.caveat ? ` — ${entry.traits.caveat}` : "")) : null,
    h("div", { class: "line" },
      h("button", { class: "primary", id: "solve", hidden: search.active, onclick: start }, t("solve")),
      h("button", { class: "danger", id: "stop", hidden: !search.active, onclick: () => search.stop() }, t("stop"))),
    limitFields(app, form),
  ].filter(Boolean);
}

function stateParts(app, search) {
  const { status, progress, best, result } = search;
  if (status === "idle") return [];
  if (status === "queued") return [h("div", { class: "progress" }), h("p", {}, t("queued", { n: search.ahead }))];
  if (status === "failed") return [h("p", { class: "note bad" }, search.error === "lost" ? t("lost") : search.error)];
  if (status === "running") return [h("div", { class: "progress" }), liveFigures(progress, best)];
  if (status === "stopped") return [h("p", { class: "note" }, h("strong", {}, t("stopped")), best ? t("best_so_far", { n: best.length, bound: best.bound }) : ""), liveFigures(progress, best)];
  return [resultNote(result), resultFigures(result)];
}

function liveFigures(progress, best) {
  if (!progress && !best) return h("p", { class: "soft" }, t("searching"));
  const all = { ...progress, ...(best ? { length: best.length } : {}) };
  const rate = all.seconds > 0 && all.generated ? Math.round(all.generated / all.seconds) : null;
  const entries = [
    ["length", all.length], ["bound", all.bound], ["gap", all.length ? all.length - all.bound : null], ["generated", all.generated || null],
    ["rate", rate], ["seconds", all.seconds === undefined ? null : `${Math.round(all.seconds)} s`], ["queue", all.queue_left], ["memory", all.memory ? `${Math.round(all.memory / 2 ** 20)} MB` : null],
  ];
  return figures(entries.filter(([, value]) => value !== null && value !== undefined).map(([key, value]) => [t(`figure_${key}`), typeof value === "number" ? number(value) : value, `live-${key}`]));
}

function resultNote(result) {
  if (result.outcome === "unsolvable") return h("p", { class: "note bad" }, h("strong", {}, t("puzzle_unsolvable")));
  if (result.outcome !== "solved") return h("p", { class: "note" }, h("strong", {}, t("limit_reached")), t("bound_proven", { n: result.bound }));
  const quality = result.optimal ? t("proven") : t("not_proven", { bound: result.bound });
  return h("p", { class: "note good", id: "solution-note" }, h("strong", {}, t("moves", { n: result.length })), quality);
}

function resultFigures(result) {
  if (result.outcome === "unsolvable") return "";
  return figures([
    [t("figure_total"), number(result.length), "total-moves"], [t("figure_generated"), number(result.generated), "generated"],
    [t("figure_expanded"), number(result.expanded), "expanded"], [t("figure_time"), `${number(Math.round(result.seconds * 10_000) / 10)} ms`, "time"],
    ...(result.length_mtm === null ? [] : [[t("figure_mtm"), number(result.length_mtm), "mtm"]]),
  ]);
}

// The moves of the timeline, whoever made them.
function moveParts(app, form, estimated, redraw) {
  const { game, picture } = app.state;
  if (!game.moves) return [];
  const shown = game.moves.length <= 400 ? game.moves : game.moves.slice(0, 400);
  const buttons = steps(game.start, shown, form.notation).map((text, index) => h("li", {}, h("button", {
    class: index < game.position ? "made" : "", "aria-label": t("go_to", { n: index + 1, move: text }),
    "aria-current": index === game.position ? "step" : null, onclick: () => app.seek(index + 1),
  }, text)));
  if (shown.length < game.moves.length) buttons.push(h("li", { class: "soft" }, "…"));
  const text = (notation) => write(game.start, game.moves, notation);
  const names = NOTATIONS.map((name) => [name, t(`notation_${name}`)]);
  const take = async (format) => {
    const body = { board: toText(game.start), goal: goalText(game.goal), moves: game.moves, format };
    save(await download("export", body), `solution.${{ text: "txt", json: "json", svg: "svg" }[format]}`);
  };
  const gif = async () => {
    const { solutionGif } = await import("../gif.js");
    save(await solutionGif(game, picture), "solution.gif");
  };
  const guarded = (action) => async () => action().catch((error) => app.say("bad", error.message));
  return [
    h("div", { class: "line" },
      h("label", { class: "field grow" }, t("notation"), select(names, form.notation, (value) => { form.notation = value; redraw(); }, { id: "notation" })),
      h("button", { id: "copy-moves", onclick: async () => app.say("", (await copy(text(form.notation))) ? "copied" : "copy_failed") }, t("copy"))),
    h("ol", { class: "moves", id: "moves", "aria-label": t("move_list") }, buttons),
    estimated ? h("p", { class: "mono", id: "estimate" }, t("estimate", estimated)) : "",
    h("div", { class: "line middle" }, h("span", { class: "soft small" }, t("export")),
      ...["text", "json", "svg"].map((format) => h("button", { id: `export-${format}`, onclick: guarded(() => take(format)) }, t(`export_${format}`))),
      h("button", { id: "export-gif", onclick: guarded(gif) }, "GIF")),
  ];
}

// Race: several algorithms on one board. They run one after the other, so that their times can be compared.

import { inLanguage, number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { h } from "../view/dom.js";
import { entryOf } from "./choosers.js";
import { Searching } from "./searching.js";

const DEFAULT = ["astar", "ida", "greedy", "weighted-astar"];

export function mount(app, root) {
  const chosen = new Set(DEFAULT);
  const form = { heuristic: "manhattan", seconds: 10 };
  let lanes = [];
  let running = false;
  const list = h("div", { class: "lanes", id: "lanes" });
  const draw = () => root.replaceChildren(...head(), list);
  const name = (entry) => inLanguage(entryOf(app, entry).traits.title);
  const head = () => {
    const all = (app.state.info?.algorithms ?? []).filter((entry) => entry.traits.teaching);
    const box = (entry) => h("label", {}, h("input", {
      type: "checkbox", value: entry.name, checked: chosen.has(entry.name), disabled: running,
      onchange: (event) => (event.target.checked ? chosen.add(entry.name) : chosen.delete(entry.name)),
    }), name(entry.name));
    const heuristics = (app.state.info?.heuristics ?? []).map((entry) => h("option", { value: entry.name }, entry.name));
    const heuristic = h("select", { id: "race-heuristic", onchange: (event) => { form.heuristic = event.target.value; } }, heuristics);
    heuristic.value = form.heuristic;
    const seconds = h("input", { type: "number", id: "race-seconds", min: 1, max: 600, value: form.seconds, onchange: (event) => { form.seconds = Number(event.target.value); } });
    return [
      h("p", { class: "soft" }, t("race_note")),
      h("fieldset", { class: "choices" }, h("legend", { class: "hidden" }, t("algorithms")), all.map(box)),
      h("div", { class: "line" }, h("label", { class: "field grow" }, t("heuristic"), heuristic), h("label", { class: "field" }, t("seconds_each"), seconds),
        running ? h("button", { class: "danger", id: "stop-race", onclick: stop }, t("stop")) : h("button", { class: "primary", id: "start-race", onclick: start }, t("start_race"))),
    ];
  };
  const show = () => list.replaceChildren(...laneParts(lanes, name));
  const start = async () => {
    const { board, goal } = app.state.game;
    running = true;
    const order = (app.state.info?.algorithms ?? []).map((entry) => entry.name).filter((entry) => chosen.has(entry));
    lanes = order.map((entry) => ({ name: entry, search: new Searching(() => show()) }));
    draw();
    show();
    for (const lane of lanes) {
      if (!running) break;
      const traits = app.state.info.algorithms.find((entry) => entry.name === lane.name).traits;
      await lane.search.start({ board: toText(board), goal: goalText(goal), algorithm: lane.name, heuristic: traits.heuristic ? form.heuristic : "", seconds: form.seconds });
    }
    running = false;
    draw();
    show();
  };
  const stop = () => {
    running = false;
    for (const lane of lanes) lane.search.stop();
    draw();
    show();
  };
  draw();
  app.subscribe((_state, patch) => {
    if (patch.info || patch.words) {
      draw();
      show();
    }
  });
}

function laneParts(lanes, name) {
  const now = lanes.map(({ search }) => search.result ?? search.progress ?? { generated: 0, seconds: 0 });
  const most = { generated: Math.max(1, ...now.map((figures) => figures.generated ?? 0)), seconds: Math.max(0.0001, ...now.map((figures) => figures.seconds ?? 0)) };
  return lanes.map(({ name: algorithm, search }, index) => {
    const figures = now[index];
    const bar = (key, kind, label) => {
      const fill = h("i", { class: kind });
      // Logarithmic: node counts of good and bad algorithms differ by powers of ten.
      const scale = key === "generated" ? Math.log1p(figures[key] ?? 0) / Math.log1p(most[key]) : (figures[key] ?? 0) / most[key];
      fill.style.width = `${100 * Math.min(1, scale)}%`;
      return h("span", { class: "bar", role: "img", "aria-label": label }, fill);
    };
    const nodes = t("race_nodes", { nodes: number(figures.generated ?? 0) });
    const time = t("race_time", { ms: number(Math.round((figures.seconds ?? 0) * 10_000) / 10) });
    return h("article", { class: "lane", "data-lane": algorithm },
      h("header", {}, h("b", {}, name(algorithm)), h("span", {}, verdict(search))),
      bar("generated", "one", nodes), bar("seconds", "two", time),
      h("p", { class: "soft small" }, `${nodes} · ${time}`));
  });
}

function verdict(search) {
  const { status, result, error } = search;
  if (status === "idle") return t("race_waiting");
  if (status === "running" || status === "queued") return t("race_running");
  if (status === "stopped") return t("stopped");
  if (status === "failed") return t(error);
  if (result.outcome === "solved") return `${t("moves", { n: result.length })} ${result.optimal ? `✓ ${t("optimal")}` : ""}`;
  if (result.outcome === "unsolvable") return t("unsolvable");
  return t(result.reason ? "not_found" : "limit_reached");
}

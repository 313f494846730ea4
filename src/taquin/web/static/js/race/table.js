// The table of a race: one row for each lane, a column for each figure, sorted by whichever the reader chooses.

import { decimal, inLanguage, number, t } from "../i18n.js";
import { caveatOf } from "../model/guarantee.js";
import { aboutHeuristic, entryOf, heuristicOptions } from "../panels/choosers.js";
import { h, select } from "../view/dom.js";
import { COLUMNS, DIGITS } from "./figures.js";

const WORDS = new Set(["algorithm", "heuristic"]);

// rows: those of toRow, each with its lane and its search, if it has one. `act` is what the reader can do:
// { sort(column), choose(lane, heuristic), remove(lane) }.
export function raceTable(app, rows, { order, running, act }) {
  const column = (name) => {
    const mine = order.column === name;
    const direction = order.descending ? "descending" : "ascending";
    return h("th", { scope: "col", "aria-sort": mine ? direction : "none", class: WORDS.has(name) ? null : "number" },
      h("button", { class: "quiet", "data-sort": name, title: t(`race_about_${name}`), onclick: () => act.sort(name) }, t(`race_head_${name}`), mine ? h("span", { "aria-hidden": "true" }, order.descending ? "▾" : "▴") : null));
  };
  const head = h("tr", {}, COLUMNS.map(column), h("td", {}));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("race_table") },
    h("table", { class: "compare" }, h("thead", {}, head), h("tbody", {}, rows.map((row) => lineOf(app, row, running, act)))));
}

export function laneName(app, { algorithm }) {
  const entry = entryOf(app, algorithm);
  return entry ? inLanguage(entry.traits.title) : algorithm;
}

function lineOf(app, row, running, act) {
  const name = laneName(app, row.lane);
  // The list of heuristics stays in its place when another one is chosen: the figures go, since they were of the one before.
  const choose = (lane, heuristic) => {
    act.choose(lane, heuristic);
    for (const figure of line.querySelectorAll("[data-column]:not([data-column=heuristic])")) figure.replaceChildren("–");
  };
  const cells = { heuristic: heuristicField(app, row.lane, running, choose), length: ending(row, running), shortest: judgement(app, row), branching: factor(row), seconds: time(row) };
  const cell = (column) => h("td", { "data-column": column, class: WORDS.has(column) ? null : "number" }, cells[column] ?? number(row[column] ?? row.search?.progress?.[column] ?? null));
  const remove = h("button", { class: "quiet", "aria-label": t("race_remove", { name }), title: t("race_remove", { name }), disabled: running, onclick: () => act.remove(row.lane) }, "×");
  const line = h("tr", { "data-lane": row.lane.algorithm }, h("th", { scope: "row" }, name), COLUMNS.slice(1).map(cell), h("td", {}, remove));
  return line;
}

function heuristicField(app, lane, running, choose) {
  const own = entryOf(app, lane.algorithm)?.traits.heuristic;
  if (!own) return "–";
  return select(heuristicOptions(app, own), lane.heuristic, (chosen) => choose(lane, chosen), {
    title: aboutHeuristic(app, lane.heuristic || own), "aria-label": `${t("heuristic")}: ${laneName(app, lane)}`, "data-heuristic": lane.algorithm, disabled: running,
  });
}

// The length, or how far the search is, or how it ended without one.
function ending({ search, length }, running) {
  if (length !== null) return number(length);
  if (!search) return "–";
  const { status, result, error } = search;
  if (status === "idle") return running ? t("race_waiting") : "–";
  if (search.active) return t("race_running");
  if (status === "stopped") return t("stopped");
  if (status === "failed") return h("span", { class: "why" }, t(error));
  if (result.outcome === "unsolvable") return t("unsolvable");
  return t(result.reason ? "none" : "race_limit");
}

// A star where the length is the shortest one, but the search guarantees nothing: why not is said below the table.
function judgement(app, { lane, heuristic, shortest, length, bound }) {
  if (length === null) return bound === null ? "–" : `≥ ${number(bound)}`;
  if (shortest === null) return "?";
  if (shortest > 0) return t("race_longer", { more: number(shortest) });
  const lucky = caveatOf(app.state.info, lane.algorithm, heuristic) !== "";
  return h("span", lucky ? { title: t("race_lucky") } : {}, `✓ ${t("yes")}${lucky ? " *" : ""}`);
}

// Three digits always, written as the language writes them: 1.220 and 1,220 are not the same.
function factor({ branching }) {
  return decimal(branching, DIGITS);
}

function time({ seconds, times }) {
  if (seconds === null) return "–";
  return h("span", { title: t("race_runs", { n: times.length }) }, `${number(Number((1000 * seconds).toPrecision(DIGITS)))} ms`);
}

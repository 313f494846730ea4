// What stands below the table of a race: the buttons that take its figures along, what they count and what they do not
// prove, and the chart.

import { t } from "../i18n.js";
import { caveatOf } from "../model/guarantee.js";
import { copy, h, save } from "../view/dom.js";
import { lineChart, toFile } from "./chart.js";
import { toCsv } from "./figures.js";

const WIDEST = 760; // pixels of the chart

// rows(): those of the table, as it is when the button is pressed
export function exportButtons(app, rows) {
  const copied = async () => app.say("", (await copy(toCsv(rows(), "\t"))) ? "copied" : "copy_failed");
  return h("div", { class: "line" }, h("button", { id: "copy-race", onclick: copied }, t("copy")),
    h("button", { id: "csv-race", onclick: () => save(new Blob([toCsv(rows())], { type: "text/csv" }), "race.csv") }, "CSV"));
}

// Which of the solutions are not guaranteed to be shortest, and why; then what the figures count, which is not the same
// for A* and IDA*.
export function raceNotes(app, rows, metric) {
  const solved = rows.filter(({ length }) => length !== null);
  const caveats = new Set(solved.map(({ lane, heuristic }) => caveatOf(app.state.info, lane.algorithm, heuristic)).filter(Boolean));
  const both = ["astar", "ida"].every((name) => rows.some(({ algorithm }) => algorithm === name));
  return [
    caveats.size > 0 && h("div", { class: "soft small", id: "race-caveats" }, h("p", {}, t("race_guarantee")), h("ul", {}, [...caveats].map((caveat) => h("li", {}, caveat)))),
    h("p", { class: "soft small" }, metric === "mtm" && t("race_in_slides"), " ", t("race_counts"), " ", both && t("repeating")),
  ];
}

// The chart of nodes by depth, as far as it is drawn; draw() draws it.
export function chartParts(series, { width, drawing, draw }) {
  const shown = series.filter((one) => one.points.length);
  const svg = shown.length > 0 && lineChart(shown, { title: t("race_chart_title"), x: t("race_chart_x"), y: t("race_chart_y"), width: Math.min(WIDEST, width || WIDEST) });
  return [
    h("h2", { class: "minor" }, t("race_chart_title")), h("p", { class: "soft small" }, t("race_chart_note")), svg,
    h("div", { class: "line" }, h("button", { id: "draw-chart", disabled: drawing, onclick: draw }, t("race_chart_draw")),
      svg && h("button", { id: "svg-race", onclick: () => save(new Blob([toFile(svg)], { type: "image/svg+xml" }), "race.svg") }, "SVG")),
  ].filter(Boolean);
}

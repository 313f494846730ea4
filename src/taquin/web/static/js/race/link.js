// A race in the address: lanes=astar,ida:linear-conflict&repeats=5&seconds=10&sort=-generated&chart=yes

import { COLUMNS } from "./figures.js";

// Lanes in an address: astar,ida:linear-conflict. Only names that exist come back.
export function lanesText(lanes) {
  return lanes.map(({ algorithm, heuristic }) => (heuristic ? `${algorithm}:${heuristic}` : algorithm)).join(",");
}

// The order in an address: generated, or -generated from the largest down.
export function orderText({ column, descending }) {
  return descending ? `-${column}` : column;
}

export function readOrder(text = "") {
  const column = text.replace(/^-/, "");
  return COLUMNS.includes(column) ? { column, descending: text.startsWith("-") } : { column: "", descending: false };
}

export function readLanes(text, algorithms, heuristics) {
  const lanes = text.split(",").map((part) => part.split(":"));
  const known = lanes.filter(([algorithm, heuristic = ""]) => algorithms.includes(algorithm) && (heuristic === "" || heuristics.includes(heuristic)));
  return known.map(([algorithm, heuristic = ""]) => ({ algorithm, heuristic }));
}

// All that one sees of a race: the lanes, the order of the table, and whether the chart is drawn.
export function writeRace({ lanes, form, order, charted }) {
  const race = { lanes: lanesText(lanes), repeats: String(form.repeats), seconds: String(form.seconds) };
  if (order.column) race.sort = orderText(order);
  if (charted) race.chart = "yes";
  return race;
}

export function readRace(race, algorithms, heuristics) {
  const names = (list) => list.map(({ name }) => name);
  const form = ["seconds", "repeats"].filter((name) => /^\d{1,3}$/.test(race[name] ?? "")).map((name) => [name, race[name]]);
  return { lanes: readLanes(race.lanes, names(algorithms), names(heuristics)), order: readOrder(race.sort), charted: race.chart === "yes", form };
}

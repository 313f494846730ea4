// A watched search as a part of the address: search=weighted-astar,manhattan,weight:3&beside=greedy&step=17&present=yes
// How each is looked at is there where it is not as usual: tree=all,way&ways=yes,no

import { SHOWN } from "./layout.js";

const USUAL = { tree: "all", ways: "no" }; // what the tree shows, and whether ways home are drawn
const LOOKS = { tree: SHOWN, ways: ["yes", "no"] };

// "weighted-astar,manhattan,weight:3" and { algorithm, heuristic, options }; a heuristic of "" is the algorithm's own.
export function laneText({ algorithm, heuristic, options }) {
  return [algorithm, ...(heuristic ? [heuristic] : []), ...Object.entries(options).map(([name, value]) => `${name}:${value}`)].join(",");
}

// null where the text names no algorithm that there is, or a heuristic or an option that it does not take.
export function readLane(text, { algorithms, heuristics }) {
  const [algorithm, ...rest] = text.split(",");
  const traits = algorithms.find((entry) => entry.name === algorithm)?.traits;
  if (!traits?.teaching) return null;
  const lane = { algorithm, heuristic: "", options: {} };
  for (const part of rest) {
    const [name, value] = part.split(":");
    if (value === undefined && traits.heuristic && heuristics.some((entry) => entry.name === name)) lane.heuristic = name === traits.heuristic ? "" : name;
    else if (value !== undefined && value !== "" && Object.hasOwn(traits.options, name) && Number.isFinite(Number(value))) lane.options[name] = Number(value);
    else return null;
  }
  return lane;
}

export function writeView({ lanes, looks, step, present }) {
  const view = { search: laneText(lanes[0]) };
  if (lanes[1]) view.beside = laneText(lanes[1]);
  for (const name of Object.keys(USUAL)) {
    if (looks.some((look) => look[name] !== USUAL[name])) view[name] = looks.map((look) => look[name]).join(",");
  }
  return { ...view, step: String(step), ...(present ? { present: "yes" } : {}) };
}

// { lanes, looks, step, present }; null where the address names no search, an Error where it cannot be read.
export function readView(view, info) {
  if (!view?.search) return null;
  const lanes = [view.search, ...(view.beside ? [view.beside] : [])].map((text) => readLane(text, info));
  const step = Number(view.step ?? 1);
  if (lanes.includes(null) || !Number.isInteger(step) || step < 0) return new Error("search");
  return { lanes, looks: lanes.map((_, index) => readLook(view, index)), step, present: view.present === "yes" };
}

// How the search of this index is looked at: { tree, ways }.
export function readLook(view, index) {
  const asked = (name) => view[name]?.split(",")[index];
  return Object.fromEntries(Object.keys(USUAL).map((name) => [name, LOOKS[name].includes(asked(name)) ? asked(name) : USUAL[name]]));
}

// Which node is next? A recorded search knows; here it is turned into questions, and the answers into reasons.

import { stateAt } from "../search/replay.js";

// The moments at which a search chose between at least two nodes: after how many events, what waited, what it took.
export function choices(trace, { most = 9 } = {}) {
  const found = [];
  trace.events.forEach((event, index) => {
    if (event.event !== "expand") return;
    const state = stateAt(trace, index);
    const waiting = [...state.open.keys()];
    if (state.current !== null && waiting.length >= 2 && waiting.length <= most && waiting.includes(event.node)) found.push({ at: index, waiting, answer: event.node, current: state.current });
  });
  return found;
}

// { right, reason, values }: what is to be said of a choice. `order` is what the search goes by: "age" or "f".
export function judge(trace, { answer, waiting }, chosen, order) {
  const mine = trace.nodes.get(chosen);
  const its = trace.nodes.get(answer);
  const values = { node: chosen, answer, g: mine.g, h: mine.h, f: mine.f, answer_g: its.g, answer_f: its.f };
  if (order === "age") {
    if (chosen === answer) return { right: true, reason: "age_right", values };
    return { right: false, reason: mine.g > its.g ? "age_deeper" : "age_younger", values };
  }
  if (chosen === answer) return { right: true, reason: equals(trace, waiting, its).length > 1 ? "f_right_newest" : "f_right", values };
  if (mine.f === its.f) return { right: false, reason: "f_equal", values };
  return { right: false, reason: "f_larger", values };
}

function equals(trace, waiting, { f }) {
  return waiting.filter((name) => trace.nodes.get(name).f === f);
}

// The rounds of a search with a limit on f: the limit of each, how many nodes it expanded, which f it cut and how often.
export function rounds(events) {
  const found = [];
  for (const event of events) {
    if (event.event === "deepen") found.push({ limit: event.limit, expanded: 0, cut: new Map() });
    else if (event.event === "expand") found.at(-1).expanded += 1;
    else if (event.event === "child" && event.status === "pruned") {
      const { cut } = found.at(-1);
      cut.set(event.f, (cut.get(event.f) ?? 0) + 1);
    }
  }
  return found.map((round) => ({ ...round, cut: [...round.cut].sort(([a], [b]) => a - b) }));
}

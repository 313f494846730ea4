// Where a recorded search loses what is shorter. Five kinds of moments, each with `count`, the events up to it:
//
// - "lost": a node on a shortest way is dropped, and after it none that waits lies on one;
// - "left": the last node on a shortest way is expanded, and no child of it that was made lies on one;
// - "chosen": such nodes wait until the end, but the search takes a longer solution first; this is the last node which
//   that solution shares with a shortest way, with `choice`, who was taken before whom;
// - "leaves": the same where not all is recorded, so that nobody knows whether they wait until the end;
// - "longer": where the shortest ways are not known, a shorter way to a board of the solution is dropped.

import { Cursor, DROPPED } from "./replay.js";

// `ties` is the rule of the search on nodes of equal f. `ways`: { length, nodes }, the nodes on shortest ways as the server has proven them, or null where it has not.
// [moment, ...], in order; null where nothing is known.
export function astray(trace, { ways, result, dropped }, ties) {
  if (result?.optimal || (ways && result?.outcome === "solved" && result.length === ways.length)) return [];
  if (!ways) return longer(trace);
  if (dropped && !isEager(trace)) return null; // it may have come back in what is not recorded
  const nodes = new Set(ways.nodes);
  const { last, next } = lastOn(trace, nodes);
  const { length } = ways;
  if (next !== null) {
    const count = dropIn(trace, nodes, last, next);
    return [count === null ? { kind: "left", count: last + 1, length } : { kind: "lost", count, length }];
  }
  const name = trace.end?.path.findLast((each) => nodes.has(each));
  const taken = trace.end?.path[trace.end.path.indexOf(name) + 1];
  if (!name || !trace.nodes.has(taken)) return null; // it is not recorded
  const choice = dropped || ties === "layer" ? null : choiceOf(trace, nodes, taken);
  return [{ kind: dropped ? "leaves" : "chosen", count: trace.turns.get(name).at(-1) + 1, length, ...(choice && { choice }) }];
}

// The node of the solution that left the queue while one on a shortest way waited, of these the one with the least f:
// { taken, f, waits, more }. null where f decides nothing, or where it did not leave a queue.
function choiceOf(trace, nodes, taken) {
  const turn = trace.turns.get(taken)?.at(-1);
  if (!trace.start?.heuristic || turn === undefined) return null;
  const { open } = new Cursor(trace).at(turn);
  const [best] = [...open].filter(([name]) => nodes.has(name)).sort(([, one], [, other]) => one - other);
  const f = open.get(taken);
  return best && f <= best[1] ? { taken, f, waits: best[0], more: best[1] } : null;
}

// Whether all children of a node are made at once. Depth-first searches make the next one when they are back from the one
// before; so what is not made yet may still come.
function isEager({ events }) {
  return events.some(({ status }, index) => status === "queued" && events[index + 1]?.status === "queued");
}

// After how many events, at the end of a turn, one of these nodes waits for the last time; and the end of the turn after
// that, or null where the search is over by then.
function lastOn(trace, nodes) {
  const { events } = trace;
  const ends = events.flatMap((event, index) => (event.event === "expand" || event.event === "deepen" || event.event === "end" ? [index] : []));
  const cursor = new Cursor(trace);
  const names = [...nodes];
  const waits = ends.map((end) => {
    const { open } = cursor.at(end);
    return names.some((name) => open.has(name));
  });
  const last = waits.lastIndexOf(true);
  return { last: ends[last] ?? 0, next: last === ends.length - 1 ? null : ends[last + 1] ?? events.length };
}

// What had the last of them dropped, in the turn between these events: how many there are up to it, or null.
function dropIn({ events }, nodes, from, until) {
  for (let index = until - 1; index > from; index -= 1) {
    const { event, node, nodes: forgotten, status } = events[index];
    const drops = (event === "child" && DROPPED.has(status) && nodes.has(node)) || (event === "forget" && forgotten.some((name) => nodes.has(name)));
    if (drops) return index + 1;
  }
  return null;
}

// Where a shorter way to a board is dropped, and the solution goes over the longer one: it is longer by so many moves at
// least, which needs no other proof.
function longer({ events, end }) {
  const way = new Set(end?.path ?? []);
  const found = events.flatMap((event, index) => (event.status === "missed" && way.has(event.before) ? [{ kind: "longer", count: index + 1, by: event.before_g - event.g }] : []));
  return found.length ? found : null;
}

// A recorded search, to be looked at after any number of its events. The events are those of taquin.trace, version 3.

export const VERSION = 3;

// The statuses of children that nobody looks at again.
export const DROPPED = new Set(["seen", "back", "missed", "pruned", "rejected", "refused", "unmade"]);

// The statuses of children that a search counts as generated. Those without a queue count what they cut or reject, too.
const COUNTED = new Set(["queued", "cheaper", "reopened", "pruned", "rejected", "refused"]);

// In which line of an algorithm's pseudocode an event happens; each line lists its moments, as taquin.trace names them.
export function lineOf(lines, event) {
  let moment = event?.event ?? "start";
  if (moment === "child") moment = event.status;
  else if (moment === "root") moment = "start";
  else if (moment === "expand" && event.is_goal) moment = "goal";
  return lines.findIndex((line) => line.moments.includes(moment));
}

// Whether f is g + h, or may be: a search by h alone may have a node whose f is that sum, and does not rank it by that.
export function isSum(rank) {
  return rank.includes("g + h");
}

// What never changes: the nodes with their parents. A child "7.2" belongs to the node that was expanded as number 7.
export function readTrace(events) {
  const start = events.find((event) => event.event === "start") ?? null;
  const summed = isSum(start?.rank ?? "");
  const nodes = new Map();
  const expandedAs = new Map();
  const parents = new Set(); // the numbers of the expansions that made children
  const turns = new Map(); // name -> after how many events it was expanded, each time
  let round = 0;
  for (const [index, event] of events.entries()) {
    if (event.event === "deepen") round += 1;
    if (event.event !== "expand" && event.event !== "child") continue;
    if (event.event === "child") parents.add(numberOfParent(event));
    if (!nodes.has(event.node)) {
      const parent = event.event === "child" ? expandedAs.get(numberOfParent(event)) ?? null : null;
      const { node: name, move, g, h, f, board, side, status = null, before = null, before_g: beforeG = null } = event;
      nodes.set(name, { name, parent, move, g, h, f, summed, board, side, status, before, beforeG, round, children: [], depth: 0 });
      if (parent !== null) {
        nodes.get(parent).children.push(name);
        nodes.get(name).depth = nodes.get(parent).depth + 1;
      }
    }
    if (event.event === "expand") {
      expandedAs.set(event.number, event.node);
      turns.set(event.node, [...(turns.get(event.node) ?? []), index]);
    }
  }
  const end = events.findLast((event) => event.event === "end") ?? null;
  const roots = [...nodes.values()].filter((node) => node.parent === null).map((node) => node.name);
  return { events, nodes, parents, turns, start, end, roots, countedRoots: countRoots(events, end) };
}

function numberOfParent({ node }) {
  return Number(node.split(".")[0]);
}

// How many boards a search had counted before its first recorded child. Whether the root counts is the algorithm's own
// rule, so it is what its figure at the end leaves over. Of a long search in rounds the first ones are not recorded;
// of any other the last events are not, and they are not to be counted before the first.
function countRoots(events, end) {
  const children = events.reduce((sum, event) => sum + (event.event === "child" && COUNTED.has(event.status)), 0);
  const left = Math.max(0, (end?.generated ?? children + 1) - children);
  return events.some((event) => event.event === "deepen") ? left : Math.min(left, 2);
}

function atFirst(trace) {
  return {
    open: new Map(), closed: new Set(), dropped: new Set(), unmade: new Set(), seen: new Set(), path: new Set(),
    replaced: new Map(), // name -> the node with the same board that took its place
    forgotten: new Set(), goals: new Set(), current: null, shown: null, limit: null, generated: trace.countedRoots, expanded: 0, round: 0, event: null, number: 0, count: 0, notMade: 0,
    waiting: new Map(), // side and board -> name of the node that waits with it
  };
}

// After the first `count` events: what waits, what is done, where the search is, and what it just did.
export function stateAt(trace, count) {
  return new Cursor(trace).at(count);
}

// The state at one place after the other. A step forward costs one event; a step back begins again.
export class Cursor {
  constructor(trace) {
    this.trace = trace;
    this.state = atFirst(trace);
  }

  at(count) {
    if (count < this.state.count) this.state = atFirst(this.trace);
    const last = Math.min(count, this.trace.events.length);
    while (this.state.count < last) {
      const event = this.trace.events[this.state.count];
      this.state.count += 1;
      this.state.event = event;
      HAPPENS[event.event]?.(this.trace, this.state, event);
    }
    return this.state;
  }
}

function enter(trace, state) {
  for (const name of trace.roots) {
    state.open.set(name, trace.nodes.get(name).f);
    state.seen.add(name);
  }
  state.shown = trace.roots[0] ?? null;
}

const HAPPENS = {
  start: enter,

  root(_trace, state, event) {
    state.shown = event.node;
  },

  deepen(trace, state, event) {
    for (const part of [state.open, state.closed, state.dropped, state.unmade, state.seen, state.replaced, state.forgotten, state.goals, state.waiting]) part.clear();
    Object.assign(state, { limit: event.limit, current: null, round: state.round + 1 });
    enter(trace, state);
  },

  // Expanded is who leaves the queue to have its children made, as CLOSED has it: the goal is taken only.
  expand(trace, state, event) {
    state.open.delete(event.node);
    state.closed.add(event.node);
    if (event.is_goal) state.goals.add(event.node);
    if (trace.parents.has(event.number)) state.expanded += 1;
    state.seen.add(event.node);
    Object.assign(state, { current: event.node, shown: event.node, number: event.number });
  },

  child(_trace, state, event) {
    state.seen.add(event.node);
    state.shown = event.node;
    if (COUNTED.has(event.status)) state.generated += 1;
    if (event.status === "unmade") {
      state.unmade.add(event.node);
      state.notMade += 1;
    } else if (DROPPED.has(event.status)) state.dropped.add(event.node);
    else {
      const key = `${event.side}:${event.board.join("/")}`;
      const before = state.waiting.get(key);
      if (event.status !== "queued" && state.open.delete(before)) {
        state.dropped.add(before);
        state.replaced.set(before, event.node);
      }
      state.waiting.set(key, event.node);
      state.open.set(event.node, event.f);
    }
  },

  forget(_trace, state, event) {
    for (const name of event.nodes) {
      if (!state.open.delete(name)) continue;
      state.dropped.add(name);
      state.forgotten.add(name);
    }
    if (event.node !== null) {
      state.closed.delete(event.node);
      state.open.set(event.node, event.f);
      state.shown = event.node;
    }
  },

  end({ nodes }, state, event) {
    const path = event.path.filter((name) => nodes.has(name)); // of a long search not all of it is recorded
    for (const name of path) state.path.add(name);
    // The goal; where two sides met, the board that both have.
    const met = event.meeting?.[0];
    state.shown = (nodes.has(met) ? met : null) ?? path.at(-1) ?? state.shown;
    Object.assign(state, { generated: event.generated ?? state.generated, expanded: event.expanded ?? state.expanded });
  },
};

// What ranks waiting nodes, for every rule on equal ones, as in render/lists.py; `since` grows with every node.
const ORDER = {
  newest: ({ f, since }) => [f, -since],
  oldest: ({ f, since }) => [f, since],
  "least g": ({ f, g, since }) => [f, g, since],
  deepest: ({ f, g, since }) => [f, -g, since],
  layer: ({ f, g, since }) => [g, f, since],
};

// The waiting nodes in the order in which this very search took them, whatever its rules; those that it left come
// last, as its rule on equal ones has them.
export function queue(trace, state, ties) {
  const turn = (name) => trace.turns.get(name)?.find((index) => index >= state.count) ?? Infinity;
  const rank = ORDER[ties] ?? ORDER.oldest;
  const entries = [...state.open].map(([name, f], since) => ({ name, f, turn: turn(name), rank: rank({ f, g: trace.nodes.get(name).g, since }) }));
  entries.sort((a, b) => (a.turn === b.turn ? compareRanks(a.rank, b.rank) : a.turn - b.turn));
  return entries;
}

function compareRanks(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

// CLOSED: what was expanded, in that order; of a search that keeps only a path the way to the current node.
export function kept(trace, state, memory) {
  return memory === "path" ? wayTo(trace, state.current) : [...state.closed];
}

// The names from a root to this node.
export function wayTo(trace, last) {
  const way = [];
  for (let name = last; name; name = trace.nodes.get(name)?.parent) way.push(name);
  return way.reverse();
}

// For large searches: how many nodes wait and how many are done, for each f or each depth.
export function layers(trace, state, by) {
  const found = new Map();
  const count = (name, part) => {
    const node = trace.nodes.get(name);
    const key = by === "f" ? node.f : node.g;
    if (!found.has(key)) found.set(key, { key, open: 0, closed: 0 });
    found.get(key)[part] += 1;
  };
  for (const name of state.closed) count(name, "closed");
  for (const name of state.open.keys()) count(name, "open");
  return [...found.values()].sort((a, b) => a.key - b.key);
}

// What a node is at this moment; shapes and colors follow from it.
export function kindOf(state, name) {
  if (state.current === name) return "current";
  if (state.path.has(name)) return "path";
  if (state.unmade.has(name)) return "unmade";
  if (state.dropped.has(name)) return "dropped";
  if (state.closed.has(name)) return "closed";
  return state.open.has(name) ? "open" : "unseen";
}

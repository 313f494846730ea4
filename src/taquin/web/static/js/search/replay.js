// A recorded search, to be looked at after any number of its events. The events are those of taquin.trace, version 3.

export const VERSION = 3;

// The statuses of children that nobody looks at again.
export const DROPPED = new Set(["seen", "back", "missed", "pruned", "rejected", "refused", "unmade"]);

// In which line of an algorithm's pseudocode an event happens; each line lists its moments, as taquin.trace names them.
export function lineOf(lines, event) {
  let moment = event?.event ?? "start";
  if (moment === "child") moment = event.status;
  else if (moment === "root") moment = "start";
  else if (moment === "expand" && event.is_goal) moment = "goal";
  return lines.findIndex((line) => line.moments.includes(moment));
}

// What never changes: the nodes with their parents. A child "7.2" belongs to the node that was expanded as number 7.
export function readTrace(events) {
  const nodes = new Map();
  const expandedAs = new Map();
  const turns = new Map(); // name -> after how many events it was expanded, each time
  let round = 0;
  for (const [index, event] of events.entries()) {
    if (event.event === "deepen") round += 1;
    if (event.event !== "expand" && event.event !== "child") continue;
    if (!nodes.has(event.node)) {
      const parent = event.event === "child" ? expandedAs.get(Number(event.node.split(".")[0])) ?? null : null;
      const { node: name, move, g, h, f, board, side } = event;
      nodes.set(name, { name, parent, move, g, h, f, board, side, round, children: [], depth: 0 });
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
  return { events, nodes, turns, end, roots: [...nodes.values()].filter((node) => node.parent === null).map((node) => node.name) };
}

// After the first `count` events: what waits, what is done, where the search is, and what it just did.
export function stateAt(trace, count) {
  const state = { open: new Map(), closed: new Set(), dropped: new Set(), unmade: new Set(), seen: new Set(), path: new Set(), current: null, limit: null, generated: 0, expanded: 0, round: 0, event: null, number: 0, count, notMade: 0 };
  const parents = new Set(); // numbers of the nodes whose children were made
  const waiting = new Map(); // board -> name of the node that waits with it
  const enter = () => {
    for (const name of trace.roots) {
      state.open.set(name, trace.nodes.get(name).f);
      state.seen.add(name);
    }
  };
  for (const event of trace.events.slice(0, count)) {
    state.event = event;
    if (event.event === "start") enter();
    else if (event.event === "deepen") {
      for (const part of [state.open, state.closed, state.dropped, state.unmade, state.seen]) part.clear();
      waiting.clear();
      Object.assign(state, { limit: event.limit, current: null, round: state.round + 1 });
      enter();
    } else if (event.event === "expand") {
      state.open.delete(event.node);
      state.closed.add(event.node);
      state.seen.add(event.node);
      state.current = event.node;
      state.number = event.number;
    } else if (event.event === "child") {
      parents.add(event.node.split(".")[0]);
      state.seen.add(event.node);
      if (event.status === "unmade") {
        state.unmade.add(event.node);
        state.notMade += 1;
      } else if (DROPPED.has(event.status)) state.dropped.add(event.node);
      else {
        const key = event.board.join("/");
        if (event.status !== "queued" && state.open.delete(waiting.get(key))) state.dropped.add(waiting.get(key));
        waiting.set(key, event.node);
        state.open.set(event.node, event.f);
        state.generated += 1;
      }
    } else if (event.event === "forget") {
      for (const name of event.nodes) if (state.open.delete(name)) state.dropped.add(name);
      if (event.node !== null) {
        state.closed.delete(event.node);
        state.open.set(event.node, event.f);
      }
    } else if (event.event === "end") {
      for (const name of event.path) state.path.add(name);
    }
  }
  state.expanded = parents.size;
  return state;
}

// The waiting nodes in the order in which this very search took them, whatever its rules; those that it left come
// last, smallest f first.
export function queue(trace, state, most = 40) {
  const turn = (name) => trace.turns.get(name)?.find((index) => index >= state.count) ?? Infinity;
  const entries = [...state.open].map(([name, f]) => ({ name, f, turn: turn(name) }));
  entries.sort((a, b) => (a.turn === b.turn ? a.f - b.f : a.turn - b.turn));
  return entries.slice(0, most);
}

// CLOSED: what was expanded, in that order; of a search that keeps only a path the way to the current node.
export function kept(trace, state, memory) {
  if (memory !== "path") return [...state.closed];
  const path = [];
  for (let name = state.current; name; name = trace.nodes.get(name).parent) path.unshift(name);
  return path;
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

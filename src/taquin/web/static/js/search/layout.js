// Which nodes of the tree are drawn, and where they stand.

import { kindOf, wayTo } from "./replay.js";

const MOST = 260; // nodes of a tree that is drawn whole
const LONGEST = 120; // nodes of a way

export const SHOWN = ["all", "kept", "way"];

// The names to draw, by `show`: "all"; "kept", without what was dropped; "way", the way to the current node and to the
// goal with all children on it. Of a large tree only that way is drawn in any case, and what the user has opened; of a
// way that is longer than a screen holds, its last part.
export function visible(trace, state, opened, show = "all") {
  const inRound = (name) => state.seen.has(name);
  const dropped = (name) => name !== state.shown && ["dropped", "unmade"].includes(kindOf(state, name));
  const kept = show === "kept" ? (name) => inRound(name) && !dropped(name) : inRound;
  const all = [...state.seen].filter((name) => kept(name) || opened.has(trace.nodes.get(name)?.parent));
  if (show !== "way" && all.length <= MOST) return new Set(all);
  const shown = new Set(trace.roots.filter(inRound));
  const open = new Set([...opened, ...wayTo(trace, state.shown).slice(-LONGEST), ...wayTo(trace, state.current).slice(-LONGEST), ...[...state.path].slice(-LONGEST)]);
  for (const name of open) {
    if (!inRound(name)) continue;
    shown.add(name);
    for (const child of trace.nodes.get(name).children) if (kept(child) || (opened.has(name) && inRound(child))) shown.add(child);
  }
  return shown;
}

// Parents stand above the middle of their children, and subtrees as close together as their outlines allow. Places are
// counted in nodes: { x, depth }.
export function place(trace, names) {
  // A subtree is its root's outline: for every depth the leftmost and the rightmost x, with the root at 0.
  const offsets = new Map(); // name -> x, as seen from its parent
  const outline = (name) => {
    const children = trace.nodes.get(name).children.filter((child) => names.has(child));
    const { shifts, outline: below } = join(children.map(outline));
    const middle = shifts.length ? (shifts[0] + shifts.at(-1)) / 2 : 0;
    children.forEach((child, index) => offsets.set(child, shifts[index] - middle));
    return [[0, 0], ...below.map(([left, right]) => [left - middle, right - middle])];
  };
  // Names whose parent is not drawn start a tree of their own.
  const tops = [...names].filter((name) => !names.has(trace.nodes.get(name).parent));
  const { shifts, outline: whole } = join(tops.map(outline));
  const leftmost = Math.min(0, ...whole.map(([left]) => left));
  const places = new Map();
  const put = (name, x, depth) => {
    places.set(name, { x, depth });
    for (const child of trace.nodes.get(name).children) if (names.has(child)) put(child, x + offsets.get(child), depth + 1);
  };
  tops.forEach((name, index) => put(name, shifts[index] - leftmost, 0));
  const rightmost = Math.max(0, ...whole.map(([, right]) => right));
  return { places, columns: rightmost - leftmost + 1, rows: Math.max(1, whole.length) };
}

// Outlines side by side: how far each is shifted, and the outline of all together.
function join(outlines) {
  const shifts = [];
  const outline = [];
  for (const each of outlines) {
    const shift = Math.max(shifts.length ? -Infinity : 0, ...each.map(([left], depth) => (outline[depth] && shifts.length ? outline[depth][1] + 1 - left : -Infinity)));
    shifts.push(shift);
    each.forEach(([left, right], depth) => {
      outline[depth] = [Math.min(outline[depth]?.[0] ?? Infinity, left + shift), right + shift];
    });
  }
  return { shifts, outline };
}

// Where the nodes of the tree stand: leaves side by side, parents above the middle of their children.

export const WIDTH = 62;
export const HEIGHT = 78;
const MOST = 260;

// The names to draw. All of a small tree; of a large one the way to the current node and to the goal with all
// children on it, and what the user has opened. Of a way that is longer than a screen holds, its last part.
export function visible(trace, state, opened) {
  const inRound = (name) => state.seen.has(name);
  const all = [...state.seen];
  if (all.length <= MOST) return new Set(all);
  const shown = new Set(trace.roots.filter(inRound));
  const open = new Set(opened);
  const way = [];
  for (let name = state.current; name && way.length < MOST; name = trace.nodes.get(name)?.parent) way.push(name);
  for (const name of [...way, ...[...state.path].slice(-MOST)]) open.add(name);
  for (const name of open) {
    if (!inRound(name)) continue;
    shown.add(name);
    for (const child of trace.nodes.get(name).children) if (inRound(child)) shown.add(child);
  }
  return shown;
}

export function place(trace, names) {
  const places = new Map();
  let leaf = 0;
  const put = (name, depth) => {
    const children = trace.nodes.get(name).children.filter((child) => names.has(child));
    let x;
    if (children.length === 0) {
      x = leaf;
      leaf += 1;
    } else {
      const middles = children.map((child) => put(child, depth + 1));
      x = (middles[0] + middles.at(-1)) / 2;
    }
    places.set(name, { x, depth });
    return x;
  };
  // Names whose parent is not drawn start a tree of their own.
  for (const name of names) if (!names.has(trace.nodes.get(name).parent)) put(name, 0);
  const deepest = Math.max(0, ...[...places.values()].map(({ depth }) => depth));
  return { places, width: Math.max(1, leaf) * WIDTH, height: (deepest + 1) * HEIGHT };
}

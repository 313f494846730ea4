// A real trace of the product is read: the test that runs this file writes it first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { place, visible } from "../../../src/taquin/web/static/js/search/layout.js";
import { Cursor, kept, kindOf, layers, lineOf, queue, readTrace, stateAt } from "../../../src/taquin/web/static/js/search/replay.js";

const traces = JSON.parse(readFileSync(process.env.TAQUIN_TRACES, "utf8"));

for (const [algorithm, { events, generated, expanded, roots, length, lines, memory, open, ties }] of Object.entries(traces)) {
  const trace = readTrace(events);

  test(`${algorithm}: at the end the counters are those of the search`, () => {
    assert.equal(trace.countedRoots, roots);
    assert.equal(stateAt(trace, 0).generated, roots);
    for (const count of [events.length - 1, events.length]) {
      const state = stateAt(trace, count);
      assert.equal(state.expanded, expanded);
      assert.equal(state.generated, generated);
    }
    assert.equal(stateAt(trace, events.length).path.size, length === null ? 0 : length + 1);
  });

  // A heap decides by itself, and a search from both ends has two lists on the command line.
  if (ties !== "heap" && trace.roots.length === 1) {
    test(`${algorithm}: what is left in the queue stands as on the command line`, () => {
      const left = queue(trace, stateAt(trace, events.length), ties);
      assert.deepEqual(left.map(({ name }) => name), open);
    });
  }

  test(`${algorithm}: every moment can be shown`, () => {
    const cursor = new Cursor(trace);
    const listsExpanded = memory === "boards" && !events.some(({ event, status }) => event === "deepen" || event === "forget" || status === "reopened");
    for (let count = 0; count <= events.length; count += 1) {
      const state = cursor.at(count);
      const names = visible(trace, state, new Set());
      const { places, columns, rows } = place(trace, names);
      assert.equal(places.size, names.size);
      const all = [...places.values()].sort((a, b) => a.depth - b.depth || a.x - b.x);
      for (const [index, { x, depth }] of all.entries()) {
        assert.ok(x >= 0 && x <= columns - 1 && depth < rows);
        if (all[index - 1]?.depth === depth) assert.ok(x - all[index - 1].x > 0.999, "no two nodes in one place");
      }
      for (const name of names) assert.notEqual(kindOf(state, name), "unseen");
      const following = events[count];
      if (following?.event === "expand" && state.open.has(following.node)) assert.equal(queue(trace, state, ties)[0].name, following.node);
      const counted = layers(trace, state, "f").reduce((sum, layer) => sum + layer.open + layer.closed, 0);
      assert.equal(counted, state.open.size + state.closed.size);
      assert.ok(lineOf(lines, state.event) >= 0);
      if (listsExpanded) assert.equal(state.expanded, [...state.closed].filter((name) => !state.goals.has(name)).length, "the figure is that of the list beside it");
      if (count > 0) assert.ok(trace.nodes.has(state.shown) && state.seen.has(state.shown));
      if (state.current) assert.ok(kept(trace, state, memory).includes(state.current));
    }
  });
}

test("a step back shows what was there before", () => {
  const trace = readTrace(traces.rbfs.events);
  const cursor = new Cursor(trace);
  for (const count of [20, 5, 6, 60, 0, 41]) assert.deepEqual(cursor.at(count), stateAt(trace, count));
});

test("what was dropped can be left out, but never the node in hand", () => {
  const trace = readTrace(traces.astar.events);
  for (let count = 0; count <= trace.events.length; count += 1) {
    const state = stateAt(trace, count);
    const names = visible(trace, state, new Set(), "kept");
    for (const name of state.seen) {
      const dropped = ["dropped", "unmade"].includes(kindOf(state, name)) && name !== state.shown;
      assert.equal(names.has(name), !dropped);
    }
    const way = visible(trace, state, new Set(), "way");
    if (state.shown) assert.ok(way.has(state.shown) && way.size <= state.seen.size);
  }
});

test("a parent stands above the middle of its children, and a small subtree below the gap of a large one", () => {
  const nodes = new Map();
  const add = (name, parent) => {
    nodes.set(name, { name, parent, children: [] });
    nodes.get(parent)?.children.push(name);
  };
  for (const [name, parent] of [["0", null], ["a", "0"], ["b", "0"], ["a1", "a"], ["a2", "a"], ["a3", "a"], ["b1", "b"]]) add(name, parent);
  const { places, columns, rows } = place({ nodes }, new Set(nodes.keys()));
  assert.equal(places.get("a").x, places.get("a2").x);
  assert.equal(places.get("0").x, (places.get("a").x + places.get("b").x) / 2);
  assert.equal(places.get("b1").x, places.get("a3").x + 1);
  assert.deepEqual([columns, rows], [4, 3]);
});

test("of a way of hundreds of moves the last part is drawn", () => {
  const { events, length } = traces.dfs;
  const trace = readTrace(events);
  for (const count of [events.length - 1, events.length]) {
    const names = visible(trace, stateAt(trace, count), new Set());
    assert.ok(length > 500 && names.size < 3 * 120 * 4);
    assert.ok(names.has(events.at(-1).path.at(-1)) && names.has("0"));
    assert.ok(!names.has(events.at(-1).path[5]));
  }
});

test("a large tree shows the way to the current node and what was opened", () => {
  const { events } = traces.astar;
  const trace = readTrace(events);
  const state = stateAt(trace, events.length);
  state.seen = new Set([...state.seen, ...Array.from({ length: 300 }, (_, index) => `x${index}`)]);
  const names = visible(trace, state, new Set());
  for (const name of state.path) assert.ok(names.has(name));
});

// A real trace of the product is read: the test that runs this file writes it first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { place, visible } from "../../../src/taquin/web/static/js/search/layout.js";
import { kept, kindOf, layers, lineOf, queue, readTrace, stateAt } from "../../../src/taquin/web/static/js/search/replay.js";

const traces = JSON.parse(readFileSync(process.env.TAQUIN_TRACES, "utf8"));

for (const [algorithm, { events, generated, expanded, counts_root: countsRoot, length, lines, memory }] of Object.entries(traces)) {
  const trace = readTrace(events);

  test(`${algorithm}: at the end the counters are those of the search`, () => {
    const state = stateAt(trace, events.length);
    assert.equal(state.expanded, expanded);
    if (countsRoot !== null) assert.equal(state.generated + countsRoot, generated);
    assert.equal(state.path.size, length === null ? 0 : length + 1);
  });

  test(`${algorithm}: every moment can be shown`, () => {
    for (let count = 0; count <= events.length; count += 1) {
      const state = stateAt(trace, count);
      const names = visible(trace, state, new Set());
      const { places } = place(trace, names);
      assert.equal(places.size, names.size);
      const spots = new Set([...places.values()].map(({ x, depth }) => `${x} ${depth}`));
      assert.equal(spots.size, names.size, "no two nodes in one place");
      for (const name of names) assert.notEqual(kindOf(state, name), "unseen");
      const following = events[count];
      if (following?.event === "expand" && state.open.has(following.node)) assert.equal(queue(trace, state)[0].name, following.node);
      const counted = layers(trace, state, "f").reduce((sum, layer) => sum + layer.open + layer.closed, 0);
      assert.equal(counted, state.open.size + state.closed.size);
      assert.ok(lineOf(lines, state.event) >= 0);
      if (state.current) assert.ok(kept(trace, state, memory).includes(state.current));
    }
  });
}

test("of a way of hundreds of moves the last part is drawn", () => {
  const { events, length } = traces.dfs;
  const trace = readTrace(events);
  for (const count of [events.length - 1, events.length]) {
    const names = visible(trace, stateAt(trace, count), new Set());
    assert.ok(length > 500 && names.size < 2 * 260 * 4);
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

// Stepping, the parts of h, and the link of a watched search; on real traces, as in replay.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { astray } from "../../../src/taquin/web/static/js/search/astray.js";
import { laneText, readLane, readView, writeView } from "../../../src/taquin/web/static/js/search/link.js";
import { act, seek, tick, timeline } from "../../../src/taquin/web/static/js/search/lockstep.js";
import { Cursor, readTrace } from "../../../src/taquin/web/static/js/search/replay.js";
import { sharesOfH } from "../../../src/taquin/web/static/js/search/shares.js";

const traces = JSON.parse(readFileSync(process.env.TAQUIN_TRACES, "utf8"));
const trace = (algorithm) => readTrace(traces[algorithm].events);

test("a search by itself goes on by one event a step", () => {
  const line = timeline([trace("astar")]);
  assert.equal(line.length, traces.astar.events.length);
  assert.deepEqual(line.counts[0], Array.from({ length: line.length + 1 }, (_, step) => step));
  assert.deepEqual(line.wrong, []);
});

test("two searches make the same number of expansions at every step, as long as both go on", () => {
  const both = [trace("astar"), trace("princeton")];
  const line = timeline(both);
  const expansions = both.map(({ events }) => events.filter((event) => event.event === "expand").length);
  for (let step = 0; step <= line.length; step += 1) {
    const made = both.map(({ events }, lane) => events.slice(0, line.counts[lane][step]).filter((event) => event.event === "expand").length);
    assert.equal(Math.min(made[0], Math.min(...expansions)), Math.min(made[1], Math.min(...expansions)));
  }
  assert.deepEqual(line.counts.map((counts) => counts.at(-1)), both.map(({ events }) => events.length));
  assert.equal(line.expansions.length, Math.max(...expansions));
});

const asked = (name, ways = traces[name].ways, dropped = 0) => ({ ways, dropped, result: { outcome: "solved", optimal: traces[name].optimal, length: traces[name].length } });

test("a search goes wrong where nothing on a shortest way waits any more, or where its solution leaves them", () => {
  assert.deepEqual(astray(trace("astar"), asked("astar")), []);
  // The A* of a document drops it; greedy search lets it wait, and random restarts leave it in their last attempt.
  for (const [name, kind] of [["wrong", "lost"], ["worse", "chosen"], ["restarted", "left"]]) {
    const { ways, events } = traces[name];
    const [moment, ...others] = astray(trace(name), asked(name));
    assert.deepEqual([moment.kind, moment.length, others], [kind, 15, []]);
    const cursor = new Cursor(trace(name));
    const waits = (count) => ways.nodes.some((node) => cursor.at(count).open.has(node));
    const turns = events.flatMap(({ event }, index) => (event === "expand" && index > moment.count ? [index] : []));
    for (const turn of [...turns, events.length]) assert.equal(waits(turn), kind === "chosen", `${name} after ${turn} events`);
  }
  // There the node with the smaller f was taken, and both waited then.
  const [{ choice: { taken, waits, f, more } }] = astray(trace("worse"), asked("worse"));
  assert.ok(f <= more && traces.worse.ways.nodes.includes(waits) && !traces.worse.ways.nodes.includes(taken));
  const { open } = new Cursor(trace("worse")).at(trace("worse").turns.get(taken).at(-1));
  assert.deepEqual([open.get(taken), open.get(waits)], [f, more]);
  assert.equal(astray(trace("worse"), asked("worse", undefined, 7))[0].kind, "leaves");
  // Without a proof only that is said which needs none: the solution goes over the board, by the longer way.
  assert.equal(astray(trace("worse"), asked("worse", null)), null);
  const [{ count, kind, by }] = astray(trace("longer"), asked("longer", null));
  const { before, before_g, g } = traces.longer.events[count - 1];
  assert.ok(kind === "longer" && by === before_g - g && traces.longer.events.at(-1).path.includes(before));
});

test("the wrong moment of two searches is a step of both", () => {
  const lanes = [trace("astar"), trace("wrong")];
  const line = timeline(lanes, [[], astray(lanes[1], asked("wrong")).map(({ count }) => count)]);
  assert.equal(line.wrong.length, 1);
  const [step] = line.wrong;
  const event = lanes[1].events[line.counts[1][step] - 1];
  assert.ok(event.status === "missed" && event.g < event.before_g && lanes[1].nodes.has(event.before));
  const player = { step: 0, length: line.length, playing: false };
  assert.equal(act(player, line, "wrong").step, step);
  assert.equal(act(seek(player, line.length), line, "wrong").step, step);
  assert.equal(act(player, { ...line, wrong: [3, 8] }, "wrong").step, 3);
  assert.equal(act(seek(player, 3), { ...line, wrong: [3, 8] }, "wrong").step, 8);
});

test("steps, expansions, ends and play", () => {
  const line = { expansions: [2, 6, 9], wrong: [] };
  const at = (step, playing = false) => ({ step, length: 10, playing });
  const after = (step, action) => act(at(step), line, action).step;
  assert.deepEqual([after(0, "back"), after(3, "back"), after(10, "forward"), after(3, "forward")], [0, 2, 10, 4]);
  assert.deepEqual([after(2, "next"), after(3, "next"), after(9, "next")], [6, 6, 10]);
  assert.deepEqual([after(6, "previous"), after(2, "previous"), after(10, "previous")], [2, 0, 9]);
  assert.deepEqual([after(4, "first"), after(4, "last"), after(4, "wrong")], [0, 10, 4]);
  assert.deepEqual(act(at(10), line, "toggle"), at(0, true));
  assert.deepEqual(act(at(4, true), line, "toggle"), at(4));
  assert.deepEqual(tick(at(4, true), 3), at(7, true));
  assert.deepEqual(tick(at(8, true), 30), at(10));
  assert.equal(act(at(4, true), line, "forward").playing, false);
});

test("the tiles' parts of h add up to h, on every board of every search", () => {
  let looked = 0;
  for (const { events } of Object.values(traces)) {
    const { heuristic, start, goal } = events[0];
    for (const { board, h, side } of events.filter((event) => event.board && event.event !== "root")) {
      const found = sharesOfH(heuristic, board, side === "goal" ? start : goal, h);
      if (heuristic === "") assert.equal(found.kind, "none");
      else {
        assert.equal(found.kind, "sum", heuristic);
        assert.equal(found.shares.reduce((sum, share) => sum + share, 0), h);
        looked += 1;
      }
    }
  }
  assert.ok(looked > 300);
});

test("of a heuristic that is no sum over the tiles the page says so", () => {
  const [board, goal] = [[[2, 1, 3], [4, 5, 6], [7, 8, 0]], [[1, 2, 3], [4, 5, 6], [7, 8, 0]]];
  const kinds = { manhattan: 2, "linear-conflict": 4, gaschnig: 3, misplaced: 2, "misplaced-blank": 2, hamming004: 1, euclidean: 2, "out-of-row-and-column": 2, "walking-distance": 4, zero: 0 };
  const found = Object.entries(kinds).map(([heuristic, h]) => sharesOfH(heuristic, board, goal, h).kind);
  assert.deepEqual(found, ["sum", "more", "whole", "sum", "sum", "less", "sum", "sum", "whole", "none"]);
  assert.deepEqual(sharesOfH("misplaced-blank", [[1, 2, 3], [4, 5, 6], [7, 0, 8]], goal, 2).shares, [0, 0, 0, 0, 0, 0, 0, 1, 1]);
});

const INFO = {
  algorithms: [{ name: "auto", traits: {} }, { name: "bfs", traits: { teaching: true, heuristic: null, options: {} } }, { name: "weighted-astar", traits: { teaching: true, heuristic: "manhattan", options: { weight: {} } } }],
  heuristics: [{ name: "misplaced" }],
};

test("a watched search is a link and reads back", () => {
  const lanes = [{ algorithm: "weighted-astar", heuristic: "misplaced", options: { weight: 2.5 } }, { algorithm: "bfs", heuristic: "", options: {} }];
  assert.equal(laneText(lanes[0]), "weighted-astar,misplaced,weight:2.5");
  const usual = { tree: "all", ways: "no" };
  for (const seen of [{ lanes, looks: [usual, { tree: "way", ways: "yes" }], step: 17, present: true }, { lanes: [lanes[1]], looks: [usual], step: 0, present: false }]) assert.deepEqual(readView(writeView(seen), INFO), seen);
  assert.equal(readView({}, INFO), null);
});

test("a link that names no search says so", () => {
  for (const text of ["auto", "nonsense", "bfs,misplaced", "bfs,weight:3", "weighted-astar,weight:x", "weighted-astar,weight:", "weighted-astar,constructor:1", ""]) assert.equal(readLane(text, INFO), null, text);
  for (const view of [{ search: "auto" }, { search: "bfs", beside: "auto" }, { search: "bfs", step: "-1" }, { search: "bfs", step: "x" }]) assert.ok(readView(view, INFO) instanceof Error);
});

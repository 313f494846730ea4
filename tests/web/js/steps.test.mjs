import assert from "node:assert/strict";
import test from "node:test";
import { fixedBefore, madeOf, makeWay, stepAt } from "../../../src/taquin/web/static/js/model/steps.js";

const way = makeWay([
  { moves: "UL", fixed: [1] },
  { moves: "", fixed: [2] },
  { moves: "RDL", fixed: [3, 4] },
]);

test("steps know where they begin and end on the way", () => {
  assert.equal(way.moves, "ULRDL");
  assert.deepEqual(way.steps.map(({ start, end }) => [start, end]), [[0, 2], [2, 2], [2, 5]]);
});

test("a game is on the way as long as its moves are those of the way", () => {
  assert.equal(madeOf(way, { moves: "DDULRDL", position: 2 }, 2), 0);
  assert.equal(madeOf(way, { moves: "DDULRDL", position: 5 }, 2), 3);
  assert.equal(madeOf(way, { moves: "DDU", position: 3 }, 2), 1);
  assert.equal(madeOf(way, { moves: "DDR", position: 3 }, 2), -1);
  assert.equal(madeOf(way, { moves: "DDULRDL", position: 1 }, 2), -1);
});

test("a reader stays at a step until the moves are no longer its own", () => {
  assert.equal(stepAt(way, 0, 0), 0);
  assert.equal(stepAt(way, 2, 0), 0);
  assert.equal(stepAt(way, 2, 1), 1);
  assert.equal(stepAt(way, 2, 2), 2);
  assert.equal(stepAt(way, 3, 0), 2);
  assert.equal(stepAt(way, 1, 2), 0);
  assert.equal(stepAt(way, 5, 0), 2);
});

test("what stands before a step is what the steps before it brought home", () => {
  assert.deepEqual([...fixedBefore(way, 0)], []);
  assert.deepEqual([...fixedBefore(way, 2)], [1, 2]);
  assert.deepEqual([...fixedBefore(way, 3)], [1, 2, 3, 4]);
});

import assert from "node:assert/strict";
import test from "node:test";
import { average, best, clockText, elapsed, pace, started, stopped, withSolve } from "../../../src/taquin/web/static/js/model/times.js";

test("the clock runs, stops and shows hundredths", () => {
  const running = started(1000);
  assert.equal(elapsed(running, 3456), 2456);
  assert.deepEqual(stopped(running, 3456), { since: null, spent: 2456 });
  assert.equal(clockText(2456), "0:02.45");
  assert.equal(clockText(59_999), "0:59.99");
  assert.equal(clockText(61_010), "1:01.01");
  assert.equal(clockText(3_661_000), "1:01:01.00");
  assert.equal(pace(30, 12_000), 2.5);
  assert.equal(pace(30, 0), null);
});

test("averages leave out the best and the worst of the last ones", () => {
  const solves = [99, 10, 20, 30, 40, 1000].map((time) => ({ time }));
  assert.equal(average(solves, 5), 30); // of 10 20 30 40 1000
  assert.equal(average(solves, 12), null);
  assert.equal(best(solves).time, 10);
  assert.equal(best([]), null);
});

test("the list stays short, but the best is kept, and can be seen again", () => {
  let solves = [];
  for (let index = 0; index < 150; index += 1) solves = withSolve(solves, { time: index === 3 ? 1 : 500 + index, moves: 9, letters: "RD", moments: [0, 5], start: [1] });
  assert.ok(solves.length <= 101);
  assert.equal(best(solves).letters, "RD");
  assert.equal(solves.at(-12).letters, "RD");
  assert.equal(solves.at(-13).letters, undefined);
  assert.equal(solves.at(-13).time, 637);
});

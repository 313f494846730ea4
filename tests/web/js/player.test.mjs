import assert from "node:assert/strict";
import test from "node:test";
import { delay, due, initial, SPEEDS, step } from "../../../src/taquin/web/static/js/model/player.js";

const loaded = step(initial(), { type: "load", position: 0, length: 3 });
const run = (state, ...types) => types.reduce((now, type) => step(now, typeof type === "string" ? { type } : type), state);

test("an empty timeline cannot be played", () => {
  assert.equal(initial().name, "empty");
  assert.equal(step(initial(), { type: "play" }).name, "empty");
});

test("plays to the end and stops there", () => {
  const playing = run(loaded, "play");
  assert.equal(playing.name, "playing");
  const ended = run(playing, "tick", "tick", "tick");
  assert.deepEqual([ended.name, ended.position], ["ended", 3]);
  assert.deepEqual(run(ended, "tick"), ended);
});

test("play at the end starts again", () => {
  const again = run(loaded, { type: "seek", position: 3 }, "play");
  assert.deepEqual([again.name, again.position], ["playing", 0]);
});

test("pause, seek and a change of the moves stop the playing", () => {
  for (const event of ["pause", { type: "seek", position: 1 }, { type: "load", position: 1, length: 2 }]) {
    assert.equal(run(loaded, "play", event).name, "paused");
  }
  assert.equal(run(loaded, "play", "tick", "pause", "tick").position, 1);
});

test("seek stays inside", () => {
  assert.equal(run(loaded, { type: "seek", position: -5 }).position, 0);
  assert.equal(run(loaded, { type: "seek", position: 50 }).position, 3);
});

test("every event in every state leads to a known state", () => {
  const events = ["play", "pause", "toggle", "tick", { type: "seek", position: 2 }, { type: "speed", speed: 8 }, { type: "load", position: 0, length: 0 }, { type: "load", position: 1, length: 3 }];
  const seen = new Map();
  const open = [initial(), loaded];
  while (open.length) {
    const state = open.pop();
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.set(key, state);
    assert.ok(["empty", "paused", "playing", "ended"].includes(state.name));
    assert.ok(state.position >= 0 && state.position <= state.length);
    assert.equal(state.name === "empty", state.length === 0);
    for (const event of events) open.push(run(state, event));
  }
  assert.throws(() => run(loaded, "explode"));
});

test("speeds", () => {
  assert.equal(delay(run(loaded, { type: "speed", speed: 8 })), 50);
  assert.ok(1000 / delay(run(loaded, { type: "speed", speed: SPEEDS.at(-1) })) >= 2000); // moves a second
  assert.equal(run(loaded, { type: "speed", speed: 3 }).speed, 1);
});

test("a late timer plays all moves that are due, and never more than there are", () => {
  const fast = run(loaded, { type: "speed", speed: 100 });
  assert.equal(due(fast, 0, 41), 10);
  assert.deepEqual(run(fast, "play", { type: "tick", moves: 2 }).position, 2);
  assert.deepEqual(run(fast, "play", { type: "tick", moves: 10 }).name, "ended");
});

test("a solve is shown with the pauses that it had", () => {
  const moments = [0, 300, 2300];
  assert.equal(due(loaded, 0, 0, moments), 1); // the clock began with the first move
  assert.equal(due(loaded, 0, 299, moments), 1);
  assert.equal(due(loaded, 0, 300, moments), 2);
  assert.equal(due(loaded, 2, 1999, moments), 0);
  assert.equal(due(run(loaded, { type: "speed", speed: 2 }), 2, 1000, moments), 1);
});

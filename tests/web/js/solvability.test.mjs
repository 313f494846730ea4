import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fromRows, GOALS, makeBoard } from "../../../src/taquin/web/static/js/model/board.js";
import { shuffle } from "../../../src/taquin/web/static/js/model/shuffle.js";
import { diagnose, isSolvable } from "../../../src/taquin/web/static/js/model/solvability.js";

// What taquin.diagnose says of many boards; see test_page_files.py.
const told = JSON.parse(readFileSync(process.env.TAQUIN_CHECKS));

test("every figure is the one that the command line prints", () => {
  assert.ok(told.length > 100);
  for (const expected of told) {
    const found = diagnose(fromRows(expected.board), fromRows(expected.goal));
    for (const name of ["solvable", "kurang", "inversions", "x", "total", "inversions_without_blank", "blank_row", "hamming", "manhattan", "other_goal", "swap", "pairs", "shaded"]) {
      assert.deepEqual(found[name], expected[name], `${name} of ${JSON.stringify(expected.board)}`);
    }
  }
});

test("shuffled boards can be solved, whatever the shape and the goal", () => {
  for (const [width, height] of [[4, 4], [3, 5], [2, 2], [1, 6], [6, 1], [1, 1], [30, 30]]) {
    for (const goal of Object.values(GOALS).map((make) => make(width, height))) {
      for (const walk of [null, 0, 40]) {
        const board = shuffle(goal, walk);
        assert.ok(isSolvable(board, goal));
        assert.deepEqual(board.tiles.toSorted((a, b) => a - b), goal.tiles.toSorted((a, b) => a - b));
        assert.equal(board.tiles[board.blank], 0);
      }
    }
  }
});

test("a fully random board is any solvable one, each as likely", () => {
  const seen = new Map();
  for (let draw = 0; draw < 3000; draw += 1) {
    const key = shuffle(GOALS["blank-last"](2, 2), null).tiles.join();
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  assert.equal(seen.size, 12); // half of 4!
  assert.ok(Math.min(...seen.values()) > 150); // 250 each on average
});

test("an easy board is near: as many moves as were asked for, at most", () => {
  const goal = GOALS["blank-last"](3, 3);
  assert.deepEqual(shuffle(goal, 0).tiles, goal.tiles);
  assert.equal(diagnose(shuffle(goal, 1), goal).manhattan, 1);
  assert.deepEqual(shuffle(makeBoard(1, 1, [0]), 5).tiles, [0]);
});

import assert from "node:assert/strict";
import test from "node:test";
import { apply, fromRows, GOALS, goalName, INVERSE, makeBoard, play, sameBoard, slide, swapCells, target, toText } from "../../../src/taquin/web/static/js/model/board.js";

const start = fromRows([[1, 2, 3], [4, 0, 5], [7, 8, 6]]);

test("moves name the direction of the blank", () => {
  assert.deepEqual(apply(start, "R").tiles, [1, 2, 3, 4, 5, 0, 7, 8, 6]);
  assert.ok(sameBoard(play(start, "RD"), GOALS["blank-last"](3, 3)));
});

test("a move that leaves the board gives null", () => {
  assert.equal(apply(play(start, "U"), "U"), null);
  assert.equal(play(start, "UU"), null);
  assert.equal(play(start, "X"), null);
});

test("every legal move is taken back by its inverse, on every board of 2x3", () => {
  const seen = new Set();
  const open = [GOALS["blank-last"](2, 3)];
  while (open.length) {
    const board = open.pop();
    if (seen.has(toText(board))) continue;
    seen.add(toText(board));
    for (const move of Object.keys(INVERSE).filter((move) => target(board, move) >= 0)) {
      const next = apply(board, move);
      assert.ok(sameBoard(apply(next, INVERSE[move]), board));
      open.push(next);
    }
  }
  assert.equal(seen.size, 360); // half of 6!
});

test("a whole row or column slides at once, nothing else does", () => {
  const board = GOALS["blank-last"](4, 4);
  assert.equal(slide(board, 12), "LLL");
  assert.equal(slide(board, 3), "UUU");
  assert.equal(slide(board, 0), "");
  assert.equal(slide(board, 15), "");
  assert.deepEqual(play(board, slide(board, 12)).tiles.slice(12), [0, 13, 14, 15]);
});

test("goals, also of rectangles", () => {
  assert.deepEqual(GOALS.spiral(3, 3).tiles, [1, 2, 3, 8, 0, 4, 7, 6, 5]);
  assert.deepEqual(GOALS.spiral(4, 2).tiles, [1, 2, 3, 4, 0, 7, 6, 5]);
  assert.deepEqual(GOALS["blank-first"](2, 2).tiles, [0, 1, 2, 3]);
  for (const name of Object.keys(GOALS)) assert.equal(goalName(GOALS[name](5, 4)), name);
  assert.equal(goalName(start), null);
});

test("text that the server reads; a thin board carries its size", () => {
  assert.equal(toText(start), "1 2 3/4 0 5/7 8 6");
  assert.equal(toText(makeBoard(3, 1, [1, 0, 2])), "3 1\n1 0 2");
});

test("exchanging cells keeps track of the blank", () => {
  const board = swapCells(start, 4, 0);
  assert.equal(board.blank, 0);
  assert.equal(board.tiles[4], 1);
});

import assert from "node:assert/strict";
import test from "node:test";
import { fromRows, GOALS, sameBoard } from "../../../src/taquin/web/static/js/model/board.js";
import * as games from "../../../src/taquin/web/static/js/model/game.js";
import { compare, follow, isStraying, verdictOf } from "../../../src/taquin/web/static/js/model/plan.js";

const start = fromRows([[1, 2, 3], [4, 0, 5], [7, 8, 6]]);
const goal = GOALS["blank-last"](3, 3);

test("undo and redo are steps along the timeline", () => {
  let game = games.newGame(start, goal);
  game = games.makeMove(game, "R");
  game = games.makeMove(game, "D");
  assert.ok(games.isSolved(game));
  game = games.seek(game, 1);
  assert.equal(game.board.blank, 5);
  game = games.seek(game, 2);
  assert.ok(games.isSolved(game));
  assert.deepEqual(games.counts(game), { stm: 2, mtm: 2 });
});

test("following a solution by hand keeps it, straying begins a new branch", () => {
  const planned = games.withPlan(games.newGame(start, goal), "RD");
  assert.equal(games.planAhead(planned), "RD");
  const followed = games.makeMove(planned, "R");
  assert.equal(followed.moves, "RD");
  assert.equal(games.planAhead(followed), "D");
  const strayed = games.makeMove(planned, "U");
  assert.equal(strayed.moves, "U");
  assert.equal(games.planAhead(strayed), "");
});

test("a timeline that is not possible is refused", () => {
  assert.equal(games.newGame(start, goal, "UU", 0), null);
  assert.equal(games.newGame(start, goal, "RD", 99).position, 2);
});

test("seeking anywhere gives the same board as playing there", () => {
  const moves = "RULLDDRRUULLDDRR";
  const whole = games.newGame(start, goal, moves, 0);
  for (let from = 0; from <= moves.length; from += 1) {
    for (let to = 0; to <= moves.length; to += 1) {
      const there = games.seek(games.seek(whole, from), to);
      assert.ok(sameBoard(there.board, games.newGame(start, goal, moves, to).board));
    }
  }
});

test("the plan follows the player, also on the way back", () => {
  assert.equal(follow("RD", "R"), "D");
  assert.equal(follow("RD", "U"), "DRD");
  assert.equal(follow(follow("RD", "U"), "D"), "RD");
  assert.ok(isStraying("RD", "DRD"));
  assert.ok(!isStraying("RD", "D"));
  assert.equal(follow(null, "R"), null);
});

test("of a move that nobody has judged nothing is said", () => {
  const judged = [{ move: "U", verdict: "worse" }, { move: "R", verdict: "also best" }];
  assert.equal(verdictOf(judged, "U"), "worse");
  assert.equal(verdictOf(judged, "R"), "also best");
  assert.equal(verdictOf(judged, "D"), "unknown");
  assert.equal(verdictOf(null, "U"), "unknown");
  assert.equal(compare(3, { plan: "RD", optimal: false }), "also best");
  assert.equal(compare(3, { plan: "RDLU", optimal: true }), "worse");
  assert.equal(compare(3, { plan: "RDLU", optimal: false }), "unknown");
});

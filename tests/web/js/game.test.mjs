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

test("following a solution by hand keeps it, straying keeps it beside the new branch", () => {
  const planned = games.withPlan(games.newGame(start, goal), "RD");
  assert.equal(games.planAhead(planned), "RD");
  const followed = games.makeMove(planned, "R");
  assert.equal(followed.moves, "RD");
  assert.equal(games.planAhead(followed), "D");
  const strayed = games.makeMove(planned, "U");
  assert.equal(strayed.moves, "U");
  assert.equal(games.planAhead(strayed), "");
  assert.deepEqual(strayed.left, { moves: "RD", at: 0, shortest: null });
});

test("a solution that was left is found again: by hand, by undo, by a button", () => {
  const planned = games.withPlan(games.makeMove(games.newGame(start, goal), "L"), "RRD", true);
  assert.ok(games.isShortest(planned));
  const strayed = games.makeMove(games.makeMove(planned, "U"), "R");
  assert.ok(!games.isShortest(strayed) && strayed.left.at === 1);
  const returned = games.makeMove(games.makeMove(strayed, "L"), "D");
  assert.equal(returned.moves, "LURLDRRD"); // the moves that were made count, and the solution lies ahead again
  assert.equal(games.planAhead(returned), "RRD");
  assert.ok(games.isShortest(returned) && returned.left === null);
  for (const back of [games.seek(strayed, 1), games.seek(games.seek(strayed, 2), 1)]) {
    assert.equal(back.moves, "LRRD");
    assert.ok(sameBoard(back.board, planned.board) && games.isShortest(back));
  }
  assert.equal(games.seek(strayed, 2).moves, "LUR");
  assert.ok(sameBoard(games.seek(strayed, 0).board, start));
});

test("another way to the goal needs no way back", () => {
  const planned = games.withPlan(games.newGame(start, goal), "ULDRRD");
  const solved = games.makeMove(games.makeMove(planned, "R"), "D");
  assert.ok(games.isSolved(solved) && solved.left === null);
});

test("a board that was solved by moves is locked, one that was solved from the start is not", () => {
  const solved = games.newGame(start, goal, "RD", 2);
  assert.ok(games.isLocked(solved));
  assert.ok(!games.isLocked(games.seek(solved, 1)));
  assert.ok(!games.isLocked(games.newGame(goal, goal)));
});

test("no proof is claimed for what is not proven", () => {
  assert.ok(!games.isShortest(games.withPlan(games.newGame(start, goal), "RD")));
  assert.ok(!games.isShortest(games.withPlan(games.newGame(start, goal), "R", true))); // leads nowhere
  const planned = games.withPlan(games.makeMove(games.newGame(start, goal), "L"), "RRD", true);
  assert.ok(!games.isShortest(games.seek(planned, 0))); // proven from the second board on only
  assert.ok(games.isShortest(games.seek(planned, 2)));
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

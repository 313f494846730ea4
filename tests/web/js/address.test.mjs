import assert from "node:assert/strict";
import test from "node:test";
import { fromHash, toHash } from "../../../src/taquin/web/static/js/model/address.js";
import { fromRows, GOALS, makeBoard, sameBoard } from "../../../src/taquin/web/static/js/model/board.js";
import { makeMove, newGame, withPlan } from "../../../src/taquin/web/static/js/model/game.js";
import { multiTileLength, steps, withoutRuns, withRuns, write } from "../../../src/taquin/web/static/js/model/notation.js";

const start = fromRows([[1, 2, 3], [4, 0, 5], [7, 8, 6]]);

test("the address is readable and reads back", () => {
  const game = newGame(start, GOALS["blank-last"](3, 3), "RDLL", 2);
  const hash = toHash({ game, panel: "solve" });
  assert.equal(hash, "#size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last&moves=RDL2&at=2&panel=solve");
  const found = fromHash(hash);
  assert.deepEqual(found.game, game);
  assert.equal(found.panel, "solve");
});

test("a panel adds its own names, and only what is one", () => {
  const game = newGame(start, GOALS["blank-last"](3, 3));
  const details = { learn: { chapter: "astar" }, race: { lanes: "astar,ida:linear-conflict" } };
  assert.match(toHash({ game, panel: "race", details }), /&panel=race&lanes=astar,ida:linear-conflict$/);
  assert.deepEqual(fromHash(toHash({ game, panel: "learn", details })).details, details.learn);
  assert.deepEqual(fromHash("#panel=learn&chapter=a%26b&A=1&board=").details, undefined);
  assert.deepEqual(fromHash("#panel=learn&chapter=a%26b&A=1").details, { chapter: "a&b" });
  assert.equal(toHash({ game, panel: "learn", details: { learn: { chapter: "a&b" } } }).split("&").at(-1), "chapter=a%26b");
});

test("a solution that was left, and whose it is, are in the address", () => {
  const game = makeMove(withPlan(newGame(start, GOALS["blank-last"](3, 3)), "RD"), "U");
  const solver = { algorithm: "astar", heuristic: "maximum:manhattan+gaschnig", from: 0 };
  const hash = toHash({ game, panel: "solve", solver });
  assert.ok(hash.includes("&moves=U&at=1&solution=RD&left=0&by=astar&h=maximum:manhattan+gaschnig&from=0&"));
  const found = fromHash(hash);
  assert.deepEqual([found.game, found.solver], [game, solver]);
  const wrong = ["solution=RR&left=0", "solution=R&left=0", "solution=RD&left=5", "solution=RD&left=1"];
  for (const part of wrong) assert.equal(fromHash(`#board=1,2,3/4,0,5/7,8,6&moves=U&at=1&${part}`).message, "moves", part);
  assert.equal(fromHash("#board=1,2/3,0&by=astar&from=9").solver, null);
});

test("a panel has details of its own in the address", () => {
  const game = newGame(start, GOALS["blank-last"](3, 3));
  const details = { learn: { chapter: "a*, b", step: "3" }, race: { lanes: "bfs" } };
  const hash = toHash({ game, panel: "learn", details });
  assert.ok(hash.endsWith("&panel=learn&chapter=a*,%20b&step=3"));
  assert.deepEqual(fromHash(hash).details, details.learn);
});

test("goals of one's own, rectangles and thin boards", () => {
  for (const [board, goal] of [[start, GOALS.spiral(3, 3)], [GOALS["blank-first"](4, 2), makeBoard(4, 2, [7, 6, 5, 4, 3, 2, 1, 0])], [makeBoard(3, 1, [1, 0, 2]), makeBoard(3, 1, [1, 2, 0])], [makeBoard(1, 3, [1, 0, 2]), makeBoard(1, 3, [1, 2, 0])]]) {
    const found = fromHash(toHash({ game: newGame(board, goal), panel: "play" }));
    assert.ok(sameBoard(found.game.start, board) && sameBoard(found.game.goal, goal));
  }
});

test("an address that makes no sense says which part", () => {
  const bad = { board: ["#board=1,2/3,3", "#board=1,2,3/4,0", "#size=3x2&board=1,2/3,0", "#board=a,b/c,0"], goal: ["#board=1,2/3,0&goal=1,2,3,0", "#board=1,2/3,0&goal=nonsense"], moves: ["#board=1,2/3,0&moves=RR", "#board=1,2/3,0&moves=Q", "#board=1,2/3,0&moves=U&at=x"] };
  for (const [part, hashes] of Object.entries(bad)) for (const hash of hashes) assert.equal(fromHash(hash).message, part, hash);
  assert.equal(fromHash("").game, null);
  assert.equal(fromHash("#board=0&panel=a%26moves=U").panel, "play");
  assert.equal(fromHash("#moves=U999999U999999").game, null);
});

test("notations", () => {
  assert.equal(withRuns("RRRDL"), "R3DL");
  assert.equal(withoutRuns("R3DL"), "RRRDL");
  assert.equal(withoutRuns("R3x"), null);
  assert.equal(withoutRuns("R999999R999999"), null);
  assert.equal(multiTileLength("RRDLL"), 3);
  assert.equal(multiTileLength(""), 0);
  assert.deepEqual(steps(start, "RD", "number"), ["5", "6"]);
  assert.equal(write(start, "RD", "tile"), "LU");
  assert.equal(write(start, "RD", "number"), "5 6");
});

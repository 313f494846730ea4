import assert from "node:assert/strict";
import test from "node:test";
import { depths, sorted, toCsv, toRow } from "../../../src/taquin/web/static/js/race/figures.js";
import { lanesText, orderText, readLanes, readOrder } from "../../../src/taquin/web/static/js/race/link.js";

const solved = { outcome: "solved", length: 12, length_mtm: 9, generated: 57, expanded: 31, queue_peak: 26, branching_factor: 1.2232, seconds: 0.0005, times: [0.0005], heuristic: "manhattan" };
const cut = { outcome: "limit", length: null, length_mtm: null, bound: 30, generated: 1000, expanded: 600, queue_peak: 400, branching_factor: null, seconds: 10, times: [10], heuristic: "" };
const rows = [toRow({ algorithm: "astar003", heuristic: "" }, solved, 10), toRow({ algorithm: "bfs", heuristic: "" }, cut, 10), toRow({ algorithm: "greedy", heuristic: "nilsson" }, null, 10)];

test("a row says how many moves too long a solution is, and what is proven where there is none", () => {
  assert.deepEqual([rows[0].length, rows[0].shortest, rows[0].bound], [12, 2, null]);
  assert.deepEqual([rows[1].length, rows[1].shortest, rows[1].bound], [null, null, 30]);
  assert.equal(toRow({ algorithm: "astar003", heuristic: "" }, solved, null).shortest, null);
  const inSlides = (result) => toRow({ algorithm: "astar003", heuristic: "" }, result, 7, "mtm");
  assert.deepEqual([inSlides(solved).shortest, inSlides(cut).bound], [2, null]); // its bound is one in moves
  assert.deepEqual([rows[2].heuristic, rows[2].generated], ["nilsson", null]);
});

test("rows are sorted either way, and those without a figure come last", () => {
  const names = (order) => sorted(rows, order).map((row) => row.algorithm);
  assert.deepEqual(names({ column: "", descending: false }), ["astar003", "bfs", "greedy"]);
  assert.deepEqual(names({ column: "generated", descending: true }), ["bfs", "astar003", "greedy"]);
  assert.deepEqual(names({ column: "generated", descending: false }), ["astar003", "bfs", "greedy"]);
  assert.deepEqual(names({ column: "length", descending: true }), ["astar003", "bfs", "greedy"]);
  assert.deepEqual(names({ column: "algorithm", descending: true }), ["greedy", "bfs", "astar003"]);
});

test("CSV has plain figures, in the digits of the page", () => {
  assert.equal(toCsv(rows), "algorithm,heuristic,length,generated,expanded,queue,branching,seconds,too_long,bound,slides\nastar003,manhattan,12,57,31,26,1.223,0.0005,2,,9\nbfs,,,1000,600,400,,10,,30,\ngreedy,nilsson,,,,,,,,,\n");
  assert.match(toCsv([{ ...rows[0], algorithm: 'a "b", c' }]), /^"a ""b"", c",/m);
});

test("a way is looked at in at most eight places, its end among them", () => {
  assert.deepEqual(depths(3), [1, 2, 3]);
  assert.deepEqual(depths(20), [2, 5, 8, 11, 14, 17, 20]);
  for (let length = 0; length < 200; length += 1) assert.ok(depths(length).length <= 8 && (length === 0 || depths(length).at(-1) === length));
});

test("lanes in an address read back, and names that do not exist are left out", () => {
  const lanes = [{ algorithm: "astar", heuristic: "" }, { algorithm: "ida", heuristic: "linear-conflict" }];
  assert.equal(lanesText(lanes), "astar,ida:linear-conflict");
  assert.deepEqual(readLanes("astar,ida:linear-conflict", ["astar", "ida"], ["linear-conflict"]), lanes);
  assert.deepEqual(readLanes("astar:guess,dijkstra,", ["astar"], ["manhattan"]), []);
});

test("the order of a table comes back from an address, and nothing else is one", () => {
  for (const order of [{ column: "generated", descending: true }, { column: "seconds", descending: false }]) assert.deepEqual(readOrder(orderText(order)), order);
  for (const text of [undefined, "", "-", "toString"]) assert.deepEqual(readOrder(text), { column: "", descending: false });
});

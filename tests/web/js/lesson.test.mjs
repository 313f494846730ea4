// The questions of the lesson are made from real traces: the test that runs this file writes them first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { seeded, shuffled, threeBoards } from "../../../src/taquin/web/static/js/learn/chance.js";
import { choices, judge, rounds } from "../../../src/taquin/web/static/js/learn/judge.js";
import { GOALS } from "../../../src/taquin/web/static/js/model/board.js";
import { diagnose } from "../../../src/taquin/web/static/js/model/solvability.js";
import { readTrace } from "../../../src/taquin/web/static/js/search/replay.js";

const traces = JSON.parse(readFileSync(process.env.TAQUIN_TRACES, "utf8"));
const all = (name) => readTrace(traces[name].events);

// "2.1" was made before "2.2", and that before "3.1".
function newer(one, other) {
  const [[a, b], [c, d]] = [one, other].map((name) => name.split(".").map(Number));
  return a === c ? b > d : a > c;
}

for (const [name, order] of [["bfs", "age"], ["astar", "f"], ["bnb000", "f"]]) {
  test(`${name}: what the search took is right, and every choice has its reason`, () => {
    const trace = all(name);
    const moments = choices(trace);
    assert.ok(moments.length >= 2);
    for (const moment of moments) {
      assert.ok(judge(trace, moment, moment.answer, order).right);
      for (const chosen of moment.waiting) {
        const { right, reason, values } = judge(trace, moment, chosen, order);
        const [mine, its] = [trace.nodes.get(chosen), trace.nodes.get(moment.answer)];
        assert.equal(right, chosen === moment.answer, "one node is next, and only one");
        if (order === "f") assert.ok(mine.f >= its.f, "nothing that waits has a smaller f than what is taken");
        if (reason === "f_equal" || reason === "age_younger") assert.ok(newer(its.name, mine.name) === (order === "f"), "equals are taken by age");
        if (reason === "f_right_newest") assert.ok(moment.waiting.some((other) => other !== chosen && trace.nodes.get(other).f === mine.f));
        if (reason === "f_right") assert.ok(moment.waiting.every((other) => other === chosen || trace.nodes.get(other).f > mine.f));
        if (reason === "age_deeper") assert.ok(values.g > values.answer_g);
        if (reason === "age_younger") assert.equal(values.g, values.answer_g);
        if (reason === "f_larger") assert.ok(values.f > values.answer_f);
      }
    }
  });
}

test("breadth-first search takes the oldest: nothing that waits is nearer to the start", () => {
  const trace = all("bfs");
  for (const { waiting, answer } of choices(trace)) for (const name of waiting) assert.ok(trace.nodes.get(name).g >= trace.nodes.get(answer).g);
});

test("the next limit of IDA* is the smallest f that was cut", () => {
  const deepening = Object.values(traces).map(({ events }) => events).filter((events) => events[0].algorithm === "ida" || events[0].algorithm === "iterative-deepening");
  assert.equal(deepening.length, 2);
  for (const events of deepening) {
    const found = rounds(events);
    assert.equal(found.length, events.filter((event) => event.event === "deepen").length);
    for (let index = 1; index < found.length; index += 1) assert.equal(found[index].limit, found[index - 1].cut[0][0]);
  }
});

test("the answers are shuffled: the right one is not always at the same place", () => {
  const moments = choices(all("bfs"));
  const places = moments.map(({ at, waiting, answer }) => shuffled(waiting, seeded(at)).indexOf(answer));
  assert.ok(new Set(places.slice(0, 8)).size >= 3, `the right answers are at ${places}`);
  assert.deepEqual(shuffled([1, 2, 3, 4, 5], seeded(7)), shuffled([1, 2, 3, 4, 5], seeded(7)));
  const first = [0, 0, 0];
  for (let seed = 0; seed < 3000; seed += 1) first[shuffled([0, 1, 2], seeded(seed))[0]] += 1;
  for (const times of first) assert.ok(times > 900, `of three each comes first as often: ${first}`);
});

test("whoever forgets X is wrong about one of the three boards in every question", () => {
  const goal = GOALS["blank-last"](3, 3);
  const seen = { places: new Set(), blanks: new Set() };
  let caught = 0;
  for (let seed = 0; seed < 400; seed += 1) {
    const { boards, good } = threeBoards(seeded(seed));
    const found = boards.map((board) => diagnose(board, goal));
    assert.deepEqual(found.map(({ solvable }) => solvable), [0, 1, 2].map((index) => index === good));
    assert.ok(found.some(({ solvable, inversions, x }) => !solvable && x === 1 && inversions % 2 === 0));
    caught += found[good].x;
    seen.places.add(good);
    for (const board of boards) seen.blanks.add(board.blank);
  }
  assert.ok(caught > 150 && caught < 250, `X of the good board is 1 in ${caught} of 400 questions`);
  assert.equal(seen.places.size, 3);
  assert.equal(seen.blanks.size, 9);
});

// The questions of the lesson are made from real traces: the test that runs this file writes them first.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { choices, judge, rounds } from "../../../src/taquin/web/static/js/learn/judge.js";
import { readTrace } from "../../../src/taquin/web/static/js/search/replay.js";

const traces = JSON.parse(readFileSync(process.env.TAQUIN_TRACES, "utf8"));
const all = (name) => readTrace(traces[name].events);

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
        if (order === "f") assert.equal(right, mine.f <= its.f, "nothing that waits has a smaller f than what is taken");
        else assert.equal(right, chosen === moment.answer);
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

// The timed solves that the browser keeps.

import { goalName } from "./model/board.js";
import { kindOf, withSolve } from "./model/times.js";

const NAME = "taquin-times";

export function allSolves() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}

export function solvesOf(kind) {
  const found = allSolves()[kind];
  return Array.isArray(found) ? found : [];
}

// Whether it is kept: there are times for the goals that have a name.
export function recordSolve({ start, goal, moves, position }, difficulty, time, made) {
  const name = goalName(goal);
  if (!name) return false;
  const kind = kindOf(start, name, difficulty);
  const solve = { time, moves: position, when: Date.now(), start: start.tiles, letters: moves.slice(0, position), moments: made.slice() };
  save({ ...allSolves(), [kind]: withSolve(solvesOf(kind), solve) });
  return true;
}

export function forgetSolves(kind) {
  const { [kind]: _forgotten, ...rest } = allSolves();
  save(rest);
}

function save(solves) {
  try {
    localStorage.setItem(NAME, JSON.stringify(solves));
  } catch { /* the browser keeps nothing more: the game goes on */ }
}

// The timed solves that the browser keeps.

import { withSolve } from "./model/times.js";

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

export function addSolve(kind, solve) {
  save({ ...allSolves(), [kind]: withSolve(solvesOf(kind), solve) });
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

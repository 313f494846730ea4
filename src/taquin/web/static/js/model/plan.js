// The plan behind the hints. It is kept while the player follows it, and grows by the way back when the player strays:
// a hint is never lost and never computed again for each move.

import { INVERSE } from "./board.js";

export function follow(plan, move) {
  if (plan === null) return null;
  return plan.startsWith(move) ? plan.slice(1) : INVERSE[move] + plan;
}

// How far the player has strayed: the moves by which the plan has grown.
export function isStraying(before, after) {
  return before !== null && after !== null && after.length > before.length;
}

// What the server has said of a move: "best", "also best", "worse", or "unknown".
export function verdictOf(judged, move) {
  return judged?.find((one) => one.move === move)?.verdict ?? "unknown";
}

// The same from the plan after the move, where the shortest way before it had so many moves.
export function compare(before, { plan, optimal }) {
  if (plan.length < before) return "also best";
  return optimal ? "worse" : "unknown";
}

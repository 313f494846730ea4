// A game is one timeline: a start, a goal, the moves, and how many of them have been made. Undo and redo, playing a
// solution and following it by hand are all steps along the same line.

import { apply, play, sameBoard } from "./board.js";
import { multiTileLength } from "./notation.js";

export function newGame(start, goal, moves = "", position = 0) {
  const at = Math.max(0, Math.min(position, moves.length));
  const board = play(start, moves.slice(0, at));
  if (board === null || play(board, moves.slice(at)) === null) return null;
  return { start, goal, moves, position: at, board };
}

export function isSolved(game) {
  return sameBoard(game.board, game.goal);
}

// One move by hand. Where it is the next one on the timeline it is a step along it; otherwise a new branch begins.
export function makeMove(game, move) {
  const board = apply(game.board, move);
  if (board === null) return null;
  const position = game.position + 1;
  if (game.moves[game.position] === move) return { ...game, board, position };
  return { ...game, board, position, moves: game.moves.slice(0, game.position) + move };
}

export function seek(game, position) {
  const at = Math.max(0, Math.min(position, game.moves.length));
  if (at === game.position) return game;
  const from = at > game.position ? game.board : game.start;
  const passed = at > game.position ? game.moves.slice(game.position, at) : game.moves.slice(0, at);
  return { ...game, position: at, board: play(from, passed) };
}

// Put a solution after the moves made so far.
export function withPlan(game, plan) {
  return { ...game, moves: game.moves.slice(0, game.position) + plan };
}

// What lies ahead, if it ends at the goal.
export function planAhead(game) {
  const plan = game.moves.slice(game.position);
  const end = plan && play(game.board, plan);
  return end && sameBoard(end, game.goal) ? plan : "";
}

export function retry(game) {
  return { ...game, board: game.start, moves: "", position: 0 };
}

export function counts(game) {
  const made = game.moves.slice(0, game.position);
  return { stm: made.length, mtm: multiTileLength(made) };
}

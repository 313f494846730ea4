// A game is one timeline: a start, a goal, the moves, and how many of them have been made. Undo and redo, playing a
// solution and following it by hand are all steps along the same line.
//
//   leads     whether the timeline ends at the goal
//   shortest  from which position on nobody can be quicker, where that is proven; else null
//   left      the solution that a player has left: { moves, at, shortest }, that timeline and where the way parted

import { apply, INVERSE, play, sameBoard } from "./board.js";
import { multiTileLength } from "./notation.js";

export function newGame(start, goal, moves = "", position = 0) {
  const at = Math.max(0, Math.min(position, moves.length));
  const board = play(start, moves.slice(0, at));
  const end = board && play(board, moves.slice(at));
  if (!end) return null;
  return { start, goal, moves, position: at, board, leads: sameBoard(end, goal), shortest: null, left: null };
}

export function isSolved(game) {
  return sameBoard(game.board, game.goal);
}

// Whether moves by hand are over: the goal is reached. A board that was solved from the start may be taken apart.
export function isLocked(game) {
  return game.position > 0 && isSolved(game);
}

// One move by hand. Where it is the next one on the timeline it is a step along it; otherwise a new branch begins, and
// a solution that lay ahead is remembered. Whoever finds back to where the ways parted has it ahead again.
export function makeMove(game, move) {
  const board = apply(game.board, move);
  if (board === null) return null;
  const position = game.position + 1;
  if (game.moves[game.position] === move) return { ...game, board, position };
  const moves = game.moves.slice(0, game.position) + move;
  const left = game.left ?? leaving(game);
  if (left && wayBack(moves.slice(left.at)) === "") {
    const shortest = left.shortest !== null && left.shortest <= left.at ? position : null;
    return { ...game, board, position, moves: moves + left.moves.slice(left.at), leads: true, shortest, left: null };
  }
  const leads = sameBoard(board, game.goal);
  return { ...game, board, position, moves, leads, shortest: null, left: leads ? null : left };
}

function leaving(game) {
  return planAhead(game) ? { moves: game.moves, at: game.position, shortest: game.shortest } : null;
}

// The moves that take these ones back.
export function wayBack(moves) {
  const path = [];
  for (const move of moves) {
    if (path.at(-1) === INVERSE[move]) path.pop();
    else path.push(move);
  }
  return path.reverse().map((move) => INVERSE[move]).join("");
}

// Going back to where a solution was left, or before, is going back to that solution.
export function seek(game, position) {
  const { left } = game;
  const line = left && position <= left.at ? { ...game, moves: left.moves, shortest: left.shortest, leads: true, left: null } : game;
  const at = Math.max(0, Math.min(position, line.moves.length));
  if (at === game.position) return game;
  const passed = at > game.position ? line.moves.slice(game.position, at) : undone(game.moves.slice(at, game.position));
  return { ...line, position: at, board: play(game.board, passed) };
}

function undone(moves) {
  return [...moves].reverse().map((move) => INVERSE[move]).join("");
}

// The timeline of the solution: the present one, or the one that the player has left.
export function solutionLine(game) {
  return game.left?.moves ?? game.moves;
}

// Put a solution after the moves made so far.
export function withPlan(game, plan, proven = false) {
  const end = play(game.board, plan);
  const leads = end !== null && sameBoard(end, game.goal);
  return { ...game, moves: game.moves.slice(0, game.position) + plan, leads, shortest: proven && leads ? game.position : null, left: null };
}

// What lies ahead, if it ends at the goal.
export function planAhead(game) {
  return game.leads ? game.moves.slice(game.position) : "";
}

// Whether what lies ahead is proven to be a shortest way.
export function isShortest(game) {
  return game.leads && game.shortest !== null && game.position >= game.shortest;
}

export function retry(game) {
  return newGame(game.start, game.goal);
}

export function counts(game) {
  const made = game.moves.slice(0, game.position);
  return { stm: made.length, mtm: multiTileLength(made) };
}

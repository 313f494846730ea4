// Moves in three notations: the blank's direction, the tile's direction, the tiles' numbers.

import { INVERSE, target } from "./board.js";

export const NOTATIONS = ["blank", "tile", "number"];

// "RRD" -> "R2D"
export function withRuns(letters) {
  return letters.replace(/(.)\1+/g, (run, letter) => letter + run.length);
}

// "R2D" -> "RRD"; null where the text is not made of moves.
export function withoutRuns(text) {
  if (!/^([ULRD]\d{0,6})*$/.test(text)) return null;
  let length = 0;
  for (const [, count] of text.matchAll(/[ULRD](\d*)/g)) length += count === "" ? 1 : Number(count);
  if (length > 1_000_000) return null;
  return text.replace(/([ULRD])(\d+)/g, (_, letter, count) => letter.repeat(Number(count)));
}

// The length in the multi-tile metric: a run in one direction counts once.
export function multiTileLength(moves) {
  let length = 0;
  for (let index = 0; index < moves.length; index += 1) if (moves[index] !== moves[index - 1]) length += 1;
  return length;
}

// The tile that slides at each move.
export function tilesMoved(board, moves) {
  const state = { ...board, tiles: board.tiles.slice() };
  const moved = [];
  for (const move of moves) {
    const cell = target(state, move);
    moved.push(state.tiles[cell]);
    state.tiles[state.blank] = state.tiles[cell];
    state.tiles[cell] = 0;
    state.blank = cell;
  }
  return moved;
}

const ARROWS = { U: "↑", L: "←", R: "→", D: "↓" };

// ["5←", "8↑"]: the tiles in the order in which they slide, and where to.
export function arrows(board, moves) {
  return tilesMoved(board, moves).map((tile, index) => `${tile}${ARROWS[INVERSE[moves[index]]]}`);
}

// ["5 8←", "3↑"]: the same slide by slide, the tile next to the blank first.
export function slideArrows(board, moves) {
  const tiles = tilesMoved(board, moves);
  let at = 0;
  return (moves.match(/(.)\1*/g) ?? []).map((run) => {
    at += run.length;
    return `${tiles.slice(at - run.length, at).join(" ")}${ARROWS[INVERSE[run[0]]]}`;
  });
}

export function steps(board, moves, notation) {
  if (notation === "number") return tilesMoved(board, moves).map(String);
  return [...moves].map((move) => (notation === "blank" ? move : INVERSE[move]));
}

export function write(board, moves, notation) {
  if (notation === "number") return steps(board, moves, notation).join(" ");
  return withRuns(steps(board, moves, notation).join(""));
}

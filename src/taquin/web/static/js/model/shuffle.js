// Random boards, made here: a new board needs no server.

import { makeBoard } from "./board.js";
import { isSolvable } from "./solvability.js";

const WALKS = { easy: 0.75, medium: 2.5, hard: 7.5 }; // random moves from the goal, for each cell
const LONGEST_WALK = 10_000;

// How many random moves make a board of this difficulty; null where any board will do.
export function walkOf(difficulty, cells) {
  return difficulty in WALKS ? Math.min(LONGEST_WALK, Math.ceil(WALKS[difficulty] * cells)) : null;
}

// `walk` random moves from the goal, none of which takes back the one before it; null: any solvable board, all equally likely.
export function shuffle(goal, walk, random = Math.random) {
  return walk === null ? anyBoard(goal, random) : wander(goal, walk, random);
}

function anyBoard(goal, random) {
  const { width, height } = goal;
  const tiles = goal.tiles.slice();
  const below = (bound) => Math.floor(random() * bound);
  if (Math.min(width, height) === 1) {
    const order = tiles.filter(Boolean);
    order.splice(below(tiles.length), 0, 0);
    return makeBoard(width, height, order);
  }
  for (let last = tiles.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  const board = makeBoard(width, height, tiles);
  if (isSolvable(board, goal)) return board;
  const [one, other] = [0, 1, 2].filter((cell) => tiles[cell] !== 0); // any two tiles: that makes every board equally likely
  [tiles[one], tiles[other]] = [tiles[other], tiles[one]];
  return board;
}

function wander(goal, walk, random) {
  const { width, height } = goal;
  const tiles = goal.tiles.slice();
  let { blank } = goal;
  let before = -1;
  for (let made = 0; made < walk; made += 1) {
    const [row, column] = [Math.floor(blank / width), blank % width];
    const ways = [row > 0 && blank - width, column > 0 && blank - 1, column < width - 1 && blank + 1, row < height - 1 && blank + width].filter((cell) => cell !== false);
    const onward = ways.filter((cell) => cell !== before);
    const choice = onward.length ? onward : ways; // a dead end, which only a single row or column has
    if (!choice.length) break;
    const cell = choice[Math.floor(random() * choice.length)];
    [tiles[blank], tiles[cell]] = [tiles[cell], 0];
    [before, blank] = [blank, cell];
  }
  return makeBoard(width, height, tiles);
}

// What the questions leave to chance. `random` gives numbers from 0 to 1, as Math.random does.

import { GOALS, swapCells } from "../model/board.js";
import { shuffle } from "../model/shuffle.js";
import { shadedCells } from "../model/solvability.js";

const MODULUS = 2 ** 31 - 1;
const FACTOR = 16_807; // Park and Miller's: its powers run through all numbers below the modulus

// Numbers that look random and are the same for the same seed.
export function seeded(seed) {
  let state = 1 + (seed % (MODULUS - 1));
  const next = () => {
    state = (state * FACTOR) % MODULUS;
    return (state - 1) / (MODULUS - 1);
  };
  for (let skipped = 0; skipped < 3; skipped += 1) next(); // the first ones of small seeds are all small
  return next;
}

export function shuffled(list, random) {
  const rest = list.slice();
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}

// Three boards, and which one of them can be solved. One of the others has X = 1 and an even sum of Kurang: a reader
// who forgets X believes that it can be solved. In half of the questions the good board has X = 1 and an odd sum.
export function threeBoards(random = Math.random) {
  const coin = () => Math.floor(random() * 2);
  const good = boardWithX(coin(), random);
  const wrong = [1, coin()].map((x) => spoiled(boardWithX(x, random), random));
  const boards = shuffled([good, ...wrong], random);
  return { boards, good: boards.indexOf(good) };
}

function boardWithX(x, random) {
  const goal = GOALS["blank-last"](3, 3);
  const shaded = shadedCells(goal);
  for (;;) {
    const board = shuffle(goal, null, random);
    if (Number(shaded.includes(board.blank)) === x) return board;
  }
}

// Two tiles exchanged, after which no moves lead to the goal.
function spoiled(board, random) {
  const cells = board.tiles.map((_, cell) => cell).filter((cell) => cell !== board.blank);
  const [one, other] = shuffled(cells, random);
  return swapCells(board, one, other);
}

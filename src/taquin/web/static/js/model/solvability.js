// Can this board be solved, and why? The figures of taquin.solvability, which a test compares with these, counted here
// so that they follow every move without a server.

import { GOALS, sameBoard } from "./board.js";

const LARGEST_LISTING = 100; // cells up to which the pairs behind the Kurang table are listed

// Where each tile is: positions(goal)[tile] is its rank.
export function positions(board) {
  const found = new Array(board.tiles.length);
  board.tiles.forEach((tile, cell) => { found[tile] = cell; });
  return found;
}

export function cellDistance(a, b, width) {
  return Math.abs(Math.floor(a / width) - Math.floor(b / width)) + Math.abs((a % width) - (b % width));
}

// A move is one exchange and takes the blank one cell on: both parities change with every move, their sum never does.
export function isSolvable(board, goal) {
  if (Math.min(board.width, board.height) === 1) {
    const order = (tiles) => tiles.filter(Boolean).join();
    return order(board.tiles) === order(goal.tiles);
  }
  const rank = positions(goal);
  const seen = new Uint8Array(board.tiles.length);
  let exchanges = 0;
  for (let first = 0; first < seen.length; first += 1) {
    for (let cell = first, length = 0; !seen[cell]; cell = rank[board.tiles[cell]], length += 1) {
      seen[cell] = 1;
      if (length) exchanges += 1;
    }
  }
  return (exchanges + cellDistance(board.blank, goal.blank, board.width)) % 2 === 0;
}

// How many smaller numbers come after each one of a permutation of 0 .. n-1 or of a part of it; a Fenwick tree.
function smallerAfter(ranks, size) {
  const tree = new Int32Array(size + 1);
  const found = new Array(ranks.length);
  for (let index = ranks.length - 1; index >= 0; index -= 1) {
    let count = 0;
    for (let at = ranks[index]; at > 0; at -= at & -at) count += tree[at];
    for (let at = ranks[index] + 1; at <= size; at += at & -at) tree[at] += 1;
    found[index] = count;
  }
  return found;
}

export function diagnose(board, goal) {
  const { width, tiles, blank } = board;
  const rank = positions(goal);
  const size = tiles.length;
  const counted = new Array(size);
  smallerAfter(tiles.map((tile) => rank[tile]), size).forEach((count, cell) => { counted[tiles[cell]] = count; });
  const kurang = [...counted.slice(1), counted[0]];
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const inversions = sum(kurang);
  const x = cellDistance(blank, goal.blank, width) % 2;
  const solvable = isSolvable(board, goal);
  const distances = tiles.map((tile, cell) => (tile ? cellDistance(rank[tile], cell, width) : 0));
  return {
    solvable, kurang, inversions, x, total: inversions + x,
    inversions_without_blank: sum(smallerAfter(tiles.filter(Boolean).map((tile) => rank[tile]), size)),
    blank_row: Math.floor(blank / width), goal_row: Math.floor(goal.blank / width), width, thin: Math.min(width, board.height) === 1,
    hamming: distances.filter(Boolean).length, manhattan: sum(distances),
    other_goal: solvable ? null : otherGoal(board, goal), swap: solvable ? null : swap(board, goal),
    pairs: size > LARGEST_LISTING ? [] : pairs(board, rank), shaded: shadedCells(goal),
  };
}

// The same, counted once as long as it is asked of the same game.
let known = {};
export function diagnoseOnce({ board, goal }) {
  if (known.board !== board || known.goal !== goal) known = { board, goal, found: diagnose(board, goal) };
  return known.found;
}

// The cells in which the blank makes X = 1.
export function shadedCells(goal) {
  return goal.tiles.map((_, cell) => cell).filter((cell) => cellDistance(cell, goal.blank, goal.width) % 2);
}

// For each i of the Kurang table, the blank last, the tiles of lower rank that come after it.
function pairs({ tiles }, rank) {
  const after = (tile) => tiles.slice(tiles.indexOf(tile) + 1).filter((other) => rank[other] < rank[tile]);
  return tiles.map((_, index) => after((index + 1) % tiles.length));
}

// The usual goal for which an unsolvable board would be solvable: a likely mix-up.
function otherGoal(board, goal) {
  const fits = (other) => !sameBoard(other, goal) && isSolvable(board, other);
  return ["blank-first", "blank-last"].find((name) => fits(GOALS[name](board.width, board.height))) ?? null;
}

// Two tiles whose exchange makes the board solvable: neighbours in the goal's order, in the wrong order where there are
// such, and of these the ones whose exchange lowers the Manhattan distance most.
function swap(board, goal) {
  const tiles = board.tiles.filter(Boolean);
  const wanted = goal.tiles.filter(Boolean);
  if (Math.min(board.width, board.height) === 1) {
    const wrong = tiles.filter((tile, place) => tile !== wanted[place]);
    return wrong.length === 2 ? wrong : null;
  }
  const [place, home] = [positions(board), positions(goal)];
  const distance = (tile, at) => cellDistance(place[at], home[tile], board.width);
  let best = null;
  for (let index = 1; index < wanted.length; index += 1) {
    const [one, other] = [wanted[index - 1], wanted[index]];
    const gain = distance(one, one) + distance(other, other) - distance(one, other) - distance(other, one);
    const worth = (place[one] > place[other] ? 1e6 : 0) + gain;
    if (!best || worth > best.worth) best = { worth, pair: place[one] < place[other] ? [one, other] : [other, one] };
  }
  return best?.pair ?? null;
}

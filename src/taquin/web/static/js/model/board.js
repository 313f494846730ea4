// A board is a plain value { width, height, tiles, blank }: cells row by row, 0 is the blank.
// A move is a letter: the direction in which the blank travels.

export const STEPS = { U: [-1, 0], L: [0, -1], R: [0, 1], D: [1, 0] };
export const INVERSE = { U: "D", D: "U", L: "R", R: "L" };

export function makeBoard(width, height, tiles) {
  return { width, height, tiles, blank: tiles.indexOf(0) };
}

export function fromRows(rows) {
  return makeBoard(rows[0].length, rows.length, rows.flat());
}

export function sameBoard(a, b) {
  return a.width === b.width && a.height === b.height && a.tiles.every((tile, cell) => tile === b.tiles[cell]);
}

// The cell that the blank reaches by a move, or -1.
export function target(board, move) {
  const row = Math.floor(board.blank / board.width) + STEPS[move][0];
  const column = (board.blank % board.width) + STEPS[move][1];
  const inside = row >= 0 && row < board.height && column >= 0 && column < board.width;
  return inside ? row * board.width + column : -1;
}

export function apply(board, move) {
  const cell = target(board, move);
  if (cell < 0) return null;
  const tiles = board.tiles.slice();
  tiles[board.blank] = tiles[cell];
  tiles[cell] = 0;
  return { ...board, tiles, blank: cell };
}

// The board after many moves; one copy only, for long solutions. null where a move is not legal.
export function play(board, moves) {
  const result = { ...board, tiles: board.tiles.slice() };
  for (const move of moves) {
    const cell = STEPS[move] ? target(result, move) : -1;
    if (cell < 0) return null;
    result.tiles[result.blank] = result.tiles[cell];
    result.tiles[cell] = 0;
    result.blank = cell;
  }
  return result;
}

// The moves that slide the tile in this cell towards the blank, with all tiles between them; "" where it cannot.
export function slide(board, cell) {
  const rows = Math.floor(cell / board.width) - Math.floor(board.blank / board.width);
  const columns = (cell % board.width) - (board.blank % board.width);
  if (rows !== 0 && columns !== 0) return "";
  if (rows !== 0) return (rows < 0 ? "U" : "D").repeat(Math.abs(rows));
  return (columns < 0 ? "L" : "R").repeat(Math.abs(columns));
}

export function swapCells(board, a, b) {
  const tiles = board.tiles.slice();
  [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
  return makeBoard(board.width, board.height, tiles);
}

// Goals

function blankLast(width, height) {
  return makeBoard(width, height, Array.from({ length: width * height }, (_, cell) => (cell + 1) % (width * height)));
}

function blankFirst(width, height) {
  return makeBoard(width, height, Array.from({ length: width * height }, (_, cell) => cell));
}

function spiral(width, height) {
  const size = width * height;
  const tiles = Array(size).fill(-1);
  let [row, column, rowStep, columnStep] = [0, 0, 0, 1];
  for (let number = 1; number <= size; number += 1) {
    tiles[row * width + column] = number % size;
    const free = (r, c) => r >= 0 && r < height && c >= 0 && c < width && tiles[r * width + c] < 0;
    if (!free(row + rowStep, column + columnStep)) [rowStep, columnStep] = [columnStep, -rowStep];
    row += rowStep;
    column += columnStep;
  }
  return makeBoard(width, height, tiles);
}

export const GOALS = { "blank-last": blankLast, "blank-first": blankFirst, spiral };

export function goalName(goal) {
  const names = Object.keys(GOALS);
  return names.find((name) => sameBoard(GOALS[name](goal.width, goal.height), goal)) ?? null;
}

// Text: the players' line, which the server reads too. A single row or column needs its size line.

export function toText(board) {
  const rows = [];
  for (let row = 0; row < board.height; row += 1) {
    rows.push(board.tiles.slice(row * board.width, (row + 1) * board.width).join(" "));
  }
  const line = rows.join("/");
  return Math.min(board.width, board.height) > 1 ? line : `${board.width} ${board.height}\n${board.tiles.join(" ")}`;
}

export function goalText(goal) {
  return goalName(goal) ?? toText(goal);
}

export function toRowsText(board) {
  const digits = String(board.tiles.length - 1).length;
  const cells = board.tiles.map((tile) => String(tile).padStart(digits));
  const rows = [];
  for (let row = 0; row < board.height; row += 1) {
    rows.push(cells.slice(row * board.width, (row + 1) * board.width).join(" "));
  }
  return rows.join("\n");
}

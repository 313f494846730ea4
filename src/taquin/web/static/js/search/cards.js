// A node of the tree as a card: its name, its board, f = g + h. What it is shows in its outline, its color and a sign.

import { number } from "../i18n.js";
import { s } from "../view/dom.js";

const LARGEST = 16; // cells of a board that is drawn inside a card
const SIGNS = { open: "○", closed: "✓", current: "▶", path: "★", dropped: "✕", unmade: "∅" };
export const KINDS = Object.keys(SIGNS);
const ROUND = { open: 12, closed: 2, current: 6, path: 6, dropped: 12, unmade: 12 };

// How large the cards of a trace are: { cell, columns, rows, width, height }, and the steps from one to the next.
export function cardSize(trace) {
  const board = trace.nodes.get(trace.roots[0])?.board ?? [[0]];
  const [rows, columns] = board.length * board[0].length <= LARGEST ? [board.length, board[0].length] : [0, 0];
  const cell = Math.max(rows, columns) > 3 ? 16 : 19;
  const width = Math.max(84, columns * cell + 14);
  const height = 40 + (rows ? rows * cell + 6 : 0);
  return { cell, columns, rows, width, height, across: width + 14, down: height + 34 };
}

export function outline(kind, { width, height }) {
  return s("rect", { class: "shape", x: -width / 2, y: -height / 2, width, height, rx: ROUND[kind] ?? 6 });
}

export function sign(kind) {
  return SIGNS[kind] ?? "";
}

// A sample for the legend.
export function sample(kind) {
  return s("svg", { viewBox: "-15 -12 30 24", class: "tree sample", "aria-hidden": "true" },
    s("g", { class: kind }, outline(kind, { width: 28, height: 22 }), s("text", { class: "sign", y: 5 }, SIGNS[kind])));
}

// What never changes of a card; its outline and its sign come with its kind. `moved` is the tile that slid last.
export function cardParts(node, size, moved) {
  const top = -size.height / 2;
  return [
    s("text", { class: "name", x: -size.width / 2 + 8, y: top + 15 }, node.name),
    ...(size.rows ? [boardPart(node.board, size, top + 21, moved)] : []),
    s("text", { class: "sum", y: size.height / 2 - 6 }, sumText(node)),
    distant("distant", size.rows ? 2 : 0, node.name, size),
    distant("distant f", size.height / 2 - 8, number(node.f), size),
  ];
}

// What is read of a card in a tree that is drawn small: as large as the card is wide.
function distant(kind, y, text, size) {
  const part = s("text", { class: kind, y }, text);
  part.style.fontSize = `${Math.min(size.rows ? 34 : 17, Math.floor((1.55 * size.width) / text.length))}px`;
  return part;
}

// "10 = 4+6" where the search ranks by that sum, else "6 (4, 6)": f, and g and h by themselves. `f` may be what the search thinks now.
export function sumText({ g, h, summed, ...node }, f = node.f) {
  return summed && f === g + h ? `${number(f)} = ${g}+${number(h)}` : `${number(f)} (${g}, ${number(h)})`;
}

function boardPart(board, { cell, columns, rows }, top, moved) {
  const left = (-columns * cell) / 2;
  const squares = [];
  const numbers = [];
  for (const [index, tile] of board.flat().entries()) {
    const [x, y] = [left + (index % columns) * cell, top + Math.floor(index / columns) * cell];
    if (tile) squares.push(s("rect", { class: tile === moved ? "moved" : "", x: x + 0.5, y: y + 0.5, width: cell - 1, height: cell - 1, rx: 2 }));
    if (tile) numbers.push(s("text", { class: tile === moved ? "moved" : "", x: x + cell / 2, y: y + cell / 2 + 3.8 }, String(tile)));
  }
  const ground = s("rect", { class: "ground", x: left - 1.5, y: top - 1.5, width: columns * cell + 3, height: rows * cell + 3, rx: 3 });
  return s("g", { class: Math.max(rows, columns) > 3 ? "small-board tight" : "small-board" }, ground, squares, numbers);
}

// The tile that slid when this board came from the one before it: it stands where the blank was.
export function movedTile(node, parent) {
  if (!parent || !node.move) return null;
  return node.board.flat()[parent.board.flat().indexOf(0)];
}

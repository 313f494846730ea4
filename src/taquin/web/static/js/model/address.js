// The address bar: #size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last&moves=RD&at=1&panel=solve
// Everything that one sees, readable, and never sent to the server. A panel may add names of its own at the end, such as
// chapter=astar: those are its details.
//
//   moves, at      the timeline, and how many of its moves have been made
//   solution, left the solution that the player has left, and where
//   metric         mtm where slides count: hints, solutions and analyses are short in them; else single moves do
//   by, h, from    which algorithm and heuristic found the solution, and after how many moves it was asked: a link
//                  proves nothing, so whoever opens it lets that search run again

import { GOALS, goalName, makeBoard } from "./board.js";
import { newGame } from "./game.js";
import { withRuns, withoutRuns } from "./notation.js";

const LARGEST = 2500;

const OWN = new Set(["size", "board", "goal", "moves", "at", "solution", "left", "by", "h", "from", "metric", "panel"]);

export function toHash({ game, panel, solver, metric, details = {} }) {
  const { start, goal, moves, position, left } = game;
  const parts = [`size=${start.width}x${start.height}`, `board=${rows(start)}`];
  parts.push(`goal=${goalName(goal) ?? rows(goal)}`);
  if (moves) parts.push(`moves=${withRuns(moves)}`, `at=${position}`);
  if (left) parts.push(`solution=${withRuns(left.moves)}`, `left=${left.at}`);
  if (solver) parts.push(`by=${solver.algorithm}`, ...(solver.heuristic ? [`h=${solver.heuristic}`] : []), `from=${solver.from}`);
  if (metric === "mtm") parts.push("metric=mtm");
  if (panel && panel !== "play") parts.push(`panel=${panel}`);
  for (const [name, value] of Object.entries(details[panel] ?? {})) parts.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
  return `#${parts.join("&")}`;
}

// The state in an address, { game, panel, solver, metric, details }, the details of this one panel; game is null where there is
// none, an Error where it cannot be read.
export function fromHash(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", " "));
  const panel = /^[a-z]+$/.exec(found.get("panel") ?? "")?.[0] ?? "play"; // a name, or what it writes could not be read
  const metric = /^(stm|mtm)$/.exec(found.get("metric") ?? "")?.[0] ?? null; // null: the reader's own choice
  const details = Object.fromEntries([...found].filter(([name, value]) => /^[a-z]{1,20}$/.test(name) && !OWN.has(name) && value.length <= 300));
  if (!found.has("board")) return { game: null, panel, details, solver: null, metric };
  const size = /^(\d{1,3})x(\d{1,3})$/.exec(found.get("size") ?? "");
  const start = readRows(found.get("board"), size);
  if (!start) return new Error("board");
  const goalText = found.get("goal") ?? "blank-last";
  const goal = Object.hasOwn(GOALS, goalText) ? GOALS[goalText](start.width, start.height) : readRows(goalText, null);
  if (!goal || goal.width !== start.width || goal.height !== start.height) return new Error("goal");
  const game = readGame(start, goal, found);
  return game ? { game, panel, details, metric, solver: readSolver(game, found) } : new Error("moves");
}

function readGame(start, goal, found) {
  const [moves, line] = ["moves", "solution"].map((name) => withoutRuns(found.get(name) ?? ""));
  const [position, at] = ["at", "left"].map((name) => Number(found.get(name) ?? 0));
  if (moves === null || line === null || !Number.isInteger(position) || !Number.isInteger(at)) return null;
  const game = newGame(start, goal, moves, position);
  if (!game || !line) return game;
  const parted = newGame(start, goal, line);
  const known = parted?.leads && at < position && at < line.length && line.slice(0, at) === moves.slice(0, at);
  return known ? { ...game, left: { moves: line, at, shortest: null } } : null;
}

function readSolver(game, found) {
  const [algorithm, heuristic] = ["by", "h"].map((name) => /^[\w:+ -]{1,100}$/.exec(found.get(name) ?? "")?.[0].replaceAll(" ", "+") ?? "");
  const from = Number(found.get("from") ?? 0);
  const line = game.left?.moves ?? game.moves;
  return algorithm && Number.isInteger(from) && from >= 0 && from < line.length ? { algorithm, heuristic, from } : null;
}

function rows(board) {
  const lines = [];
  for (let row = 0; row < board.height; row += 1) {
    lines.push(board.tiles.slice(row * board.width, (row + 1) * board.width).join(","));
  }
  return lines.join("/");
}

function readRows(text, size) {
  const lines = text.split("/").map((line) => line.split(/[ ,]+/).map((cell) => (/^\d{1,4}$/.test(cell) ? Number(cell) : -1)));
  const width = lines[0].length;
  const tiles = lines.flat();
  if (lines.some((line) => line.length !== width) || tiles.length > LARGEST) return null;
  if (size && (Number(size[1]) !== width || Number(size[2]) !== lines.length)) return null;
  const sorted = tiles.slice().sort((a, b) => a - b);
  return sorted.every((tile, index) => tile === index) ? makeBoard(width, lines.length, tiles) : null;
}

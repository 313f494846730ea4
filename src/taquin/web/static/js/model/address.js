// The address bar: #size=3x3&board=1,2,3/4,0,5/7,8,6&goal=blank-last&moves=RD&at=1&panel=solve
// Everything that one sees, readable, and never sent to the server. A panel may add names of its own at the end, such as
// chapter=astar: those are its details.

import { GOALS, goalName, makeBoard } from "./board.js";
import { newGame } from "./game.js";
import { withRuns, withoutRuns } from "./notation.js";

const LARGEST = 2500;

const OWN = new Set(["size", "board", "goal", "moves", "at", "panel"]);

export function toHash({ game, panel, details = {} }) {
  const { start, goal, moves, position } = game;
  const parts = [`size=${start.width}x${start.height}`, `board=${rows(start)}`];
  parts.push(`goal=${goalName(goal) ?? rows(goal)}`);
  if (moves) parts.push(`moves=${withRuns(moves)}`, `at=${position}`);
  if (panel && panel !== "play") parts.push(`panel=${panel}`);
  for (const [name, value] of Object.entries(details[panel] ?? {})) parts.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
  return `#${parts.join("&")}`;
}

// The state in an address, { game, panel, details }, the details of this one panel; game is null where there is none, an Error where it cannot be read.
export function fromHash(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", " "));
  const panel = /^[a-z]+$/.exec(found.get("panel") ?? "")?.[0] ?? "play"; // a name, or what it writes could not be read
  const details = Object.fromEntries([...found].filter(([name, value]) => /^[a-z]{1,20}$/.test(name) && !OWN.has(name) && value.length <= 300));
  if (!found.has("board")) return { game: null, panel, details };
  const size = /^(\d{1,3})x(\d{1,3})$/.exec(found.get("size") ?? "");
  const start = readRows(found.get("board"), size);
  if (!start) return new Error("board");
  const goalText = found.get("goal") ?? "blank-last";
  const goal = Object.hasOwn(GOALS, goalText) ? GOALS[goalText](start.width, start.height) : readRows(goalText, null);
  if (!goal || goal.width !== start.width || goal.height !== start.height) return new Error("goal");
  const moves = withoutRuns(found.get("moves") ?? "");
  const position = Number(found.get("at") ?? 0);
  const game = moves === null || !Number.isInteger(position) ? null : newGame(start, goal, moves, position);
  return game ? { game, panel, details } : new Error("moves");
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

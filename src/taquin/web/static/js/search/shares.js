// How much of h each tile is responsible for. Some heuristics are sums over the tiles; of the others the Manhattan
// distances are shown, and `kind` says so: "sum", "more" (these distances and something on top), "whole", or "none".

const AWAY = ({ rows, columns }) => Number(rows + columns > 0);
const MANHATTAN = { of: ({ rows, columns }) => rows + columns };

const SUMS = {
  manhattan: MANHATTAN,
  misplaced: { of: AWAY },
  "misplaced-blank": { of: AWAY, blank: true },
  hamming004: { of: AWAY, blank: true, besides: -1 },
  euclidean: { of: ({ rows, columns }) => Math.hypot(rows, columns) },
  "out-of-row-and-column": { of: ({ rows, columns }) => Number(rows > 0) + Number(columns > 0) },
};
const NOTHING = new Set(["", "zero"]);

// `board` and `target` are lists of rows, `h` is the estimate of this board. The shares stand cell by cell.
export function sharesOfH(heuristic, board, target, h) {
  if (NOTHING.has(heuristic)) return { kind: "none", shares: null, sum: 0, rest: 0 };
  const { of, blank = false, besides = 0 } = SUMS[heuristic] ?? MANHATTAN;
  const shares = distances(board, target).map((distance, cell) => (board.flat()[cell] || blank ? of(distance) : 0));
  const sum = shares.reduce((total, share) => total + share, 0);
  const rest = h - sum;
  let kind = "whole";
  if (heuristic in SUMS && Math.abs(rest - besides) < 1e-6) kind = besides ? "less" : "sum";
  else if (heuristic === "linear-conflict" && rest >= 0) kind = rest === 0 ? "sum" : "more";
  return { kind, shares, sum, rest };
}

// For every cell: how far its tile is from its place, and where that place is.
export function distances(board, target) {
  const width = board[0].length;
  const homes = new Map(target.flat().map((tile, cell) => [tile, cell]));
  return board.flat().map((tile, cell) => {
    const home = homes.get(tile);
    const rows = Math.abs(Math.floor(home / width) - Math.floor(cell / width));
    return { home, rows, columns: Math.abs((home % width) - (cell % width)) };
  });
}

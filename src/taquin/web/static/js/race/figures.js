// The figures of a comparison: the columns of `taquin compare`, in an order that the reader chooses.

export const COLUMNS = ["algorithm", "heuristic", "length", "slides", "shortest", "generated", "expanded", "queue", "branching", "seconds"];

// One search as a row. `result` is a Solution as in docs/json.md; `shortest` is the shortest length in the metric, where it
// is known.
export function toRow({ algorithm, heuristic }, result, shortest, metric = "stm") {
  const solved = result?.outcome === "solved";
  return {
    algorithm,
    heuristic: result ? result.heuristic : heuristic,
    length: solved ? result.length : null,
    slides: solved ? result.length_mtm : null,
    shortest: solved && shortest !== null ? (metric === "mtm" ? result.length_mtm : result.length) - shortest : null, // by how much it is too long
    bound: result && !solved && metric === "stm" && result.outcome !== "unsolvable" ? result.bound : null,
    generated: result?.generated ?? null,
    expanded: result?.expanded ?? null,
    queue: result?.queue_peak ?? null,
    branching: result?.branching_factor ?? null,
    seconds: result?.seconds ?? null,
    times: result?.times ?? [],
  };
}

// By one column; what has no figure there comes last, whichever way.
export function sorted(rows, { column, descending }) {
  if (!column) return rows;
  const by = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b);
  return rows.slice().sort((one, other) => {
    const [a, b] = [one[column], other[column]];
    if (a === null || b === null) return (a === null) - (b === null);
    return descending ? by(b, a) : by(a, b);
  });
}

export const DIGITS = 3; // behind the point of b*, and of a time in all

// Comma-separated values for a spreadsheet: one line for each search, empty where there is no figure. The digits are
// those of the page, but in every language with a point and without separators; times are in seconds.
export function toCsv(rows, separator = ",") {
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const names = [...COLUMNS.filter((name) => !["shortest", "slides"].includes(name)), "too_long", "bound", "slides"];
  const figure = {
    too_long: ({ shortest }) => shortest,
    branching: ({ branching }) => branching?.toFixed(DIGITS),
    seconds: ({ seconds }) => (seconds === null ? null : Number(seconds.toPrecision(DIGITS))),
  };
  const lines = rows.map((row) => names.map((name) => cell(figure[name] ? figure[name](row) : row[name])).join(separator));
  return `${[names.join(separator), ...lines].join("\n")}\n`;
}

// The depths at which a way of this length is looked at: its own and at most seven smaller ones, evenly apart.
export function depths(length, most = 8) {
  const step = Math.max(1, Math.ceil(length / most));
  const found = [];
  for (let depth = length; depth > 0; depth -= step) found.unshift(depth);
  return found;
}

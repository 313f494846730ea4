// What is wrong with a board, in the reader's language. What only the server knows comes as a code.

import { said, t } from "../i18n.js";

export function problemTexts({ board, problems }) {
  return problems.map((problem) => describe(problem, board));
}

function describe({ kind, message, cells, line, column, code, values }, rows) {
  const place = cells.slice(0, 4).map(([row, col]) => t("place", { row, column: col })).join("; ");
  const [row, col] = cells[0] ?? [0, 0];
  const tile = rows[row - 1]?.[col - 1];
  const size = rows.flat().length;
  switch (kind) {
    case "duplicate": return t("problem_duplicate", { tile, times: cells.length, place });
    case "range": return t("problem_range", { tile, place, last: size - 1 });
    case "ragged": return t("problem_ragged", { row, count: rows[row - 1].length, first: rows[0].length });
    case "missing": return t("problem_missing", { tiles: missing(rows.flat()).join(", ") });
    case "blank": return cells.length ? t("problem_blanks", { place }) : t("problem_no_blank");
    default: {
      const where = line ? `${t("line", { line })}${column ? `, ${t("column", { column })}` : ""}: ` : "";
      return where + said({ code, values }, message);
    }
  }
}

function missing(tiles) {
  const there = new Set(tiles);
  const absent = tiles.map((_, index) => index).filter((tile) => tile > 0 && !there.has(tile));
  return absent.length > 10 ? [...absent.slice(0, 10), "…"] : absent;
}

// The colours of a painted board: from the blue-green of a tile at home over violet to red, all dark enough for white
// figures.

import { cellDistance } from "../model/solvability.js";

const STEPS = 64; // from home to the farthest corner

const SHADES = Array.from({ length: STEPS + 1 }, (_, step) => shade(step / STEPS));

function shade(part) {
  const eased = Math.sqrt(part);
  return `hsl(${Math.round(192 + 168 * eased)} ${Math.round(45 + 25 * eased)}% ${part === 0 ? 27 : Math.round(38 + 6 * eased)}%)`;
}

// home: the cell of each tile on the goal; ground: the colour of the blank
export function shadesOf({ width, height }, home, ground) {
  const far = width + height - 2;
  return (tile, cell) => (tile ? SHADES[Math.round((STEPS * cellDistance(home[tile], cell, width)) / far)] : ground);
}

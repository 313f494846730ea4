// A solution as an animated GIF, drawn on a canvas and packed here (GIF89a, LZW), so that one's own picture can be in it.

import { apply, INVERSE, STEPS, target } from "./model/board.js";

const LARGEST_SIDE = 360;
const MOST_MOVES = 500;
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]; // ordered dithering, 4 x 4
const GROUND = "#ffffff";
const SLIDE = [[1 / 3, 4], [2 / 3, 4], [1, 32]]; // how far the tile is, and for how many hundredths of a second
const LEVELS = [0, 51, 102, 153, 204, 255]; // 6 x 6 x 6 colors

// The file; `tell` is called with the percentage that is done, and between two frames the page stays alive.
export async function solutionGif(game, picture, tell) {
  const { start, goal, moves } = game;
  if (moves.length > MOST_MOVES) throw Object.assign(new Error("gif_too_long"), { values: { most: MOST_MOVES } });
  const cell = Math.max(12, Math.floor(LARGEST_SIDE / Math.max(start.width, start.height)));
  const canvas = document.createElement("canvas");
  canvas.width = start.width * cell;
  canvas.height = start.height * cell;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const parts = [header(canvas.width, canvas.height)];
  let rested = performance.now();
  const keep = (box, delay) => {
    const { data } = pen.getImageData(box.x, box.y, box.width, box.height);
    parts.push(frame(box, indexed(data, picture ? box.width : 0), delay));
  };
  const show = (board, tile, index, shift = [0, 0]) => drawTile(pen, board, goal, cell, picture, tile, index, shift);
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  start.tiles.forEach((tile, index) => show(start, tile, index));
  keep({ x: 0, y: 0, width: canvas.width, height: canvas.height }, 100);
  let board = start;
  for (const [number, move] of [...moves].entries()) {
    const from = target(board, move);
    if (from < 0) break;
    const tile = board.tiles[from];
    const box = boxOf(board, [from, board.blank], cell);
    // The tile slides; only the two cells that it touches are in these pictures.
    for (const [part, delay] of SLIDE) {
      pen.fillStyle = GROUND;
      pen.fillRect(box.x, box.y, box.width, box.height);
      const [row, column] = STEPS[INVERSE[move]];
      show(board, tile, from, [column * cell * part, row * cell * part]);
      keep(box, part === 1 && number === moves.length - 1 ? 200 : delay);
    }
    board = apply(board, move);
    if (performance.now() - rested < 50) continue;
    tell(Math.floor((100 * number) / moves.length));
    await new Promise((resume) => { setTimeout(resume); });
    rested = performance.now();
  }
  parts.push([0x3b]);
  return new Blob(parts.map((part) => new Uint8Array(part)), { type: "image/gif" });
}

// The rectangle around some cells.
function boxOf({ width }, cells, cell) {
  const [rows, columns] = [cells.map((one) => Math.floor(one / width)), cells.map((one) => one % width)];
  const span = (values) => (Math.max(...values) - Math.min(...values) + 1) * cell;
  return { x: Math.min(...columns) * cell, y: Math.min(...rows) * cell, width: span(columns), height: span(rows) };
}

function drawTile(pen, board, goal, cell, picture, tile, index, [dx, dy]) {
  if (!tile) return;
  const [x, y] = [Math.round((index % board.width) * cell + dx), Math.round(Math.floor(index / board.width) * cell + dy)];
  if (picture) {
    const home = goal.tiles.indexOf(tile);
    const [w, h] = [picture.image.naturalWidth / board.width, picture.image.naturalHeight / board.height];
    pen.drawImage(picture.image, (home % board.width) * w, Math.floor(home / board.width) * h, w, h, x + 1, y + 1, cell - 2, cell - 2);
    return;
  }
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `600 ${Math.round(cell * 0.4)}px system-ui, sans-serif`;
  pen.fillStyle = "#336666";
  pen.beginPath();
  pen.roundRect(x + 2, y + 2, cell - 4, cell - 4, cell * 0.13);
  pen.fill();
  pen.fillStyle = GROUND;
  pen.fillText(String(tile), x + cell / 2, y + cell / 2);
}

// Every pixel as the number of its color in the 6 x 6 x 6 cube. With a width, a fine pattern stands for the shades
// between two colors, as pictures need it.
export function indexed(data, width = 0) {
  const pixels = new Uint8Array(data.length / 4);
  for (let index = 0; index < pixels.length; index += 1) {
    const shift = width ? PATTERN[4 * (Math.floor(index / width) % 4) + ((index % width) % 4)] / 16 - 0.47 : 0;
    const level = (part) => Math.max(0, Math.min(5, Math.round(data[4 * index + part] / 51 + shift)));
    pixels[index] = 36 * level(0) + 6 * level(1) + level(2);
  }
  return pixels;
}

function header(width, height) {
  const bytes = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
  bytes.push(width & 255, width >> 8, height & 255, height >> 8, 0xf7, 0, 0);
  for (let index = 0; index < 256; index += 1) {
    const inside = index < 216;
    bytes.push(...(inside ? [LEVELS[Math.floor(index / 36)], LEVELS[Math.floor(index / 6) % 6], LEVELS[index % 6]] : [0, 0, 0]));
  }
  const loop = [..."NETSCAPE2.0"].map((letter) => letter.charCodeAt(0));
  bytes.push(0x21, 0xff, 11, ...loop, 3, 1, 0, 0, 0);
  return bytes;
}

function frame({ x, y, width, height }, pixels, delay) {
  const bytes = [0x21, 0xf9, 4, 4, delay & 255, delay >> 8, 0, 0]; // what is outside of it stays
  bytes.push(0x2c, x & 255, x >> 8, y & 255, y >> 8, width & 255, width >> 8, height & 255, height >> 8, 0, 8);
  const packed = lzw(pixels);
  for (let start = 0; start < packed.length; start += 255) {
    const part = packed.slice(start, start + 255);
    bytes.push(part.length, ...part);
  }
  bytes.push(0);
  return bytes;
}

// LZW with codes of 9 to 12 bits, as GIF wants it.
export function lzw(pixels) {
  const [clear, end] = [256, 257];
  const out = [];
  let [buffer, bits, size] = [0, 0, 9];
  let codes = new Map();
  const put = (code) => {
    buffer |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8) {
      out.push(buffer & 255);
      buffer >>>= 8;
    }
  };
  put(clear);
  let current = pixels[0];
  let next = 258;
  for (let index = 1; index < pixels.length; index += 1) {
    const pair = current * 256 + pixels[index];
    const known = codes.get(pair);
    if (known !== undefined) {
      current = known;
      continue;
    }
    put(current);
    if (next < 4096) {
      codes.set(pair, next);
      if (next === 1 << size && size < 12) size += 1;
      next += 1;
    } else {
      put(clear);
      codes = new Map();
      [next, size] = [258, 9];
    }
    current = pixels[index];
  }
  put(current);
  put(end);
  if (bits > 0) out.push(buffer & 255);
  return out;
}

// A solution as an animated GIF, drawn on a canvas and packed here (GIF89a, LZW), so that one's own picture can be in it.

import { play, target } from "./model/board.js";

const LARGEST_SIDE = 360;
const MOST_MOVES = 500;
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]; // ordered dithering, 4 x 4
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
  const frames = [{ board: start, delay: 100 }];
  for (let index = 0; index < moves.length; index += 1) {
    const board = frames.at(-1).board;
    if (target(board, moves[index]) < 0) break;
    frames.push({ board: play(board, moves[index]), delay: 40 });
  }
  frames.at(-1).delay = 200;
  const parts = [header(canvas.width, canvas.height)];
  let rested = performance.now();
  for (const [number, { board, delay }] of frames.entries()) {
    draw(pen, board, goal, cell, picture);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    parts.push(frame(canvas.width, canvas.height, indexed(data, picture ? canvas.width : 0), delay));
    if (performance.now() - rested < 50) continue;
    tell(Math.floor((100 * number) / frames.length));
    await new Promise((resume) => { setTimeout(resume); });
    rested = performance.now();
  }
  parts.push([0x3b]);
  return new Blob(parts.map((part) => new Uint8Array(part)), { type: "image/gif" });
}

function draw(pen, board, goal, cell, picture) {
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, board.width * cell, board.height * cell);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `600 ${Math.round(cell * 0.4)}px system-ui, sans-serif`;
  board.tiles.forEach((tile, index) => {
    if (!tile) return;
    const [x, y] = [(index % board.width) * cell, Math.floor(index / board.width) * cell];
    if (picture) {
      const home = goal.tiles.indexOf(tile);
      const [w, h] = [picture.image.naturalWidth / board.width, picture.image.naturalHeight / board.height];
      pen.drawImage(picture.image, (home % board.width) * w, Math.floor(home / board.width) * h, w, h, x + 1, y + 1, cell - 2, cell - 2);
      return;
    }
    pen.fillStyle = "#336666";
    pen.beginPath();
    pen.roundRect(x + 2, y + 2, cell - 4, cell - 4, cell * 0.13);
    pen.fill();
    pen.fillStyle = "#ffffff";
    pen.fillText(String(tile), x + cell / 2, y + cell / 2);
  });
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

function frame(width, height, pixels, delay) {
  const bytes = [0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0];
  bytes.push(0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0, 8);
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

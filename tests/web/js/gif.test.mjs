// The LZW packer is checked by unpacking again.
import assert from "node:assert/strict";
import test from "node:test";
import { indexed, lzw } from "../../../src/taquin/web/static/js/gif.js";

function unpack(bytes) {
  let [buffer, bits, size, position] = [0, 0, 9, 0];
  const next = () => {
    while (bits < size) {
      buffer |= bytes[position++] << bits;
      bits += 8;
    }
    const code = buffer & ((1 << size) - 1);
    buffer >>>= size;
    bits -= size;
    return code;
  };
  const out = [];
  let table = [];
  let before = null;
  for (;;) {
    const code = next();
    if (code === 257) return out;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, index) => [index]);
      [size, before] = [9, null];
      continue;
    }
    const entry = code < table.length ? table[code] : [...before, before[0]];
    out.push(...entry);
    if (before && table.length < 4096) table.push([...before, entry[0]]);
    if (table.length === 1 << size && size < 12) size += 1;
    before = entry;
  }
}

test("what is packed can be unpacked, also where the table fills up", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647);
  for (const length of [1, 2, 100, 5000, 60000]) {
    for (const colours of [1, 2, 216]) {
      const pixels = Uint8Array.from({ length }, () => random() % colours);
      assert.deepEqual(unpack(lzw(pixels)), [...pixels]);
    }
  }
});

test("colours are rounded to the cube", () => {
  assert.deepEqual([...indexed([0, 0, 0, 255, 255, 255, 255, 255, 51, 102, 153, 255])], [0, 215, 36 + 12 + 3]);
});

// The address of the page, out of rubbish: node tests/fuzz/address.mjs -max_total_time=60. An address gives a game,
// nothing, or an Error; a game's own address gives the same game again. Nothing is thrown, and nothing takes long.
import { readFileSync } from "node:fs";
import { fromHash, toHash } from "../../src/taquin/web/static/js/model/address.js";

const EXAMPLES = [
  "#board=1,2,3/4,5,6/7,8,0&moves=UL&at=1&panel=play",
  "#size=3x3&board=1+2+3/4+5+6/7+8+0&goal=blank-first",
  "#board=8,6,7/2,5,4/3,0,1&goal=1,2,3/4,5,6/7,8,0&moves=U2L99&at=-1",
  "#board=0&at=1e309&moves=R999999999",
];
const PIECES = ["board=", "goal=", "moves=", "at=", "size=", "panel=", "&", "/", ",", "+", "%", "%zz", "é", "0", "15", "-1", "1e9", "x", "U", "R999", "NaN", "spiral", "__proto__", "constructor"];
const SLOWEST_MS = 2000;

let state = 1;
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

function mutated(text) {
  let found = text;
  for (let count = below(4); count >= 0; count -= 1) {
    const from = below(found.length + 1);
    const to = Math.min(found.length, from + below(8));
    const piece = [PIECES[below(PIECES.length)], String.fromCharCode(below(300)), found.slice(from, to).repeat(below(40))][below(3)];
    found = found.slice(0, from) + piece + found.slice(below(2) ? to : from);
  }
  return found.slice(0, 5000);
}

function attempt(hash) {
  const began = performance.now();
  const found = fromHash(hash);
  if (!(found instanceof Error) && found.game) {
    const address = toHash({ game: found.game, panel: found.panel });
    const again = fromHash(address);
    if (again instanceof Error || !again.game || toHash({ game: again.game, panel: again.panel }) !== address) {
      throw new Error(`the address of a game does not give it back: ${address}`);
    }
  }
  if (performance.now() - began > SLOWEST_MS) throw new Error("too slow");
}

const file = process.argv.slice(2).find((argument) => !argument.startsWith("-") && /(crash|example)/.test(argument));
if (file) {
  attempt(readFileSync(file, "utf8"));
} else {
  const seconds = Number(/-max_total_time=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 10);
  const end = Date.now() + 1000 * seconds;
  const corpus = [...EXAMPLES];
  let count = 0;
  while (Date.now() < end) {
    const hash = mutated(corpus[below(corpus.length)]);
    count += 1;
    try {
      attempt(hash);
    } catch (error) {
      console.error(`${JSON.stringify(hash)}: ${error.stack}`);
      console.error(`number_of_executed_units: ${count}`);
      process.exit(1);
    }
    if (!(fromHash(hash) instanceof Error) && corpus.length < 500) corpus.push(hash);
  }
  console.log(`number_of_executed_units: ${count}`);
}

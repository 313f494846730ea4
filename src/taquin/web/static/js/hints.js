// Hints: which tile, then where, then play it. The plan is kept, so only the first one asks the server; and every move
// that is made while there is a plan is judged: best, also best, or how many moves longer the way is now. Where slides
// count, a move may be the first of a longer slide: there only what follows the plan is judged, and the analysis judges
// the rest.

import { ask } from "./api.js";
import { inMetric } from "./i18n.js";
import { goalText, INVERSE, play, target, toText } from "./model/board.js";
import { isShortest, isSolved, planAhead } from "./model/game.js";
import { multiTileLength } from "./model/notation.js";
import { compare, follow, isStraying, verdictOf } from "./model/plan.js";

const REMARKS = { best: "move_best", "also best": "move_also_best", worse: "move_worse", unknown: "off_plan" };
const STRAYED = 8; // moves away from the plan after which a new one is asked for
const FOLLOWED = 100; // steps along the timeline through which the plan is kept
const SILENT = 400; // milliseconds after which the page says that a hint is looked for
const NOTHING = { kind: "", key: "", values: {} };

export class Hints {
  constructor(app) {
    this.app = app;
    this.asked = null; // { board, metric, awaited, control }: the question that the server has
    app.subscribe(({ game, metric }) => {
      const { asked } = this;
      if (asked && (asked.board !== game.board || asked.metric !== metric)) asked.control.abort();
    });
  }

  // After a move by hand: what is known now, what is to be said, and what is to be asked.
  after(move, moved) {
    const { plan, proven, judged, planLimit, bound, metric } = this.app.state;
    const inSlides = metric === "mtm";
    const next = follow(plan, move);
    const strays = isStraying(plan, next);
    const verdict = !strays ? "best" : inSlides ? "unknown" : verdictOf(judged, move);
    const line = planAhead(moved);
    const shortest = proven && (!strays || verdict === "worse"); // after a worse move the way back is a shortest one
    const open = strays && proven && verdict === "unknown" && !inSlides; // the server knows
    const known = { plan: line || next, proven: line ? isShortest(moved) || shortest : shortest, judged: null, hint: null, away: verdict === "worse", bound: bound - 1 };
    const said = plan !== null && !open && (strays || proven);
    const remark = said ? remarkOn(verdict, inSlides ? slidesLeft(next, move) : verdict === "also best" ? plan.length - 1 : next.length, metric) : NOTHING;
    const judge = () => {
      if (open || verdict === "also best") this.#renew(open ? plan.length : null);
      else if (next && (next.length > planLimit + STRAYED || (inSlides && strays))) this.#renew();
    };
    return { known, remark, judge };
  }

  // After a step along the timeline: a solution that lies ahead is the plan, else the plan of the hints is kept.
  along(moved) {
    const { game, plan, proven, bound } = this.app.state;
    const line = planAhead(moved);
    let [kept, shortest] = [line || null, isShortest(moved)];
    if (!line && plan !== null && Math.abs(moved.position - game.position) <= FOLLOWED) {
      const forward = moved.position > game.position;
      const passed = forward ? moved.moves.slice(game.position, moved.position) : [...game.moves.slice(moved.position, game.position)].reverse().map((move) => INVERSE[move]);
      [kept, shortest] = [plan, proven];
      for (const move of passed) {
        const next = follow(kept, move);
        shortest &&= next.length < kept.length;
        kept = next;
      }
    }
    return { plan: kept, planLimit: kept?.length ?? 0, proven: shortest, judged: null, hint: null, away: false, bound: bound - Math.abs(moved.position - game.position) };
  }

  async hint() {
    const { app } = this;
    const { hint, game } = app.state;
    if (isSolved(game)) return app.say("good", "already_solved");
    if (!app.state.solvable) return app.say("bad", "unsolvable_hint");
    if (hint && hint.level >= 2) return void app.slideCell(hint.cell);
    if (hint) return this.#show(2);
    if (this.asked?.awaited) return undefined;
    if (app.state.plan === null) {
      try {
        const { metric } = app.state;
        const found = await this.#ask(true);
        if (app.state.game.board !== game.board || app.state.metric !== metric) return undefined;
        this.#take(found);
      } catch (error) {
        return error.name === "AbortError" ? undefined : app.say("bad", error.message);
      }
    }
    return this.#show(1);
  }

  // One question at a time: the server proves its hint where it can, which may take it some seconds the first time.
  async #ask(awaited) {
    const { app } = this;
    const { game, metric } = app.state;
    this.asked?.control.abort();
    const control = new AbortController();
    const asked = { board: game.board, metric, awaited, control };
    this.asked = asked;
    const telling = awaited && setTimeout(() => app.say("", "searching"), SILENT);
    try {
      return await ask("hint", { board: toText(game.board), goal: goalText(game.goal), metric }, control.signal);
    } finally {
      clearTimeout(telling);
      if (this.asked === asked) this.asked = null;
    }
  }

  #show(level) {
    const { game, plan, metric, proven } = this.app.state;
    const inSlides = metric === "mtm";
    const { run, cell, tile } = pushed(game.board, plan, inSlides);
    const begun = inSlides && game.moves[game.position - 1] === plan[0]; // a slide goes on: its rest is no slide of its own
    const look = proven && !begun ? "hint_tile" : "hint_tile_plan";
    const where = run.length > 1 ? "hint_where_run" : "hint_where";
    const n = inSlides ? multiTileLength(plan) : plan.length;
    const message = { kind: "", key: level === 1 ? inMetric(look, metric) : where, values: { tile, n, bound: this.#needed() } };
    this.app.set({ hint: { level, tile, cell, target: game.board.blank }, away: false, untimed: this.app.state.untimed ?? "hint", message });
  }

  // So many moves are needed at least: as the server has proven, or as the tiles stand.
  #needed() {
    const { bound, check, metric } = this.app.state;
    return metric === "mtm" ? Math.max(bound, 1) : Math.max(bound, check.manhattan); // a slide moves several tiles
  }

  // Ask for a plan from here. `before` is the length of the shortest way before the last move, where that is to be judged.
  async #renew(before = null) {
    const { app } = this;
    const { game, metric } = app.state;
    app.set({ planLimit: Infinity });
    try {
      const found = await this.#ask(false);
      if (app.state.metric !== metric) return undefined;
      if (app.state.game.board !== game.board) return app.set({ planLimit: 0 }); // too late: ask again after the next one
      this.#take(found);
      if (before === null) return undefined;
      const verdict = compare(before, found);
      return app.set({ away: verdict === "worse", message: remarkOn(verdict, found.plan.length, metric) });
    } catch (error) { // the old plan still leads to the goal
      if (error.name === "AbortError") app.set({ planLimit: 0 }); // ask again after the next one
    }
    return undefined;
  }

  #take({ plan, bound, optimal, moves }) {
    this.app.set({ plan, bound, planLimit: plan.length, proven: optimal, judged: moves });
  }
}

function remarkOn(verdict, n, metric) {
  return { kind: verdict === "worse" ? "warn" : "", key: inMetric(REMARKS[verdict], metric), values: { n } };
}

// Slides that are left after this move: what goes on in its direction belongs to the slide that is under way.
function slidesLeft(plan, move) {
  return multiTileLength(plan) - (plan.startsWith(move) ? 1 : 0);
}

// What a plan begins with: a move, or where slides count a run of moves, and the tile to push, the farthest of those
// that slide.
function pushed(board, plan, inSlides) {
  const run = inSlides ? /^(.)\1*/.exec(plan)[0] : plan[0];
  const cell = target(play(board, run.slice(1)), plan[0]);
  return { run, cell, tile: board.tiles[cell] };
}

// What lies ahead on the timeline, as the course sheets show it: the next move or slide, then "Solved!".
export function ahead(game, metric) {
  const plan = planAhead(game);
  if (game.position > 0 && isSolved(game)) return { kind: "good", key: "solved", values: {} };
  if (!plan) return NOTHING;
  const inSlides = metric === "mtm";
  const { run, tile } = pushed(game.board, plan, inSlides);
  const key = run.length > 1 ? "next_run" : inMetric("next", metric);
  return { kind: "", key, values: { tile, tiles: run.length, direction: plan[0], n: inSlides ? multiTileLength(plan) : plan.length } };
}

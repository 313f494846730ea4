// The state of the page and everything that changes it. Views subscribe; nobody else writes.

import { ask } from "./api.js";
import { GOALS, goalText, makeBoard, slide, swapCells, target, toText } from "./model/board.js";
import * as games from "./model/game.js";
import { compare, follow, isStraying, verdictOf } from "./model/plan.js";
import * as machine from "./model/player.js";

const WALKS = { easy: 0.75, medium: 2.5, hard: 7.5 }; // random moves from the goal, for each cell
const LONGEST_WALK = 10_000;
const REMARKS = { "also best": "as_good", worse: "away", unknown: "off_plan" }; // on moves off the plan
const STRAYED = 8; // moves away from the plan after which a new one is asked for

export class App {
  constructor(settings) {
    const goal = GOALS["blank-last"](4, 4);
    this.state = {
      game: games.newGame(goal, goal),
      panel: "play",
      check: null,
      player: machine.initial(),
      plan: null, // moves from the present board to the goal, for hints
      planLimit: 0,
      proven: false, // whether no way is shorter than the plan
      judged: null, // what the server has said of every move from the present board
      hint: null, // { level, tile, cell, target, remaining }
      away: false,
      editing: false,
      shading: false,
      paired: null,
      picture: null,
      clock: { since: null, spent: 0 },
      wasSolved: true,
      message: { kind: "", key: "", values: {} },
      settings,
      info: null,
    };
    this.listeners = [];
  }

  subscribe(listener) {
    this.listeners.push(listener);
  }

  set(patch) {
    Object.assign(this.state, patch);
    for (const listener of this.listeners) listener(this.state, patch);
  }

  say(kind, key, values = {}) {
    this.set({ message: { kind, key, values } });
  }

  // A new puzzle, or the one in the address. `how`: "push" makes a step of the browser's history.
  open(game, how = "push") {
    this.stopPlaying();
    const plan = games.planAhead(game) || null;
    this.set({
      plan, planLimit: plan?.length ?? 0, proven: false, judged: null, hint: null, away: false, clock: { since: null, spent: 0 },
      wasSolved: games.isSolved(game), message: { kind: "", key: "", values: {} },
    });
    this.#put(game, how);
  }

  setBoard(board, goal = this.state.game.goal) {
    const fits = goal.width === board.width && goal.height === board.height;
    this.open(games.newGame(board, fits ? goal : GOALS["blank-last"](board.width, board.height)));
  }

  setGoal(goal) {
    this.open(games.newGame(this.state.game.board, goal));
  }

  // Moves by hand

  move(move) {
    const { game, plan, proven, judged } = this.state;
    if (this.state.editing) return false;
    const moved = games.makeMove(game, move);
    if (!moved) return false;
    this.stopPlaying();
    const next = follow(plan, move);
    const strays = isStraying(plan, next);
    const verdict = strays ? verdictOf(judged, move) : "best";
    const clock = this.state.clock.since === null ? { since: Date.now(), spent: 0 } : this.state.clock;
    const shortest = proven && (!strays || verdict === "worse"); // after a worse move the way back is a shortest one
    this.set({ plan: next, proven: shortest, judged: null, hint: null, away: false, clock, last: { tile: moved.board.tiles[game.board.blank], move } });
    this.#put(moved, "replace");
    const judge = strays && proven && verdict === "unknown"; // the server knows
    if (strays && !judge && !this.state.wasSolved) this.#remark(verdict, verdict === "also best" ? plan.length - 1 : next.length);
    if (judge || verdict === "also best") this.#renewPlan(judge ? plan.length : null);
    else if (next && next.length > this.state.planLimit + STRAYED) this.#renewPlan();
    return true;
  }

  slideCell(cell) {
    const moves = slide(this.state.game.board, cell);
    for (const move of moves) this.move(move);
  }

  retry() {
    const game = games.retry(this.state.game);
    this.open(game, "replace");
  }

  swap(a, b) {
    const { game } = this.state;
    this.open(games.newGame(swapCells(game.board, a, b), game.goal));
  }

  swapTiles(one, other) {
    const { tiles } = this.state.game.board;
    this.swap(tiles.indexOf(one), tiles.indexOf(other));
  }

  async random(width, height, difficulty, goal) {
    const body = { width, height, goal: goalText(goal) };
    if (difficulty in WALKS) body.moves = Math.min(LONGEST_WALK, Math.ceil(WALKS[difficulty] * width * height));
    const found = await ask("random", body);
    this.setBoard(makeBoard(width, height, found.board.flat()), goal);
  }

  // The timeline

  seek(position) {
    this.#player({ type: "seek", position });
  }

  loadPlan(moves, proven = false) {
    const game = games.withPlan(this.state.game, moves);
    this.set({ plan: moves, planLimit: moves.length, proven, judged: null, hint: null, away: false });
    this.#put(game, "replace");
  }

  togglePlay() {
    this.#player({ type: "toggle" });
  }

  stopPlaying() {
    if (this.state.player.name === "playing") this.#player({ type: "pause" });
  }

  setSpeed(speed) {
    this.#player({ type: "speed", speed });
  }

  #player(event) {
    const player = machine.step(this.state.player, event);
    this.set({ player });
    clearTimeout(this.ticking);
    if (player.name === "playing") this.ticking = setTimeout(() => this.#player({ type: "tick" }), machine.delay(player));
    const { game } = this.state;
    if (player.position === game.position) return;
    const moved = games.seek(game, player.position);
    this.set({ plan: games.planAhead(moved) || null, proven: false, judged: null, hint: null, away: false, last: null });
    this.set({ planLimit: this.state.plan?.length ?? 0 });
    this.#put(moved, "replace");
  }

  #put(game, how) {
    const player = machine.step(this.state.player, { type: "load", position: game.position, length: game.moves.length });
    const keepsPlaying = this.state.player.name === "playing" && player.name === "paused";
    const solved = games.isSolved(game);
    const clock = this.state.clock;
    const stopped = solved && clock.since !== null ? { since: null, spent: clock.spent + Date.now() - clock.since } : clock;
    const finished = solved && !this.state.wasSolved;
    this.set({ game, how, clock: stopped, wasSolved: solved, player: keepsPlaying ? { ...player, name: "playing" } : player });
    if (finished) this.say("good", "solved");
    else this.#sayNext(game, solved);
    this.#judge();
  }

  // What lies ahead on the timeline, as the course sheets show it: the next move, then "Solved!".
  #sayNext(game, solved) {
    const plan = games.planAhead(game);
    if (solved && game.position > 0) this.say("good", "solved");
    else if (!plan) this.say("", "");
    else {
      const tile = game.board.tiles[target(game.board, plan[0])];
      this.say("", "next", { tile, direction: plan[0], n: plan.length });
    }
  }

  // Is it solvable? Asked at every change; only the latest answer counts.
  async #judge() {
    const { game } = this.state;
    this.judging?.abort();
    this.judging = new AbortController();
    try {
      const check = await ask("check", { board: toText(game.board), goal: goalText(game.goal) }, this.judging.signal);
      this.set({ check });
    } catch (error) {
      if (error.name !== "AbortError") this.say("bad", error.message === "offline" ? "offline" : error.message);
    }
  }

  // Hints: which tile, then where, then play it. The plan is kept, so only the first one asks the server.
  async hint() {
    const { hint, game } = this.state;
    if (games.isSolved(game)) return this.say("good", "already_solved");
    if (hint && hint.level >= 2) return void this.move(hint.move);
    if (hint) return this.#showHint(2);
    if (this.state.plan === null) {
      try {
        const found = await ask("hint", { board: toText(game.board), goal: goalText(game.goal) });
        if (this.state.game.board !== game.board) return undefined;
        this.#takePlan(found);
      } catch (error) {
        return this.say("bad", this.state.check?.solvable === false ? "unsolvable_hint" : error.message);
      }
    }
    return this.#showHint(1);
  }

  #showHint(level) {
    const { game, plan } = this.state;
    const move = plan[0];
    const cell = target(game.board, move);
    const tile = game.board.tiles[cell];
    this.set({ hint: { level, move, tile, cell, target: game.board.blank }, away: false });
    this.say("", level === 1 ? "hint_tile" : "hint_where", { tile, direction: move, n: plan.length });
  }

  // Ask for a plan from here. `before` is the length of the shortest way before the last move, where that is to be judged.
  async #renewPlan(before = null) {
    const { game } = this.state;
    this.set({ planLimit: Infinity });
    try {
      const found = await ask("hint", { board: toText(game.board), goal: goalText(game.goal) });
      if (this.state.game.board !== game.board) return this.set({ planLimit: 0 }); // too late: ask again after the next one
      this.#takePlan(found);
      if (before !== null) this.#remark(compare(before, found), found.plan.length);
    } catch { /* the old plan still leads to the goal */ }
  }

  #takePlan({ plan, optimal, moves }) {
    this.set({ plan, planLimit: plan.length, proven: optimal, judged: moves });
  }

  #remark(verdict, n) {
    this.set({ away: verdict === "worse" });
    this.say(verdict === "worse" ? "warn" : "", REMARKS[verdict], { n });
  }

  choose(settings) {
    const all = { ...this.state.settings, ...settings };
    localStorage.setItem("taquin", JSON.stringify(all));
    this.set({ settings: all });
  }
}

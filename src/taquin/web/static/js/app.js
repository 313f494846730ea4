// The state of the page and everything that changes it. Views subscribe; nobody else writes.

import { ahead, Hints } from "./hints.js";
import { GOALS, makeBoard, slide, swapCells } from "./model/board.js";
import * as games from "./model/game.js";
import * as machine from "./model/player.js";
import { shuffle, walkOf } from "./model/shuffle.js";
import { diagnoseOnce, isSolvable } from "./model/solvability.js";
import * as times from "./model/times.js";
import { recordSolve } from "./solves.js";

const FRAME = 1000 / 60; // milliseconds; what is due sooner is shown together

export const INSPECTION = 15_000; // milliseconds to look at a new board, as speed solvers have them

export class App {
  constructor(settings) {
    const goal = GOALS["blank-last"](4, 4);
    this.state = {
      game: games.newGame(goal, goal),
      panel: "play",
      details: {}, // what a panel adds to the address: { learn: { chapter: "astar" } }
      solvable: true,
      metric: settings.metric ?? "stm", // what is to be short: single moves, or slides of a whole run (mtm)
      player: machine.initial(),
      moments: null, // when each move was made, of a solve that is shown as it was played
      solver: null, // { algorithm, heuristic, from }: whose the solution on the timeline is
      plan: null, // moves from the present board to the goal, for hints
      planLimit: 0,
      bound: 0, // proven: so many moves are needed at least
      proven: false, // whether no way is shorter than the plan
      judged: null, // what the server has said of every move from the present board
      hint: null, // { level, tile, cell, target, remaining }
      away: false,
      editing: false,
      shading: false,
      paired: null,
      lit: null, // what a panel points out: { tiles, aims, fixed }, sets of tiles, cells and tiles
      picture: null,
      clock: times.STOPPED,
      inspection: null, // until when the player may look
      shuffled: null, // the difficulty of a board that was shuffled here
      untimed: null, // why this solve will not be among the player's times: "hint", "solution", "undo" or "restart"
      message: { kind: "", key: "", values: {} },
      settings,
      info: null,
    };
    // The figures of the present board, counted when somebody looks at them.
    Object.defineProperty(this.state, "check", { get: () => diagnoseOnce(this.state.game) });
    this.listeners = [];
    this.hints = new Hints(this);
    this.made = []; // milliseconds after the first move at which each move was made by hand
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
  open(game, how = "push", { made = [], ...more } = {}) {
    this.stopPlaying();
    this.made = made;
    const plan = games.planAhead(game) || null;
    this.#put(game, how, {
      solvable: isSolvable(game.board, game.goal), plan, planLimit: plan?.length ?? 0, bound: 0, proven: false, judged: null, hint: null, away: false,
      clock: times.STOPPED, inspection: null, shuffled: null, untimed: plan && "solution", moments: null, solver: null, last: null,
      message: ahead(game, more.metric ?? this.state.metric), ...more,
    });
  }

  setBoard(board, goal = this.state.game.goal, more = {}) {
    const fits = goal.width === board.width && goal.height === board.height;
    this.open(games.newGame(board, fits ? goal : GOALS["blank-last"](board.width, board.height)), "push", more);
  }

  setGoal(goal) {
    this.open(games.newGame(this.state.game.board, goal));
  }

  // Moves by hand

  move(move) {
    const { game, editing } = this.state;
    if (editing) return false;
    if (games.isLocked(game)) {
      this.say("good", "locked");
      return false;
    }
    const moved = games.makeMove(game, move);
    if (!moved) return false;
    this.stopPlaying();
    const now = Date.now();
    const clock = this.state.clock.since === null && this.state.clock.spent === 0 ? times.started(now) : this.state.clock;
    this.made.length = Math.min(this.made.length, game.position);
    this.made.push(times.elapsed(clock, now));
    const { known, remark, judge } = this.hints.after(move, moved);
    const last = { tile: moved.board.tiles[game.board.blank], move };
    if (games.isSolved(moved)) this.#finish(moved, { ...known, moments: null, away: false, clock: times.stopped(clock, now), inspection: null, last });
    else this.#put(moved, "replace", { ...known, moments: null, clock, inspection: null, last, message: games.planAhead(moved) ? ahead(moved, this.state.metric) : remark });
    judge();
    return true;
  }

  #finish(game, patch) {
    const { shuffled, untimed } = this.state;
    const time = patch.clock.spent;
    const counts = shuffled && !untimed && recordSolve(game, shuffled, time, this.made);
    const missing = shuffled ? untimed ?? (counts ? null : "goal") : "given"; // why it is not among the player's times
    const pace = times.paceByHand(this.made, game.position, time);
    const key = missing ? "solved_untimed" : pace === null ? "solved_in" : "solved_by_hand";
    const message = { kind: "good", key, values: { time: times.clockText(time), pace, untimed: missing } };
    this.#put(game, "replace", { ...patch, message, ...(counts ? { solves: shuffled } : {}) });
  }

  slideCell(cell) {
    for (const move of slide(this.state.game.board, cell)) if (!this.move(move)) return;
  }

  // Whoever has begun a board knows it: from a second start on it is not timed.
  retry() {
    const { game, shuffled, untimed } = this.state;
    if (game.moves) this.open(games.retry(game), "replace", { shuffled, untimed: untimed ?? "restart" });
  }

  swap(a, b) {
    const { game } = this.state;
    this.open(games.newGame(swapCells(game.board, a, b), game.goal));
  }

  swapTiles(one, other) {
    const { tiles } = this.state.game.board;
    this.swap(tiles.indexOf(one), tiles.indexOf(other));
  }

  // Another board like the present one, by one key.
  shuffle() {
    const { game, settings } = this.state;
    return this.random(game.start.width, game.start.height, settings.difficulty, game.goal);
  }

  async random(width, height, difficulty, goal) {
    const inspection = this.state.settings.inspection ? Date.now() + INSPECTION : null;
    this.setBoard(shuffle(goal, walkOf(difficulty, width * height)), goal, { shuffled: difficulty, inspection });
  }

  // A solve once more, with the timing it had.
  replay({ start, letters, moments }, width, goal) {
    const game = games.newGame(makeBoard(width, start.length / width, start), goal, letters);
    this.open(game, "push", { moments, untimed: "solution" });
    this.togglePlay();
  }

  startClock() {
    this.set({ clock: times.started(Date.now()), inspection: null });
  }

  // The timeline

  seek(position) {
    this.#player({ type: "seek", position });
  }

  // Back to where the player left a solution.
  rejoin() {
    const { left } = this.state.game;
    if (left) this.#show(games.seek(this.state.game, left.at));
  }

  loadPlan(moves, proven = false, solver = null) {
    const game = games.withPlan(this.state.game, moves, proven);
    this.made.length = Math.min(this.made.length, game.position); // what follows is not made by hand
    this.#put(game, "replace", { plan: moves, planLimit: moves.length, proven, judged: null, hint: null, away: false, untimed: this.state.untimed ?? "solution", moments: null, solver, message: ahead(game, this.state.metric) });
  }

  // Hints, solutions and analyses count otherwise from now on; what was proven before is not proven in this metric.
  measure(metric) {
    const { game } = this.state;
    this.choose({ metric });
    const unproven = { ...game, shortest: null, left: game.left && { ...game.left, shortest: null } };
    this.#put(unproven, "replace", { metric, solver: null, plan: null, planLimit: 0, bound: 0, proven: false, judged: null, hint: null, away: false, message: ahead(game, metric) });
  }

  // What lies on the timeline from here on has turned out to be a shortest way.
  prove(from) {
    const { game } = this.state;
    const line = game.left ? { ...game, left: { ...game.left, shortest: from } } : { ...game, shortest: from };
    this.#put(line, "replace", { proven: games.isShortest(line) || this.state.proven });
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
    const before = this.state.player;
    const player = machine.step(before, event);
    const { game } = this.state;
    clearTimeout(this.ticking);
    if (player.name === "playing" && (before.name !== "playing" || event.type !== "tick")) this.since = { at: performance.now(), position: player.position };
    if (player.position === game.position) this.set({ player });
    else this.#show(games.seek(game, player.position), player);
    if (this.state.player.name === "playing") this.ticking = setTimeout(() => this.#tick(), this.state.moments ? FRAME : Math.max(FRAME, machine.delay(player)));
  }

  // However late a timer comes, the moves are those that are due by now.
  #tick() {
    const { player, moments } = this.state;
    const moves = this.since.position + machine.due(player, this.since.position, performance.now() - this.since.at, moments) - player.position;
    this.#player({ type: "tick", moves: Math.max(0, moves) });
  }

  #show(game, player) {
    const stop = games.isSolved(game) ? { clock: times.stopped(this.state.clock, Date.now()), inspection: null } : {};
    this.#put(game, "replace", { ...this.hints.along(game), ...stop, last: null, untimed: this.state.untimed ?? "undo", message: ahead(game, this.state.metric) }, player);
  }

  // Everything that a change brings about comes in one piece, so that every view draws once.
  #put(game, how, more, player = this.state.player) {
    const loaded = machine.step(player, { type: "load", position: game.position, length: game.moves.length });
    const goesOn = player.name === "playing" && loaded.name === "paused";
    this.set({ ...more, game, how, player: goesOn ? { ...loaded, name: "playing" } : loaded });
  }

  choose(settings) {
    const all = { ...this.state.settings, ...settings };
    localStorage.setItem("taquin", JSON.stringify(all));
    this.set({ settings: all });
  }

  hint() {
    return this.hints.hint();
  }
}

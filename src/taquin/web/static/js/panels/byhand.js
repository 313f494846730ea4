// By hand: how a person solves the present board, row by row. The server tells the steps; here they are read, played
// and gone through. Whoever moves otherwise gets new ones from where the board is then.

import { ask } from "../api.js";
import { number, t } from "../i18n.js";
import { goalText, play, toText } from "../model/board.js";
import { arrows } from "../model/notation.js";
import { fixedBefore, madeOf, makeWay, stepAt } from "../model/steps.js";
import { h, icon } from "../view/dom.js";

const MOST_SLIDES = 80; // slides of a step that are written out
const MOST_STEPS = 60; // steps that are listed
const FASTEST = 4; // the speed at which one can still follow a step
const PATIENCE = 400; // milliseconds without a move before new steps are asked for

export function mount(app, root) {
  const panel = new ByHand(app, root);
  app.subscribe((state, patch) => panel.hear(state, patch));
}

class ByHand {
  constructor(app, root) {
    Object.assign(this, { app, root, way: null, asked: "", error: "", busy: false, at: 0, offset: 0, until: null, speed: null });
    this.card = h("section", { class: "step", id: "step" });
    this.list = h("ol", { class: "steps", id: "steps" });
    this.draw();
  }

  hear(state, patch) {
    const opened = patch.panel === "byhand";
    if (patch.panel && !opened) this.app.set({ lit: null });
    if (patch.game && this.way) this.#follow(state.game);
    if (patch.player && state.player.name !== "playing") this.#giveBack();
    if (state.panel !== "byhand") return;
    if (opened || patch.words || patch.game || patch.editing !== undefined) this.#wait();
    if (patch.words) this.draw();
    if (patch.back && this.error) this.#again();
    if (opened || patch.folded) this.#light();
    if (patch.player && state.player.name !== "playing") {
      this.until = null;
      this.#drawPlay();
    }
  }

  // Where the reader is on the way; off it, the way is void.
  #follow(game) {
    const made = toText(game.start) === this.start ? madeOf(this.way, game, this.offset) : -1;
    if (made < 0) {
      Object.assign(this, { way: null, until: null });
      this.#light();
      return void this.draw();
    }
    if (this.until !== null && made >= this.until) {
      const end = this.offset + this.until;
      this.until = null;
      this.app.stopPlaying();
      if (game.position > end) return void this.app.seek(end);
    }
    const at = stepAt(this.way, made, this.at);
    const changed = at !== this.at;
    Object.assign(this, { at, made });
    if (changed) this.draw();
    else this.#drawPlay();
    this.#light();
    return undefined;
  }

  // Ask once the reader has paused, and only where there is no way from this board.
  #wait() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.#ask(), this.way === null && this.asked ? PATIENCE : 0);
  }

  #again() {
    this.asked = "";
    this.#wait();
  }

  async #ask() {
    const { game, editing } = this.app.state;
    const language = document.documentElement.lang;
    if (editing || (this.way && this.language === language)) return;
    const request = { board: toText(game.board), goal: goalText(game.goal), language };
    const asked = JSON.stringify(request);
    const { plan, proven, metric } = this.app.state;
    if (asked === this.asked && (this.busy || this.error)) return;
    Object.assign(this, { asked, busy: true, error: "", way: null });
    this.draw();
    try {
      const found = await ask("explain", request);
      if (this.asked !== asked || this.app.state.game.board !== game.board) return;
      const way = makeWay(found.steps);
      this.shortest = found.shortest ?? (proven && metric === "stm" ? plan.length : null); // a proof that the page already has
      this.app.set({ untimed: this.app.state.untimed ?? "solution" }); // whoever reads the steps is shown the way
      Object.assign(this, { way, found, language, from: game.board, start: toText(game.start), offset: game.position, at: 0, made: 0 });
    } catch (error) {
      if (this.asked === asked) this.error = error.message;
    } finally {
      if (this.asked === asked) this.busy = false;
    }
    this.draw();
    this.#light();
  }

  // The board shows the tiles of the step, where they go, and what stands already.
  #light() {
    const step = this.root.checkVisibility() && this.way?.steps[this.at]; // nothing marks the board when it is closed
    if (!step) {
      if (this.app.state.lit) this.app.set({ lit: null });
      return;
    }
    const done = this.made === step.end;
    const fixed = fixedBefore(this.way, done ? this.at + 1 : this.at);
    this.app.set({ lit: { tiles: new Set(step.tiles), aims: new Set(done ? [] : step.cells), fixed } });
  }

  // Going through the steps

  #go(index) {
    if (index < 0 || index >= this.way.steps.length) return;
    const step = this.way.steps[index];
    this.#load();
    Object.assign(this, { at: index, until: null, made: step.start });
    this.app.stopPlaying();
    this.app.seek(this.offset + step.start);
    this.draw();
    this.#light();
  }

  // Put the rest of the way on the timeline, where it is not there already.
  #load() {
    const { game } = this.app.state;
    if (game.moves.slice(this.offset) !== this.way.moves) this.app.loadPlan(this.way.moves.slice(game.position - this.offset));
  }

  #play() {
    if (this.app.state.player.name === "playing") {
      this.until = null;
      return void this.app.stopPlaying();
    }
    if (this.made === this.way.steps[this.at].end && this.at < this.way.steps.length - 1) this.at += 1;
    const step = this.way.steps[this.at];
    this.draw();
    this.#light();
    if (this.made === step.end) return undefined;
    this.#load();
    const { speed } = this.app.state.player;
    if (speed > FASTEST) {
      this.app.setSpeed(FASTEST);
      this.speed = speed;
    }
    this.until = step.end;
    return void this.app.togglePlay();
  }

  // A step is played slowly enough to be followed; after it the reader has the chosen speed again.
  #giveBack() {
    const { speed } = this;
    this.speed = null;
    if (speed !== null && this.app.state.player.speed === FASTEST) this.app.setSpeed(speed);
  }

  // What is seen

  draw() {
    const title = [h("h2", {}, t("byhand_title")), h("p", { class: "soft small intro" }, t("byhand_note"))];
    if (!this.way) return void this.root.replaceChildren(...title, this.#note());
    if (this.way.steps.length === 0) return void this.root.replaceChildren(...title, h("p", { class: "note good" }, t("already_solved")));
    this.#drawCard();
    this.#drawList();
    this.root.replaceChildren(...title, this.card, this.list, this.#end());
    return undefined;
  }

  #note() {
    if (!this.error) return h("p", { class: "soft", role: "status" }, this.busy ? t("byhand_busy") : "");
    const unsolvable = this.app.state.check?.solvable === false;
    return h("div", { class: "note bad", role: "status" }, h("p", {}, t(unsolvable ? "unsolvable_hint" : this.error)),
      unsolvable ? h("button", { onclick: () => this.app.set({ panel: "check" }) }, t("why")) : h("button", { id: "step-again", onclick: () => this.#again() }, t("try_again")));
  }

  #drawCard() {
    const { steps } = this.way;
    const step = steps[this.at];
    const button = (id, name, word, index) => h("button", { id, "aria-label": t(word), title: t(word), disabled: index < 0 || index >= steps.length, onclick: () => this.#keepFocus(id, () => this.#go(index)) }, icon(name));
    this.playing = h("button", { id: "step-play", class: "primary", onclick: () => this.#keepFocus("step-play", () => this.#play()) });
    this.slides = h("p", { class: "slides mono", id: "slides" });
    this.home = h("button", { id: "step-home", onclick: () => this.#keepFocus("step-play", () => this.#go(0)) }, t("byhand_home"));
    this.card.replaceChildren(
      h("p", { class: "soft small" }, t("byhand_step", { at: this.at + 1, steps: number(steps.length) }), " · ", t("moves", { n: step.moves.length })),
      h("div", { "aria-live": "polite", class: "panel tight" }, h("h3", { id: "step-title" }, step.title), h("p", { id: "step-why" }, step.why)),
      this.slides,
      h("div", { class: "line middle" }, button("step-first", "first", "byhand_first", this.at ? 0 : -1), button("step-back", "back", "byhand_back", this.at - 1), this.playing, button("step-next", "forward", "byhand_next", this.at + 1)), this.home);
    this.#writeSlides(step);
    this.#drawPlay();
  }

  #keepFocus(id, act) {
    act();
    const button = this.root.querySelector(`#${id}`);
    (button?.disabled ? this.playing : button)?.focus();
  }

  #writeSlides(step) {
    const moves = step.moves.slice(0, MOST_SLIDES);
    const board = play(this.from, this.way.moves.slice(0, step.start));
    const slides = arrows(board, moves).map((slide) => h("span", {}, slide));
    if (step.moves.length > MOST_SLIDES) slides.push(h("span", {}, `… ${t("byhand_more", { n: step.moves.length - MOST_SLIDES })}`));
    this.slides.hidden = slides.length === 0;
    this.slides.replaceChildren(...slides.flatMap((slide) => [slide, " "]));
  }

  // Which slides are made, what the button does next, and whether there is a way back to the game that was left.
  #drawPlay() {
    const step = this.way?.steps[this.at];
    if (!step || !this.playing) return;
    [...this.slides.children].forEach((slide, index) => {
      slide.classList.toggle("made", step.start + index < this.made);
      slide.classList.toggle("now", step.start + index === this.made);
    });
    this.home.hidden = this.made === 0;
    const last = this.at === this.way.steps.length - 1;
    const done = this.made === step.end;
    const playing = this.app.state.player.name === "playing";
    const word = playing ? "pause" : done && !last ? "byhand_go_on" : "byhand_play";
    this.playing.replaceChildren(icon(playing ? "pause" : "play"), t(word));
    this.playing.disabled = done && last;
  }

  #drawList() {
    const { steps } = this.way;
    const first = Math.max(0, Math.min(this.at - MOST_STEPS / 2, steps.length - MOST_STEPS));
    this.list.start = first + 1;
    this.list.setAttribute("aria-label", t("byhand_list"));
    this.list.replaceChildren(...steps.slice(first, first + MOST_STEPS).map((step, place) => {
      const index = first + place;
      return h("li", {}, h("button", { class: index < this.at ? "made" : "", "aria-current": index === this.at ? "step" : null, onclick: () => this.#go(index) },
        h("span", {}, step.title), h("span", { class: "mono soft" }, step.moves.length ? number(step.moves.length) : "✓")));
    }));
    const current = this.list.querySelector("[aria-current]");
    requestAnimationFrame(() => { this.list.scrollTop = current.offsetTop - this.list.clientHeight / 3; });
  }

  #end() {
    const { found: { length, bound }, shortest } = this;
    const said = shortest === null ? t("byhand_bound", { n: bound }) : t("byhand_shortest", { n: shortest });
    return h("p", { class: "soft small", id: "byhand-end" }, t("byhand_total", { n: length, steps: number(this.way.steps.length) }), " ", said);
  }
}

// Watching one search, or two in lockstep: the bar that steps and plays them, the keys, and the presentation.

import { number, t } from "../i18n.js";
import { h, icon, select } from "../view/dom.js";
import { act, seek, tick, timeline } from "./lockstep.js";

const SPEEDS = [0.5, 1, 2, 5, 10, 30, 100, 1000]; // steps a second
const FRAME = 40; // milliseconds between two pictures at the highest speeds

const KEYS = {
  ArrowRight: "forward", ArrowLeft: "back", ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last", " ": "toggle",
  ".": "forward", ",": "back", n: "next", b: "previous", w: "wrong", r: "replaced",
};

// The keys that stay with the control of the bar that the keyboard is on; all others are the search's.
const SLIDES = /^(Arrow.*|Home|End|PageUp|PageDown)$/;
const CHOOSES = /^(Arrow.*|Home|End|PageUp|PageDown| |\d)$/;

export class Watch {
  // changed(): the step or the presentation is another one; left(): the reader goes back to the puzzle
  constructor(lanes, { step, present }, { changed, left }) {
    Object.assign(this, { lanes, changed, left });
    this.line = timeline(lanes.map(({ trace }) => trace), lanes.map(({ astray }) => (astray ?? []).map(({ count }) => count)));
    this.player = seek({ step: 0, length: this.line.length, playing: false }, step);
    this.speed = 2;
    const lists = h("div", { class: `lanes-watch${lanes.length > 1 ? " two" : ""}` }, lanes.map((lane) => lane.element));
    this.paper = h("p", { class: "on-paper" });
    this.element = h("div", { class: "watch", id: "watch" }, this.#bar(), this.paper, lists);
    this.#giveKeysBack();
    this.forPrint = [() => this.#print(true), () => this.#print(false)];
    addEventListener("beforeprint", this.forPrint[0]);
    addEventListener("afterprint", this.forPrint[1]);
    this.followScreen = () => this.#followScreen();
    document.addEventListener("fullscreenchange", this.followScreen);
    if (present) this.present(true);
  }

  #bar() {
    const button = (id, key, action) => h("button", { id, "aria-label": t(key), title: t(key), onclick: () => this.act(action) }, icon(id.replace("trace-", "")));
    const text = (id, key, action, label = t(key)) => h("button", { id, "aria-label": label, title: label, onclick: () => this.act(action) }, t(key));
    this.scrubber = h("input", { type: "range", id: "trace-scrubber", min: 0, max: this.player.length, "aria-label": t("trace_scrubber"), oninput: () => this.#go(seek(this.player, Number(this.scrubber.value))) });
    this.playButton = button("trace-play", "play", "toggle");
    this.playButton.classList.add("primary");
    this.place = h("span", { class: "place soft small" });
    const speed = select(SPEEDS.map((each) => [String(each), t("steps_a_second", { n: each })]), String(this.speed), (value) => { this.speed = Number(value); this.#run(); }, { "aria-label": t("speed"), id: "trace-speed" });
    const jump = (action, why) => {
      const none = this.line[action].length === 0; // then the button does nothing, and says why
      const button = text(`trace-${action}`, none ? why : `go_${action}`, action);
      button.disabled = none;
      return button;
    };
    const known = this.lanes.every(({ astray }) => astray);
    this.presentButton = h("button", { id: "present", "aria-pressed": "false", title: t("present_about"), onclick: () => this.#pressPresent() }, t("present"));
    return h("div", { class: "watch-bar", role: "group", "aria-label": t("trace_player") },
      h("span", { class: "line middle watch-steps" }, button("trace-first", "first", "first"), button("trace-back", "step_back", "back"), this.playButton, button("trace-forward", "step_forward", "forward"), button("trace-last", "last", "last")),
      this.scrubber, this.place, speed,
      h("span", { class: "line middle watch-jumps" }, text("trace-previous", "expansion_back", "previous", t("previous_expansion")), text("trace-next", "expansion_on", "next", t("next_expansion")), jump("wrong", known ? "no_wrong" : "unknown_wrong"), jump("replaced", "no_replaced")),
      this.presentButton);
  }

  // Whoever has moved the slider or chosen from a list by mouse goes on with the keys of the search.
  #giveKeysBack() {
    let byMouse = false;
    this.element.addEventListener("pointerdown", () => { byMouse = true; });
    this.element.addEventListener("keydown", () => { byMouse = false; });
    this.element.addEventListener("change", () => { if (byMouse) this.playButton.focus({ preventScroll: true }); });
  }

  get presenting() {
    return Boolean(document.documentElement.dataset.present);
  }

  act(action) {
    if (this.line[action]?.length === 0) return; // there is no such moment
    this.#go(act(this.player, this.line, action));
  }

  #go(player) {
    this.player = player;
    this.show();
    this.#run();
    if (!player.playing) this.changed();
  }

  #run() {
    clearTimeout(this.ticking);
    if (!this.player.playing) return;
    const every = Math.max(FRAME, 1000 / this.speed);
    this.ticking = setTimeout(() => this.#go(tick(this.player, Math.max(1, Math.round((this.speed * every) / 1000)))), every);
  }

  // What an address asks for, where it is the search that is shown.
  follow({ step, present, looks }) {
    for (const [index, lane] of this.lanes.entries()) lane.setLook(looks[index]);
    if (present !== this.presenting) this.present(present);
    this.#go(seek(this.player, step));
  }

  pause() {
    if (this.player.playing) this.act("toggle");
  }

  show() {
    const { step, length, playing } = this.player;
    this.scrubber.value = step;
    const place = t("position", { at: number(step), length: number(length) });
    this.scrubber.setAttribute("aria-valuetext", place);
    this.place.textContent = place;
    this.playButton.replaceChildren(icon(playing ? "pause" : "play"));
    const label = t(playing ? "pause" : "play");
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    for (const [index, lane] of this.lanes.entries()) lane.show(this.line.counts[index][step], playing);
  }

  // Then the keyboard is on the button that plays, or Space would end what has just begun.
  #pressPresent() {
    this.present(!this.presenting, true);
    this.playButton.focus({ preventScroll: true });
  }

  // Only board, tree and controls, in large type; as large as the screen where the browser allows it.
  present(on, byHand = false) {
    if (on) document.documentElement.dataset.present = "yes";
    else delete document.documentElement.dataset.present;
    this.presentButton.setAttribute("aria-pressed", String(on));
    this.presentButton.textContent = t(on ? "present_end" : "present");
    this.fills = false;
    if (on && byHand) document.documentElement.requestFullscreen?.().catch(() => {}); // not everywhere
    else if (!on && document.fullscreenElement) document.exitFullscreen();
    requestAnimationFrame(() => { for (const lane of this.lanes) lane.tree.restart(); });
    this.changed();
  }

  // Who leaves the full screen leaves the presentation. The browser tells of it later, perhaps during the next one.
  #followScreen() {
    if (!document.fullscreenElement && this.fills) this.present(false);
    else if (document.fullscreenElement && !this.presenting) document.exitFullscreen();
    else this.fills = Boolean(document.fullscreenElement);
  }

  // Every key that is not the browser's belongs to the search while it is watched: none of them moves the puzzle.
  key(event) {
    const { target, key } = event;
    if (event.altKey || key === "Tab" || key === "?" || key === "Enter") return;
    if (event.ctrlKey || event.metaKey) {
      if ("zy".includes(key.toLowerCase())) event.preventDefault();
      return;
    }
    const turned = this.presenting ? { PageDown: "forward", PageUp: "back" }[key] : undefined; // as a remote control sends them
    if (turned) {
      event.preventDefault();
      this.act(turned);
      return;
    }
    if (isTheControls(target, key) || (key.startsWith("Arrow") && target.closest?.("[data-node], [role=tab]"))) return;
    if (/^(ArrowUp|ArrowDown)$/.test(key) && target.closest?.(".queue, .code, .kept, .trace")) return; // they scroll
    if (key === " " && target.closest?.("button, summary, a")) return;
    if (key.length === 1 || key in KEYS || key === "Escape") event.preventDefault();
    const small = key.length === 1 ? key.toLowerCase() : key;
    if (small === "p") this.present(!this.presenting, true);
    else if (key === "Escape") this.#escape();
    else if (event.shiftKey && (key === "ArrowRight" || key === "ArrowLeft")) this.act(key === "ArrowRight" ? "next" : "previous");
    else if (small in KEYS) this.act(KEYS[small]);
    else for (const lane of this.lanes) lane.key(small);
  }

  // From the presentation, from a node that was chosen to the one in hand, and then from the search.
  #escape() {
    if (this.presenting) this.present(false);
    else if (this.lanes.some((lane) => lane.selected !== null)) this.show();
    else this.left();
  }

  // A presentation is for the screen alone.
  #print(on) {
    if (on) this.presented = this.presenting;
    this.paper.textContent = `${this.place.textContent} · ${location.href}`;
    if (this.presented && on) delete document.documentElement.dataset.present;
    else if (this.presented) document.documentElement.dataset.present = "yes";
    for (const lane of this.lanes) lane.print(on);
  }

  close() {
    clearTimeout(this.ticking);
    if (this.presenting) this.present(false);
    removeEventListener("beforeprint", this.forPrint[0]);
    removeEventListener("afterprint", this.forPrint[1]);
    document.removeEventListener("fullscreenchange", this.followScreen);
    this.element.remove();
  }
}

function isTheControls(target, key) {
  if (target.closest?.(".watch-bar input")) return SLIDES.test(key);
  if (target.closest?.(".watch-bar select")) return CHOOSES.test(key);
  return Boolean(target.closest?.("input, select, textarea"));
}

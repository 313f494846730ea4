// See the search: record a teaching algorithm, or two, then watch what they do, forwards and backwards.

import { inLanguage, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { Lane } from "../search/lane.js";
import { laneText, readLook, readView, writeView } from "../search/link.js";
import { Watch } from "../search/watch.js";
import { h } from "../view/dom.js";
import { algorithmFields, entryOf } from "./choosers.js";
import { busyBar, busyText, liveFigures } from "./live.js";
import { Searching } from "./searching.js";

const SECONDS = 30;
const coarse = matchMedia("(pointer: coarse)"); // no keys

export function mount(app, root) {
  const panel = new SearchPanel(app, root);
  app.subscribe((state, patch) => {
    if (patch.info || patch.words) panel.redraw();
    if (patch.game) panel.forget();
    // From an address: the board comes right behind it, and puts the search before away, but not the one that is asked for.
    if (patch.details && patch.panel === "search") {
      panel.asked = state.details.search;
      queueMicrotask(() => panel.open(panel.asked));
    }
    if (patch.info) panel.open(panel.waiting);
    if (patch.panel) panel.turn(state.panel === "search");
  });
  // Before the keys of the puzzle, which leave alone what somebody has taken.
  addEventListener("keydown", (event) => {
    if (app.state.panel === "search" && !document.querySelector("dialog[open]")) panel.watch?.key(event);
  }, { capture: true });
  addEventListener("pagehide", () => panel.stop());
}

const chosen = (algorithm) => ({ algorithm, heuristic: "", options: {} });

class SearchPanel {
  constructor(app, root) {
    Object.assign(this, { app, forms: [chosen("astar"), chosen("greedy")], two: false, searches: [], watch: null, asked: null, waiting: null });
    this.head = h("div", { class: "panel search-form", "data-keys": "none" });
    this.body = h("div", { class: "panel", id: "replay" });
    this.live = h("div", { class: "panel" });
    root.replaceChildren(this.head, this.body);
    this.redraw();
  }

  get active() {
    return this.searches.some((search) => search.active);
  }

  // The form

  redraw() {
    const { app } = this;
    const two = h("label", { class: "line middle" }, h("input", { type: "checkbox", id: "beside", checked: this.two, onchange: (event) => this.#besides(event.target.checked) }), t("beside"));
    this.head.replaceChildren(
      h("p", { class: "soft" }, t("search_note")),
      this.#fields(this.forms[0], ""), ...(this.two ? [this.#fields(this.forms[1], t("second_algorithm"))] : []), two,
      h("div", { class: "line" },
        h("button", { class: "primary", id: "record", onclick: () => this.record({ step: 1, present: false, byHand: true }) }),
        h("button", { class: "danger", id: "stop-recording", onclick: () => this.stop() }, t("stop")),
        h("button", { class: "quiet", id: "close-search", onclick: () => this.leave() }, t("close_search"))));
    this.#showButtons();
    // The words of what is shown are those of the new language.
    if (this.watch) this.#begin({ step: this.watch.player.step, present: this.watch.presenting, looks: this.watch.lanes.map((lane) => lane.look) });
    else if (this.searches.length && !this.active) this.#show();
    else if (!app.state.info) this.body.replaceChildren();
  }

  // Without the second search the first one stays as it is, at the same moment.
  #besides(two) {
    this.two = two;
    const step = this.watch?.line.counts[0][this.watch.player.step];
    if (!two && this.watch && this.lanes.length > 1) {
      Object.assign(this, { searches: this.searches.slice(0, 1), lanes: this.lanes.slice(0, 1) });
      this.watch.player.step = step;
    }
    this.redraw();
    this.head.querySelector("#beside").focus();
  }

  #fields(form, label) {
    const { app } = this;
    const more = () => Object.entries(entryOf(app, form.algorithm)?.traits.options ?? {}).map(([name, { default: usual, lowest, whole }]) => h("label", { class: "field" }, t(`option_${name}`), h("input", {
      type: "number", min: lowest, step: whole ? 1 : "any", value: form.options[name] ?? usual, "data-option": name,
      onchange: ({ target }) => { if (target.value === "" || !target.checkValidity()) target.value = form.options[name] ?? usual; else form.options[name] = Number(target.value); },
    })));
    return h("div", { class: "panel tight", role: "group", "aria-label": label || t("algorithm") },
      algorithmFields(app, form, { auto: false, more, onchange: () => { form.options = {}; } }));
  }

  #showButtons() {
    const record = this.head.querySelector("#record");
    record.hidden = this.active;
    record.textContent = t(this.watch ? "record_again" : "record");
    this.head.querySelector("#stop-recording").hidden = !this.active;
    this.head.querySelector("#close-search").hidden = !this.watch;
  }

  // Recording

  record(how) {
    const { board, goal } = this.app.state.game;
    this.#put(null);
    this.stop();
    if (this.app.state.message.key === "search_left") this.app.say("", ""); // it is so no longer
    this.lanes = this.forms.slice(0, this.two ? 2 : 1).map((form) => ({ ...form, options: { ...form.options } }));
    Object.assign(this, { begin: how, best: null });
    this.searches = this.lanes.map(() => new Searching(() => this.#show()));
    const request = { board: toText(board), goal: goalText(goal), seconds: SECONDS, trace: true, language: this.app.state.settings.language };
    for (const [index, search] of this.searches.entries()) search.start({ ...request, ...this.lanes[index] });
    if (how.byHand) this.head.querySelector("#stop-recording").focus({ preventScroll: true }); // the button that was pressed is gone
  }

  stop() {
    for (const search of [...this.searches, this.judging]) search?.stop();
  }

  #show() {
    this.#showButtons();
    const { searches } = this;
    if (searches.some((search) => search.status === "idle")) return;
    if (this.active) {
      // The bar stays the same element, or it would begin anew with every figure.
      if (!this.live.isConnected) this.body.replaceChildren(busyBar(), this.live);
      this.live.replaceChildren(...searches.filter((search) => search.active).flatMap((search) => [h("p", { class: "soft" }, busyText(search)), ...(search.progress ? [liveFigures(search)] : [])]));
      return;
    }
    const failed = searches.filter((search) => search.status !== "done" || search.trace.length === 0);
    if (failed.length) this.body.replaceChildren(...failed.map((search) => h("div", {}, searches.length > 1 ? h("b", {}, inLanguage(entryOf(this.app, search.request.algorithm).traits.title)) : "", ending(this.app, search))));
    else {
      this.#begin(this.begin);
      if (this.begin.byHand) this.watch.playButton.focus({ preventScroll: true });
      this.#judge();
    }
  }

  // Watching

  #begin(how) {
    const lanes = this.searches.map((search, index) => new Lane(search, entryOf(this.app, search.request.algorithm).traits, index, how.looks?.[index] ?? readLook({}, index), () => this.watch && this.#link()));
    this.#put(new Watch(lanes, how, { changed: () => this.watch && this.#link(), left: () => this.leave() }));
    this.body.replaceChildren(this.watch.element);
    this.turn(this.app.state.panel === "search");
    this.watch.show();
    if (this.best) for (const lane of lanes) lane.judge(this.best);
    this.#link();
  }

  // Where a search proves nothing, the other one tells how many moves suffice, or else the automatic solver.
  async #judge() {
    const mine = this.searches;
    const results = mine.map((search) => search.result).filter(({ outcome }) => outcome === "solved");
    if (results.every(({ optimal }) => optimal)) return;
    const ways = mine.find((search) => search.ways)?.ways; // a proof, too
    let best = results.find(({ optimal }) => optimal) ?? (ways && { outcome: "solved", optimal: true, length: ways.length });
    if (!best) {
      const { board, goal } = mine[0].request;
      this.judging = new Searching(() => {});
      await this.judging.start({ board, goal, seconds: SECONDS });
      best = this.judging.result;
    }
    if (this.searches !== mine || !this.watch || !best) return;
    this.best = best;
    for (const lane of this.watch.lanes) lane.judge(best);
  }

  #put(watch) {
    const before = this.watch;
    this.watch = watch;
    before?.close();
    this.#showButtons();
    this.turn(this.app.state.panel === "search");
  }

  // The large board of the puzzle makes room for the one of the search.
  turn(isOpen) {
    if (isOpen && this.watch) document.documentElement.dataset.watching = "yes";
    else delete document.documentElement.dataset.watching;
    if (isOpen) return void this.app.stopPlaying(); // the search is of the board that is seen
    this.watch?.pause();
    if (this.watch?.presenting) this.watch.present(false);
  }

  leave() {
    const inside = this.body.contains(document.activeElement) || document.activeElement?.id === "close-search" || document.activeElement === document.body;
    this.#clear();
    this.#link({});
    if (!inside) return;
    this.head.querySelector("#record").focus({ preventScroll: true });
    if (!coarse.matches) this.app.say("", "search_left");
  }

  #clear() {
    this.#put(null);
    this.searches = [];
    this.body.replaceChildren();
    this.#showButtons();
  }

  // A search of another board is no answer for this one.
  forget() {
    const { board, goal } = this.app.state.game;
    const request = this.searches[0]?.request;
    if (!request || (request.board === toText(board) && request.goal === goalText(goal))) return undefined;
    this.stop();
    if (this.asked?.search) return void this.#clear();
    this.leave();
    this.body.replaceChildren(h("p", { class: "note", id: "board-changed" }, t("board_changed")));
    return undefined;
  }

  #link(search = writeView({ lanes: this.lanes, looks: this.watch.lanes.map((lane) => lane.look), step: this.watch.player.step, present: this.watch.presenting })) {
    this.app.set({ details: { ...this.app.state.details, search }, quietly: true });
  }

  // What an address asks for, as soon as the server has told what there is.
  open(view) {
    const { info } = this.app.state;
    this.asked = null;
    this.waiting = info ? null : view;
    if (!info || !view) return;
    const found = readView(view, info);
    if (found instanceof Error) this.app.say("bad", "bad_link_search");
    if (!found || found instanceof Error) return;
    if (this.watch && found.lanes.map(laneText).join(" ") === this.lanes.map(laneText).join(" ")) {
      this.watch.follow(found);
      return;
    }
    this.forms = [...found.lanes, ...this.forms.slice(found.lanes.length)];
    this.two = found.lanes.length > 1;
    this.redraw();
    this.record(found);
  }
}

// Why there is nothing to watch.
function ending(app, search) {
  if (search.status === "done") {
    if (search.result.outcome !== "unsolvable") return h("p", { class: "note bad" }, t("no_trace"));
    return h("div", { class: "note bad" }, h("strong", {}, t("puzzle_unsolvable")), h("button", { onclick: () => app.set({ panel: "check" }) }, t("why")));
  }
  return h("p", { class: "note" }, t(search.status === "stopped" ? "stopped" : search.error));
}

// One search as it is watched: the large board that follows it, its tree, its queue, its pseudocode.

import { inLanguage, number, t } from "../i18n.js";
import { copy, h, miniBoard, select } from "../view/dom.js";
import { astray } from "./astray.js";
import { KINDS, movedTile, sample } from "./cards.js";
import { SHOWN } from "./layout.js";
import { CodeList, LayerChart, QueueList, figuresOf, keptText, waitingStrip } from "./lists.js";
import { BoardPicture } from "./picture.js";
import { Cursor, readTrace } from "./replay.js";
import { sharesOfH } from "./shares.js";
import { TreeView } from "./tree.js";
import { describe, mannerOf, nodeWords, shareWords, slideWords, verdictOf, wrongWords } from "./words.js";

const MOST_GOAL = 36; // cells of a goal that is shown beside the board

export class Lane {
  // search: a recorded Searching; index: 0, or 1 for the second one; look: { tree, ways } as in the address;
  // changed(): the reader looks at it in another way
  constructor(search, traits, index, look, changed) {
    Object.assign(this, { look, changed, result: search.result, verdict: "" });
    this.trace = readTrace(search.trace);
    this.astray = astray(this.trace, search, traits.ties);
    this.cursor = new Cursor(this.trace);
    this.traits = traits;
    this.manner = mannerOf(traits);
    this.selected = null;
    this.peak = search.result?.queue_peak;
    this.suffix = index ? `-${index + 1}` : "";
    const pointed = (name) => this.#point(name);
    const chosen = (name) => this.#choose(name);
    this.tree = new TreeView(t("tree_label"), { words: (name) => nodeWords(this.trace, this.state, name, this.manner), chosen, pointed, moved: () => this.#showFollow() });
    this.queue = new QueueList(t("queue"), traits.ties, { pointed, chosen: (name) => { chosen(name); this.tree.bring(name); } });
    this.code = new CodeList(traits.pseudocode, this.manner.byDepth);
    this.layers = new LayerChart();
    this.picture = new BoardPicture();
    this.element = h("section", { class: "lane-watch" }, this.#board(search), this.code.presented, this.#treePart(), this.#lists(search));
  }

  #board(search) {
    const { heuristic } = this.trace.start;
    const title = inLanguage(this.traits.title) + (heuristic ? ` · ${heuristic}` : "");
    this.equation = h("dl", { class: "equation" });
    this.aim = h("figure", { class: "watch-goal" });
    this.note = h("p", { class: "soft small" });
    this.waiting = h("p", { class: "waiting" });
    this.tally = h("p", { class: "tally" });
    this.event = h("p", { id: `trace-event${this.suffix}`, class: "event", "aria-live": "polite" });
    this.ways = h("button", { class: "small-button", onclick: () => this.#turn({ ways: this.look.ways === "yes" ? "no" : "yes" }) }, t("distance_lines"));
    this.ways.hidden = !heuristic;
    const dropped = search.dropped ? h("p", { class: "note" }, t("trace_cut", { n: number(search.dropped) })) : null;
    return h("div", { class: "watch-board" }, h("h2", {}, title), this.picture.element, h("div", { class: "watch-sum" }, this.equation, this.aim), this.event, dropped, this.note, this.ways);
  }

  #treePart() {
    this.shows = select(SHOWN.map((name) => [name, t(`show_${name}`)]), this.look.tree, (tree) => this.#turn({ tree }), { "aria-label": t("show") });
    this.tree.show = this.look.tree;
    this.followButton = h("button", { "data-tool": "follow", onclick: () => { this.tree.follow = !this.tree.follow; this.tree.reveal(); this.#showFollow(); } }, t("follow"));
    this.#showFollow();
    const legend = h("ul", { class: "legend" }, this.#kinds().map((kind) => h("li", {}, sample(kind), t(`kind_${kind}`))));
    this.partly = h("p", { class: "soft small partly" });
    return h("div", { class: "watch-tree" }, h("div", { class: "tree-tools" }, this.tally, this.shows, h("span", { class: "line middle" }, this.tree.tools(), this.followButton)), this.tree.element, this.partly, this.waiting, legend);
  }

  // Most algorithms make every child.
  #kinds() {
    const omits = [...this.trace.nodes.values()].some((node) => node.status === "unmade");
    return KINDS.filter((kind) => kind !== "unmade" || omits);
  }

  #lists(search) {
    const { memory } = this.traits;
    this.kept = h("p", { class: "kept", tabindex: "0" });
    this.figures = h("div");
    const part = (title, ...content) => h("section", {}, h("h2", { class: "minor" }, title), content);
    const text = search.text ? h("details", { class: "extra" }, h("summary", {}, t("trace_text")), h("pre", { class: "trace", id: `trace-text${this.suffix}`, tabindex: "0" }, search.text),
      h("button", { onclick: () => copy(search.text) }, t("copy"))) : null;
    return h("div", { class: "watch-lists" },
      part(t("pseudocode"), this.code.element),
      h("div", { class: "panel" }, part(t("queue"), this.queue.element), part(t(`kept_${memory}`), this.kept)),
      h("div", { class: "panel" }, this.figures, this.layers.element, text));
  }

  // While it plays, a screen reader is left in peace.
  show(count, playing) {
    this.event.setAttribute("aria-live", playing ? "off" : "polite");
    this.selected = null;
    this.state = this.cursor.at(count);
    this.tree.selected = null;
    this.tree.render(this.trace, this.state);
    this.#showPartly();
    this.queue.show(this.trace, this.state);
    this.waiting.replaceChildren(...waitingStrip(this.trace, this.state, this.traits.ties));
    this.tally.textContent = t("tally", { generated: number(this.state.generated), expanded: number(this.state.expanded) });
    this.kept.textContent = keptText(this.trace, this.state, this.traits.memory);
    this.code.show(this.trace, this.state);
    this.figures.replaceChildren(figuresOf(this.state, this.manner.byDepth, this.peak));
    this.layers.show(this.trace, this.state);
    this.#showBoard();
  }

  // The board of the node that the search is at, or of the one that the user has chosen.
  #showBoard() {
    const { trace, state } = this;
    const name = this.selected ?? state.shown ?? trace.roots[0];
    const node = trace.nodes.get(name);
    const { heuristic, start, goal, rank } = trace.start;
    const target = node.side === "goal" ? start : goal;
    const found = sharesOfH(heuristic, node.board, target, node.h);
    const moved = movedTile(node, trace.nodes.get(node.parent));
    this.#showAim(node.side, target);
    this.picture.show({ rows: node.board, target, moved, shares: found.shares, lines: this.look.ways === "yes", label: `${name}: ${node.board.map((row) => row.join(" ")).join(" / ")}` });
    const entry = (key, value, title) => h("div", { class: `part-${key}`, title }, h("dt", {}, key), h("dd", {}, value));
    this.equation.classList.toggle("sum", node.summed && node.f === node.g + node.h);
    this.equation.replaceChildren(entry("f", number(node.f), `f = ${rank}`), entry("g", String(node.g), t("g_title")), entry("h", number(node.h), t("h_title")));
    const slid = state.event?.event === "child" ? `${slideWords(trace, node)}. ` : "";
    const verdict = state.event?.outcome === "solved" ? this.verdict : "";
    const wrong = this.astray?.find(({ count }) => count === state.count);
    this.event.textContent = this.selected ? nodeWords(trace, state, name, this.manner) : [slid + describe(state, this.manner), verdict, wrong && wrongWords(wrong)].filter(Boolean).join(" ");
    this.ways.setAttribute("aria-pressed", this.look.ways === "yes");
    this.event.classList.toggle("wrong", !this.selected && Boolean(wrong));
    const formula = rank === "g + h" || !heuristic ? "" : `f = ${rank}. `;
    this.note.textContent = formula + shareWords(found, heuristic);
  }

  // The board that this one is to become: the goal, or the start where a search comes from the goal.
  #showAim(side, target) {
    if (this.aimed === target || target.flat().length > MOST_GOAL) return;
    this.aimed = target;
    this.aim.replaceChildren(h("figcaption", { class: "soft small" }, t(side === "goal" ? "aim_start" : "goal")), miniBoard(target));
  }

  #turn(part) {
    this.setLook({ ...this.look, ...part });
    this.changed();
  }

  setLook(look) {
    const other = look.tree !== this.look.tree;
    this.look = look;
    this.shows.value = look.tree;
    if (other) {
      this.tree.setShow(look.tree);
      this.#showPartly();
    }
    this.#showBoard();
  }

  // What the best solution that is known says of the one that this search has found.
  judge(best) {
    this.verdict = verdictOf(this.result, best);
    this.#showBoard();
  }

  // On paper there is the whole tree, and every entry of the lists.
  print(on) {
    const most = on ? [Infinity] : [];
    this.tree.view.forPrint(on);
    this.queue.show(this.trace, this.state, ...most);
    this.kept.textContent = keptText(this.trace, this.state, this.traits.memory, ...most);
  }

  #point(name) {
    this.tree.highlight(name);
    this.queue.highlight(name);
  }

  #choose(name) {
    this.selected = name;
    this.tree.select(name);
    this.#showBoard();
  }

  #showFollow() {
    this.followButton?.setAttribute("aria-pressed", String(this.tree.follow));
  }

  // Of a large search not even the whole tree is all of it.
  #showPartly() {
    const [shown, all] = [this.tree.names.size, this.state.seen.size];
    this.partly.hidden = this.look.tree !== "all" || shown === all;
    this.partly.textContent = t("tree_partly", { shown: number(shown), all: number(all) });
  }

  // Keys that concern the tree: true where the key was one.
  key(key) {
    if (key === "+" || key === "-") this.tree.zoom(key === "+" ? 1.3 : 1 / 1.3);
    else if (key === "f") this.tree.view.fit();
    else return false;
    return true;
  }
}

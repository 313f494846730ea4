// What stands beside the tree: the queue, what is kept, the pseudocode with its variables, the layers.

import { inLanguage, number, t } from "../i18n.js";
import { figures, h } from "../view/dom.js";
import { sumText } from "./cards.js";
import { kept, layers, lineOf, queue } from "./replay.js";

const MOST_WAITING = 40; // entries of the queue on the screen; paper has all
const MOST_IN_LINE = 12;
const MOST_KEPT = 60;

// The waiting nodes under the names that they have in the tree. pointed(name or null), chosen(name): as in the tree.
export class QueueList {
  constructor(label, ties, { pointed, chosen }) {
    Object.assign(this, { ties, pointed, chosen });
    this.element = h("ol", { class: "queue", tabindex: "0", "aria-label": label });
  }

  show(trace, state, most = MOST_WAITING) {
    const all = queue(trace, state, this.ties);
    const more = all.length > most ? [h("li", { class: "more" }, t("and_more", { n: number(all.length - most) }))] : [];
    this.element.replaceChildren(...all.slice(0, most).map(({ name, f }, index) => {
      const node = trace.nodes.get(name);
      return h("li", index === 0 ? { class: "next", "data-entry": name } : { "data-entry": name },
        h("button", { onmouseenter: () => this.pointed(name), onmouseleave: () => this.pointed(null), onfocus: () => this.pointed(name), onblur: () => this.pointed(null), onclick: () => this.chosen(name) },
          h("span", {}, node.side ? `${name} ${t(`from_${node.side}`)}` : name), h("span", {}, sumText(node, f))));
    }), ...more);
  }

  highlight(name) {
    for (const entry of this.element.children) entry.classList.toggle("pointed", entry.dataset.entry === name);
  }
}

// The first of the waiting nodes in one line, for a presentation, which has no room for the list. Each is a part of its
// own, so that none is cut in two.
export function waitingStrip(trace, state, ties) {
  const entries = queue(trace, state, ties).slice(0, MOST_IN_LINE).flatMap(({ name, f }) => [" ", h("span", {}, `${name} (${number(f)})`)]);
  return [h("span", {}, t(state.open.size ? "waiting_strip" : "waiting_none", { n: number(state.open.size) })), ...entries];
}

// The last ones of a long list: the newest of them tell the most. The goal is among them without having been expanded.
export function keptText(trace, state, memory, most = MOST_KEPT) {
  const names = kept(trace, state, memory).map((name) => (memory === "boards" && state.goals.has(name) ? t("goal_taken", { node: name }) : name));
  const shown = names.slice(-most).join(", ") || "–";
  return names.length > most ? `… ${shown}` : shown;
}

// The algorithm's own pseudocode, the line at work, and what its variables hold now.
export class CodeList {
  constructor(lines, byDepth) {
    Object.assign(this, { lines, byDepth });
    this.list = h("ol", { class: "code", tabindex: "0", "aria-label": t("pseudocode") }, lines.map(codeLine));
    this.values = h("dl", { class: "values" });
    this.element = h("div", { class: "panel tight" }, this.list, this.values);
    this.atWork = h("p", { class: "code-line" });
    this.atWorkValues = h("dl", { class: "values" });
    this.presented = h("div", { class: "at-work" }, this.atWork, this.atWorkValues); // in a presentation, which has no room for all lines
  }

  show(trace, state) {
    const current = state.count === 0 ? -1 : lineOf(this.lines, state.event);
    [...this.list.children].forEach((line, index) => (index === current ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
    this.atWork.textContent = current < 0 ? "" : `${current + 1}  ${inLanguage(this.lines[current].text).trim()}`;
    const entries = variables(trace, state, this.byDepth);
    const put = (place, shown) => place.replaceChildren(...shown.map(([name, value]) => h("div", {}, h("dt", {}, t(`value_${name}`)), h("dd", {}, value))));
    put(this.values, entries);
    put(this.atWorkValues, entries.filter(([name]) => name !== "queue")); // how many wait stands beside it
  }
}

function codeLine({ text: texts }) {
  const text = inLanguage(texts);
  const line = h("li", {}, text.trim());
  line.style.setProperty("--indent", text.length - text.trimStart().length);
  return line;
}

// [[name, value], ...]: the node that left the queue last, the child in hand, the node that has its board, the limit.
export function variables(trace, state, byDepth) {
  const said = (name) => `${name} · ${sumText(trace.nodes.get(name))}`;
  const found = [];
  if (state.current) found.push(["node", said(state.current)]);
  if (state.event?.event === "child") {
    found.push(["child", said(state.event.node)]);
    if (state.event.before) found.push(["known", `${state.event.before} · g = ${state.event.before_g}`]);
  }
  if (state.limit !== null) found.push([byDepth ? "limit_depth" : "limit", number(state.limit)]);
  found.push(["queue", number(state.open.size)]);
  return found;
}

// `peak`: how many waited at most in all of the search, which is what other panels and the command line call its queue.
export function figuresOf(state, byDepth, peak) {
  const { generated, expanded, open, notMade, limit } = state;
  const entries = [["generated", generated], ["expanded", expanded], ["queue", open.size], ...(peak ? [["peak", peak]] : [])];
  if (notMade) entries.push(["unmade", notMade]);
  if (limit !== null) entries.push([byDepth ? "limit_depth" : "limit", limit]);
  return figures(entries.map(([key, value]) => [t(`figure_${key}`), number(value)]));
}

export class LayerChart {
  constructor() {
    this.by = "f";
    this.bars = h("div", { class: "layers" });
    const button = (key) => h("button", { "data-by": key, onclick: () => { this.by = key; this.show(...this.last); } }, t(`by_${key}`));
    this.buttons = ["f", "g"].map(button);
    this.element = h("details", { class: "extra" }, h("summary", {}, t("layers")), h("div", { class: "line" }, this.buttons), this.bars);
    this.element.addEventListener("toggle", () => this.last && this.show(...this.last));
  }

  show(trace, state) {
    this.last = [trace, state];
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.by === this.by));
    if (!this.element.open) return;
    const found = layers(trace, state, this.by);
    const most = Math.max(1, ...found.map(({ open, closed }) => open + closed));
    const part = (count, kind) => {
      const bar = h("i", { class: kind });
      bar.style.width = `${(100 * count) / most}%`;
      return bar;
    };
    this.bars.replaceChildren(...found.map(({ key, open, closed }) => h("div", {}, h("span", {}, `${this.by} = ${number(key)}`), h("span", { class: "bar" }, part(closed, "one"), part(open, "two")), h("span", {}, `${closed} + ${open}`))));
  }
}

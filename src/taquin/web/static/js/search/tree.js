// The search tree: cards with small boards, which zoom, pan, fit and follow the search. Every node can be reached by
// keyboard: the arrow keys go from node to node, Enter opens and closes what is folded.

import { t } from "../i18n.js";
import { h, s } from "../view/dom.js";
import { cardParts, cardSize, movedTile, outline, sign } from "./cards.js";
import { place, visible } from "./layout.js";
import { kindOf } from "./replay.js";
import { Viewport } from "./viewport.js";

const SMALLEST = 0.3; // scale at which a name can still be read
const nothing = () => {};

// Two ways to one board are joined by a line: the shorter one was dropped, or it took the place of the longer one.
const JOINED = { missed: "missed", cheaper: "replaced", reopened: "replaced" };

export class TreeView {
  // words(name): what is to be said of a node; chosen(name): it was clicked or reached; pointed(name or null): hovered
  constructor(label, { words = (name) => name, chosen = nothing, pointed = nothing, moved = nothing } = {}) {
    Object.assign(this, { words, chosen, pointed, opened: new Set(), cards: new Map(), edges: new Map(), show: "all", follow: true, selected: null, focused: null });
    this.element = h("div", { class: "tree" });
    this.view = new Viewport(this.element, { role: "tree", "aria-label": label }, () => { this.follow = false; moved(); });
    this.lines = s("g", { class: "edges", role: "presentation" });
    this.nodes = s("g", { role: "presentation" });
    this.view.group.append(this.lines, this.nodes);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => { if (this.follow) this.restart(); }).observe(this.element);
  }

  render(trace, state) {
    const fresh = this.last?.[0] !== trace;
    if (fresh) this.size = cardSize(trace);
    this.last = [trace, state];
    this.names = visible(trace, state, this.opened, this.show);
    const { places, columns, rows } = place(trace, this.names);
    const { across, down, height } = this.size;
    this.at = (name) => [places.get(name).x * across + across / 2, places.get(name).depth * down + height / 2 + 10];
    this.places = places;
    this.view.row = down;
    this.view.size = { width: columns * across, height: rows * down - (down - height) + 20 };
    for (const [name, card] of this.cards) {
      if (this.names.has(name)) continue;
      card.group.remove();
      this.cards.delete(name);
    }
    const fewer = [...this.names].filter((name) => !this.cards.has(name)).length <= 6; // only a few cards glide into place
    for (const name of this.names) this.#put(trace, state, name, fewer && !fresh);
    this.#draw(trace, state);
    if (!this.names.has(this.focused)) this.focused = null;
    for (const [name, { group }] of this.cards) group.setAttribute("tabindex", name === (this.focused ?? state.shown ?? trace.roots[0]) ? "0" : "-1");
    if (fresh) requestAnimationFrame(() => this.#begin());
    else this.reveal();
  }

  // At the first look three cards have room side by side, and two rows; they are not larger than their natural size.
  #begin() {
    const [{ clientWidth, clientHeight }, { width, down }] = [this.element, this.size];
    const largest = document.documentElement.dataset.present ? 1.6 : 1;
    this.view.scale = Math.max(0.55, Math.min(largest, clientWidth / (3.2 * width), clientHeight / (2 * down)));
    this.reveal();
  }

  // The box has another size: what one looks at stays in view, wherever the tree was dragged to.
  restart() {
    if (!this.last) return;
    this.#begin();
    this.bring(this.selected ?? this.last[1].shown);
  }

  reveal(name = this.last?.[1].shown) {
    if (this.follow) this.bring(name);
  }

  // Into view: the node, and where it is another way to a board that is known, the node that has it, too; the tree gets
  // smaller for that, but not so small that the names cannot be read.
  bring(name) {
    if (!this.places?.has(name)) return;
    const { width, height, down } = this.size;
    const [x, y] = this.at(name);
    const node = this.last[0].nodes.get(name);
    if (JOINED[node.status] && this.places.has(node.before)) {
      const [u, v] = this.at(node.before);
      const around = { width: Math.abs(x - u) / 2 + width, height: Math.abs(y - v) / 2 + height + down / 2 }; // a row more: it may go up by one
      const scale = Math.min(this.element.clientWidth / around.width, this.element.clientHeight / around.height) / 2;
      if (scale >= SMALLEST) {
        this.view.scale = Math.min(this.view.scale, scale);
        this.view.show((x + u) / 2, (y + v - down) / 2, around, 0.5);
        return;
      }
    }
    this.view.show(x, y, { width, height: down + height / 2 });
  }

  #put(trace, state, name, glides) {
    const node = trace.nodes.get(name);
    const kind = kindOf(state, name);
    const folded = node.children.filter((child) => state.seen.has(child) && !this.names.has(child)).length;
    let card = this.cards.get(name);
    if (!card) {
      const moved = movedTile(node, trace.nodes.get(node.parent));
      const face = s("g", {}, cardParts(node, this.size, moved));
      card = { group: s("g", { role: "treeitem", "data-node": name }, face), face, kind: null, folded: null };
      this.cards.set(name, card);
      this.#listen(card.group, name);
      // A new card comes out of its parent.
      this.nodes.append(card.group);
      if (glides && this.places.has(node.parent)) {
        const [px, py] = this.at(node.parent);
        card.group.style.transform = `translate(${px}px, ${py}px)`;
        card.group.getBoundingClientRect();
      }
    }
    const [x, y] = this.at(name);
    card.group.style.transform = `translate(${x}px, ${y}px)`;
    const missed = node.status === "missed" && kind === "dropped" ? " missed" : "";
    card.group.setAttribute("class", `node ${kind}${missed}${folded ? " expandable" : ""}${name === state.shown ? " shown" : ""}${name === this.selected ? " selected" : ""}`);
    card.group.setAttribute("aria-level", String(this.places.get(name).depth + 1));
    card.group.setAttribute("aria-selected", String(name === this.selected));
    if (node.children.length) card.group.setAttribute("aria-expanded", String(folded === 0));
    if (card.kind === kind && card.folded === folded) return;
    card.group.setAttribute("aria-description", this.words(name)); // its name is what the card shows
    card.face.querySelectorAll(".shape, .sign, .fold").forEach((part) => part.remove());
    const { width, height } = this.size;
    card.face.prepend(outline(kind, this.size));
    card.face.append(s("text", { class: "sign", x: width / 2 - 11, y: -height / 2 + 15 }, sign(kind)));
    if (folded) card.face.append(s("g", { class: "fold", transform: `translate(0 ${height / 2 + 2})` }, s("rect", { x: -17, y: -9, width: 34, height: 18, rx: 9 }), s("text", { y: 4 }, `+${folded}`)));
    Object.assign(card, { kind, folded });
  }

  // The lines between parents and children, and between two ways to one board.
  #draw(trace, state) {
    const wanted = new Map();
    const { height } = this.size;
    for (const name of this.names) {
      const node = trace.nodes.get(name);
      const [x, y] = this.at(name);
      if (this.places.has(node.parent)) {
        const [px, py] = this.at(node.parent);
        const onPath = state.path.has(name) && state.path.has(node.parent);
        const gap = this.size.down - height;
        wanted.set(name, [onPath ? "edge path" : "edge", `M${px} ${py + height / 2}C${px} ${py + height / 2 + gap * 0.6} ${x} ${y - height / 2 - gap * 0.6} ${x} ${y - height / 2}`]);
      }
      if (JOINED[node.status] && this.places.has(node.before)) {
        const [bx, by] = this.at(node.before);
        wanted.set(`${name}>`, [`edge ${JOINED[node.status]}`, `M${x} ${y}L${bx} ${by}`]);
      }
    }
    for (const [key, line] of this.edges) {
      if (wanted.has(key)) continue;
      line.remove();
      this.edges.delete(key);
    }
    for (const [key, [kind, d]] of wanted) {
      if (!this.edges.has(key)) {
        this.edges.set(key, s("path", {}));
        this.lines.append(this.edges.get(key));
      }
      const line = this.edges.get(key);
      line.setAttribute("class", kind);
      line.style.d = `path("${d}")`;
      line.setAttribute("d", d);
    }
  }

  #listen(group, name) {
    group.addEventListener("mouseenter", () => this.pointed(name));
    group.addEventListener("mouseleave", () => this.pointed(null));
    group.addEventListener("focus", () => { this.focused = name; this.pointed(name); });
    group.addEventListener("blur", () => this.pointed(null));
    group.addEventListener("click", () => this.#open(name));
  }

  // A click shows the node on the large board, and opens what is folded below it or closes it again.
  #open(name) {
    const folds = this.cards.get(name).folded > 0;
    if (folds) this.opened.add(name);
    else if (this.opened.has(name)) this.opened.delete(name);
    this.focused = name;
    this.chosen(name);
    this.render(...this.last);
    this.cards.get(name)?.group.focus({ preventScroll: true });
  }

  // The cards that the pointer or the keyboard is on, here or in a list beside the tree.
  highlight(name) {
    for (const [each, { group }] of this.cards) group.classList.toggle("pointed", each === name);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const name = event.target.closest("[data-node]")?.dataset.node;
    if (!name) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.#open(name);
      return;
    }
    const next = this.#beside(name, event.key);
    if (next === undefined) return;
    event.preventDefault(); // the search is not stepped, and the puzzle does not move
    if (next === null) return;
    const { group } = this.cards.get(next);
    for (const each of this.cards.values()) each.group.setAttribute("tabindex", each.group === group ? "0" : "-1");
    this.bring(next);
    group.focus({ preventScroll: true });
    this.chosen(next);
  }

  #beside(name, key) {
    const [trace] = this.last;
    const node = trace.nodes.get(name);
    const drawn = (names) => names.filter((each) => this.cards.has(each));
    const { x, depth } = this.places.get(name);
    const row = (at) => [...this.places].filter(([, place]) => place.depth === at);
    const nearest = (at) => row(at).sort(([, a], [, b]) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]?.[0];
    if (key === "ArrowUp") return drawn([node.parent])[0] ?? nearest(depth - 1) ?? null;
    if (key === "ArrowDown") return drawn(node.children)[0] ?? nearest(depth + 1) ?? null;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
    // Along the row, from one family to the next.
    const names = row(depth).sort(([, a], [, b]) => a.x - b.x).map(([each]) => each);
    return names[names.indexOf(name) + (key === "ArrowRight" ? 1 : -1)] ?? null;
  }

  select(name) {
    this.selected = name;
    for (const [each, { group }] of this.cards) {
      group.classList.toggle("selected", each === name);
      group.setAttribute("aria-selected", String(each === name));
    }
  }

  setShow(show) {
    this.show = show;
    this.render(...this.last);
    if (this.follow) this.restart(); // the size that fitted another tree does not fit this one
  }

  // What is followed stays in view.
  zoom(factor) {
    this.view.zoom(factor);
    this.reveal();
  }

  // Buttons for zoom, fit and follow.
  tools() {
    const button = (key, sign, action) => h("button", { "aria-label": t(key), title: t(key), "data-tool": key, onclick: action }, sign);
    const by = (factor) => () => this.zoom(factor);
    return [button("zoom_out", "−", by(1 / 1.3)), button("zoom_in", "+", by(1.3)), h("button", { "data-tool": "fit", onclick: () => this.view.fit() }, t("fit"))];
  }
}

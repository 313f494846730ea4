// The search tree as SVG. What a node is shows in its shape as well as in its color.

import { number } from "../i18n.js";
import { h, miniBoard, s } from "../view/dom.js";
import { HEIGHT, WIDTH, place, visible } from "./layout.js";
import { kindOf } from "./replay.js";

const SHAPES = {
  open: () => s("ellipse", { class: "shape", rx: 25, ry: 19 }),
  closed: () => s("rect", { class: "shape", x: -25, y: -18, width: 50, height: 36, rx: 5 }),
  current: () => s("path", { class: "shape", d: "M-28 0-16-21H16L28 0 16 21H-16Z" }),
  path: () => s("path", { class: "shape", d: "M-25-19H25V12L0 24-25 12Z" }),
  dropped: () => s("rect", { class: "shape", x: -22, y: -16, width: 44, height: 32, rx: 16 }),
  unmade: () => s("path", { class: "shape", d: "M0-21 29 0 0 21-29 0Z" }),
};

export function sample(kind) {
  return s("svg", { viewBox: "-30 -26 60 52", class: "tree sample", "aria-hidden": "true" }, s("g", { class: kind }, SHAPES[kind]()));
}

export class TreeView {
  constructor(label) {
    this.opened = new Set();
    this.popup = h("div", { class: "popup", hidden: true });
    this.element = h("div", { class: "tree", tabindex: "0", role: "img", "aria-label": label });
    document.body.append(this.popup);
  }

  render(trace, state) {
    this.last = [trace, state];
    const names = visible(trace, state, this.opened);
    const { places, width, height } = place(trace, names);
    const at = (name) => [places.get(name).x * WIDTH + WIDTH / 2, places.get(name).depth * HEIGHT + 34];
    const edges = [];
    const nodes = [];
    for (const name of names) {
      const node = trace.nodes.get(name);
      const [x, y] = at(name);
      if (node.parent && names.has(node.parent)) {
        const [px, py] = at(node.parent);
        const onPath = state.path.has(name) && state.path.has(node.parent);
        edges.push(s("path", { class: onPath ? "edge path" : "edge", d: `M${px} ${py + 18}C${px} ${py + 44} ${x} ${y - 40} ${x} ${y - 18}` }));
      }
      nodes.push(this.#node(node, kindOf(state, name), x, y, node.children.some((child) => state.seen.has(child) && !names.has(child))));
    }
    const svg = s("svg", { width: Math.max(width, 200), height: height + 10 }, edges, nodes);
    this.element.replaceChildren(svg);
    if (state.current && places.has(state.current)) this.#showPlace(...at(state.current));
  }

  #node(node, kind, x, y, hides) {
    const group = s("g", { class: `node ${kind}${hides ? " expandable" : ""}`, transform: `translate(${x} ${y})`, "data-node": node.name },
      SHAPES[kind](), s("text", { y: -2 }, number(node.f) + (hides ? " +" : "")), s("text", { class: "sum", y: 11 }, `${node.g}+${number(node.h)}`));
    group.addEventListener("mouseenter", (event) => this.#hover(event, node));
    group.addEventListener("mouseleave", () => { this.popup.hidden = true; });
    group.addEventListener("click", () => {
      if (this.opened.has(node.name)) this.opened.delete(node.name);
      else this.opened.add(node.name);
      this.render(...this.last);
    });
    return group;
  }

  #hover(event, node) {
    const move = node.move ? ` · ${node.move}` : "";
    this.popup.replaceChildren(h("div", { class: "small" }, `${node.name}${move} · ${number(node.f)} = ${node.g} + ${number(node.h)}`), miniBoard(node.board));
    this.popup.hidden = false;
    this.popup.style.left = `${Math.min(event.clientX + 14, innerWidth - 180)}px`;
    this.popup.style.top = `${Math.min(event.clientY + 14, innerHeight - 180)}px`;
  }

  #showPlace(x, y) {
    const box = this.element;
    const outside = x < box.scrollLeft + 40 || x > box.scrollLeft + box.clientWidth - 40 || y < box.scrollTop + 30 || y > box.scrollTop + box.clientHeight - 50;
    if (outside) box.scrollTo(x - box.clientWidth / 2, y - box.clientHeight / 2);
  }
}

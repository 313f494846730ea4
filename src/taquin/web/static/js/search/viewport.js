// Zoom and pan of a picture: a group inside an SVG that fills its box. Dragging, two fingers, and the wheel with Ctrl
// (without it where the style sheet leaves all gestures to the picture, as in a presentation, since nothing scrolls there).

import { s } from "../view/dom.js";

const [SMALLEST, LARGEST] = [0.1, 4];
const TREMBLE = 5; // pixels that a click may move

export class Viewport {
  // moved(): the user has panned or zoomed
  constructor(box, attributes, moved) {
    Object.assign(this, { box, moved, x: 0, y: 0, scale: 1, size: { width: 1, height: 1 }, row: 0, pointers: new Map() });
    this.group = s("g", { class: "world" });
    this.svg = s("svg", { class: "viewport", ...attributes }, this.group);
    box.append(this.svg);
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    box.addEventListener("pointerdown", (event) => this.#press(event));
    box.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    // A drag that ends on a node is no click on it.
    box.addEventListener("click", (event) => { if (this.dragged) event.stopPropagation(); this.dragged = false; }, { capture: true });
  }

  #apply(smooth) {
    if (this.printed) return; // until it is on the screen again
    this.group.classList.toggle("smooth", smooth);
    this.group.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.svg.classList.toggle("far", this.scale < 0.5);
  }

  // Zoom about a point of the box, by default its middle.
  zoom(factor, at = [this.box.clientWidth / 2, this.box.clientHeight / 2], smooth = true) {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor));
    this.x = at[0] - ((at[0] - this.x) * scale) / this.scale;
    this.y = at[1] - ((at[1] - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#apply(smooth);
  }

  fit(largest = 1.6) {
    const { clientWidth: width, clientHeight: height } = this.box;
    this.scale = Math.max(SMALLEST, Math.min(largest, width / this.size.width, height / this.size.height));
    this.x = (width - this.size.width * this.scale) / 2;
    this.y = Math.max(0, (height - this.size.height * this.scale) / 2);
    this.#apply(true);
  }

  // Bring a place of the picture into view, with so much around it: what fits stays where it is. What is above tells
  // more than what is below, so it gets a larger part of the room; and no row is cut off at the top.
  show(x, y, around, part = 0.65) {
    const along = (at, offset, room, whole, margin, part) => {
      const extent = whole * this.scale;
      if (extent <= room) return (room - extent) * part; // all of it can be seen
      const now = at * this.scale + offset;
      if (now >= Math.min(margin, room * part) && now <= room - Math.min(margin, room * (1 - part))) return offset;
      return Math.max(room - extent, Math.min(0, room * part - at * this.scale));
    };
    const { clientWidth: width, clientHeight: height } = this.box;
    this.x = along(x, this.x, width, this.size.width, around.width * this.scale, 0.5);
    const top = this.size.height * this.scale <= height ? 0 : along(y, this.y, height, this.size.height, around.height * this.scale, part);
    const row = this.row * this.scale;
    this.y = row ? -row * Math.ceil(-top / row - 0.01) : top;
    this.#apply(true);
  }

  // The whole picture on paper, whatever part of it is on the screen.
  forPrint(on) {
    this.printed = on;
    if (on) this.svg.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    else this.svg.removeAttribute("viewBox");
    if (on) this.group.style.transform = "none";
    else this.#apply(false);
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey && getComputedStyle(this.box).touchAction !== "none") return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), this.#place(event), false);
    this.moved();
  }

  #place(event) {
    const { left, top } = this.box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #press(event) {
    this.dragged = false;
    if (event.target.closest("button")) return;
    this.pointers.set(event.pointerId, this.#place(event));
  }

  #drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#place(event);
    const [x, y] = [now[0] - before[0], now[1] - before[1]];
    if (!this.dragged && Math.hypot(x, y) < TREMBLE) return;
    this.dragged = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other) this.zoom(distance(now, other) / distance(before, other), other, false);
    else {
      this.x += x;
      this.y += y;
      this.#apply(false);
    }
    this.moved();
  }
}

function distance([x, y], [u, v]) {
  return Math.max(1, Math.hypot(x - u, y - v));
}

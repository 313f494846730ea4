// The chapters, the way from one to the next, and what the reader has done. A chapter is a function: it is given its
// surroundings and returns what stands on the page.

import { t } from "../i18n.js";
import { toHash } from "../model/address.js";
import { h } from "../view/dom.js";
import { admissible } from "./admissible.js";
import { astar } from "./astar.js";
import { bound } from "./bound.js";
import { breadth } from "./breadth.js";
import { exercises } from "./exercises.js";
import { large } from "./large.js";
import { solvable } from "./solvable.js";

const CHAPTERS = { solvable, breadth, astar, admissible, bound, large, exercises };
const NAMES = Object.keys(CHAPTERS);
const KEPT = "taquin-learn"; // in the browser: the names of the chapters that are done

export class Lesson {
  constructor(app, root) {
    this.app = app;
    this.nav = h("nav", { class: "chapters", "aria-label": t("learn_chapters") });
    this.body = h("article", { class: "chapter" });
    root.classList.add("lesson");
    root.replaceChildren(this.nav, this.body);
  }

  // Begins the chapter anew, unless it is the one that is shown. `details` is what the address says.
  show(details) {
    const name = Object.hasOwn(CHAPTERS, details.chapter ?? "") ? details.chapter : NAMES[0];
    const key = `${name} ${document.documentElement.lang}`;
    this.#drawNav(name);
    if (this.shown === key) return;
    const first = !this.shown;
    this.leave();
    this.shown = key;
    this.left = new AbortController();
    const surroundings = { app: this.app, signal: this.left.signal, details, done: () => this.#done(name) };
    this.body.replaceChildren(h("h2", { tabindex: "-1" }, this.#title(name)), ...CHAPTERS[name](surroundings), this.#following(name));
    if (!first) this.body.firstChild.focus();
    scrollTo(0, 0);
  }

  // The searches of a chapter end with it.
  leave() {
    this.left?.abort();
    this.shown = "";
  }

  #title(name) {
    const place = NAMES.indexOf(name) + 1;
    return name === "exercises" ? t("learn_exercises_title") : `${place}. ${t(`learn_${name}_title`)}`;
  }

  #link(name, ...children) {
    const details = { ...this.app.state.details, learn: { chapter: name } };
    const go = (event) => {
      event.preventDefault();
      this.app.set({ details });
    };
    return h("a", { href: toHash({ ...this.app.state, panel: "learn", details }), "data-chapter": name, onclick: go }, ...children);
  }

  #drawNav(chosen) {
    const done = finished();
    this.nav.setAttribute("aria-label", t("learn_chapters"));
    const item = (name, index) => {
      const mark = done.has(name) ? "✓" : name === "exercises" ? "✎" : String(index + 1);
      const link = this.#link(name, h("span", { class: "mark", "aria-hidden": "true" }, mark), t(`learn_${name}_short`), done.has(name) ? h("span", { class: "hidden" }, t("learn_done")) : null);
      if (name === chosen) link.setAttribute("aria-current", "page");
      return h("li", { class: done.has(name) ? "done" : "" }, link);
    };
    const list = h("ol", {}, NAMES.map(item));
    this.nav.replaceChildren(list);
    const current = list.querySelector("[aria-current]"); // on a phone the list is wider than the screen
    list.scrollLeft = current.offsetLeft - list.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  }

  #following(name) {
    const next = NAMES[NAMES.indexOf(name) + 1];
    return next ? h("footer", { class: "screen" }, this.#link(next, `${t("learn_next")} ${this.#title(next)} →`)) : "";
  }

  #done(name) {
    localStorage.setItem(KEPT, JSON.stringify([...finished().add(name)]));
    this.#drawNav(name);
  }
}

function finished() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((name) => NAMES.includes(name)) : []);
  } catch {
    return new Set();
  }
}

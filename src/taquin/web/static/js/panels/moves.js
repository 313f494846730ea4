// The moves of the timeline, whoever made them: to click, copy and take away.

import { download } from "../api.js";
import { number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { NOTATIONS, steps, write } from "../model/notation.js";
import { copy, h, save, select } from "../view/dom.js";

const PAGE = 200; // moves that are listed at a time
const SUFFIX = { text: "txt", json: "json", svg: "svg", gif: "gif" };

export class MoveList {
  // estimate() gives g, h and f of the present step, verdict(number) what is known of a move; or null
  constructor(app, estimate, verdict) {
    Object.assign(this, { app, estimate, verdict, notation: "tile", language: "", shown: { first: 0, texts: [], start: null } });
    this.list = h("ol", { class: "moves", id: "moves" });
    this.place = h("p", { class: "soft small", id: "moves-place" });
    this.sum = h("p", { class: "mono", id: "estimate" });
    this.element = h("div", { class: "panel", hidden: true });
  }

  draw() {
    const { game } = this.app.state;
    this.element.hidden = !game.moves;
    if (!game.moves) return;
    if (this.language !== document.documentElement.lang) this.#build();
    this.#list(game);
    this.#mark(game.position - this.shown.first);
    this.#judge();
    const found = this.estimate();
    this.sum.hidden = !found;
    this.sum.textContent = found ? t(found.f === undefined ? "estimate_parts" : "estimate", { g: found.g, h: number(found.h), f: number(found.f ?? 0) }) : "";
  }

  // The page of moves around the present one. What is listed already stays: whoever stands on a move with the keyboard
  // stays there, and a move by hand adds one button.
  #list(game) {
    const first = PAGE * Math.floor(Math.max(0, game.position - 1) / PAGE);
    const until = Math.min(game.moves.length, first + PAGE);
    const whole = this.notation === "number"; // only the board tells which tile moves
    const texts = steps(game.start, game.moves.slice(whole ? 0 : first, until), this.notation).slice(whole ? first : 0);
    const { shown } = this;
    let same = 0;
    if (shown.first === first && shown.start === game.start) while (same < texts.length && shown.texts[same] === texts[same]) same += 1;
    while (this.list.childElementCount > same) this.list.lastChild.remove();
    this.list.append(...texts.slice(same).map((text, index) => this.#button(first + same + index + 1, text)));
    this.shown = { first, texts, start: game.start };
    this.place.hidden = game.moves.length <= PAGE;
    this.place.textContent = t("moves_place", { first: number(first + 1), last: number(until), all: number(game.moves.length) });
  }

  #button(position, text) {
    return h("li", {}, h("button", { "aria-label": t("go_to", { n: position, move: text }), onclick: () => this.app.seek(position) }, text));
  }

  // Move `at` of the page comes next; those before it have been made.
  #mark(at) {
    const buttons = this.list.children;
    for (let index = 0; index < buttons.length; index += 1) {
      const button = buttons[index].firstChild;
      if (button.classList.contains("made") !== index < at) button.classList.toggle("made");
      if (index === at) button.setAttribute("aria-current", "step");
      else if (button.hasAttribute("aria-current")) button.removeAttribute("aria-current");
    }
  }

  // What the analysis says of the moves: =, or how many they cost.
  #judge() {
    [...this.list.children].forEach(({ firstChild: button }, index) => {
      const { verdict, lost } = this.verdict(this.shown.first + index + 1) ?? {};
      const said = { worse: `+${lost}`, "also best": "=" }[verdict] ?? "";
      if ((button.dataset.judged ?? "") === said) return;
      if (said) button.dataset.judged = said;
      else delete button.dataset.judged;
    });
  }

  #build() {
    this.language = document.documentElement.lang;
    this.shown.start = null;
    this.list.setAttribute("aria-label", t("move_list"));
    const names = NOTATIONS.map((name) => [name, t(`notation_${name}`)]);
    const choose = (value) => {
      this.notation = value;
      this.draw();
    };
    const take = async () => {
      const { start, moves } = this.app.state.game;
      this.app.say("", (await copy(write(start, moves, this.notation))) ? "copied" : "copy_failed");
    };
    this.element.replaceChildren(
      h("div", { class: "line" },
        h("label", { class: "field grow" }, t("notation"), select(names, this.notation, choose, { id: "notation" })),
        h("button", { id: "copy-moves", onclick: take }, t("copy"))),
      this.list, this.place, this.sum,
      h("div", { class: "line middle" }, h("span", { class: "soft small" }, t("export")),
        ...Object.keys(SUFFIX).map((format) => h("button", { id: `export-${format}`, onclick: (event) => this.#export(format, event.target) }, t(`export_${format}`)))),
    );
  }

  async #export(format, button) {
    const { game, picture } = this.app.state;
    button.disabled = true;
    this.app.say("", "export_busy");
    try {
      const blob = format === "gif" ? await this.#gif(game, picture) : await download("export", { board: toText(game.start), goal: goalText(game.goal), moves: game.moves, format });
      save(blob, `solution.${SUFFIX[format]}`);
      this.app.say("", "export_done", { name: `solution.${SUFFIX[format]}`, size: Math.ceil(blob.size / 1000) });
    } catch (error) {
      this.app.say("bad", error.message, error.values);
    }
    button.disabled = false;
  }

  async #gif(game, picture) {
    const { solutionGif } = await import("../gif.js");
    return solutionGif(game, picture, (percent) => this.app.say("", "export_percent", { percent }));
  }
}

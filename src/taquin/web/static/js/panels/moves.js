// The moves of the timeline, whoever made them: to click, copy and take away.

import { download } from "../api.js";
import { number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { NOTATIONS, steps, write } from "../model/notation.js";
import { copy, h, save, select } from "../view/dom.js";

const MOST = 400; // moves that are listed
const SUFFIX = { text: "txt", json: "json", svg: "svg", gif: "gif" };

export class MoveList {
  // estimate() gives g, h and f of the present step, or null
  constructor(app, estimate) {
    Object.assign(this, { app, estimate, notation: "tile", shown: "" });
    this.element = h("div", { class: "panel" });
  }

  draw() {
    const { game } = this.app.state;
    const shown = [toText(game.start), game.moves, this.notation, document.documentElement.lang].join("|");
    if (shown !== this.shown) this.element.replaceChildren(...(game.moves ? this.#parts(game) : []));
    this.shown = shown;
    if (game.moves) this.#mark(game.position);
  }

  // A step along the moves changes marks only: whoever stands on a move with the keyboard stays there.
  #mark(position) {
    [...this.list.children].forEach(({ firstChild: button }, index) => {
      if (!button.classList) return;
      button.classList.toggle("made", index < position);
      if (index === position) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const found = this.estimate();
    this.sum.hidden = !found;
    this.sum.textContent = found ? t("estimate", { g: found.g, h: number(found.h), f: number(found.f) }) : "";
  }

  #parts(game) {
    const moves = game.moves.slice(0, MOST);
    const buttons = steps(game.start, moves, this.notation).map((text, index) => h("li", {}, h("button", {
      "aria-label": t("go_to", { n: index + 1, move: text }), onclick: () => this.app.seek(index + 1),
    }, text)));
    if (moves.length < game.moves.length) buttons.push(h("li", { class: "soft" }, `… ${t("moves_more", { n: game.moves.length - MOST })}`));
    this.list = h("ol", { class: "moves", id: "moves", "aria-label": t("move_list") }, buttons);
    this.sum = h("p", { class: "mono", id: "estimate" });
    const names = NOTATIONS.map((name) => [name, t(`notation_${name}`)]);
    const choose = (value) => {
      this.notation = value;
      this.draw();
    };
    const take = async () => this.app.say("", (await copy(write(game.start, game.moves, this.notation))) ? "copied" : "copy_failed");
    return [
      h("div", { class: "line" },
        h("label", { class: "field grow" }, t("notation"), select(names, this.notation, choose, { id: "notation" })),
        h("button", { id: "copy-moves", onclick: take }, t("copy"))),
      this.list, this.sum,
      h("div", { class: "line middle" }, h("span", { class: "soft small" }, t("export")),
        ...Object.keys(SUFFIX).map((format) => h("button", { id: `export-${format}`, onclick: (event) => this.#export(format, event.target) }, t(`export_${format}`)))),
    ];
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

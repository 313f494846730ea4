// "Which node is expanded next?": a real search stops where it chooses, and the reader chooses first.

import { number, t } from "../i18n.js";
import { toHash } from "../model/address.js";
import { GOALS, fromRows } from "../model/board.js";
import { newGame } from "../model/game.js";
import { readTrace } from "../search/replay.js";
import { h, miniBoard } from "../view/dom.js";
import { seeded, shuffled } from "./chance.js";
import { choices, judge } from "./judge.js";
import { attempt, focusAnswers, question, search } from "./parts.js";

const WANTED = 3; // right answers

// `request` is the search; `order` is what it goes by, "age" or "f". `onDone` is called after enough right answers.
export function nextNode({ request, order, signal, onDone, from = 0 }) {
  const place = h("div", { class: "quiz", "data-quiz": request.algorithm });
  attempt(place, async () => {
    place.replaceChildren(h("p", { class: "soft" }, t("searching")));
    const { trace: events } = await search({ ...request, trace: true, seconds: 30 }, signal);
    new Quiz(place, readTrace(events), order, onDone, from).show();
  });
  return h("div", { class: "answer" }, place, h("p", { class: "screen" }, h("a", { href: whole(request) }, t("learn_watch"))));
}

// The same search in the panel that shows all of it.
function whole({ board, algorithm, heuristic }) {
  const start = fromRows(board.split("/").map((row) => row.split(" ").map(Number)));
  const game = newGame(start, GOALS["blank-last"](start.width, start.height));
  return toHash({ game, panel: "search", details: { search: { search: [algorithm, heuristic].filter(Boolean).join(","), step: "1" } } });
}

class Quiz {
  constructor(place, trace, order, onDone, from) {
    Object.assign(this, { place, trace, order, onDone, right: 0, at: from });
    this.moments = choices(trace);
  }

  show() {
    const moment = this.moments[this.at % this.moments.length];
    const again = h("button", { class: "primary", hidden: true, onclick: () => this.#advance() }, t("learn_next_question"));
    const asked = question({
      text: t("learn_which_next"),
      choices: shuffled(moment.waiting, seeded(moment.at)).map((name) => [name, this.#card(name, false)]),
      judge: (name) => this.#judge(moment, name),
      onRight: () => {
        this.right += 1;
        score.textContent = this.#score();
        again.hidden = false;
        again.focus();
        for (const button of asked.querySelectorAll("[data-answer]")) button.replaceChildren(this.#card(button.dataset.answer, true));
        asked.querySelector(`[data-answer="${moment.answer}"]`).classList.add("right");
        if (this.right === WANTED) this.onDone();
      },
    });
    const score = h("p", { class: "soft small" }, this.#score());
    this.place.replaceChildren(this.#before(moment), asked, h("div", { class: "line middle" }, again, score));
  }

  #advance() {
    this.at += 1;
    this.show();
    focusAnswers(this.place);
  }

  #before({ current }) {
    const text = t("learn_just_expanded", { node: current });
    return h("div", { class: "line middle soft small" }, h("p", {}, text), miniBoard(this.trace.nodes.get(current).board));
  }

  #score() {
    return this.right < WANTED ? t("learn_score", { right: this.right, wanted: WANTED }) : `${t("learn_score_done")} ${t("learn_score_more")}`;
  }

  // Before the answer f is for the reader to compute.
  #card(name, open) {
    const node = this.trace.nodes.get(name);
    const f = this.order === "age" ? `${t("learn_depth")} ${node.g}` : open ? `f = ${node.g} + ${number(node.h)} = ${number(node.f)}` : `g = ${node.g}, h = ${number(node.h)}`;
    return h("span", { class: "node-card" }, h("b", {}, name), miniBoard(node.board), h("span", { class: "small" }, f));
  }

  #judge(moment, name) {
    const { right, reason, values } = judge(this.trace, moment, name, this.order);
    const shown = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === "number" ? number(value) : value]));
    return { right, text: t(`learn_${reason}`, shown) };
  }
}

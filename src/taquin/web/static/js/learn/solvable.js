// Chapter 1: the puzzle, and when it can be solved. The engine counts Kurang after every move of the reader.

import { ask } from "../api.js";
import { t } from "../i18n.js";
import { fromRows, toText } from "../model/board.js";
import { figures, h, miniBoard } from "../view/dom.js";
import { threeBoards } from "./chance.js";
import { attempt, focusAnswers, heading, paragraph, question } from "./parts.js";
import { Toy } from "./toy.js";

const START = fromRows([[1, 2, 3], [4, 0, 6], [7, 5, 8]]);
const WANTED = 2; // right answers

export function solvable({ signal, done }) {
  const count = h("div", { class: "answer", id: "count-kurang", "aria-live": "polite" });
  const judged = (board) => attempt(count, async () => {
    const check = await ask("check", { board: toText(board) }, signal);
    if (toText(toy.board) === toText(board)) count.replaceChildren(...kurang(check)); // else a later one is on its way
  });
  const toy = new Toy(START, judged);
  const modes = ["slide", "exchange"].map((mode) => h("button", { "data-mode": mode, onclick: () => choose(mode) }, t(`learn_mode_${mode}`)));
  const choose = (mode) => {
    toy.setMode(mode);
    how.textContent = t(`learn_how_${mode}`);
    for (const button of modes) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  };
  const how = h("p", { class: "soft small" });
  choose("slide");
  judged(START);
  const quiz = new Quiz(signal, done);
  quiz.show();
  return [
    paragraph("solvable_what"),
    h("div", { class: "figure" }, h("div", { class: "panel tight" }, h("div", { class: "line" }, modes), toy.element, how), count),
    paragraph("solvable_kurang"), paragraph("solvable_parity"), paragraph("solvable_cheat"),
    heading("question"), quiz.place,
  ];
}

function kurang(check) {
  const size = check.kurang.length;
  const head = check.kurang.map((_, index) => h("th", { scope: "col" }, index + 1 === size ? t("blank") : String(index + 1)));
  return [
    h("div", { class: "scroll" }, h("table", { class: "small" }, h("tr", {}, h("th", { scope: "row" }, "i"), head), h("tr", {}, h("th", { scope: "row" }, "Kurang(i)"), check.kurang.map((one) => h("td", {}, String(one)))))),
    figures([[t("kurang_sum"), check.inversions, "lesson-sum"], ["X", check.x, "lesson-x"], [t("total"), check.total, "lesson-total"]]),
    h("p", { class: `note ${check.solvable ? "good" : "bad"}` }, `${check.solvable ? "✓" : "✗"} ${t(check.solvable ? "solvable" : "unsolvable")}: ${reason(check)}`),
  ];
}

function reason({ total, inversions, x }) {
  return t(total % 2 ? "reason_odd" : "reason_even", { inversions, x, total });
}

class Quiz {
  constructor(signal, done) {
    Object.assign(this, { signal, done, right: 0, place: h("div", { class: "quiz" }) });
  }

  show() {
    const { boards } = threeBoards();
    const again = h("button", { class: "primary", hidden: true, onclick: () => this.#advance() }, t("learn_next_question"));
    const score = h("p", { class: "soft small" }, this.#score());
    this.place.replaceChildren(question({
      text: t("learn_which_solvable"),
      choices: boards.map((board, index) => [String(index), miniBoard(rowsOf(board))]),
      judge: async (key) => {
        const check = await ask("check", { board: toText(boards[Number(key)]) }, this.signal);
        return { right: check.solvable, text: t(check.solvable ? "learn_solvable_right" : "learn_solvable_wrong", check) };
      },
      onRight: () => {
        this.right += 1;
        again.hidden = false;
        again.focus();
        score.textContent = this.#score();
        if (this.right === WANTED) this.done();
      },
    }), h("div", { class: "line middle" }, again, score));
  }

  #advance() {
    this.show();
    focusAnswers(this.place);
  }

  #score() {
    return this.right < WANTED ? t("learn_score", { right: this.right, wanted: WANTED }) : t("learn_score_done");
  }
}

function rowsOf(board) {
  return Array.from({ length: board.height }, (_, row) => board.tiles.slice(row * board.width, (row + 1) * board.width));
}

// The moves that make the board from the solved one, as players pass a scramble on.

import { ask } from "../api.js";
import { t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import { copy, h } from "../view/dom.js";

const LARGEST = 100; // cells; beyond that a scramble is thousands of moves long

export function scramblePart(app) {
  const moves = h("p", { class: "mono", id: "scramble-moves", "aria-live": "polite" });
  const copying = h("button", { id: "copy-scramble", hidden: true, onclick: async () => app.say("", (await copy(moves.textContent)) ? "copied" : "copy_failed") });
  const title = h("summary");
  let asked = null; // the game whose scramble is asked for or shown
  const element = h("details", { id: "scramble", ontoggle: () => { if (element.open && asked === null) show(); } }, title, h("div", { class: "panel tight" }, moves, h("div", { class: "line" }, copying)));
  const show = async () => {
    const { game } = app.state;
    asked = game;
    moves.textContent = t("searching");
    const [found, failed] = await ask("scramble", { board: toText(game.start), goal: goalText(game.goal) }).then(({ scramble }) => [scramble, null], (error) => [null, error]);
    if (asked !== game) return; // about another board
    moves.textContent = failed ? t(failed.message) : found;
    copying.hidden = failed !== null;
    if (failed) asked = null;
  };
  const draw = () => {
    const { game, solvable } = app.state;
    title.textContent = t("scramble");
    copying.textContent = t("copy");
    const size = game.start.tiles.length;
    const hidden = !solvable || size > LARGEST;
    if (asked === null || (asked.start === game.start && asked.goal === game.goal)) return void Object.assign(element, { hidden });
    asked = null;
    moves.textContent = "";
    copying.hidden = true;
    return void Object.assign(element, { hidden, open: false });
  };
  return { element, draw };
}

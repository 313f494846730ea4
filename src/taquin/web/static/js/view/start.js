// Something to do at once: a new board of a usual size, or one that is worth a look.

import { t } from "../i18n.js";
import { fromHash } from "../model/address.js";
import { GOALS } from "../model/board.js";
import { addressOf, EXAMPLES } from "../model/examples.js";
import { h } from "./dom.js";

const SIZES = [3, 4, 5, 10];

export function mountStart(app) {
  const root = document.getElementById("start");
  const draw = () => root.replaceChildren(h("span", { class: "soft small", id: "start-label" }, t("start_new")), ...SIZES.map((size) => chip(app, size)), menu(app));
  draw();
  app.subscribe((_state, patch) => {
    if (patch.words) draw();
    if (patch.game) showSize(root, patch.game.board);
  });
}

function chip(app, size) {
  const fresh = () => app.random(size, size, "random", GOALS["blank-last"](size, size)).catch((error) => app.say("bad", error.message));
  return h("button", { class: "chip", "data-size": size, title: t("start_size", { size }), onclick: fresh }, `${size}×${size}`);
}

function showSize(root, { width, height }) {
  for (const button of root.querySelectorAll(".chip")) button.classList.toggle("chosen", width === height && Number(button.dataset.size) === width);
}

// A menu rather than a field: what was chosen is on the board, so the menu goes back to its name.
function menu(app) {
  const group = (name) => h("optgroup", { label: t(`examples_${name}`) }, Object.keys(EXAMPLES[name]).map((key) => h("option", { value: `${name} ${key}` }, t(`example_${key}`))));
  const list = h("select", { id: "examples", "aria-label": t("examples"), onchange: () => {
    const [name, key] = list.value.split(" ");
    list.value = "";
    app.open(fromHash(addressOf(EXAMPLES[name][key])).game);
    app.say("", `example_${key}`);
  } }, h("option", { value: "", disabled: true, hidden: true }, t("examples")), Object.keys(EXAMPLES).map(group));
  list.value = "";
  return list;
}

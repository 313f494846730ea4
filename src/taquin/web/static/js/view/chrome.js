// Tabs and the share button.

import { t } from "../i18n.js";
import { toHash } from "../model/address.js";
import { copy, h } from "./dom.js";

// Each panel has a tab, named by the word tab_NAME.
export function mountChrome(app, names) {
  const make = (name) => h("button", { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "data-i18n": `tab_${name}` }, t(`tab_${name}`));
  const tabs = Object.fromEntries(names.map((name) => [name, make(name)]));
  const list = document.getElementById("tabs");
  list.replaceChildren(...Object.values(tabs));
  document.getElementById("sheet").replaceChildren(...names.map((name) => h("div", { role: "tabpanel", id: `panel-${name}`, class: "panel", "aria-labelledby": `tab-${name}`, tabindex: "-1" })));
  const show = (chosen) => {
    for (const name of names) {
      const selected = name === chosen;
      tabs[name].setAttribute("aria-selected", selected);
      tabs[name].tabIndex = selected ? 0 : -1;
      document.getElementById(`panel-${name}`).hidden = !selected;
    }
  };
  for (const name of names) {
    tabs[name].onclick = () => (app.state.panel === name && isOpen() ? fold(app) : app.set({ panel: name }));
    tabs[name].onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = names[(names.indexOf(name) + step + names.length) % names.length];
      app.set({ panel: next });
      tabs[next].focus();
    };
  }
  app.subscribe((_state, patch) => {
    if (patch.panel) show(patch.panel);
    if (patch.panel) unfold(app, patch.panel, patch.returned);
  });
  document.getElementById("fold").onclick = () => {
    fold(app);
    tabs[app.state.panel].focus();
  };
  show(app.state.panel);
  document.getElementById("share").onclick = async () => {
    const link = location.href.split("#")[0] + toHash(app.state); // the address itself may be a moment behind
    app.say("", (await copy(link)) ? copiedKey() : "copy_failed");
  };
}

// A page from the reader's own computer has an address that means another computer elsewhere.
function copiedKey() {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname) ? "link_copied_here" : "link_copied";
}

// On a phone the panels are a sheet at the bottom: a tab opens it, and the board shrinks to stay above it.

function isOpen() {
  return document.body.dataset.sheet === "open";
}

// Scrolls the open sheet as little as needed, after the frame in which a notice may have taken some of its height.
export function bringIntoSheet(element) {
  const sheet = document.getElementById("sheet");
  if (!isOpen() || getComputedStyle(sheet).overflowY === "visible") return;
  requestAnimationFrame(() => requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" })));
}

function fold(app) {
  document.body.dataset.sheet = "folded";
  app.set({ folded: true });
  app.boardView.fit();
}

// The page starts with the board, and the browser's way back to there closes the sheet.
function unfold(app, panel, returned) {
  const asked = panel !== "play" || (document.documentElement.dataset.ready && !returned);
  document.body.dataset.sheet = asked ? "open" : "folded";
  app.boardView.fit();
  document.getElementById("sheet").scrollTop = 0;
  document.getElementById(`tab-${panel}`).scrollIntoView({ block: "nearest", inline: "center" });
}

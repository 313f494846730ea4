// The key sheet and the settings.

import { languages, t } from "../i18n.js";
import { metricField } from "../panels/choosers.js";
import { h, select } from "./dom.js";

const PUZZLE = [
  [["←", "↑", "↓", "→"], "key_arrows"], [["W", "A", "S", "D"], "key_arrows"], [["N"], "key_shuffle"], [["Shift", "←/→"], "key_step"], [["Space"], "key_play"], [["Home"], "key_home"],
  [["End"], "key_end"], [["Ctrl", "Z"], "key_undo"], [["Ctrl", "Y"], "key_redo"], [["H"], "key_hint"], [["R"], "key_retry"], [["B"], "key_rejoin"], [["+", "−", "0"], "key_zoom"], [["?"], "key_help"],
];
const SEARCH = [
  [["←", "→", ",", "."], "key_search"], [["↑", "↓", "B", "N"], "key_search_expansion"], [["Space"], "key_play"], [["Home"], "key_home"], [["End"], "key_end"],
  [["W"], "key_search_wrong"], [["R"], "key_search_replaced"], [["F", "+", "−"], "key_search_fit"], [["P"], "key_present"], [["PgUp", "PgDn"], "key_remote"], [["Esc"], "key_search_leave"], [["?"], "key_help"],
];

const coarse = matchMedia("(pointer: coarse)"); // fingers first, then keys

export function mountDialogs(app) {
  const help = document.getElementById("help");
  const settings = document.getElementById("settings");
  const openHelp = () => {
    const sheet = (title, rows, note = "") => [h("h3", {}, t(title)), note, h("dl", { class: "sheet" }, rows.flatMap(([keys, text]) => [h("dt", {}, keys.flatMap((key) => [h("kbd", {}, key), " "])), h("dd", {}, t(text))]))];
    const puzzle = sheet("help_puzzle", PUZZLE, h("p", { class: "soft" }, t(app.state.settings.inverted ? "help_inverted" : "help_direction")));
    const search = sheet("help_search", SEARCH);
    const keyList = h("div", {}, document.documentElement.dataset.watching ? [...search, ...puzzle] : [...puzzle, ...search]); // first those that hold now
    help.replaceChildren(
      h("h2", { id: "help-title", tabindex: "-1", autofocus: true }, t(coarse.matches ? "help" : "help_title")), // a phone shows the beginning
      coarse.matches ? h("p", {}, t("help_touch")) : "",
      coarse.matches ? h("details", {}, h("summary", {}, t("help_title")), keyList) : keyList,
      h("p", { class: "soft" }, t("help_convention")),
      h("p", { class: "soft" }, t("help_link")),
      coarse.matches ? "" : h("p", { class: "soft" }, t("help_touch")),
      closer(help),
    );
    help.showModal();
  };
  const openSettings = () => {
    const chosen = app.state.settings;
    const change = (name) => (value) => app.choose({ [name]: value });
    const box = (name, text) => h("label", { class: "line middle" }, h("input", { type: "checkbox", checked: chosen[name], onchange: (event) => app.choose({ [name]: event.target.checked }) }), t(text));
    settings.replaceChildren(
      h("h2", { id: "settings-title" }, t("settings")),
      h("div", { class: "panel" },
        h("label", { class: "field" }, t("language"), select(Object.entries(languages), chosen.language, change("language"), { id: "language" })),
        h("label", { class: "field" }, t("theme"), select(["auto", "light", "dark"].map((name) => [name, t(`theme_${name}`)]), chosen.theme, change("theme"), { id: "theme" })),
        metricField(app, "settings-metric"),
        box("inverted", "setting_inverted"), box("numbers", "setting_numbers"), box("warn", "setting_warn"),
        box("hover", "setting_hover"), box("inspection", "setting_inspection"),
        closer(settings)),
    );
    if (!settings.open) settings.showModal();
  };
  document.getElementById("open-help").onclick = openHelp;
  document.getElementById("open-settings").onclick = openSettings;
  app.subscribe((_state, patch) => {
    if (patch.dialog === "help") openHelp();
    if (patch.words && settings.open) {
      openSettings(); // the same in the other language
      settings.querySelector("#language").focus();
    }
  });
}

function closer(dialog) {
  return h("div", { class: "line" }, h("button", { class: "primary", onclick: () => dialog.close() }, t("close")));
}

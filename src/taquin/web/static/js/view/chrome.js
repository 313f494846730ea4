// Tabs, theme and the share button.

import { copy } from "./dom.js";

export function mountChrome(app, names) {
  const tabs = Object.fromEntries(names.map((name) => [name, document.getElementById(`tab-${name}`)]));
  const show = (chosen) => {
    for (const name of names) {
      const selected = name === chosen;
      tabs[name].setAttribute("aria-selected", selected);
      tabs[name].tabIndex = selected ? 0 : -1;
      document.getElementById(`panel-${name}`).hidden = !selected;
    }
  };
  for (const name of names) {
    tabs[name].onclick = () => app.set({ panel: name });
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
    if (patch.settings) showTheme(patch.settings);
  });
  show(app.state.panel);
  showTheme(app.state.settings);
  document.getElementById("share").onclick = async () => {
    app.say("", (await copy(location.href)) ? "link_copied" : "copy_failed");
  };
}

function showTheme({ theme }) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// Start: words, state, views, then the address.

import { ask } from "./api.js";
import { App } from "./app.js";
import { findLanguages, loadLanguage, preferredLanguage, translatePage } from "./i18n.js";
import { fromHash, toHash } from "./model/address.js";
import { GOALS } from "./model/board.js";
import { mountChrome } from "./view/chrome.js";
import { mountConnection } from "./view/connection.js";
import { mountKeys } from "./view/keys.js";
import { mountTable } from "./view/table.js";
import { mountDialogs } from "./view/dialogs.js";
import { mountFiles } from "./view/files.js";
import { mountStart } from "./view/start.js";
import * as byhand from "./panels/byhand.js";
import * as check from "./panels/check.js";
import * as play from "./panels/play.js";
import * as race from "./panels/race.js";
import * as search from "./panels/search.js";
import * as solve from "./panels/solve.js";

const PANELS = { play, check, byhand, solve, search, race };

function storedSettings() {
  try {
    return { inverted: false, theme: "auto", numbers: true, warn: true, ...JSON.parse(localStorage.getItem("taquin") ?? "{}") };
  } catch {
    return { inverted: false, theme: "auto", numbers: true, warn: true };
  }
}

async function start() {
  const settings = storedSettings();
  await findLanguages();
  settings.language = preferredLanguage(settings.language);
  const app = new App(settings);
  await loadLanguage(settings.language);
  translatePage();
  mountTable(app);
  mountChrome(app, Object.keys(PANELS));
  mountStart(app);
  mountConnection(app);
  mountKeys(app);
  mountFiles(app);
  mountDialogs(app);
  for (const [name, panel] of Object.entries(PANELS)) panel.mount(app, document.getElementById(`panel-${name}`));
  app.subscribe(async (_state, patch) => {
    if (patch.settings && patch.settings.language !== document.documentElement.lang) {
      await loadLanguage(patch.settings.language);
      translatePage();
      app.set({ words: patch.settings.language });
    }
  });
  keepAddress(app);
  app.set({ info: await ask("info").catch(() => null) });
  document.documentElement.dataset.ready = "yes";
}

// The address always tells what one sees. A new board is a step of the history, a move is not.
function keepAddress(app) {
  let waiting = null;
  let reading = false;
  let shown = false; // whether there is a board
  const recent = []; // when the address was written
  const write = (how) => {
    clearTimeout(waiting);
    waiting = null;
    recent.push(performance.now());
    const hash = toHash(app.state);
    if (hash === location.hash) return;
    if (how === "push" && location.hash) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  };
  const read = async () => {
    if (location.hash && location.hash === toHash(app.state)) return;
    const found = fromHash(location.hash);
    if (found instanceof Error) {
      if (!shown) await shuffle(); // as a step of the history: the link can be mended
      shown = true;
      app.say("bad", `bad_link_${found.message}`);
      return;
    }
    shown = true;
    reading = true; // what comes from the address is not written back as a step of the history
    if (Object.hasOwn(PANELS, found.panel)) app.set({ panel: found.panel });
    if (found.game) app.open(found.game, "none");
    reading = false;
    if (found.game) write("replace");
    else await shuffle();
  };
  const shuffle = () => app.random(4, 4, "medium", GOALS["blank-last"](4, 4)).catch((error) => app.say("bad", error.message));
  app.subscribe((state, patch) => {
    if (reading) return;
    if (patch.game && state.how === "push") write("push");
    else if (patch.panel) write("push");
    // Browsers allow only so many changes of the address in a second, and a solution may play fast.
    else if (patch.game && state.how === "replace") {
      while (recent.length && recent[0] < performance.now() - 5000) recent.shift();
      if (recent.length < 60) write("replace");
      else waiting ??= setTimeout(() => write("replace"), 250);
    }
  });
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  addEventListener("pagehide", () => waiting && write("replace"));
  read();
}

start();

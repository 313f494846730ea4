// Start: words, state, views, then the address.

import { ask } from "./api.js";
import { App } from "./app.js";
import { findLanguages, loadLanguage, preferredLanguage, translatePage } from "./i18n.js";
import { fromHash, toHash } from "./model/address.js";
import { GOALS, sameBoard } from "./model/board.js";
import { mountChrome } from "./view/chrome.js";
import { mountConnection } from "./view/connection.js";
import { mountKeys } from "./view/keys.js";
import { mountTheme } from "./view/theme.js";
import { mountTable } from "./view/table.js";
import { mountDialogs } from "./view/dialogs.js";
import { mountFiles } from "./view/files.js";
import { mountStart } from "./view/start.js";
import * as byhand from "./panels/byhand.js";
import * as check from "./panels/check.js";
import * as learn from "./panels/learn.js";
import * as play from "./panels/play.js";
import * as race from "./panels/race.js";
import * as search from "./panels/search.js";
import * as solve from "./panels/solve.js";

const PANELS = { play, check, byhand, solve, search, race, learn };

const REST = 250; // milliseconds between a move and the address that tells of it
const SETTINGS = { metric: "stm", inverted: false, theme: "auto", numbers: true, warn: true, hover: false, inspection: false, difficulty: "medium" };

function storedSettings() {
  try {
    return { ...SETTINGS, ...JSON.parse(localStorage.getItem("taquin") ?? "{}") };
  } catch {
    return { ...SETTINGS };
  }
}

async function start() {
  const settings = storedSettings();
  await findLanguages();
  settings.language = preferredLanguage(settings.language);
  const app = new App(settings);
  await loadLanguage(settings.language);
  mountTheme(app); // first: a painted board takes its colours from it
  mountTable(app);
  translatePage();
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
  const write = (how) => {
    clearTimeout(waiting);
    waiting = null;
    const hash = toHash(app.state);
    if (hash === location.hash) return;
    if (how === "push" && location.hash) history.pushState({ written: true }, "", hash);
    else history.replaceState({ written: true }, "", hash);
  };
  const read = async (kept = {}) => {
    if (shown && location.hash && location.hash === toHash(app.state)) return;
    const found = fromHash(location.hash);
    if (found instanceof Error) {
      if (!shown) await shuffle(); // as a step of the history: the link can be mended
      shown = true;
      app.say("bad", `bad_link_${found.message}`);
      return;
    }
    const stays = shown && history.state?.written && isSameGame(found.game, app.state.game);
    reading = true; // what comes from the address is not written back as a step of the history
    if (Object.hasOwn(PANELS, found.panel)) app.set({ panel: found.panel, returned: stays, details: { ...app.state.details, [found.panel]: found.details } });
    if (found.game && !stays) app.open(found.game, "none", { solver: found.solver, metric: found.metric ?? app.state.settings.metric, ...kept });
    reading = false;
    shown = true;
    if (found.game) write("replace");
    else await shuffle();
  };
  const shuffle = () => app.random(4, 4, app.state.settings.difficulty, GOALS["blank-last"](4, 4));
  app.subscribe((state, patch) => {
    if (reading) return;
    if ((patch.game && state.how === "push") || patch.panel || (patch.details && !patch.quietly)) write("push");
    // Writing takes longer than a move, and browsers allow only so many changes in a second: it waits for a rest.
    else if ((patch.game && state.how === "replace") || patch.solver !== undefined || patch.details) {
      if (waiting === null) waiting = setTimeout(() => write("replace"), REST);
    }
  });
  addEventListener("popstate", () => read());
  addEventListener("hashchange", () => read());
  addEventListener("pagehide", () => keepGame(app));
  const kept = keptGame();
  if (kept) history.replaceState(null, "", kept.hash);
  read(kept?.more);
}

// A move is no step of the history. So back and forward between the panels of one game leave its moves and clock alone.
function isSameGame(one, other) {
  return one !== null && sameBoard(one.start, other.start) && sameBoard(one.goal, other.goal);
}

// What the address does not tell, or not yet, outlives a reload of the page: the last moves, and the clock.
function keepGame({ state, made }) {
  const { clock, shuffled, untimed } = state;
  sessionStorage.setItem("taquin-game", JSON.stringify({ address: location.hash, hash: toHash(state), more: { clock, shuffled, untimed, made } }));
}

function keptGame() {
  try {
    const kept = JSON.parse(sessionStorage.getItem("taquin-game"));
    return kept.address === location.hash ? kept : null;
  } catch {
    return null;
  }
}

start();

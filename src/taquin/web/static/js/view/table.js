// The left half: verdict, counters, board, message, controls, player.

import { decimal, t } from "../i18n.js";
import { INVERSE } from "../model/board.js";
import * as games from "../model/game.js";
import { SPEEDS, delay } from "../model/player.js";
import { shadedCells } from "../model/solvability.js";
import { clockText, elapsed, paceByHand } from "../model/times.js";
import { BoardView } from "./board.js";
import { h } from "./dom.js";

const $ = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const coarse = matchMedia("(pointer: coarse)");
const dark = matchMedia("(prefers-color-scheme: dark)");

export function directionWord(move) {
  return t(`direction_${move}`);
}

// Directions are those in which a tile slides, everywhere on the page; a move is named by the blank's, the opposite.
export function messageText({ key, values }) {
  const direction = values.direction ? directionWord(INVERSE[values.direction]) : "";
  const said = key === "locked" && coarse.matches ? "locked_touch" : key; // a phone has no keys
  if (!said) return "";
  const why = values.untimed ? t(`untimed_${values.untimed}`) : "";
  return t(said, { ...values, direction, why, pace: decimal(values.pace) });
}

export function motion(state) {
  if (calm.matches) return 0;
  return state.player.name === "playing" ? Math.min(160, delay(state.player) * 0.7) : 140;
}

export function mountTable(app) {
  const words = {
    board: (width, height) => t("board_label", { width, height }),
    blank: () => t("blank"),
    tile: (n) => t("tile", { n }),
    announce: (text) => { $("announcer").textContent = text; },
  };
  const view = new BoardView($("board"), $("frame"), {
    slide: (cell) => app.slideCell(cell),
    swipe: (move) => app.move(move),
    swap: (a, b) => app.swap(a, b),
  }, words);
  app.boardView = view;

  $("undo").onclick = () => app.seek(app.state.game.position - 1);
  $("redo").onclick = () => app.seek(app.state.game.position + 1);
  $("retry").onclick = () => app.retry();
  $("hint").onclick = () => app.hint();
  $("again").onclick = () => app.shuffle();
  $("analyse").onclick = () => app.set({ panel: "solve", details: { ...app.state.details, solve: { analysis: "yes" } } });
  $("verdict").onclick = () => app.set({ panel: "check" });
  $("first").onclick = () => app.seek(0);
  $("back").onclick = () => app.seek(app.state.game.position - 1);
  $("play").onclick = () => app.togglePlay();
  $("forward").onclick = () => app.seek(app.state.game.position + 1);
  $("last").onclick = () => app.seek(app.state.game.moves.length);
  $("rejoin").onclick = () => app.rejoin();
  $("scrubber").oninput = () => app.seek(Number($("scrubber").value));
  $("speed").append(...SPEEDS.map((speed) => h("option", { value: speed }, `${speed}×`)));
  $("speed").value = 1;
  $("speed").onchange = () => app.setSpeed(Number($("speed").value));
  const runClock = clockLoop(app);
  dark.addEventListener("change", () => showBoard(view, app.state));

  app.subscribe((state, patch) => {
    if (patch.game || patch.editing !== undefined || patch.picture !== undefined || patch.settings || patch.words) showBoard(view, state);
    if (patch.game || patch.hint !== undefined || patch.away !== undefined || patch.paired !== undefined
      || patch.shading !== undefined || patch.lit !== undefined || patch.panel || patch.editing !== undefined) showMarks(view, state);
    if (patch.solvable !== undefined || patch.words) showVerdict(state.solvable);
    if (patch.message || patch.words) showMessage(state.message);
    if (patch.game || patch.words) showCounts(state);
    if (patch.player || patch.game || patch.words) showPlayer(state);
    if (patch.clock || patch.inspection !== undefined || patch.game || patch.words) runClock();
    if (patch.game && patch.last) announce(state);
  });
}

function showBoard(view, state) {
  const { game, editing, picture, settings } = state;
  view.render(game.board, {
    goal: game.goal, editing, picture, numbered: settings.numbers, motion: motion(state), hover: settings.hover,
    theme: settings.theme + dark.matches, language: document.documentElement.lang,
    finished: games.isLocked(game),
  });
}

// What a panel marks on the board is seen while that panel is.
function showMarks(view, { hint, paired, shading, lit, panel, game, away, settings }) {
  view.mark({
    tile: hint?.tile ?? null,
    aim: hint?.level >= 2 ? hint.target : null,
    lit,
    paired: panel === "check" ? paired : null,
    shaded: shading && panel === "check" ? shadedCells(game.goal) : null,
    away: away && settings.warn,
  });
}

function showVerdict(solvable) {
  const element = $("verdict");
  element.className = `verdict ${solvable ? "good" : "bad"}`;
  const [sign, word] = solvable ? ["✓", t("solvable")] : ["✗", t("unsolvable")];
  element.replaceChildren(`${sign} `, h("span", {}, word));
}

function showMessage(message) {
  $("message").className = `message ${message.kind}`;
  $("message").textContent = messageText(message);
}

function showCounts({ game }) {
  const { stm, mtm } = games.counts(game);
  $("count").textContent = `${t("moves", { n: stm })} · ${t("slides", { n: mtm })}`;
  $("count").title = t("counts_title");
  $("undo").disabled = game.position === 0;
  $("redo").disabled = game.position === game.moves.length;
  $("retry").disabled = game.moves.length === 0;
  $("hint").hidden = games.isLocked(game); // then there is nothing to hint at
  $("again").hidden = !games.isLocked(game);
  $("analyse").hidden = !games.isLocked(game) || games.isShortest(game); // then no move loses anything
}

function showPlayer({ player, game }) {
  $("player").hidden = player.name === "empty";
  $("rejoin").hidden = !game.left;
  if (Number($("scrubber").max) !== player.length) $("scrubber").max = player.length;
  $("scrubber").value = player.position;
  $("speed").value = player.speed;
  $("scrubber").setAttribute("aria-valuetext", t("position", { at: player.position, length: player.length }));
  const action = player.name === "playing" ? "pause" : "play";
  if ($("play").title !== t(action)) {
    $("play").firstElementChild.firstElementChild.setAttribute("href", `#i-${action}`);
    $("play").setAttribute("aria-label", t(action));
    $("play").title = t(action);
  }
  $("first").disabled = $("back").disabled = player.position === 0;
  $("last").disabled = $("forward").disabled = player.position === player.length;
}

// The clock shows hundredths while it runs, and counts down while the player may look at a new board.
function clockLoop(app) {
  let waiting = 0;
  const show = () => {
    waiting = 0;
    const { clock, inspection, game, moments } = app.state;
    const now = Date.now();
    if (inspection !== null && now >= inspection) return app.startClock();
    const spent = moments ? moments[game.position - 1] ?? 0 : elapsed(clock, now); // of a watched solve: the time it had
    const rate = inspection === null && (clock.since === null || spent >= 1000) ? paceByHand(app.made, game.position, spent) : null;
    $("timer").textContent = inspection === null ? clockText(spent) : `−${Math.ceil((inspection - now) / 1000)}`;
    $("timer").classList.toggle("looking", inspection !== null);
    $("rate").textContent = rate === null ? "" : t("pace", { pace: decimal(rate) });
    if (clock.since !== null || inspection !== null) waiting = requestAnimationFrame(show);
    return undefined;
  };
  return () => {
    cancelAnimationFrame(waiting);
    show();
  };
}

function announce({ last, game }) {
  $("announcer").textContent = t("moved", { tile: last.tile, direction: directionWord(INVERSE[last.move]), n: game.position });
}

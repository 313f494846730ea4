// The left half: verdict, counters, board, message, controls, player.

import { t } from "../i18n.js";
import { INVERSE } from "../model/board.js";
import * as games from "../model/game.js";
import { SPEEDS, delay } from "../model/player.js";
import { BoardView } from "./board.js";
import { h } from "./dom.js";

const $ = (id) => document.getElementById(id);

export function directionWord(move) {
  return t(`direction_${move}`);
}

// Directions are those in which a tile slides, everywhere on the page; a move is named by the blank's, the opposite.
export function messageText({ key, values }) {
  const direction = values.direction ? directionWord(INVERSE[values.direction]) : "";
  return key ? t(key, { ...values, direction }) : "";
}

export function motion(state) {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (reduced) return 0;
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
  $("verdict").onclick = () => app.set({ panel: "check" });
  $("first").onclick = () => app.seek(0);
  $("back").onclick = () => app.seek(app.state.game.position - 1);
  $("play").onclick = () => app.togglePlay();
  $("forward").onclick = () => app.seek(app.state.game.position + 1);
  $("last").onclick = () => app.seek(app.state.game.moves.length);
  $("scrubber").oninput = () => app.seek(Number($("scrubber").value));
  $("speed").append(...SPEEDS.map((speed) => h("option", { value: speed }, `${speed}×`)));
  $("speed").value = 1;
  $("speed").onchange = () => app.setSpeed(Number($("speed").value));
  setInterval(() => showClock(app.state.clock), 250);

  app.subscribe((state, patch) => {
    if (patch.game || patch.editing !== undefined || patch.picture !== undefined || patch.settings) showBoard(view, state);
    if (patch.game || patch.hint !== undefined || patch.away !== undefined || patch.paired !== undefined
      || patch.shading !== undefined || patch.lit !== undefined || patch.check || patch.editing !== undefined) showMarks(view, state);
    if (patch.check || patch.words) showVerdict(state.check);
    if (patch.message || patch.words) showMessage(state.message);
    if (patch.game || patch.words) showCounts(state);
    if (patch.player || patch.game || patch.words) showPlayer(state);
    if (patch.clock) showClock(state.clock);
    if (patch.game && state.last && patch.how) announce(state);
  });
}

function showBoard(view, state) {
  const { game, editing, picture, settings } = state;
  view.render(game.board, {
    goal: game.goal, editing, picture, numbered: settings.numbers, motion: motion(state),
    finished: games.isSolved(game) && game.moves.length > 0,
  });
}

function showMarks(view, { hint, paired, shading, lit, check, away, settings }) {
  view.mark({
    tile: hint?.tile ?? null,
    aim: hint?.level >= 2 ? hint.target : null,
    paired,
    lit,
    shaded: shading && check ? new Set(check.shaded) : null,
    away: away && settings.warn,
  });
}

function showVerdict(check) {
  const element = $("verdict");
  if (!check) return;
  element.className = `verdict ${check.solvable ? "good" : "bad"}`;
  element.textContent = check.solvable ? `✓ ${t("solvable")}` : `✗ ${t("unsolvable")}`;
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
}

function showPlayer({ player, game }) {
  const solution = games.planAhead(game) !== "" || game.moves.length > 0;
  $("player").hidden = player.name === "empty" || !solution;
  $("scrubber").max = player.length;
  $("scrubber").value = player.position;
  $("scrubber").setAttribute("aria-valuetext", t("position", { at: player.position, length: player.length }));
  const playing = player.name === "playing";
  $("play").firstElementChild.firstElementChild.setAttribute("href", playing ? "#i-pause" : "#i-play");
  $("play").setAttribute("aria-label", t(playing ? "pause" : "play"));
  $("play").title = t(playing ? "pause" : "play");
  $("first").disabled = $("back").disabled = player.position === 0;
  $("last").disabled = $("forward").disabled = player.position === player.length;
}

function showClock({ since, spent }) {
  const seconds = Math.floor((spent + (since === null ? 0 : Date.now() - since)) / 1000);
  $("timer").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function announce({ last, game }) {
  $("announcer").textContent = t("moved", { tile: last.tile, direction: directionWord(INVERSE[last.move]), n: game.position });
}

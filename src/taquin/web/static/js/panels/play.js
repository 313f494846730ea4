// Getting a board in: random, typed, pasted, from a file, edited by hand; and the goal in the same ways.

import { ask } from "../api.js";
import { t } from "../i18n.js";
import { fromRows, GOALS, goalName, goalText, toRowsText } from "../model/board.js";
import { h, select } from "../view/dom.js";
import { readFile, readPicture } from "../view/files.js";
import { problemTexts } from "./problems.js";
import { scramblePart } from "./scramble.js";
import { timesPart } from "./times.js";

const LARGEST = 2500; // cells of a board

export function mount(app, root) {
  const form = { width: 4, height: 4, text: "", goal: "" };
  const times = timesPart(app);
  const scramble = scramblePart(app);
  const draw = () => {
    const { game } = app.state;
    Object.assign(form, { width: game.start.width, height: game.start.height });
    root.replaceChildren(randomPart(app, form), times.element, scramble.element, textPart(app, form), goalPart(app, form), picturePart(app));
    times.draw();
    scramble.draw();
  };
  draw();
  let shown = null; // whose size and goal the fields have: a move changes neither
  app.subscribe((state, patch) => {
    if (patch.words || patch.info) draw();
    if (patch.entered) enter(root, patch.entered);
    if (patch.solves || patch.shuffled !== undefined || patch.untimed) times.draw();
    if (patch.game && (shown?.start !== state.game.start || shown.goal !== state.game.goal)) {
      shown = state.game;
      scramble.draw();
      show(state, root);
    }
    if (patch.editing !== undefined) root.querySelector("#edit").setAttribute("aria-pressed", state.editing);
    if (patch.picture !== undefined) root.querySelector("#no-picture").hidden = !state.picture;
  });
}

function randomPart(app, form) {
  const most = app.state.info?.limits.side ?? 64;
  const side = (name) => h("label", { class: "field" }, t(name), h("input", {
    id: name, type: "number", min: 1, max: most, value: form[name], onchange: (event) => { form[name] = Number(event.target.value); },
  }));
  const levels = ["easy", "medium", "hard", "random"].map((name) => [name, t(`difficulty_${name}`)]);
  const go = (event) => {
    event.preventDefault();
    const { width, height } = form;
    const goal = app.state.game.goal;
    const fits = goal.width === width && goal.height === height;
    if (!(width >= 1 && height >= 1 && width <= most && height <= most && width * height <= LARGEST)) return app.say("bad", "size_range", { most, cells: LARGEST });
    return app.random(width, height, app.state.settings.difficulty, fits ? goal : GOALS["blank-last"](width, height));
  };
  return h("form", { class: "panel", onsubmit: go },
    h("h2", {}, t("new_board")),
    h("div", { class: "line" }, side("width"), side("height"),
      h("label", { class: "field grow" }, t("difficulty"), select(levels, app.state.settings.difficulty, (difficulty) => app.choose({ difficulty }), { id: "difficulty" })),
      h("button", { class: "primary", id: "new" }, t("shuffle"))));
}

function textPart(app, form) {
  const area = h("textarea", { id: "board-text", rows: 4, spellcheck: "false", "aria-describedby": "board-errors", value: form.text, placeholder: "1 2 3/4 0 5/7 8 6" });
  const errors = h("div", { id: "board-errors", class: "errors", role: "alert", hidden: true });
  const check = async (use) => {
    form.text = area.value;
    const found = await read(area.value, errors, area, use);
    if (found && use) app.setBoard(found);
  };
  area.oninput = () => {
    clearTimeout(area.waiting);
    area.waiting = setTimeout(() => check(false), 250);
  };
  area.onkeydown = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check(true);
  };
  const file = h("input", { type: "file", id: "board-file", class: "hidden", tabindex: "-1", "aria-hidden": "true", onchange: () => { if (file.files[0]) readFile(app, file.files[0]); file.value = ""; } });
  area.use = () => check(true);
  return h("details", { open: true, id: "own-board" }, h("summary", {}, t("own_board")),
    h("label", { class: "field" }, t("board_text"), area),
    errors,
    h("div", { class: "line" },
      h("button", { id: "use-text", onclick: () => check(true) }, t("use_board")),
      h("button", { id: "choose-file", onclick: () => file.click() }, t("choose_file")), file,
      h("button", { id: "edit", "aria-pressed": String(app.state.editing), onclick: () => toggleEditing(app) }, t("edit"))));
}

function toggleEditing(app) {
  const editing = !app.state.editing;
  app.set({ editing });
  app.say("", editing ? "editing" : "");
}

function goalPart(app, form) {
  const area = h("textarea", { id: "goal-text", rows: 5, spellcheck: "false", "aria-label": t("goal_text"), "aria-describedby": "goal-errors", value: form.goal });
  const errors = h("div", { id: "goal-errors", class: "errors", role: "alert", hidden: true });
  const own = h("div", { class: "panel", id: "own-goal", hidden: goalName(app.state.game.goal) !== null }, area, errors,
    h("div", { class: "line" }, h("button", { id: "use-goal", onclick: () => use() }, t("use_goal"))));
  const use = async () => {
    form.goal = area.value;
    const found = await read(area.value, errors, area, true);
    if (!found) return;
    const { width, height } = app.state.game.start;
    if (found.width !== width || found.height !== height) return void showErrors(errors, area, [t("goal_shape", { width, height })]);
    app.setGoal(found);
  };
  const choose = (name) => {
    const { width, height } = app.state.game.start;
    own.hidden = name !== "own";
    if (name === "own") area.value = toRowsText(app.state.game.goal);
    else app.setGoal(GOALS[name](width, height));
  };
  const names = [...Object.keys(GOALS).map((name) => [name, t(`goal_${name}`)]), ["own", t("goal_own")]];
  const chosen = select(names, goalName(app.state.game.goal) ?? "own", choose, { id: "goal" });
  return h("details", {}, h("summary", {}, t("goal")),
    h("div", { class: "line" },
      h("label", { class: "field grow" }, t("goal_choice"), chosen),
      h("button", { id: "goal-from-board", onclick: () => app.setGoal(app.state.game.board) }, t("goal_from_board"))),
    own);
}

function picturePart(app) {
  const file = h("input", { type: "file", accept: "image/*", id: "picture-file", class: "hidden", tabindex: "-1", "aria-hidden": "true", onchange: () => { if (file.files[0]) readPicture(app, file.files[0]); file.value = ""; } });
  return h("details", {}, h("summary", {}, t("picture")),
    h("p", { class: "soft small" }, t("picture_note")),
    h("div", { class: "line" },
      h("button", { id: "choose-picture", onclick: () => file.click() }, t("choose_picture")), file,
      h("button", { id: "no-picture", hidden: !app.state.picture, onclick: () => app.set({ picture: null }) }, t("no_picture"))));
}

// Read a text on the server; the problems go below the field, all at once.
async function read(text, errors, area, wanted) {
  if (!text.trim()) return void showErrors(errors, area, wanted ? [t("no_text")] : []);
  try {
    const found = await ask("check", { board: text, goal: "blank-last" });
    showErrors(errors, area, problemTexts(found));
    return found.valid ? fromRows(found.board) : null;
  } catch (error) {
    showErrors(errors, area, [t(error.message)]);
    return null;
  }
}

function showErrors(box, area, texts) {
  box.hidden = texts.length === 0;
  box.replaceChildren(h("ul", {}, texts.map((text) => h("li", {}, text))));
  area.setAttribute("aria-invalid", String(texts.length > 0));
}

function enter(root, { text, use }) {
  const area = root.querySelector("#board-text");
  area.closest("details").open = true;
  area.value = text.slice(0, 200_000);
  if (use) area.use();
}

function show({ game }, root) {
  const { width, height } = game.start;
  const fields = { width, height };
  for (const [name, value] of Object.entries(fields)) {
    const input = root.querySelector(`#${name}`);
    if (document.activeElement !== input && Number(input.value) !== value) {
      input.value = value;
      input.dispatchEvent(new Event("change"));
    }
  }
  const goal = root.querySelector("#goal");
  goal.value = goalName(game.goal) ?? "own";
  goal.title = goalText(game.goal);
}

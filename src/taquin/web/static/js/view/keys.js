// The keyboard. Arrows and WASD slide a tile in their direction (or move the blank, where that is chosen); with Shift
// they step through the moves; Space plays. The sheet under "?" lists them all. What has keys of its own keeps them:
// fields and dialogs all, tabs and the replay of a search those that walk through them.

import { INVERSE } from "../model/board.js";

const DIRECTIONS = { arrowup: "U", arrowdown: "D", arrowleft: "L", arrowright: "R", w: "U", a: "L", s: "D", d: "R" };
const WALKING = new Set(["arrowup", "arrowdown", "arrowleft", "arrowright", "home", "end", " ", "enter"]);
const LETTERS = {
  h: (app) => app.hint(),
  r: (app) => app.retry(),
  n: (app) => app.shuffle(),
  b: (app) => app.rejoin(),
  "?": (app) => app.set({ dialog: "help" }),
  "+": (app) => app.boardView.zoom(1.6),
  "=": (app) => app.boardView.zoom(1.6),
  "-": (app) => app.boardView.zoom(1 / 1.6),
  0: (app) => app.boardView.zoom(0),
  home: (app) => app.seek(0),
  end: (app) => app.seek(app.state.game.moves.length),
};

export function mountKeys(app) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const { target: element } = event;
    const key = event.key.toLowerCase();
    if (element.closest?.("input:not([type=checkbox], [type=radio]), select, textarea") && !(key === "?" && element.closest(".watch-bar"))) return;
    // Whoever comes back from a search does not play yet, with the key of one step too many.
    if (key !== "?" && !event.ctrlKey && !event.metaKey && element.closest?.("[data-keys=none]")) {
      if (key === "escape") act(event, () => app.boardView.surface.element.focus());
      return;
    }
    if (WALKING.has(key) && element.closest?.("[role=tab], .tree, #replay, [data-keys=own]")) return;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z") act(event, () => app.seek(app.state.game.position + (event.shiftKey ? 1 : -1)));
      else if (key === "y") act(event, () => app.seek(app.state.game.position + 1));
      return;
    }
    if (app.state.editing && editKey(app, event, key)) return;
    if (key in DIRECTIONS) act(event, () => slideOrStep(app, DIRECTIONS[key], event));
    else if (key === " ") {
      if (!element.closest?.("button, summary, a, input")) act(event, () => app.togglePlay());
    } else if (key in LETTERS && !event.repeat) act(event, () => LETTERS[key](app));
  });
}

function act(event, action) {
  event.preventDefault();
  action();
}

function slideOrStep(app, direction, event) {
  const inPlayer = event.key.length > 1 && event.target.closest?.("#player");
  if (event.shiftKey || inPlayer) {
    const step = "RD".includes(direction) ? 1 : -1;
    app.seek(app.state.game.position + step);
  } else app.move(app.state.settings.inverted ? direction : INVERSE[direction]);
}

// Editing by keyboard: arrows move a cursor over the cells, Enter takes one and exchanges it with the next.
function editKey(app, event, key) {
  const view = app.boardView;
  const { width, height } = app.state.game.board;
  if (key === "escape") {
    act(event, () => app.set({ editing: false }));
    return true;
  }
  if (!(key in DIRECTIONS) && key !== "enter") return false;
  if (document.activeElement !== view.surface.element) return false;
  act(event, () => {
    if (key === "enter") return view.chooseCell(view.cursor);
    const steps = { U: -width, D: width, L: -1, R: 1 };
    const cell = view.cursor + steps[DIRECTIONS[key]];
    if (cell >= 0 && cell < width * height) view.setCursor(cell);
    return undefined;
  });
  return true;
}

// The keyboard. Arrows slide a tile in their direction (or move the blank, where that is chosen); with Shift they
// step through the moves; Space plays. The sheet under "?" lists them all.

import { INVERSE } from "../model/board.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };

export function mountKeys(app) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const element = event.target;
    if (element.closest?.("input, select, textarea, [role=tab], .tree")) return;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === "z") act(event, () => app.seek(app.state.game.position + (event.shiftKey ? 1 : -1)));
      else if (key === "y") act(event, () => app.seek(app.state.game.position + 1));
      return;
    }
    if (app.state.editing && editKey(app, event)) return;
    if (event.key in ARROWS) act(event, () => arrow(app, ARROWS[event.key], event));
    else if (event.key === " " && !element.closest?.("button, summary, a")) act(event, () => app.togglePlay());
    else if (event.key === "Home") act(event, () => app.seek(0));
    else if (event.key === "End") act(event, () => app.seek(app.state.game.moves.length));
    else if (event.key === "?") act(event, () => app.set({ dialog: "help" }));
    else if (event.key === "h") act(event, () => app.hint());
    else if (event.key === "r") act(event, () => app.retry());
  });
}

function act(event, action) {
  event.preventDefault();
  action();
}

function arrow(app, direction, event) {
  const inPlayer = event.target.closest?.("#player");
  if (event.shiftKey || inPlayer) {
    const step = "RD".includes(direction) ? 1 : -1;
    app.seek(app.state.game.position + step);
  } else app.move(app.state.settings.inverted ? direction : INVERSE[direction]);
}

// Editing by keyboard: arrows move a cursor over the cells, Enter takes one and exchanges it with the next.
function editKey(app, event) {
  const view = app.boardView;
  const { width, height } = app.state.game.board;
  if (event.key === "Escape") {
    act(event, () => app.set({ editing: false }));
    return true;
  }
  if (!(event.key in ARROWS) && event.key !== "Enter") return false;
  if (document.activeElement !== view.grid) return false;
  act(event, () => {
    if (event.key === "Enter") return view.chooseCell(view.cursor ?? 0);
    const steps = { U: -width, D: width, L: -1, R: 1 };
    const cell = (view.cursor ?? 0) + steps[ARROWS[event.key]];
    if (cell >= 0 && cell < width * height) view.setCursor(cell);
    return undefined;
  });
  return true;
}

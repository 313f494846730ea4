// The server may go and come back. Meanwhile one can go on playing; the page says what is missing, as long as it is. It
// looks now and then, so that nobody learns of it by a button that does nothing.

import { ask, connection } from "../api.js";
import { t } from "../i18n.js";

const PAUSE = 2000; // milliseconds between two looks whether it is back
const REST = 10_000; // milliseconds between two looks whether it is still there, while the page is seen

export function mountConnection(app) {
  const note = document.getElementById("offline");
  const closer = document.getElementById("offline-close");
  let closed = false; // whether the reader has closed it; the next time that the server goes it is shown again
  const show = () => {
    note.hidden = !connection.away || closed;
    note.firstElementChild.textContent = note.hidden ? "" : t("server_away");
  };
  const close = () => {
    closed = true;
    show();
  };
  // Nothing lies under it: the page makes room for it, at its top or, on a phone, at its bottom.
  new ResizeObserver(() => {
    document.body.style.setProperty("--notice", `${note.offsetHeight}px`);
    app.boardView.fit();
  }).observe(note);
  closer.onclick = close;
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !note.hidden && !document.querySelector("dialog[open]")) close();
  });
  let waiting = null;
  const wait = () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, connection.away ? PAUSE : REST);
  };
  const look = async () => {
    if (!document.hidden) await ask("status").catch(() => {}); // whether it came is heard from the connection
    wait();
  };
  document.addEventListener("visibilitychange", look);
  wait();
  connection.addEventListener("away", () => {
    show();
    wait();
  });
  connection.addEventListener("back", async () => {
    closed = false;
    show();
    if (app.state.message.key === "offline") app.say("", "");
    app.set({ back: true });
    if (!app.state.info) app.set({ info: await ask("info").catch(() => null) });
  });
  app.subscribe((_state, patch) => {
    if (patch.words) show();
  });
}

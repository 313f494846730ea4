// The server may go and come back. Meanwhile one can go on playing; the page says what is missing, as long as it is. It
// looks now and then, so that nobody learns of it by a button that does nothing.

import { ask, connection } from "../api.js";
import { t } from "../i18n.js";

const PAUSE = 2000; // milliseconds between two looks whether it is back
const REST = 10_000; // milliseconds between two looks whether it is still there, while the page is seen

export function mountConnection(app) {
  const note = document.getElementById("offline");
  const show = () => {
    note.hidden = !connection.away;
    note.textContent = connection.away ? t("server_away") : "";
  };
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
    show();
    if (app.state.message.key === "offline") app.say("", "");
    app.set({ back: true });
    if (!app.state.info) app.set({ info: await ask("info").catch(() => null) });
  });
  app.subscribe((_state, patch) => {
    if (patch.words) show();
  });
}

// The server may go and come back. Meanwhile one can go on playing; the page says what is missing, as long as it is.

import { ask, connection } from "../api.js";
import { t } from "../i18n.js";

const PAUSE = 2000; // milliseconds between two looks whether it is back

export function mountConnection(app) {
  const note = document.getElementById("offline");
  const show = () => {
    note.hidden = !connection.away;
    note.textContent = connection.away ? t("server_away") : "";
  };
  const look = () => ask("status").catch(() => setTimeout(look, PAUSE));
  connection.addEventListener("away", () => {
    show();
    setTimeout(look, PAUSE);
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

// Learn: the lesson. It has its own boards, so it takes the whole width and leaves the reader's game alone. Its scripts are
// fetched as soon as the page has time for it, so that they are there when the server is not.

import { t } from "../i18n.js";
import { h } from "../view/dom.js";

const SCRIPT = "../learn/lesson.js";

export function mount(app, root) {
  let lesson = null;
  const isOpen = () => app.state.panel === "learn";
  const open = async () => {
    try {
      const { Lesson } = await import(SCRIPT);
      lesson ??= new Lesson(app, root);
    } catch {
      root.replaceChildren(h("p", { class: "note", id: "no-lesson" }, t("offline")));
      return;
    }
    if (isOpen()) lesson.show(app.state.details.learn ?? {});
  };
  app.subscribe((_state, patch) => {
    if (patch.panel) document.documentElement.dataset.panel = patch.panel; // the style of the page follows it
    if (isOpen() && (patch.panel || patch.details || patch.words || (patch.back && !lesson))) open();
    if (patch.info && !lesson) import(SCRIPT).catch(() => {}); // whoever opens the lesson is told
    else if (patch.panel) lesson?.leave();
  });
  // The board is not to be seen here: no key shall move it. Only the sheet of keys is there as everywhere.
  document.addEventListener("keydown", (event) => {
    if (isOpen() && event.key !== "?") event.stopPropagation();
  });
}

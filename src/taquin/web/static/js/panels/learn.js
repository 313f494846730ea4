// Learn: the lesson. It has its own boards, so it takes the whole width and leaves the reader's game alone. Its scripts are
// fetched when it is opened first.

export function mount(app, root) {
  let lesson = null;
  const open = async () => {
    const { Lesson } = await import("../learn/lesson.js");
    lesson ??= new Lesson(app, root);
    lesson.show(app.state.details.learn ?? {});
  };
  const isOpen = () => app.state.panel === "learn";
  app.subscribe((_state, patch) => {
    if (patch.panel) document.documentElement.dataset.panel = patch.panel; // the style of the page follows it
    if (isOpen() && (patch.panel || patch.details || patch.words)) open();
    else if (patch.panel) lesson?.leave();
  });
  // The board is not to be seen here: no key shall move it. Only the sheet of keys is there as everywhere.
  document.addEventListener("keydown", (event) => {
    if (isOpen() && event.key !== "?") event.stopPropagation();
  });
}

// Files: dropped anywhere on the page. A picture becomes the tiles, any text is read as a board. Nothing is uploaded
// but the text of a board.

export const LARGEST_TEXT = 200_000;

export function mountFiles(app) {
  const cover = document.getElementById("drop");
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    depth += 1;
    cover.hidden = false;
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    cover.hidden = depth === 0;
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    cover.hidden = true;
    const file = event.dataTransfer.files[0];
    if (file) readFile(app, file);
  });
}

export async function readFile(app, file) {
  if (file.type.startsWith("image/")) return readPicture(app, file);
  if (file.size > LARGEST_TEXT) return app.say("bad", "file_too_large");
  const text = await file.text();
  app.set({ panel: "play", entered: { text, use: true } });
  return undefined;
}

export async function readPicture(app, file) {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return app.say("bad", "not_a_picture");
  }
  if (app.state.picture) URL.revokeObjectURL(app.state.picture.url);
  app.set({ picture: { url, image } });
  return undefined;
}

// A solution that plays, steps and slides. It makes every player on the page alive that is not yet: each output of a
// notebook brings this script along, and finds its own player whatever the notebook does with the output. Without the
// script, the first board and the moves stand there.
for (const root of document.querySelectorAll(".taquin[data-moves]:not([data-live])")) {
  root.dataset.live = "";
  const words = JSON.parse(root.dataset.words);
  const moves = root.dataset.moves;
  const cells = [...root.querySelectorAll(".board td")];
  const width = root.querySelector(".board tr").children.length;
  const code = root.querySelector("code");
  const steps = { U: -width, L: -1, R: 1, D: width };
  const back = { U: "D", L: "R", R: "L", D: "U" };
  const interval = Math.max(40, Math.min(400, 60000 / moves.length));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const start = cells.map((cell) => cell.textContent);
  let blank = start.indexOf("");
  let place = 0;
  let timer = 0;

  function swap(letter, glide) {
    const [hole, tile] = [cells[blank], cells[blank + steps[letter]]];
    const way = [tile.offsetLeft - hole.offsetLeft, tile.offsetTop - hole.offsetTop];
    hole.textContent = tile.textContent;
    tile.textContent = "";
    blank += steps[letter];
    if (glide && !still) {
      const from = { transform: `translate(${way[0]}px, ${way[1]}px)` };
      hole.animate([from, { transform: "none" }], { duration: interval * 0.6, easing: "ease-out" });
    }
  }

  // The moves in the three notations; the numbers are those of the tiles that slide.
  function numbers() {
    const tiles = [...start];
    let hole = tiles.indexOf("");
    return [...moves].map((letter) => {
      const from = hole + steps[letter];
      [tiles[hole], tiles[from]] = [tiles[from], ""];
      const number = tiles[hole];
      hole = from;
      return `${number} `;
    });
  }
  const notations = {
    blank: () => [...moves],
    tile: () => [...moves].map((letter) => back[letter]),
    number: numbers,
  };
  let written = notations.blank();

  function show() {
    slider.value = place;
    count.textContent = `${place} / ${moves.length}`;
    const done = document.createElement("b");
    done.textContent = written.slice(0, place).join("");
    code.replaceChildren(done, written.slice(place).join(""));
    play.textContent = timer ? "‖" : "▶";
    play.ariaLabel = play.title = timer ? words.pause : words.play;
  }

  function go(target) {
    const near = Math.abs(target - place) === 1;
    while (place < target) swap(moves[place++], near);
    while (place > target) swap(back[moves[--place]], near);
    show();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
  }

  function toggle() {
    if (timer) {
      stop();
    } else {
      if (place === moves.length) go(0);
      timer = setInterval(() => {
        if (!root.isConnected || place + 1 >= moves.length) stop();
        if (root.isConnected) go(place + 1);
      }, interval);
    }
    show();
  }

  function make(kind, about, act) {
    const made = document.createElement(kind);
    made.ariaLabel = made.title = about;
    made.addEventListener(kind === "button" ? "click" : "input", act);
    return made;
  }

  function button(sign, about, target) {
    const made = make("button", about, () => {
      stop();
      go(Math.max(0, Math.min(moves.length, target())));
    });
    made.textContent = sign;
    return made;
  }

  const play = make("button", words.play, toggle);
  const slider = make("input", words.place, () => {
    stop();
    go(Number(slider.value));
  });
  Object.assign(slider, { type: "range", min: 0, max: moves.length });
  const count = document.createElement("output");
  const notation = make("select", words.notation, () => {
    written = notations[notation.value]();
    show();
  });
  notation.append(...Object.keys(notations).map((name) => new Option(words[name], name)));
  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(
    button("«", words.first, () => 0),
    button("‹", words.back, () => place - 1),
    play,
    button("›", words.forward, () => place + 1),
    button("»", words.last, () => moves.length),
    slider,
    count,
    notation,
  );
  root.querySelector(".board").after(controls);
  show();
}

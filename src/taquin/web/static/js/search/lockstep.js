// One clock for one search or for several that are watched side by side. A search by itself goes on by one event a step.
// Side by side every one makes its n-th expansion at the same step; who has fewer children to show waits for the others.

const REPLACING = new Set(["cheaper", "reopened"]);

// { length, counts, expansions, wrong, replaced }: after `step` steps the lane `i` has shown `counts[i][step]` of its events.
// `expansions` are the steps at which a node leaves a queue, `wrong` those at which a lane goes wrong (`astray` has the
// counts of its events there), `replaced` those at which a shorter way takes the place of the longer one.
export function timeline(traces, astray = traces.map(() => [])) {
  const starts = traces.map(({ events }) => turnStarts(events));
  const turns = Math.max(...starts.map((each) => each.length - 1));
  const counts = traces.map(() => [0]);
  const [expansions, wrong, replaced] = [[], [], []];
  let step = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const spans = starts.map((each) => [each[turn] ?? each.at(-1), each[turn + 1] ?? each.at(-1)]);
    const longest = Math.max(...spans.map(([from, to]) => to - from));
    if (turn > 0) expansions.push(step + 1);
    for (let shown = 1; shown <= longest; shown += 1) {
      step += 1;
      for (const [lane, [from, to]] of spans.entries()) {
        counts[lane].push(Math.min(from + shown, to));
        const event = from + shown <= to ? traces[lane].events[from + shown - 1] : null;
        if (event && astray[lane].includes(from + shown) && wrong.at(-1) !== step) wrong.push(step);
        if (REPLACING.has(event?.status) && replaced.at(-1) !== step) replaced.push(step);
      }
    }
  }
  return { length: step, counts, expansions, wrong, replaced };
}

// Where the turns begin, in events: what comes before the first expansion is a turn of its own. The last entry is the end.
function turnStarts(events) {
  const starts = [0];
  for (const [index, event] of events.entries()) if (event.event === "expand" && index > 0) starts.push(index);
  return [...starts, events.length];
}

export function following(steps, step) {
  return steps.find((each) => each > step) ?? null;
}

export function preceding(steps, step) {
  return steps.findLast((each) => each < step) ?? null;
}

// What the buttons and keys do to { step, length, playing }.
export const ACTIONS = {
  first: () => ({ step: 0 }),
  back: ({ step }) => ({ step: step - 1 }),
  forward: ({ step }) => ({ step: step + 1 }),
  last: ({ length }) => ({ step: length }),
  next: ({ step, length }, { expansions }) => ({ step: following(expansions, step) ?? length }),
  previous: ({ step }, { expansions }) => ({ step: preceding(expansions, step) ?? 0 }),
  // From one such moment to the next, and after the last one to the first again.
  wrong: ({ step }, { wrong }) => ({ step: following(wrong, step) ?? wrong[0] ?? step }),
  replaced: ({ step }, { replaced }) => ({ step: following(replaced, step) ?? replaced[0] ?? step }),
};

export function act(player, line, action) {
  if (action === "toggle") return player.playing ? { ...player, playing: false } : play(player);
  const { step } = ACTIONS[action](player, line);
  return seek(player, step);
}

export function seek(player, step) {
  return { ...player, playing: false, step: Math.max(0, Math.min(step, player.length)) };
}

function play(player) {
  if (player.length === 0) return player;
  return { ...player, playing: true, step: player.step === player.length ? 0 : player.step };
}

export function tick(player, steps) {
  const step = Math.min(player.length, player.step + steps);
  return { ...player, step, playing: player.playing && step < player.length };
}

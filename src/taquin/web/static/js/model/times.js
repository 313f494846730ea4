// The clock of a solve, and the solves that were timed. A clock is { since, spent }: running since a moment or not, and
// the milliseconds before that. What the browser keeps is a plain object, a list of solves for each kind of board.

const KEPT = 100; // solves of one kind
const REPLAYABLE = 12; // the last ones keep their moves, and so does the best

export const STOPPED = { since: null, spent: 0 };

export function started(now) {
  return { since: now, spent: 0 };
}

export function stopped(clock, now) {
  return { since: null, spent: elapsed(clock, now) };
}

export function elapsed({ since, spent }, now) {
  return spent + (since === null ? 0 : now - since);
}

// 83456 -> "1:23.45"; hundredths are cut off, as clocks of solvers do
export function clockText(milliseconds) {
  const hundredths = Math.floor(milliseconds / 10);
  const seconds = Math.floor(hundredths / 100);
  const two = (value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const lead = hours ? `${hours}:${two(minutes % 60)}` : String(minutes);
  return `${lead}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

// Moves a second; null where no time has passed.
export function pace(moves, milliseconds) {
  return milliseconds > 0 && moves > 0 ? moves / (milliseconds / 1000) : null;
}

// The same where every move on the counter was made by hand, else null.
export function paceByHand(made, position, milliseconds) {
  return made.length >= position ? pace(position, milliseconds) : null;
}

// The average of the last so many solves without the best and the worst of them, as speed solvers count; null where
// there are too few.
export function average(solves, count) {
  if (solves.length < count) return null;
  const times = solves.slice(-count).map(({ time }) => time).sort((a, b) => a - b).slice(1, -1);
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

export function best(solves) {
  return solves.reduce((found, solve) => (!found || solve.time < found.time ? solve : found), null);
}

// Boards of one size, goal and difficulty are compared with each other.
export function kindOf({ width, height }, goal, difficulty) {
  return `${width}x${height} ${goal} ${difficulty}`;
}

// The list with one more solve { time, moves, start, moments, when }; only some of them keep what a replay needs.
export function withSolve(solves, solve) {
  const all = [...solves, solve];
  const quickest = best(all);
  const kept = all.slice(-KEPT);
  if (!kept.includes(quickest)) kept.unshift(quickest);
  return kept.map((one, index) => {
    if (one === quickest || index >= kept.length - REPLAYABLE) return one;
    const { moments: _moments, start: _start, letters: _letters, ...rest } = one;
    return rest;
  });
}

// The player as an explicit state machine. `step(state, event)` is pure; whoever owns the machine carries out what the
// new state says: in "playing" one move every `delay` milliseconds, in every other state nothing happens by itself.
//
//   empty --load--> paused --play--> playing --(end)--> ended --play--> playing from the start
//                     ^--------pause/move/seek---'

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 20, 100, 400, 2000]; // up to 5,000 moves a second
const BASE = 400;

export function initial() {
  return { name: "empty", position: 0, length: 0, speed: 1 };
}

export function delay(state) {
  return BASE / state.speed;
}

// How many moves are due so many milliseconds after the player stood at `from`. `moments` are the times of the moves
// of a solve that is shown as it was played.
export function due(state, from, elapsed, moments = null) {
  if (!moments) return Math.floor(elapsed / delay(state));
  const until = (from > 0 ? moments[from - 1] : moments[0]) + elapsed * state.speed;
  let at = from;
  while (at < moments.length && moments[at] <= until) at += 1;
  return at - from;
}

export function step(state, event) {
  switch (event.type) {
    case "load": // the timeline changed, by hand or by a new solution
      return settle({ ...state, position: event.position, length: event.length }, false);
    case "play":
      if (state.name === "empty" || state.name === "playing") return state;
      return settle({ ...state, position: state.name === "ended" ? 0 : state.position }, true);
    case "pause":
      return settle(state, false);
    case "toggle":
      return step(state, { type: state.name === "playing" ? "pause" : "play" });
    case "tick": // one move, or as many as are due
      if (state.name !== "playing") return state;
      return settle({ ...state, position: state.position + (event.moves ?? 1) }, true);
    case "seek":
      return settle({ ...state, position: clamp(event.position, state.length) }, false);
    case "speed":
      return SPEEDS.includes(event.speed) ? { ...state, speed: event.speed } : state;
    default:
      throw new Error(`unknown event ${event.type}`);
  }
}

function settle(state, playing) {
  const position = clamp(state.position, state.length);
  let name = playing ? "playing" : "paused";
  if (state.length === 0) name = "empty";
  else if (position === state.length) name = "ended";
  return { ...state, position, name };
}

function clamp(position, length) {
  return Math.max(0, Math.min(position, length));
}

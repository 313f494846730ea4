// The steps of a way by hand: where each begins and ends on the way, and which one a reader is at.

// The way as a whole: its steps with `start` and `end`, moves counted from its first board, and all moves in one text.
export function makeWay(steps) {
  let end = 0;
  const placed = steps.map((step) => {
    const start = end;
    end += step.moves.length;
    return { ...step, start, end };
  });
  return { steps: placed, moves: steps.map((step) => step.moves).join("") };
}

// How far along the way a game is whose way began after `offset` of its moves; -1 where it has left the way.
export function madeOf(way, game, offset) {
  if (game.position < offset) return -1;
  return way.moves.startsWith(game.moves.slice(offset, game.position)) ? game.position - offset : -1;
}

// The step at which a reader is after so many moves: the one before, where these are its own or its end.
export function stepAt(way, made, before) {
  const known = way.steps[before];
  if (known && known.start <= made && made <= known.end) return before;
  const found = way.steps.findIndex((step) => made < step.end);
  return found < 0 ? way.steps.length - 1 : found;
}

// The tiles that are home for good before a step.
export function fixedBefore(way, index) {
  return new Set(way.steps.slice(0, index).flatMap((step) => step.fixed));
}

// The shortest length from a board, known and not guessed: from a search that proves it in this metric, else from the
// automatic solver. null where neither does.

export async function fewest(results, puzzle, { metric, seconds }, solver) {
  const proven = results.find((result) => result.optimal && result.metric === metric);
  if (proven || results.every(({ outcome }) => outcome === "unsolvable")) return proven ?? null;
  await solver.start({ ...puzzle, metric, seconds });
  return solver.result?.optimal ? solver.result : null;
}

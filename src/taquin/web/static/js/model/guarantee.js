// What an algorithm and its heuristic do not guarantee, from what the server tells of them: the traits of `info`.

import { inLanguage, t } from "../i18n.js";

// Why a solution may be longer than necessary, as a sentence; "" where the search proves its solutions shortest.
export function caveatOf(info, algorithm, heuristic) {
  const traits = info?.algorithms.find((entry) => entry.name === algorithm)?.traits;
  if (!traits?.teaching) return "";
  if (!traits.optimal) return t("caveat", { name: inLanguage(traits.title), caveat: inLanguage(traits.caveat) });
  const kind = info.heuristics.find((entry) => entry.name === heuristic)?.traits;
  return traits.heuristic && kind && !kind.proves ? t("overestimates", { name: heuristic }) : "";
}

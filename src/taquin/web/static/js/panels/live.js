// What is shown of a search while it runs: its figures, and what it is busy with.

import { inMetric, number, t } from "../i18n.js";
import { figures, h } from "../view/dom.js";

const UNITS = { seconds: (value) => `${Math.round(value)} s`, memory: (value) => `${number(Math.ceil(value / 2 ** 20))} MB`, generated: short, expanded: short, rate: short, queue: short };

export function busyText({ status, ahead, progress }) {
  if (status === "queued") return t("queued", { n: ahead });
  if (progress?.building !== undefined) return t("building", { percent: Math.floor(100 * progress.building) });
  return t("searching");
}

// Millions change too fast to be read to the last digit.
function short(value) {
  return value < 1e6 ? number(value) : value.toLocaleString(document.documentElement.lang, { notation: "compact", maximumFractionDigits: 2 });
}

export function busyBar() {
  return h("div", { class: "progress" });
}

// What is proven by now: a search that goes on after its best moves raises the bound that came with them.
export function boundOf({ progress, best }) {
  const known = [progress?.bound, best?.bound].filter((bound) => bound !== undefined);
  return known.length ? Math.max(...known) : undefined;
}

// The length of what was found, in what the search was asked to make short.
export function lengthIn(found, { metric }) {
  return metric === "mtm" ? found.length_mtm : found.length;
}

export function liveFigures(search) {
  const { progress, best, request } = search;
  const bound = boundOf(search);
  const { length, generated, expanded, queue_left: queue, memory, seconds } = { ...progress, ...(best ? { length: lengthIn(best, request) } : {}) };
  const rate = seconds > 0 && generated ? Math.round(generated / seconds) : null;
  const gap = length === undefined || bound === undefined ? null : length - bound;
  // Searches that have no queue, or do not count what they expand, report 0.
  const entries = Object.entries({ length, bound, gap, seconds, generated, rate, expanded: expanded || null, queue: queue || null, memory });
  const known = entries.filter(([, value]) => value !== null && value !== undefined);
  return figures(known.map(([key, value]) => [t(key === "length" ? inMetric("figure_length", request.metric) : `figure_${key}`), (UNITS[key] ?? number)(value), `live-${key}`]));
}

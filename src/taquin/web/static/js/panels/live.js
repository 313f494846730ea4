// What is shown of a search while it runs: its figures, and what it is busy with.

import { number, t } from "../i18n.js";
import { figures, h } from "../view/dom.js";

const UNITS = { seconds: (value) => `${Math.round(value)} s`, memory: (value) => `${number(Math.ceil(value / 2 ** 20))} MB` };

export function busyText({ status, ahead, progress }) {
  if (status === "queued") return t("queued", { n: ahead });
  if (progress?.building) return t("building", { percent: Math.floor(100 * progress.building) });
  return t("searching");
}

export function busyBar() {
  return h("div", { class: "progress" });
}

export function liveFigures({ progress, best }) {
  const { length, bound, generated, expanded, queue_left: queue, memory, seconds } = { ...progress, ...(best ? { length: best.length } : {}) };
  const rate = seconds > 0 && generated ? Math.round(generated / seconds) : null;
  const gap = length === undefined || bound === undefined ? null : length - bound;
  const entries = Object.entries({ length, bound, gap, generated, rate, expanded: expanded || null, queue, memory, seconds });
  const known = entries.filter(([, value]) => value !== null && value !== undefined);
  return figures(known.map(([key, value]) => [t(`figure_${key}`), (UNITS[key] ?? number)(value), `live-${key}`]));
}

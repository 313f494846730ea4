// What happens in a search, in words: each event, why a child was dropped, and what a node is.

import { number, t } from "../i18n.js";
import { INVERSE } from "../model/board.js";
import { movedTile } from "./cards.js";
import { isSum, kindOf } from "./replay.js";

// What the words of an algorithm depend on: whether the limit of its rounds is one on the depth, as where no heuristic is
// used, and not one on f; whether it keeps only a path, and so has no queue; whether f is the sum of g and h.
export function mannerOf({ heuristic, memory, rank }) {
  return { byDepth: !heuristic, onPath: memory === "path", summed: isSum(rank) };
}

export function describe(state, manner) {
  const side = state.event?.side;
  return side ? `${t(`from_${side}`)}: ${sentence(state, manner)}` : sentence(state, manner);
}

function sentence({ event, limit }, manner) {
  if (!event) return t("trace_before");
  switch (event.event) {
    case "root": return t("trace_root", { node: event.node });
    case "forget": return t(event.node === null ? "trace_cut_layer" : "trace_back_from", { node: event.node, f: number(event.f ?? 0), n: event.nodes.length });
    case "start": return t(manner.onPath ? "trace_start_path" : "trace_start");
    case "deepen": return t(manner.byDepth ? "trace_deepen_depth" : "trace_deepen", { limit: number(limit) });
    case "expand": return t(event.is_goal ? "trace_goal" : manner.onPath ? "trace_expand_path" : "trace_expand", { number: event.number, node: event.node, ...estimate(event, manner) });
    case "child": return childSentence({ ...event, name: event.node, beforeG: event.before_g }, limit, manner);
    default: return ending(event);
  }
}

function ending(event) {
  if (event.outcome !== "solved") return t(event.reason ? "not_found" : "trace_limit");
  return t(event.meeting ? "trace_met" : "trace_solved", { n: event.length, start: event.meeting?.[0], goal: event.meeting?.[1] });
}

// `sum` is "10 = 4 + 6", or, where f is something else, "6 (g = 4, h = 6)".
function estimate({ f, g, h }, { summed }) {
  const sum = summed && f === g + h ? `${number(f)} = ${g} + ${number(h)}` : `${number(f)} (g = ${g}, h = ${number(h)})`;
  return { f: number(f), g, h: number(h), sum };
}

// What became of a child, and why; where its board was known before, by which node and in how many moves.
function childSentence(node, limit, manner) {
  const values = { node: node.name, ...estimate(node, manner), limit: number(limit), before: node.before, before_g: node.beforeG };
  if (node.status === "pruned" && manner.byDepth) return t("trace_too_deep", values);
  if (node.status === "queued" && manner.onPath) return t("trace_kept", values);
  return t(node.before ? `known_${node.status}` : `trace_${node.status}`, values);
}

// Whether the solution of a search that is no proof is a shortest one, as the command line says it.
export function verdictOf({ outcome, optimal, length }, best) {
  if (outcome !== "solved" || optimal) return "";
  if (best?.outcome === "solved" && best.length < length) return t("trace_suffice", { n: best.length });
  return t(best?.optimal ? "trace_fewest" : "trace_unknown");
}

// Why this is where a search goes wrong.
export function wrongWords({ kind, length, by, choice }) {
  const n = by ?? length;
  if (!choice) return t(`wrong_${kind}`, { n });
  const { taken, f, waits, more } = choice;
  return t(f < more ? "wrong_smaller" : "wrong_equal", { n, taken, f: number(f), waits, more: number(more) });
}

// A node as it is now: for the tree, for screen readers, and below the large board.
export function nodeWords(trace, state, name, manner) {
  const node = trace.nodes.get(name);
  const words = [`${name}: ${t(`kind_${kindOf(state, name)}`)}`, slideWords(trace, node), `f = ${number(node.f)}, g = ${node.g}, h = ${number(node.h)}`];
  return [...words.filter(Boolean), ...why(state, node, manner)].join(". ");
}

function why(state, node, manner) {
  if (state.replaced.has(node.name)) return [t("why_replaced", { node: state.replaced.get(node.name) })];
  if (state.forgotten.has(node.name)) return [t("why_forgotten")];
  const dropped = state.dropped.has(node.name) || state.unmade.has(node.name);
  return dropped ? [childSentence(node, state.limit, manner)] : [];
}

// "Tile 5 goes left": the tile's direction, which is against the blank's.
export function slideWords(trace, node) {
  const tile = movedTile(node, trace.nodes.get(node.parent));
  return tile ? t("tile_goes", { tile, direction: t(`direction_${INVERSE[node.move]}`) }) : "";
}

// What the small numbers on the tiles are.
export function shareWords({ kind, sum, rest }, heuristic) {
  return kind === "none" ? "" : t(`shares_${kind}`, { sum: number(Math.round(sum * 10) / 10), rest: number(rest), heuristic });
}

// The algorithms in a few lines, a family at a time, and which line an event belongs to. The lines are translated under
// these keys. Every family has eight, in the order of `lineOf`: start, round, node, goal, children, one that is dropped,
// one that is kept, end.

import { DROPPED } from "./replay.js";

const BEST_FIRST = ["bf_start", "bf_loop", "bf_take", "bf_goal", "bf_children", "bf_known", "bf_add", "bf_end"];
const DEPTH_FIRST = ["df_start", "df_round", "df_take", "df_goal", "df_children", "df_prune", "df_add", "df_end"];
const LAYERS = ["bl_start", "bl_loop", "bl_take", "bl_goal", "bl_children", "bl_known", "bl_add", "bl_end"];
const HILL_CLIMBING = ["hc_start", "hc_loop", "hc_take", "hc_goal", "hc_children", "hc_reject", "hc_step", "hc_end"];
const VISITED = ["vi_start", "vi_loop", "vi_take", "bf_goal", "bf_children", "vi_known", "vi_add", "bf_end"];
const BOTH_ENDS = ["be_start", "be_loop", "be_take", "be_goal", "bf_children", "bf_known", "be_add", "be_end"];
const ANNEALING = ["hc_start", "sa_loop", "hc_take", "bf_goal", "sa_child", "sa_refuse", "sa_step", "sa_end"];

const FAMILIES = {
  "best-first": BEST_FIRST, "depth-first": DEPTH_FIRST, layers: LAYERS, "hill-climbing": HILL_CLIMBING,
  visited: VISITED, "both-ends": BOTH_ENDS, annealing: ANNEALING,
};

// The registry says of every algorithm which family it belongs to.
export function linesOf(family) {
  return FAMILIES[family];
}

export function lineOf(event) {
  if (!event || event.event === "start") return 0;
  if (event.event === "deepen") return 1;
  if (event.event === "expand") return event.is_goal ? 3 : 2;
  if (event.event === "child") return DROPPED.has(event.status) ? 5 : 6;
  return 7;
}

// The moves of the timeline judged one by one: best, also best, or how many they cost; and what would have been better.
// What is said belongs to these moves from this board, and goes with them. Where slides count, it is said of slides: each
// is a run of single moves on the timeline.

import { ask } from "../api.js";
import { inMetric, number, t } from "../i18n.js";
import { goalText, play, toText } from "../model/board.js";
import { arrows, slideArrows } from "../model/notation.js";
import { h, s } from "../view/dom.js";
import { metricField } from "./choosers.js";

const SECONDS = 10; // that the server may take for a board that is hardly ever proven
const PROVEN_CELLS = 16; // up to here it goes on until all is proven, or nobody waits any more
const FURTHER = 6; // so many times as long, where somebody asks to go on
const MOST_TURNS = 5; // places that are told
const MOST_SLIDES = 24; // of a better way that are written out
const TALL = 40; // the chart's own units

export class Analysis {
  // changed(): other verdicts than before
  constructor(app, changed) {
    Object.assign(this, { app, changed, asked: null, found: null, error: "", ends: [0], seconds: SECONDS });
    this.element = h("section", { class: "panel tight", id: "analysis", "aria-live": "polite", hidden: true });
    app.subscribe((state, patch) => {
      if (patch.details || patch.panel || patch.metric) this.fromAddress = true; // it is asked for still
      if (patch.game && this.asked && !this.#isAbout(state)) this.#forget();
      if (patch.metric) this.#look(); // at once: the choice of what is counted stays where it is
      if (patch.game || patch.details || patch.panel || patch.back) queueMicrotask(() => this.#look()); // an address tells of its board last
      // What is found stays as it is drawn while one steps through the moves: whoever holds the slider keeps it.
      if (patch.game && this.found) this.#followBoard();
      if ((patch.game && !this.found) || patch.words || patch.solver !== undefined) this.draw();
    });
  }

  // What was found out about the single move of this number, from 1: of a slide at its last one; else null.
  verdict(number) {
    const at = this.found ? this.ends.indexOf(number) : -1;
    return at > 0 ? this.found.moves[at - 1] : null;
  }

  #isAbout({ game: { start, goal, moves }, metric }) {
    const { asked } = this;
    return asked.start === start && asked.goal === goal && asked.moves === moves && asked.metric === metric;
  }

  #forget() {
    this.asked.left.abort();
    Object.assign(this, { asked: null, found: null, error: "", ends: [0], seconds: SECONDS });
    const { details } = this.app.state;
    const { analysis, ...limits } = details.solve ?? {};
    if (analysis && !this.fromAddress) this.app.set({ details: { ...details, solve: limits }, quietly: true });
    this.changed();
  }

  #look() {
    this.fromAddress = false;
    const { panel, details, game, metric } = this.app.state;
    const wanted = panel === "solve" && details.solve?.analysis && game.moves;
    if (wanted && (!this.asked || this.error === "offline")) this.#ask(game, metric);
  }

  async #ask({ start, goal, moves }, metric) {
    const asked = { start, goal, moves, metric, left: new AbortController() };
    Object.assign(this, { asked, found: null, error: "" });
    this.draw();
    const most = this.app.state.info?.limits.seconds ?? 60;
    const seconds = Math.min(start.width * start.height <= PROVEN_CELLS ? most : this.seconds, most);
    Object.assign(asked, { seconds, most });
    const times = this.app.made.length === moves.length ? this.app.made : this.app.state.moments;
    const timed = times ? [...moves].map((move, index) => `${move}@${(times[index] / 1000).toFixed(3)}`).join(" ") : moves;
    try {
      const found = await ask("analyse", { board: toText(start), goal: goalText(goal), moves: timed, notation: "blank", metric, seconds }, asked.left.signal);
      if (this.asked === asked) Object.assign(this, { found, ends: endsOf(found.moves) });
    } catch (error) {
      if (this.asked === asked) this.error = error.message;
    }
    if (this.asked !== asked) return;
    this.draw();
    this.changed();
    this.element.scrollIntoView({ block: "nearest" });
  }

  // What is seen

  draw() {
    this.element.hidden = !this.app.state.game.moves;
    if (this.element.hidden) return;
    const begin = () => {
      const { details } = this.app.state;
      this.app.set({ details: { ...details, solve: { ...details.solve, analysis: "yes" } } });
    };
    if (!this.asked) return void this.element.replaceChildren(h("div", { class: "line middle" }, h("button", { id: "judge", onclick: begin }, t("analyse_moves")), h("span", { class: "soft small" }, t("analyse_note"))));
    if (this.error) return void this.element.replaceChildren(h("p", { class: "note bad" }, t(this.error)));
    if (!this.found) return void this.#put(h("p", { class: "soft" }, t("analysis_busy")));
    this.#put(h("p", { id: "analysis-sum" }, this.#sum()), this.#chart(), ...this.#turns(), ...this.#unjudged(), h("p", { class: "soft small" }, this.#say("analysis_legend")));
    return undefined;
  }

  // Below the choice of what is counted; whoever has just chosen stays on it.
  #put(...parts) {
    const chosen = document.activeElement?.id === "analysis-metric";
    const choice = metricField(this.app, "analysis-metric");
    this.element.replaceChildren(h("div", { class: "line between" }, h("h2", { class: "minor" }, t("analysis")), choice), ...parts);
    if (chosen) choice.querySelector("select").focus();
  }

  #say(key, values) {
    return t(inMetric(key, this.asked.metric), values);
  }

  // Both totals always; then what is judged.
  #sum() {
    const { length, length_mtm: slides, shortest, best_known: best, lost_bound: lost, lost_most: most, solved, pauses } = this.found;
    const said = [t("analysis_made", { n: length, slides: t("slides", { n: slides }) })];
    if (most === 0 && shortest !== null && solved) said.push(this.#say("analysis_perfect"));
    else said.push(shortest === null ? this.#say("analysis_known", { n: best }) : this.#say("analysis_shortest", { n: shortest }), lost ? this.#say(lost === most ? "analysis_lost" : "analysis_lost_least", { n: lost }) : "");
    const longest = pauses?.reduce((one, other) => (other.seconds > one.seconds ? other : one), pauses[0]);
    if (longest) said.push(this.#say("analysis_pause", { seconds: number(Math.round(longest.seconds * 10) / 10), number: longest.number }));
    return said.filter(Boolean).join(" ");
  }

  // How far it still was, after every move; a click goes there. What is not proven is drawn as a band, from the fewest
  // moves that it can be to the most.
  #chart() {
    const { moves, best_known: best, bound, longest } = this.found;
    const heights = [best, ...moves.map(({ remaining }) => remaining)].map((height) => Math.min(height, longest ?? height));
    const bounds = [bound, ...moves.map((move) => move.bound)];
    const most = Math.max(1, ...heights);
    const point = (height, index) => `${index},${(TALL * (1 - height / most)).toFixed(2)}`;
    const points = bounds.map(point);
    const last = heights.length - 1;
    const proven = heights.map((height, index) => height === bounds[index]);
    const line = heights.map((height, index) => (proven[index] ? `${index > 0 && proven[index - 1] ? "L" : "M"}${point(height, index)}` : "")).join("");
    const band = proven.includes(false) ? s("path", { class: "open", d: `M${heights.map(point).join("L")}L${points.toReversed().join("L")}Z` }) : "";
    const chart = s("svg", { viewBox: `0 0 ${last} ${TALL}`, preserveAspectRatio: "none", class: "remaining", role: "img", "aria-label": this.#say("analysis_chart") },
      s("path", { class: "area", d: `M${points.join("L")}L${last},${TALL}L0,${TALL}Z` }), band, s("path", { class: "way", d: line }));
    chart.addEventListener("click", ({ clientX }) => {
      const { left, width } = chart.getBoundingClientRect();
      this.app.seek(this.ends[Math.round(((clientX - left) / width) * last)]);
    });
    // The same by keyboard.
    const slider = h("input", { type: "range", id: "analysis-place", min: 0, max: last, value: this.#here(), "aria-label": t("scrubber"), oninput: () => this.app.seek(this.ends[Number(slider.value)]) });
    const scale = (name, ...ends) => h("div", { class: `scale-ends ${name} soft small`, "aria-hidden": "true" }, ends.map((end) => h("span", {}, number(end))));
    return h("figure", {}, h("div", { class: "remaining-scaled" }, scale("upright", most, 0), chart, slider, scale("along", 0, last)), h("figcaption", { class: "soft small" }, this.#say("analysis_chart")));
  }

  // At which of the moves that are judged the board is.
  #here() {
    return this.ends.findLastIndex((end) => end <= this.app.state.game.position);
  }

  #followBoard() {
    const slider = this.element.querySelector("#analysis-place");
    if (slider) slider.value = this.#here();
  }

  // The costliest places, in the order in which they were played.
  #turns() {
    const { turning_points: all } = this.found;
    if (all.length === 0) return [];
    const costly = all.toSorted((one, other) => other.lost - one.lost).slice(0, MOST_TURNS);
    const { start, moves, metric } = this.asked;
    const { longest } = this.found;
    const item = ({ first, last, lost, remaining, way, proven }) => {
      const before = this.ends[first - 1];
      const board = play(start, moves.slice(0, before));
      const shown = way.slice(0, MOST_SLIDES);
      const slides = metric === "mtm" ? slideArrows(board, shown).join(", ") : arrows(board, shown).join(" ");
      const place = first === last ? this.#say("analysis_move", { number: number(first) }) : this.#say("analysis_moves", { first: number(first), last: number(last) });
      return h("li", {}, h("button", { "data-turn": first, title: this.#say("analysis_go", { number: first }), onclick: () => this.app.seek(before) }, t(proven ? "analysis_cost" : "analysis_cost_known", { place, lost })),
        h("span", { class: "small" }, this.#say(proven ? "analysis_better" : "analysis_better_known", { n: Math.min(remaining, longest ?? remaining) }), " ", h("span", { class: "mono" }, slides, way.length > MOST_SLIDES ? " …" : "")));
    };
    const list = h("ol", { class: "turns", id: "turns" }, costly.toSorted((one, other) => one.first - other.first).map(item));
    return [h("p", { class: "soft small" }, this.#say(all.length > MOST_TURNS ? "analysis_costliest" : "analysis_turns", { n: MOST_TURNS })), list];
  }

  // How many moves have no verdict, and the offer to go on.
  #unjudged() {
    const count = this.found.unjudged.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (count === 0) return [];
    const again = () => {
      this.seconds *= FURTHER;
      this.#ask(this.asked, this.asked.metric);
    };
    return [h("div", { class: "line middle", id: "unjudged" }, h("span", { class: "small" }, this.#say("analysis_unjudged", { n: count, all: number(this.found.moves.length) })), this.asked.seconds < this.asked.most ? h("button", { id: "judge-on", onclick: again }, t("analysis_on")) : "")];
  }
}

// After how many single moves each of these moves ends, the start first.
function endsOf(moves) {
  const ends = [0];
  for (const { length } of moves) ends.push(ends.at(-1) + length);
  return ends;
}

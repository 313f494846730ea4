// The moves of the timeline judged one by one: best, also best, or how many they cost; and what would have been better.
// What is said belongs to these moves from this board, and goes with them.

import { ask } from "../api.js";
import { number, t } from "../i18n.js";
import { goalText, play, toText } from "../model/board.js";
import { arrows } from "../model/notation.js";
import { h, s } from "../view/dom.js";

const SECONDS = 10; // that the server may take for a board that is hardly ever proven
const PROVEN_CELLS = 16; // up to here it goes on until all is proven, or nobody waits any more
const FURTHER = 6; // so many times as long, where somebody asks to go on
const MOST_TURNS = 5; // places that are told
const MOST_SLIDES = 24; // of a better way that are written out
const TALL = 40; // the chart's own units

export class Analysis {
  // changed(): other verdicts than before
  constructor(app, changed) {
    Object.assign(this, { app, changed, asked: null, found: null, error: "", seconds: SECONDS });
    this.element = h("section", { class: "panel tight", id: "analysis", "aria-live": "polite", hidden: true });
    app.subscribe((state, patch) => {
      if (patch.details || patch.panel) this.fromAddress = true;
      if (patch.game && this.asked && !this.#isAbout(state.game)) this.#forget();
      if (patch.game || patch.details || patch.panel || patch.back) queueMicrotask(() => this.#look()); // an address tells of its board last
      if (patch.game || patch.words || patch.solver !== undefined) this.draw();
    });
  }

  // What was found out about the move of this number, from 1; null where nothing was.
  verdict(number) {
    return this.found?.moves[number - 1] ?? null;
  }

  #isAbout({ start, goal, moves }) {
    const { asked } = this;
    return asked.start === start && asked.goal === goal && asked.moves === moves;
  }

  #forget() {
    this.asked.left.abort();
    Object.assign(this, { asked: null, found: null, error: "", seconds: SECONDS });
    const { details } = this.app.state;
    if (details.solve?.analysis && !this.fromAddress) this.app.set({ details: { ...details, solve: {} }, quietly: true });
    this.changed();
  }

  #look() {
    this.fromAddress = false;
    const { panel, details, game } = this.app.state;
    const wanted = panel === "solve" && details.solve?.analysis && game.moves;
    if (wanted && (!this.asked || this.error === "offline")) this.#ask(game);
  }

  async #ask({ start, goal, moves }) {
    const asked = { start, goal, moves, left: new AbortController() };
    Object.assign(this, { asked, found: null, error: "" });
    this.draw();
    const most = this.app.state.info?.limits.seconds ?? 60;
    const seconds = Math.min(start.width * start.height <= PROVEN_CELLS ? most : this.seconds, most);
    Object.assign(asked, { seconds, most });
    const times = this.app.made.length === moves.length ? this.app.made : this.app.state.moments;
    const timed = times ? [...moves].map((move, index) => `${move}@${(times[index] / 1000).toFixed(3)}`).join(" ") : moves;
    try {
      const found = await ask("analyse", { board: toText(start), goal: goalText(goal), moves: timed, notation: "blank", seconds }, asked.left.signal);
      if (this.asked === asked) this.found = found;
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
    const { game, details, solver } = this.app.state;
    this.element.hidden = !game.moves || (solver !== null && !this.asked); // an engine's solution is not the player's
    if (this.element.hidden) return;
    const begin = () => this.app.set({ details: { ...details, solve: { analysis: "yes" } } });
    if (!this.asked) return void this.element.replaceChildren(h("div", { class: "line middle" }, h("button", { id: "judge", onclick: begin }, t("analyse_moves")), h("span", { class: "soft small" }, t("analyse_note"))));
    if (this.error) return void this.element.replaceChildren(h("p", { class: "note bad" }, t(this.error)));
    if (!this.found) return void this.element.replaceChildren(h("p", { class: "soft" }, t("analysis_busy")));
    this.element.replaceChildren(h("h2", { class: "minor" }, t("analysis")), h("p", { id: "analysis-sum" }, this.#sum()), this.#chart(), ...this.#turns(), ...this.#unjudged(), h("p", { class: "soft small" }, t("analysis_legend")));
    return undefined;
  }

  #sum() {
    const { length, shortest, best_known: best, lost_bound: lost, lost_most: most, solved, pauses } = this.found;
    const said = [t("analysis_made", { n: length })];
    if (most === 0 && shortest !== null && solved) said.push(t("analysis_perfect"));
    else said.push(shortest === null ? t("analysis_known", { n: best }) : t("analysis_shortest", { n: shortest }), lost ? t(lost === most ? "analysis_lost" : "analysis_lost_least", { n: lost }) : "");
    const longest = pauses?.reduce((one, other) => (other.seconds > one.seconds ? other : one), pauses[0]);
    if (longest) said.push(t("analysis_pause", { seconds: number(Math.round(longest.seconds * 10) / 10), number: longest.number }));
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
    const chart = s("svg", { viewBox: `0 0 ${last} ${TALL}`, preserveAspectRatio: "none", class: "remaining", role: "img", "aria-label": t("analysis_chart") },
      s("path", { class: "area", d: `M${points.join("L")}L${last},${TALL}L0,${TALL}Z` }), band, s("path", { class: "way", d: line }));
    chart.addEventListener("click", ({ clientX }) => {
      const { left, width } = chart.getBoundingClientRect();
      this.app.seek(Math.round(((clientX - left) / width) * last));
    });
    return h("figure", {}, chart, h("figcaption", { class: "soft small" }, t("analysis_chart")));
  }

  // The costliest places, in the order in which they were played.
  #turns() {
    const { turning_points: all } = this.found;
    if (all.length === 0) return [];
    const costly = all.toSorted((one, other) => other.lost - one.lost).slice(0, MOST_TURNS);
    const { start, moves } = this.asked;
    const { longest } = this.found;
    const item = ({ first, last, lost, remaining, way, proven }) => {
      const slides = arrows(play(start, moves.slice(0, first - 1)), way.slice(0, MOST_SLIDES));
      const place = first === last ? t("analysis_move", { number: number(first) }) : t("analysis_moves", { first: number(first), last: number(last) });
      return h("li", {}, h("button", { "data-turn": first, title: t("analysis_go", { number: first }), onclick: () => this.app.seek(first - 1) }, t(proven ? "analysis_cost" : "analysis_cost_known", { place, lost })),
        h("span", { class: "small" }, t(proven ? "analysis_better" : "analysis_better_known", { n: Math.min(remaining, longest ?? remaining) }), " ", h("span", { class: "mono" }, slides.join(" "), way.length > MOST_SLIDES ? " …" : "")));
    };
    const list = h("ol", { class: "turns", id: "turns" }, costly.toSorted((one, other) => one.first - other.first).map(item));
    return [h("p", { class: "soft small" }, t(all.length > MOST_TURNS ? "analysis_costliest" : "analysis_turns", { n: MOST_TURNS })), list];
  }

  // How many moves have no verdict, and the offer to go on.
  #unjudged() {
    const count = this.found.unjudged.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (count === 0) return [];
    const again = () => {
      this.seconds *= FURTHER;
      this.#ask(this.asked);
    };
    return [h("div", { class: "line middle", id: "unjudged" }, h("span", { class: "small" }, t("analysis_unjudged", { n: count, all: number(this.found.moves.length) })), this.asked.seconds < this.asked.most ? h("button", { id: "judge-on", onclick: again }, t("analysis_on")) : "")];
  }
}

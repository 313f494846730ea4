// Race: several algorithms on one board, side by side. They run one after the other, each several times, so that their
// times can be compared. What stands here belongs to the board that is shown; another board hides it.

import { inLanguage, inMetric, t } from "../i18n.js";
import { goalText, play, toText } from "../model/board.js";
import { fewest } from "../race/fewest.js";
import { depths, sorted, toRow } from "../race/figures.js";
import { lanesText, readRace, writeRace } from "../race/link.js";
import { chartParts, exportButtons, raceNotes } from "../race/parts.js";
import { laneName, raceTable } from "../race/table.js";
import { h, select } from "../view/dom.js";
import { entryOf, metricField } from "./choosers.js";
import { lengthIn } from "./live.js";
import { Searching } from "./searching.js";

const DEFAULT = ["astar", "ida", "weighted-astar", "greedy"];
const ALL = "*";
const CHART_SECONDS = 5; // for each board of the chart: the way to the goal has several

export function mount(app, root) {
  new Race(app, root);
}

class Race {
  constructor(app, root) {
    this.app = app;
    this.form = { repeats: 5, seconds: 10 };
    this.metric = app.state.metric;
    this.lanes = DEFAULT.map((algorithm) => ({ algorithm, heuristic: "" }));
    this.order = { column: "", descending: false };
    this.#forget();
    this.parts = { head: h("div", { class: "panel" }), table: h("div", { class: "panel", id: "race-results" }), chart: h("div", { class: "panel", id: "race-chart" }) };
    root.replaceChildren(...Object.values(this.parts));
    app.subscribe((state, patch) => {
      if (patch.info || patch.words) this.#draw();
      if (patch.game) this.#noticeBoard();
      if (state.metric !== this.metric) this.#noticeMetric(state.metric);
      if (patch.details || patch.panel || patch.info) setTimeout(() => this.#followLink()); // after the board of the link
    });
    this.#draw();
  }

  #forget() {
    Object.assign(this, { searches: new Map(), raced: "", wasStale: false, shortest: null, way: null, series: [], charted: false, running: false, drawing: null });
  }

  #puzzle() {
    const { board, goal } = this.app.state.game;
    return { board: toText(board), goal: goalText(goal) };
  }

  // Whether the figures belong to another board than the one that is shown.
  get #isStale() {
    return this.raced !== "" && this.raced !== JSON.stringify(this.#puzzle());
  }

  #noticeBoard() {
    if (this.#isStale === this.wasStale) return;
    this.wasStale = this.#isStale;
    if (this.wasStale) {
      const broken = this.running;
      this.#stop();
      if (broken) this.#forget();
      this.linked = "";
      const { race, ...details } = this.app.state.details;
      if (race) this.app.set({ details });
    }
    this.#draw();
  }

  // The figures stay: the algorithms look for few single moves all the same. What is the fewest is found anew.
  async #noticeMetric(metric) {
    Object.assign(this, { metric, shortest: null, way: null });
    this.#draw();
    if (this.searches.size === 0 || this.running || this.#isStale) return;
    const mine = this.searches;
    await this.#findShortest(this.#puzzle(), mine);
    if (this.searches !== mine) return;
    this.#drawTable(); // the form stays, and whoever is in it
    this.#drawChart();
  }

  // A link to a race shows the race: it is run.
  #followLink() {
    const { details, panel, info } = this.app.state;
    const asked = details.race?.lanes;
    if (panel !== "race" || !info || !asked || asked === this.linked) return;
    const { lanes, order, charted, form } = readRace(details.race, this.#teaching(), info.heuristics);
    if (!lanes.length) return;
    Object.assign(this, { lanes, order });
    for (const [name, value] of form) this.form[name] = this.#within(name, value);
    this.#start(charted);
  }

  #link(push = false) {
    this.linked = lanesText(this.lanes);
    this.app.set({ details: { ...this.app.state.details, race: writeRace(this) }, ...(push ? {} : { quietly: true }) });
  }

  #teaching() {
    return (this.app.state.info?.algorithms ?? []).filter((entry) => entry.traits.teaching);
  }

  #most(name) {
    return name === "repeats" ? 25 : Math.min(600, this.app.state.info?.limits.seconds ?? 60);
  }

  #within(name, text) {
    return Math.min(this.#most(name), Math.max(1, Math.round(Number(text)) || 1));
  }

  async #start(charted = false) {
    this.#stop();
    this.#forget();
    const puzzle = this.#puzzle();
    Object.assign(this, { running: true, raced: JSON.stringify(puzzle), charted });
    this.#link(true);
    for (const lane of this.lanes) this.searches.set(lane, new Searching(() => this.#drawTable()));
    this.#draw();
    const mine = this.searches;
    for (const [lane, search] of mine) {
      if (this.searches !== mine || !this.running) return;
      await search.start({ ...puzzle, ...lane, ...this.form });
    }
    if (this.searches === mine && this.running) await this.#findShortest(puzzle, mine);
    if (this.searches !== mine) return;
    this.running = false;
    this.#draw();
    if (this.charted && this.way) this.#drawNodesByDepth();
  }

  async #findShortest(puzzle, mine) {
    const { metric, form: { seconds } } = this;
    this.solver = new Searching(() => {});
    const proven = await fewest([...mine.values()].map((search) => search.result).filter(Boolean), puzzle, { metric, seconds }, this.solver);
    if (this.searches !== mine || this.metric !== metric || !proven) return;
    this.shortest = lengthIn(proven, { metric });
    this.way = metric === "stm" ? proven.moves : null; // the chart counts single moves
  }

  #stop() {
    this.running = false;
    for (const search of [...this.searches.values(), this.solver, this.drawing]) search?.stop();
  }

  // Nodes by depth: the boards on the shortest way to the goal, each as far from it as it stands there.
  async #drawNodesByDepth() {
    const { board, goal } = this.app.state.game;
    const mine = this.searches;
    this.series = [];
    this.charted = true;
    this.#link();
    for (const lane of this.lanes) {
      const points = [];
      const heuristic = lane.heuristic || entryOf(this.app, lane.algorithm).traits.heuristic;
      this.series.push({ label: [laneName(this.app, lane), heuristic].filter(Boolean).join(" + "), points });
      for (const depth of depths(this.shortest)) {
        this.drawing = new Searching(() => {});
        this.#drawChart();
        const there = play(board, this.way.slice(0, this.shortest - depth));
        await this.drawing.start({ board: toText(there), goal: goalText(goal), ...lane, seconds: CHART_SECONDS });
        if (this.searches === mine && this.#isStale) this.drawing = null;
        if (this.searches !== mine || !this.drawing) return;
        const { result } = this.drawing;
        if (result?.outcome !== "solved") break; // deeper ones would not be solved either
        points.push([depth, result.generated]);
      }
    }
    this.drawing = null;
    this.#drawChart();
  }

  // What one sees

  #draw() {
    const { form, running } = this;
    const field = (name) => h("label", { class: "field" }, t(`race_${name}`), h("input", {
      type: "number", id: `race-${name}`, min: 1, max: this.#most(name), value: form[name], disabled: running,
      onchange: (event) => { form[name] = this.#within(name, event.target.value); event.target.value = form[name]; } }));
    const held = ["start-race", "stop-race"].includes(document.activeElement?.id); // who stands on the one gets the other
    const button = running
      ? h("button", { class: "danger", id: "stop-race", onclick: () => { this.#stop(); this.#draw(); } }, t("stop"))
      : h("button", { class: "primary", id: "start-race", disabled: !this.lanes.length, onclick: () => this.#start() }, t(this.raced ? "start_again" : "start_race"));
    const offered = [["", t("race_add")], [ALL, t("race_all")], ...this.#teaching().map(({ name, traits }) => [name, inLanguage(traits.title)])];
    // The list chooses and the button adds: on its way through the list the keyboard passes every entry.
    const adding = select(offered, "", (name) => { add.disabled = running || name === ""; }, { id: "race-add", "aria-label": t("race_add"), disabled: running });
    const add = h("button", { id: "race-add-it", disabled: true, onclick: () => this.#add(adding.value) }, t("race_add_it"));
    this.parts.head.replaceChildren(h("p", { class: "soft" }, t("race_note")), h("div", { class: "line" }, h("span", { class: "line" }, adding, add), field("repeats"), field("seconds"), metricField(this.app, "race-metric"), button));
    if (held) button.focus();
    this.#drawTable();
    this.#drawChart();
  }

  #add(name) {
    const lane = (algorithm) => ({ algorithm, heuristic: "" });
    this.#enter(name === ALL ? this.#teaching().map((entry) => lane(entry.name)) : [...this.lanes, lane(name)]);
    this.#draw();
    document.getElementById("race-add").focus();
  }

  // Other lanes: the chart was about those before, and the link of a race has those that one sees.
  #enter(lanes) {
    this.lanes = lanes;
    this.drawing?.stop();
    Object.assign(this, { series: [], drawing: null, charted: false });
    if (this.app.state.details.race && lanes.length) this.#link();
  }

  #rows() {
    const searchOf = (lane) => (this.#isStale ? null : this.searches.get(lane) ?? null);
    return sorted(this.lanes.map((lane) => ({ ...toRow(lane, searchOf(lane)?.result, this.shortest, this.metric), lane, search: searchOf(lane) })), this.order);
  }

  #drawTable() {
    const rows = this.#rows();
    const act = {
      sort: (column) => {
        this.order = { column, descending: this.order.column === column && !this.order.descending };
        if (this.app.state.details.race) this.#link();
        this.#drawTable();
        this.parts.table.querySelector(`[data-sort=${column}]`).focus();
      },
      choose: (lane, heuristic) => {
        this.searches.delete(lane);
        lane.heuristic = heuristic;
        this.#enter(this.lanes);
        this.#drawChart();
      },
      remove: (lane) => { this.#enter(this.lanes.filter((one) => one !== lane)); this.#draw(); },
    };
    const ran = rows.some((row) => row.generated !== null);
    this.parts.table.replaceChildren(...[
      this.#isStale && h("p", { class: "note", id: "race-stale" }, t("race_stale")),
      raceTable(this.app, rows, { order: this.order, running: this.running, act }),
      ran && !this.running && h("p", { id: "race-shortest" }, this.#shortestText()),
      ...(ran ? [exportButtons(this.app, () => this.#rows()), ...raceNotes(this.app, rows, this.metric)] : []),
    ].filter(Boolean));
  }

  #shortestText() {
    if (this.shortest !== null) return t(inMetric("race_shortest", this.metric), { n: this.shortest });
    const unsolvable = [...this.searches.values()].some((search) => search.result?.outcome === "unsolvable");
    return t(unsolvable ? "puzzle_unsolvable" : "race_unknown");
  }

  #drawChart() {
    if (this.#isStale || this.running || !this.way) return this.parts.chart.replaceChildren();
    return this.parts.chart.replaceChildren(...chartParts(this.series, { width: this.parts.chart.clientWidth, drawing: this.drawing !== null, draw: () => this.#drawNodesByDepth() }));
  }
}

// Fields that several panels share: which algorithm, which heuristic, which limits.

import { inLanguage, t } from "../i18n.js";
import { h, select } from "../view/dom.js";

// The list of algorithms, and behind it what depends on the one that is chosen: its heuristic, what `more()` makes, and
// what it does. Only that is drawn anew: the list stays the same element, or the keyboard would lose its place in it.
export function algorithmFields(app, form, { auto, more = () => [], onchange = () => {} }) {
  const rest = h("div", { class: "parts" });
  const about = h("p", { class: "soft small" });
  const tell = () => { about.textContent = aboutText(app, form); };
  const draw = () => {
    rest.replaceChildren(...[heuristicField(app, form, tell), ...more()].filter(Boolean));
    tell();
  };
  const list = algorithmField(app, form, { auto, onchange: () => { onchange(); draw(); } });
  draw();
  return [h("div", { class: "line" }, list, rest), about];
}

function algorithmField(app, form, { auto, onchange }) {
  const all = (app.state.info?.algorithms ?? []).filter((entry) => auto || entry.traits.teaching);
  if (all.length && !all.some((entry) => entry.name === form.algorithm)) form.algorithm = all[0].name;
  const options = all.map((entry) => [entry.name, inLanguage(entry.traits.title)]);
  return h("label", { class: "field grow" }, t("algorithm"),
    select(options, form.algorithm, (value) => { form.algorithm = value; form.heuristic = ""; onchange(); }, { "data-field": "algorithm" }));
}

export function entryOf(app, name) {
  return app.state.info?.algorithms.find((entry) => entry.name === name) ?? null;
}

// What the chosen algorithm does, and what its heuristic counts.
function aboutText(app, form) {
  const entry = entryOf(app, form.algorithm);
  if (!entry) return "";
  const counts = entry.traits.heuristic ? aboutHeuristic(app, form.heuristic || entry.traits.heuristic) : "";
  return inLanguage(entry.traits.about) + (counts && ` h: ${counts}`);
}

// "" of a combined one, which has a name but no entry.
export function aboutHeuristic(app, name) {
  const entry = app.state.info?.heuristics.find((one) => one.name === name);
  return entry ? inLanguage(entry.traits.about) : "";
}

// The heuristics to choose from: "" is the algorithm's own, which is not there a second time.
export function heuristicOptions(app, own, ownLabel = own) {
  const others = (app.state.info?.heuristics ?? []).filter(({ name }) => name !== own);
  return [["", ownLabel], ...others.map(({ name, traits }) => [name, name + (traits.admissible ? "" : ` (${t("inadmissible")})`)])];
}

function heuristicField(app, form, onchange) {
  const own = entryOf(app, form.algorithm)?.traits.heuristic;
  if (!own) return null;
  if (form.heuristic === own) form.heuristic = "";
  const list = select(heuristicOptions(app, own, t("heuristic_own", { name: own })), form.heuristic, (value) => {
    form.heuristic = value;
    list.title = aboutHeuristic(app, value || own);
    onchange();
  }, { "data-field": "heuristic", title: aboutHeuristic(app, form.heuristic || own) });
  return h("label", { class: "field grow" }, t("heuristic"), list);
}

// What is to be short. It holds for the whole page: hints, solutions, analyses and races. A panel that is drawn anew has
// a new field; whoever chose with the keyboard stays on it.
export function metricField(app, id) {
  const options = ["stm", "mtm"].map((name) => [name, t(`metric_${name}`)]);
  const choose = (metric) => {
    app.measure(metric);
    document.getElementById(id)?.focus();
  };
  return h("label", { class: "field", title: t("counts_title") }, t("metric"), select(options, app.state.metric, choose, { id }));
}

// changed(): one of them is another one
export function limitFields(app, form, changed) {
  const most = app.state.info?.limits ?? { seconds: 3600, nodes: 1e12, memory: 2 ** 31 };
  const field = (name, value, limit, read, step) => h("label", { class: "field" }, t(`limit_${name}`), h("input", {
    type: "number", min: 0, max: limit, step, value, "data-field": name, onchange: (event) => { read(event.target.value); changed(); },
  }));
  return h("details", { open: form.nodes !== null || form.memory !== null }, h("summary", {}, t("limits")), h("div", { class: "line" },
    field("seconds", form.seconds, most.seconds, (value) => { form.seconds = Number(value); }, "any"),
    field("nodes", form.nodes ?? "", most.nodes, (value) => { form.nodes = value === "" ? null : Number(value); }, 1),
    field("memory", form.memory ? form.memory / 2 ** 20 : "", most.memory / 2 ** 20, (value) => { form.memory = value === "" ? null : Number(value) * 2 ** 20; }, 1)));
}

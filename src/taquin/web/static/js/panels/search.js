// See the search: record a teaching algorithm, then walk through its events, forwards and backwards.

import { inLanguage, number, t } from "../i18n.js";
import { goalText, toText } from "../model/board.js";
import * as machine from "../model/player.js";
import { kept, layers, lineOf, queue, readTrace, stateAt } from "../search/replay.js";
import { TreeView, sample } from "../search/tree.js";
import { copy, figures, h, icon } from "../view/dom.js";
import { aboutLine, algorithmField, entryOf, heuristicField } from "./choosers.js";
import { busyBar, busyText, liveFigures } from "./live.js";
import { Searching } from "./searching.js";

export function mount(app, root) {
  const form = { algorithm: "astar", heuristic: "" };
  let replay = null;
  const traits = () => entryOf(app, search.request.algorithm).traits;
  const search = new Searching(() => {
    if (search.status === "done" && search.trace.length) {
      replay = new Replay(search, traits());
      body.replaceChildren(...replay.parts);
      replay.show();
    } else if (search.active) {
      // The bar stays the same element, or it would begin anew with every figure.
      if (!live.isConnected) body.replaceChildren(busyBar(), live);
      live.replaceChildren(h("p", { class: "soft" }, busyText(search)), ...(search.progress ? [liveFigures(search)] : []));
    } else if (search.status !== "idle") body.replaceChildren(ending(search));
    drawButtons();
  });
  const head = h("div", { class: "panel" });
  const body = h("div", { class: "panel", id: "replay" });
  const live = h("div", { class: "panel" });
  root.replaceChildren(head, body);
  const drawButtons = () => {
    root.querySelector("#record").hidden = search.active;
    root.querySelector("#stop-recording").hidden = !search.active;
  };
  const drawHead = () => head.replaceChildren(
    h("p", { class: "soft" }, t("search_note")),
    h("div", { class: "panel tight" }, h("div", { class: "line" }, algorithmField(app, form, { auto: false, onchange: drawHead }), heuristicField(app, form) ?? ""), aboutLine(app, form)),
    h("div", { class: "line" },
      h("button", { class: "primary", id: "record", hidden: search.active, onclick: () => start() }, t("record")),
      h("button", { class: "danger", id: "stop-recording", hidden: !search.active, onclick: () => search.stop() }, t("stop"))));
  const start = () => {
    const { board, goal } = app.state.game;
    replay?.close();
    replay = null;
    search.start({ board: toText(board), goal: goalText(goal), ...form, seconds: 30, trace: true, language: app.state.settings.language });
  };
  drawHead();
  app.subscribe((_state, patch) => {
    if (patch.info || patch.words) {
      drawHead();
      if (replay) {
        replay = new Replay(search, traits(), replay.player.position);
        body.replaceChildren(...replay.parts);
        replay.show();
      }
    }
    if (patch.panel && patch.panel !== "search") replay?.act({ type: "pause" });
  });
}

// Why there is nothing to replay.
function ending(search) {
  if (search.status === "done") {
    const unsolvable = search.result.outcome === "unsolvable";
    return h("p", { class: "note bad" }, t(unsolvable ? "puzzle_unsolvable" : "no_trace"));
  }
  return h("p", { class: "note" }, t(search.status === "stopped" ? "stopped" : search.error));
}

class Replay {
  constructor(search, traits, position = 1) {
    this.trace = readTrace(search.trace);
    this.text = search.text ?? "";
    this.lines = traits.pseudocode;
    this.memory = traits.memory;
    this.by = "f";
    this.player = machine.step(machine.initial(), { type: "load", position, length: this.trace.events.length });
    this.tree = new TreeView(t("tree_label"));
    this.parts = this.#build(search);
  }

  #build(search) {
    const button = (id, name, event) => h("button", { id, "aria-label": t(name), title: t(name), onclick: () => this.act(event()) }, icon(id.replace("trace-", "")));
    const at = () => this.player.position;
    this.scrubber = h("input", { type: "range", id: "trace-scrubber", min: 0, max: this.player.length, "aria-label": t("trace_scrubber"), oninput: () => this.act({ type: "seek", position: Number(this.scrubber.value) }) });
    this.playButton = button("trace-play", "play", () => ({ type: "toggle" }));
    this.speed = h("select", { "aria-label": t("speed"), onchange: () => this.act({ type: "speed", speed: Number(this.speed.value) }) }, machine.SPEEDS.map((speed) => h("option", { value: speed }, `${speed}×`)));
    this.speed.value = 1;
    const controls = h("div", { class: "player", role: "group", "aria-label": t("trace_player") },
      button("trace-first", "first", () => ({ type: "seek", position: 0 })), button("trace-back", "back", () => ({ type: "seek", position: at() - 1 })), this.playButton,
      button("trace-forward", "forward", () => ({ type: "seek", position: at() + 1 })), button("trace-last", "last", () => ({ type: "seek", position: this.player.length })), this.scrubber, this.speed);
    this.event = h("p", { id: "trace-event", "aria-live": "polite" });
    this.figures = h("div");
    this.queue = h("ol", { class: "queue", tabindex: "0", "aria-label": t("queue") });
    this.kept = h("p", { class: "kept", tabindex: "0" });
    this.code = h("ol", { class: "code", tabindex: "0", "aria-label": t("pseudocode") }, this.lines.map(codeLine));
    this.layers = h("div", { class: "layers" });
    const legend = h("ul", { class: "legend" }, ["open", "closed", "current", "path", "dropped", "unmade"].map((kind) => h("li", {}, sample(kind), t(`kind_${kind}`))));
    const by = (key) => h("button", { "aria-pressed": String(this.by === key), "data-by": key, onclick: () => { this.by = key; this.show(); } }, t(`by_${key}`));
    const dropped = search.dropped ? h("p", { class: "note" }, t("trace_cut", { n: number(search.dropped) })) : null;
    const text = search.text ? h("details", {}, h("summary", {}, t("trace_text")), h("pre", { class: "trace", id: "trace-text", tabindex: "0" }, search.text),
      h("button", { onclick: () => copy(search.text) }, t("copy"))) : null;
    return [
      dropped, controls, this.event, this.tree.element, legend, this.figures,
      h("div", { class: "split" }, h("section", {}, h("h2", { class: "minor" }, t("queue")), this.queue, h("h2", { class: "minor" }, t(`kept_${this.memory}`)), this.kept), h("section", {}, h("h2", { class: "minor" }, t("pseudocode")), this.code)),
      h("details", {}, h("summary", {}, t("layers")), h("div", { class: "line" }, by("f"), by("g")), this.layers), text,
    ].filter(Boolean);
  }

  act(event) {
    clearTimeout(this.ticking);
    this.player = machine.step(this.player, event);
    if (this.player.name === "playing") this.ticking = setTimeout(() => this.act({ type: "tick" }), machine.delay(this.player) * 0.75);
    this.show();
  }

  show() {
    const state = stateAt(this.trace, this.player.position);
    this.scrubber.value = this.player.position;
    this.scrubber.setAttribute("aria-valuetext", t("position", { at: this.player.position, length: this.player.length }));
    this.playButton.replaceChildren(icon(this.player.name === "playing" ? "pause" : "play"));
    this.event.textContent = describe(state);
    this.tree.render(this.trace, state);
    this.figures.replaceChildren(figures([[t("figure_generated"), number(state.generated)], [t("figure_expanded"), number(state.expanded)], [t("figure_queue"), number(state.open.size)], ...(state.notMade ? [[t("figure_unmade"), number(state.notMade)]] : []), ...(state.limit === null ? [] : [[t("figure_limit"), number(state.limit)]])]));
    this.queue.replaceChildren(...queue(this.trace, state).map(({ name, f }, index) => {
      const node = this.trace.nodes.get(name);
      return h("li", index === 0 ? { class: "next" } : {}, h("span", {}, node.side ? `${name} ${t(`from_${node.side}`)}` : name), h("span", {}, `${number(f)} = ${node.g}+${number(node.h)}`));
    }));
    this.kept.textContent = keptText(kept(this.trace, state, this.memory));
    const current = this.player.position === 0 ? -1 : lineOf(this.lines, state.event);
    [...this.code.children].forEach((line, index) => (index === current ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
    this.#showLayers(state);
  }

  #showLayers(state) {
    const found = layers(this.trace, state, this.by);
    const most = Math.max(1, ...found.map(({ open, closed }) => open + closed));
    this.layers.replaceChildren(...found.map(({ key, open, closed }) => {
      const part = (count, kind) => {
        const bar = h("i", { class: kind });
        bar.style.width = `${(100 * count) / most}%`;
        return bar;
      };
      return h("div", {}, h("span", {}, `${this.by} = ${number(key)}`), h("span", { class: "bar" }, part(closed, "one"), part(open, "two")), h("span", {}, `${closed} + ${open}`));
    }));
    for (const button of this.layers.previousElementSibling?.querySelectorAll("button") ?? []) button.setAttribute("aria-pressed", String(button.dataset.by === this.by));
  }

  close() {
    clearTimeout(this.ticking);
    this.tree.popup.remove();
  }
}

// The last ones of a long list: the newest of them tell the most.
function keptText(names, most = 60) {
  const shown = names.slice(-most).join(", ") || "–";
  return names.length > most ? `… ${shown}` : shown;
}

function codeLine({ text: texts }) {
  const text = inLanguage(texts);
  const line = h("li", {}, text.trim());
  line.style.setProperty("--indent", text.length - text.trimStart().length);
  return line;
}

function describe(state) {
  const side = state.event?.side;
  return side ? `${t(`from_${side}`)}: ${sentence(state)}` : sentence(state);
}

function sentence({ event, limit }) {
  if (!event) return t("trace_before");
  switch (event.event) {
    case "root": return t("trace_root", { node: event.node });
    case "forget": return t(event.node === null ? "trace_cut_layer" : "trace_back_from", { node: event.node, f: number(event.f ?? 0), n: event.nodes.length });
    case "start": return t("trace_start");
    case "deepen": return t("trace_deepen", { limit: number(limit) });
    case "expand": return t(event.is_goal ? "trace_goal" : "trace_expand", { number: event.number, node: event.node, f: number(event.f), g: event.g, h: number(event.h) });
    case "child": return t(`trace_${event.status}`, { node: event.node, f: number(event.f), g: event.g, h: number(event.h) });
    default: return event.outcome === "solved" ? t(event.meeting ? "trace_met" : "trace_solved", { n: event.length, start: event.meeting?.[0], goal: event.meeting?.[1] }) : t(event.reason ? "not_found" : "trace_limit");
  }
}

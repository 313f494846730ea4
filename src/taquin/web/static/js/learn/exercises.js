// Exercises to print: the sheet of `taquin exercises`, drawn on the page. On paper nothing but the sheet is seen.

import { ask } from "../api.js";
import { languages, t } from "../i18n.js";
import { h, miniBoard, select } from "../view/dom.js";
import { attempt, paragraph } from "./parts.js";

const SIZES = ["3x2", "3x3", "4x3", "4x4"];
const PARTS = ["questions", "answers", "both"];
const USUAL = { sheet: "3x3", depth: "8", count: "4", seed: "1", part: "questions" };

export function exercises({ app, signal, details }) {
  const form = { ...USUAL, language: document.documentElement.lang, ...known(details) };
  const sheet = h("div", { class: "paper", id: "paper" });
  const out = h("div", { "aria-live": "polite" });
  const make = () => attempt(out, async () => {
    const asked = { ...form };
    const [width, height] = asked.sheet.split("x").map(Number);
    out.replaceChildren(h("p", { class: "soft" }, t("learn_making")));
    const { blocks } = await ask("exercises", { width, height, depth: Number(asked.depth), count: Number(asked.count), seed: Number(asked.seed), part: asked.part, language: asked.language }, signal);
    if (Object.keys(form).some((name) => form[name] !== asked[name])) return make();
    sheet.lang = asked.language;
    sheet.replaceChildren(...pages(blocks));
    out.replaceChildren();
    app.set({ details: { ...app.state.details, learn: { chapter: "exercises", ...form } } });
  });
  // A sheet that is not the one asked for any more goes: somebody might print it.
  const choose = (name, value) => {
    form[name] = value;
    sheet.replaceChildren();
  };
  const printed = async () => {
    if (!sheet.hasChildNodes()) await make();
    if (sheet.hasChildNodes()) print();
  };
  const number = (name, min, max) => h("label", { class: "field" }, t(`learn_field_${name}`), h("input", { type: "number", id: `exercise-${name}`, min, max, value: form[name], onchange: (event) => choose(name, event.target.value) }));
  const choice = (name, options) => h("label", { class: "field" }, t(`learn_field_${name}`), select(options, form[name], (value) => choose(name, value), { id: `exercise-${name}` }));
  if (details.seed) make();
  return [
    h("div", { class: "panel screen" },
      paragraph("exercises_what"),
      h("div", { class: "line" }, choice("sheet", SIZES.map((one) => [one, one])), number("depth", 1, 80), number("count", 1, 50), number("seed", 0, Number.MAX_SAFE_INTEGER),
        choice("language", Object.entries(languages)), choice("part", PARTS.map((one) => [one, t(`learn_part_${one}`)]))),
      h("div", { class: "line" }, h("button", { class: "primary", id: "make-sheet", onclick: make }, t("learn_make_sheet")), h("button", { id: "print-sheet", onclick: printed }, t("learn_print"))), out),
    sheet,
  ];
}

// What an address may say, and nothing else.
function known({ sheet, depth, count, seed, part, language }) {
  const given = {
    sheet: SIZES.includes(sheet) && sheet, part: PARTS.includes(part) && part, language: Object.hasOwn(languages, language ?? "") && language,
    ...Object.fromEntries(Object.entries({ depth, count, seed }).map(([name, value]) => [name, /^\d{1,15}$/.test(value ?? "") && value])),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

// Every heading begins a section that is not torn apart on paper; the answers begin a page, unless they are all there is.
function pages(blocks) {
  const parts = [];
  for (const block of blocks) {
    if (block.kind === "heading") parts.push(h("section", { class: block.level === 1 && parts.length > 1 ? "new-page" : "" }, h(block.level === 1 ? "h3" : "h4", {}, block.text)));
    else parts.at(-1).append(drawn(block));
  }
  return parts;
}

function drawn({ kind, text, rows, lines }) {
  if (kind === "board") return h("p", { class: "paper-board" }, miniBoard(rows.map((row) => row.map(Number))));
  if (kind === "field") return h("p", { class: "fill-in" }, `${text}: `, h("span", {}));
  if (kind === "asked") {
    const asked = h("p", { class: "asked" }, text);
    asked.style.setProperty("--lines", lines);
    return asked;
  }
  if (kind === "text") return h("p", {}, text);
  const cells = (row, tag) => h("tr", {}, row.map((cell) => h(tag, {}, cell)));
  return h("div", { class: "scroll" }, h("table", {}, h("thead", {}, cells(rows[0], "th")), h("tbody", {}, rows.slice(1).map((row) => cells(row, "td")))));
}

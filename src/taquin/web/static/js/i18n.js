// Words. A language is one JSON file in /i18n, made from src/taquin/texts; a missing word falls back to English.

export const languages = {}; // every language that there is: { en: "English", ... }

let words = {};
let fallback = {};
const formats = {}; // of numbers, by language: making one takes longer than using it a thousand times

const get = async (name) => (await fetch(`/i18n/${name}.json`)).json();

export async function findLanguages() {
  Object.assign(languages, await get("languages"));
}

export async function loadLanguage(code) {
  const [english, chosen] = await Promise.all([get("en"), code === "en" ? null : get(code)]);
  fallback = english;
  words = chosen ?? english;
  document.documentElement.lang = code;
}

export function preferredLanguage(stored) {
  if (stored in languages) return stored;
  return navigator.languages.map((tag) => tag.split("-")[0]).find((code) => code in languages) ?? "en";
}

// t("moves", { n: 3 }): "3 moves"; where n is 1 and there is a key "moves_one", that one.
export function t(key, values = {}) {
  const one = values.n === 1 ? words[`${key}_one`] ?? (words[key] ? undefined : fallback[`${key}_one`]) : undefined;
  const text = one ?? words[key] ?? fallback[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => (name === "n" || name === "bound" ? number(values[name]) : values[name] ?? ""));
}

// The name of a text that counts moves, or of the one that says the same of slides.
export function inMetric(key, metric) {
  return metric === "mtm" ? `${key}_mtm` : key;
}

// A sentence of the server, { code, values }, in the reader's language; what it says in English where that is unknown.
export function said(sentence, english = "") {
  if (sentence === null || typeof sentence !== "object") return String(sentence ?? english);
  if (sentence.list) return sentence.list.map((part) => said(part)).join(t(sentence.word));
  const { code, values = {} } = sentence;
  const text = (values.n === 1 && words[`${code}_one`]) || words[code] || fallback[code];
  return text ? text.replace(/\{(\w+)(:[^}]*)?\}/g, (_, name, form) => (form === ":," ? number(values[name]) : said(values[name]))) : english;
}

// One of the texts that the server has in several languages: { en: "A*", id: "A*" }.
export function inLanguage(texts) {
  return texts[document.documentElement.lang] ?? texts.en;
}

export function translatePage(root = document) {
  for (const element of root.querySelectorAll("[data-i18n]")) element.textContent = t(element.dataset.i18n);
  for (const element of root.querySelectorAll("[data-i18n-label]")) {
    element.setAttribute("aria-label", t(element.dataset.i18nLabel));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.i18nLabel);
  }
}

// 2.50 in English, 2,50 in Indonesian.
export function decimal(value, digits = 2) {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value === null || value === undefined ? "–" : value.toLocaleString(document.documentElement.lang, places);
}

export function number(value) {
  if (value === null || value === undefined) return "–";
  const { lang } = document.documentElement;
  formats[lang] ??= new Intl.NumberFormat(lang);
  return formats[lang].format(value);
}

// What the chapters are made of: paragraphs, runs on the engine, bars, and the questions.

import { ApiError, stream } from "../api.js";
import { number, t } from "../i18n.js";
import { h } from "../view/dom.js";

// A text of the lesson; what stands in [brackets] is a term that is met for the first time.
export function paragraph(key, values = {}, attributes = {}) {
  return h("p", attributes, rich(t(`learn_${key}`, values)));
}

export function rich(text) {
  return text.split(/\[([^\]]*)\]/).map((part, index) => (index % 2 ? h("strong", {}, part) : part));
}

export function heading(key) {
  return h("h3", {}, t(`learn_${key}`));
}

// One search on the engine, to its end: its result and, where `request.trace` asks for it, its events.
export async function search(request, signal, onProgress = () => {}) {
  let [result, trace, error] = [null, [], "lost"];
  await stream("solve", request, (name, data) => {
    if (name === "trace") trace.push(...data.events);
    else if (name === "restarted") trace = [];
    else if (name === "result") result = data;
    else if (name === "failed") ({ error } = data);
    else if (name === "progress") onProgress(data);
  }, signal);
  if (!result) throw new ApiError(error);
  return { result, trace };
}

// A button that does something on the engine, and the place where its answer stands. Leaving the chapter ends it quietly.
export function task(key, action, values = {}) {
  const out = h("div", { class: "answer", "aria-live": "polite" });
  const button = h("button", { "data-task": key, onclick: () => run() }, t(`learn_${key}`, values));
  const run = async () => {
    button.disabled = true;
    await attempt(out, () => action(out));
    button.disabled = false;
  };
  return h("div", { class: "task" }, button, out);
}

export async function attempt(out, action) {
  try {
    await action();
  } catch (error) {
    if (error.name === "AbortError") return;
    const done = [...out.children].filter((part) => part.matches(".layers, .figures")); // what is known stays
    out.replaceChildren(...done, h("p", { class: "note bad" }, `${t(error.message)}. ${t("learn_try_again")}`.replace("..", ".")));
  }
}

// [[label, value, text], ...] as bars, as long as their values are large.
export function bars(rows) {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return h("div", { class: "layers wide" }, rows.map(([label, value, text]) => {
    const fill = h("i");
    fill.style.width = `${(100 * value) / most}%`;
    return h("div", {}, h("span", {}, label), h("span", { class: "bar" }, fill), h("span", {}, text ?? number(value)));
  }));
}

// How many times as large: "31", or "2.6" where that is small.
export function ratio(large, small) {
  const times = large / small;
  return number(times < 10 ? Math.round(times * 10) / 10 : Math.round(times));
}

// The keyboard goes on with the answers; none of them is marked, as if it were the one.
export function focusAnswers(place) {
  place.querySelector(".cards").focus();
}

// A question with answers to click. `choices` are [key, content]; `judge(key)` gives { right, text } or a promise of it.
// A wrong answer is closed and the reader may try another; after the right one all are closed and `onRight` is called.
export function question({ text, choices, judge, onRight, label = "" }) {
  const verdict = h("p", { class: "verdict-note", role: "status" });
  const buttons = choices.map(([key, content]) => h("button", { class: "card", "data-answer": key, onclick: () => answer(key) }, content));
  const answer = async (key) => {
    for (const button of buttons) button.disabled = true;
    await attempt(verdict, async () => {
      const { right, text: reason } = await judge(key);
      const chosen = buttons.find((button) => button.dataset.answer === key);
      chosen.classList.add(right ? "right" : "wrong");
      verdict.className = `verdict-note note ${right ? "good" : "bad"}`;
      verdict.replaceChildren(`${right ? "✓" : "✗"} `, ...rich(reason));
      for (const button of buttons) button.disabled = right || button.classList.contains("wrong");
      if (right) onRight?.();
      else focusAnswers(element); // a closed button keeps no focus
    });
  };
  const element = h("div", { class: "question" }, text ? h("p", { class: "ask" }, text) : null, h("div", { class: "cards", role: "group", tabindex: "-1", "aria-label": label || text }, buttons), verdict);
  return element;
}

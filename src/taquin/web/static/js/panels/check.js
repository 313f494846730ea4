// Is it solvable, and why: the verdict, the Kurang table, both parity rules, and what would mend it.

import { t } from "../i18n.js";
import { GOALS } from "../model/board.js";
import { figures, h } from "../view/dom.js";

export function mount(app, root) {
  app.subscribe((state, patch) => {
    if (state.panel === "check" && (patch.game || patch.panel || patch.words)) root.replaceChildren(...parts(app, state.check));
  });
}

function parts(app, check) {
  return [
    verdict(app, check),
    figures([
      [t("kurang_sum"), check.inversions, "inversions"], [t("parity"), check.x, "parity"], [t("total"), check.total, "total"],
    ]),
    check.pairs.length ? kurangTable(app, check) : null,
    h("label", { class: "line middle" },
      h("input", { type: "checkbox", id: "shading", checked: app.state.shading, onchange: (event) => app.set({ shading: event.target.checked }) }), t("shading")),
    rules(check),
  ].filter(Boolean);
}

function verdict(app, check) {
  const note = h("div", { class: `note ${check.solvable ? "good" : "bad"}`, id: "verdict-note" },
    h("strong", {}, check.solvable ? `✓ ${t("puzzle_solvable")}` : `✗ ${t("puzzle_unsolvable")}`),
    h("span", {}, reason(check)));
  const mend = h("div", { class: "line" });
  if (check.swap) {
    const [one, other] = check.swap;
    mend.append(h("button", { id: "swap", onclick: () => app.swapTiles(one, other) }, t("swap", { one, other })));
  }
  if (check.other_goal) {
    const { width, height } = app.state.game.start;
    mend.append(h("button", { id: "other-goal", onclick: () => app.setGoal(GOALS[check.other_goal](width, height)) },
      t("other_goal", { goal: t(`goal_${check.other_goal}`) })));
  }
  return mend.childElementCount ? h("div", { class: "panel" }, note, h("p", { class: "soft small" }, t("mend")), mend) : note;
}

function reason(check) {
  if (check.thin) return t(check.solvable ? "reason_thin_yes" : "reason_thin_no");
  return t(check.total % 2 ? "reason_odd" : "reason_even", { inversions: check.inversions, x: check.x, total: check.total });
}

function kurangTable(app, check) {
  const last = check.kurang.length;
  const items = check.kurang.map((count, index) => {
    const tile = index + 1 === last ? 0 : index + 1;
    const light = () => app.set({ paired: { tile, smaller: new Set(check.pairs[index]) } });
    const dark = () => app.set({ paired: null });
    const after = check.pairs[index].map((other) => (other === 0 ? t("blank") : other)).join(", ");
    const name = tile ? String(tile) : t("blank");
    return h("li", {}, h("button", {
      class: count ? "" : "none", title: t("kurang_of", { tile: name, n: count, after: after || "–" }),
      onmouseenter: light, onmouseleave: dark, onfocus: light, onblur: dark, onclick: light,
    }, h("span", {}, name), h("b", {}, String(count)), h("span", { class: "hidden" }, after)));
  });
  return h("section", { class: "panel" }, h("h2", { class: "minor" }, t("kurang_title")), h("p", { class: "soft small" }, t("kurang_note")),
    h("ul", { class: "kurang", id: "kurang" }, items));
}

function rules(check) {
  const { width, goal_row: goalRow, inversions_without_blank: inversions } = check;
  const odd = (value) => t(value % 2 ? "odd" : "even");
  const princeton = width % 2
    ? t("princeton_odd", { width, inversions, parity: odd(inversions) })
    : t("princeton_even", { width, inversions, row: check.blank_row, total: inversions + check.blank_row, parity: odd(inversions + check.blank_row), goal_row: goalRow, goal_parity: odd(goalRow) });
  return h("details", {}, h("summary", {}, t("both_rules")),
    h("p", {}, h("b", {}, "Kurang: "), t("kurang_rule", { inversions: check.inversions, x: check.x, total: check.total, parity: odd(check.total) })),
    h("p", {}, h("b", {}, "Princeton: "), princeton),
    figures([[t("without_blank"), inversions], [t("hamming"), check.hamming], [t("manhattan"), check.manhattan]]));
}

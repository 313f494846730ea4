// The player's own times on boards of this kind: best, averages of 5 and 12, the last ones, each to be seen again.

import { decimal, t } from "../i18n.js";
import { GOALS, goalName } from "../model/board.js";
import { average, best, clockText, kindOf, pace } from "../model/times.js";
import { forgetSolves, solvesOf } from "../solves.js";
import { figures, h } from "../view/dom.js";

const LISTED = 12;

export function timesPart(app) {
  const element = h("details", { id: "times", hidden: true });
  const draw = () => {
    const { game: { start, goal }, settings, shuffled, untimed } = app.state;
    const name = goalName(goal);
    const kind = kindOf(start, name, shuffled ?? settings.difficulty);
    const solves = name ? solvesOf(kind) : [];
    const missing = shuffled !== null && untimed !== null; // the solve in hand will not be among them
    element.hidden = solves.length === 0 && !missing;
    if (element.hidden) return;
    const note = h("p", { class: missing ? "note" : "soft small", id: "times-note" }, missing ? t("times_untimed", { why: t(`untimed_${untimed}`) }) : t("times_note"));
    const title = h("summary", {}, t("times", { size: `${start.width}×${start.height}`, difficulty: t(`difficulty_${shuffled ?? settings.difficulty}`) }));
    if (solves.length === 0) return void element.replaceChildren(title, note);
    const quickest = best(solves);
    const time = (value) => (value === null ? "–" : clockText(value));
    const replay = (solve) => app.replay(solve, start.width, GOALS[name](start.width, start.height));
    const end = h("div", { class: "line middle" });
    const ask = () => {
      const keep = h("button", { id: "keep-times", onclick: draw }, t("times_forget_no"));
      const forget = () => {
        forgetSolves(kind);
        draw();
      };
      end.replaceChildren(h("span", {}, t("times_forget_sure", { n: solves.length })), keep, h("button", { class: "danger", id: "forget-surely", onclick: forget }, t("times_forget_yes")));
      keep.focus();
    };
    end.append(quickest.letters ? h("button", { id: "replay-best", onclick: () => replay(quickest) }, t("replay_best")) : "", h("button", { class: "quiet", id: "forget-times", onclick: ask }, t("times_forget")));
    element.replaceChildren(
      title,
      h("div", { class: "panel tight" }, note, figures([
        [t("times_best"), time(quickest.time), "best-time"], [t("times_five"), time(average(solves, 5)), "average-5"], [t("times_twelve"), time(average(solves, 12)), "average-12"],
        [t("times_fewest"), Math.min(...solves.map(({ moves }) => moves)), "fewest-moves"],
      ]),
      h("ol", { class: "solves" }, solves.slice(-LISTED).reverse().map((solve) => h("li", {},
        h("b", {}, time(solve.time)), h("span", { class: "soft small" }, `${t("moves", { n: solve.moves })} · ${t("pace", { pace: decimal(pace(solve.moves, solve.time)) })}`),
        solve.letters ? h("button", { class: "quiet", onclick: () => replay(solve) }, t("replay")) : ""))),
      end),
    );
    return undefined;
  };
  return { element, draw };
}

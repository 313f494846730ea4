// Nodes by depth, as lines on a logarithmic scale. Lines differ in color, dashes and marks, so that a print tells them
// apart as well.

import { number } from "../i18n.js";
import { s } from "../view/dom.js";

const HEIGHT = 300; // of the plot
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 16, 14, 44];
const LINE = 22; // of the legend
const STYLES = ["stroke", "fill", "stroke-width", "stroke-dasharray", "font-family", "font-size", "text-anchor"];
const MARKS = [
  (x, y) => s("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => s("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => s("path", { d: `M${x} ${y - 5}l5 9h-10Z` }),
  (x, y) => s("path", { d: `M${x} ${y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5Z` }),
  (x, y) => s("path", { d: `M${x} ${y + 5}l5-9h-10Z` }),
];

// series: [{ label, points: [[depth, nodes], ...] }]
export function lineChart(series, { title, x: xLabel, y: yLabel, width = 640 }) {
  const points = series.flatMap((one) => one.points);
  const deepest = Math.max(1, ...points.map(([depth]) => depth));
  const shallowest = Math.min(deepest, ...points.map(([depth]) => depth));
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(1, ...points.map(([, nodes]) => nodes)))));
  const x = (depth) => LEFT + ((width - LEFT - RIGHT) * (depth - shallowest)) / Math.max(1, deepest - shallowest);
  const y = (nodes) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(1, nodes))) / decades;
  const scale = Array.from({ length: decades + 1 }, (_, power) => s("g", {},
    s("path", { class: "grid", d: `M${LEFT} ${y(10 ** power)}H${width - RIGHT}` }),
    s("text", { x: LEFT - 8, y: y(10 ** power) + 4, class: "end" }, number(10 ** power))));
  const every = [...new Set(points.map(([depth]) => depth))].sort((a, b) => a - b);
  const below = every.map((depth) => s("text", { x: x(depth), y: HEIGHT - BOTTOM + 18, class: "middle" }, String(depth)));
  const lines = series.map((one, index) => s("g", { class: `series s${index % 8}` },
    s("path", { class: "way", d: one.points.map(([depth, nodes], at) => `${at ? "L" : "M"}${x(depth)} ${y(nodes)}`).join("") }),
    one.points.map(([depth, nodes]) => MARKS[index % MARKS.length](x(depth), y(nodes)))));
  const legend = series.map((one, index) => {
    const top = HEIGHT + LINE * index + 8;
    return s("g", { class: `series s${index % 8}` }, s("path", { class: "way", d: `M${LEFT} ${top}h28` }), MARKS[index % MARKS.length](LEFT + 14, top), s("text", { x: LEFT + 36, y: top + 4 }, one.label));
  });
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${HEIGHT + LINE * series.length + 8}`, role: "img", "aria-label": title },
    scale, below, s("text", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 6, class: "middle" }, xLabel), s("text", { x: 14, y: (HEIGHT - BOTTOM) / 2, class: "middle", transform: `rotate(-90 14 ${(HEIGHT - BOTTOM) / 2})` }, yLabel),
    lines, legend);
}

// The chart as a file: with its looks, which on the page come from the style sheet, dark on white, as slides and paper
// are, whatever theme the page has.
export function toFile(svg) {
  const { theme } = document.documentElement.dataset;
  document.documentElement.dataset.theme = "light";
  const copy = svg.cloneNode(true);
  const [from, to] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, index) => {
    const look = getComputedStyle(element);
    for (const name of STYLES) to[index].setAttribute(name, look.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width, height] = copy.getAttribute("viewBox").split(" ");
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, value);
  copy.prepend(s("rect", { width, height, fill: "#fff" }));
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  return new XMLSerializer().serializeToString(copy);
}

// h("button", { class: "primary", onclick: go }, "Go"): an element with its attributes, listeners and children.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function icon(name) {
  return s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

export function select(options, value, onchange, attributes = {}) {
  const list = options.map(([key, text]) => h("option", { value: key }, text));
  const element = h("select", { ...attributes, onchange: () => onchange(element.value) }, list);
  element.value = value;
  return element;
}

// A list of figures: [[label, value, id], ...]
export function figures(entries) {
  const columns = entries.length === 4 || entries.length > 6 ? "four" : "three";
  return h("dl", { class: `figures ${columns}` }, entries.map(([label, value, id]) => h("div", {}, h("dt", {}, label), h("dd", id ? { id } : {}, String(value)))));
}

export function miniBoard(rows) {
  const cells = rows.flat().map((tile) => h("span", tile ? {} : { class: "empty" }, tile ? String(tile) : " "));
  const grid = h("span", { class: "mini" }, cells);
  grid.style.gridTemplateColumns = `repeat(${rows[0].length}, auto)`;
  return grid;
}

export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copy(text) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch { /* not allowed here: the old way below still may be */ }
  }
  const area = h("textarea", { class: "hidden", value: text });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

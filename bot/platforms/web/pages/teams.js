// An Adaptive Card as Teams draws it, for the elements that Querist sends. Folds open and close; other
// actions do nothing.

import { drawChart } from "./chart.js";
import { sign } from "./icons.js";
import { make } from "./make.js";

// Each of these knows how one type of element or action looks; what is not here is shown by its name.
const ELEMENTS = {
  AdaptiveCard: drawCard,
  RichTextBlock: (block) => make("p", { class: looks(block), dir: "auto" }, ...block.inlines.map(draw)),
  TextRun: drawRun,
  Container: (part) => (part.selectAction ? drawOpener(part) : make("div", { class: looks(part), ...hiding(part) }, ...all(part.items))),
  Table: drawTable,
  TableRow: (row) => make("tr", {}, ...row.cells.map(draw)),
  TableCell: (cell) => make("td", {}, ...all(cell.items)),
  "Chart.HorizontalBar": (chart) => drawn(chart.displayMode === "PartToWhole" ? "shares" : "bars", chart, [pointed(chart.data)]),
  "Chart.HorizontalBar.Stacked": drawShares,
  "Chart.VerticalBar": (chart) => drawn("histogram", chart, [pointed(chart.data)]),
  "Chart.VerticalBar.Grouped": (chart) => drawn(chart.stacked ? "stacked" : "grouped", chart, chart.data.map(({ legend, values }) => pointed(values, legend))),
  "Chart.Line": drawLines,
  Image: (picture) => make("img", { src: picture.url, alt: picture.altText, class: "picture" }),
  CodeBlock: (block) => make("pre", { class: looks(block), dir: "ltr", text: block.codeSnippet }),
  ActionSet: (set) => make("div", { class: `actions ${looks(set)}` }, ...set.actions.map(draw)),
  "Action.Execute": (action) => inert(action),
  "Action.Submit": (action) => inert(action),
  "Action.OpenUrl": (action) => make("a", { class: "action", href: action.url, target: "_blank", rel: "noreferrer noopener", text: action.title }),
  "Action.ToggleVisibility": drawToggle,
};

const draw = (part) => (ELEMENTS[part.type] || unknown)(part);
const all = (parts) => parts.map(draw);
const unknown = ({ type }) => make("span", { class: "undrawn", text: type });
const hiding = (part) => ({ "data-id": part.id || false, hidden: part.isVisible === false ? "" : false });

function looks(part) {
  const named = [["spacing", part.spacing], ["align", part.horizontalAlignment], ["style", part.style]];
  return named.filter(([, value]) => value).map(([name, value]) => `${name}-${value.toLowerCase()}`).join(" ");
}

function drawRun(run) {
  const link = run.selectAction?.type === "Action.OpenUrl" && run.selectAction.url;
  const named = [["size", run.size], ["color", run.color]].filter(([, value]) => value).map(([name, value]) => `${name}-${value.toLowerCase()}`);
  if (run.weight === "Bolder") named.push("bolder");
  if (run.isSubtle) named.push("subtle");
  if (run.fontType === "Monospace") named.push("code");
  const attributes = { class: named.join(" ") || false, text: run.text };
  return link ? make("a", { ...attributes, href: link, target: "_blank", rel: "noreferrer noopener" }) : make("span", attributes);
}

const written = (y) => y.toLocaleString(document.documentElement.lang);
const pointed = (values, name = "") => ({ name, at: new Map(values.map(({ x, y }) => [x, y])) });

// Series of values by their labels, as the page draws charts; a line has its pieces.
function drawn(kind, { title }, series, more = {}) {
  const labels = [...new Set(series.flatMap(({ at }) => [...at.keys()]))];
  const points = (at) => labels.map((label) => (at.has(label) ? { text: written(at.get(label)), value: at.get(label) } : { text: "", value: null }));
  const all = series.map(({ name, at, pieces = [] }) => ({ name, points: points(at), pieces: pieces.map((piece) => piece.map((label) => labels.indexOf(label))) }));
  return drawChart({ kind, title, alternative: title, labels, series: all, totals: [], ...more });
}

// Bars that are all as long as each other: Teams shows the part that each has of its bar.
function drawShares(chart) {
  const names = [...new Set(chart.data.flatMap(({ data }) => data.map(({ legend }) => legend)))];
  const whole = ({ data }) => data.reduce((sum, { value }) => sum + value, 0) || 1;
  const parts = (name) => chart.data.flatMap((bar) => bar.data.filter(({ legend }) => legend === name).map(({ value }) => ({ x: bar.title, y: Math.round(value / whole(bar) * 100) })));
  return drawn("shares", chart, names.map((name) => pointed(parts(name), name)));
}

function drawLines(chart) {
  const names = [...new Set(chart.data.map(({ legend }) => legend))];
  const series = names.map((name) => {
    const pieces = chart.data.filter(({ legend }) => legend === name).map(({ values }) => values);
    return { ...pointed(pieces.flat(), names.length > 1 ? name : ""), pieces: pieces.map((piece) => piece.map(({ x }) => x)) };
  });
  return drawn("line", chart, series);
}

function widthOf({ columns }) {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  return ({ width }) => {
    const column = make("col");
    column.style.width = `${width / whole * 100}%`;
    return column;
  };
}

function drawTable(table) {
  const rows = all(table.rows);
  const widths = make("colgroup", {}, ...table.columns.map(widthOf(table)));
  const head = table.firstRowAsHeaders ? rows.shift() : null;
  for (const cell of head ? [...head.children] : []) {
    cell.replaceWith(make("th", { scope: "col" }, ...cell.childNodes));
  }
  return make("div", { class: "grid" }, make("table", { class: table.showGridLines === false ? "plain" : false }, widths, ...(head ? [make("thead", {}, head)] : []), make("tbody", {}, ...rows)));
}

function inert({ title, style = "default" }) {
  return make("button", { type: "button", class: `action ${style}`, tabindex: "-1", "aria-disabled": "true", dir: "auto", text: title });
}

function drawOpener(part) {
  return drawToggle(part.selectAction, make("div", { class: looks(part) }, ...all(part.items)));
}

function drawToggle({ title, targetElements }, inside) {
  const button = make("button", { type: "button", class: inside ? "opener" : "action", "aria-expanded": "false", press: () => {
    const card = button.closest(".adaptive");
    for (const target of targetElements) {
      const element = card.querySelector(`[data-id="${CSS.escape(target.elementId || target)}"]`);
      element.hidden = !element.hidden;
      button.setAttribute("aria-expanded", String(!element.hidden));
    }
  } }, inside || title);
  return button;
}

function drawCard(card) {
  const actions = card.actions || [];
  const isMore = (action) => action.mode === "secondary";
  const row = actions.filter((action) => !isMore(action)).map(draw);
  const more = actions.filter(isMore);
  if (more.length) {
    row.push(make("details", { class: "menu" }, make("summary", { class: "action", "aria-label": "…", text: "⋯" }),
      make("ul", {}, ...more.map((action) => make("li", { text: action.title })))));
  }
  return make("div", { class: "adaptive" }, ...all(card.body), ...(row.length ? [make("div", { class: "actions" }, ...row)] : []));
}

export function drawTeams({ card, time, generated, feedback }) {
  const head = make("p", { class: "head" }, make("span", { text: "Querist" }), make("time", { text: time }));
  if (generated) head.append(make("span", { class: "badge", text: generated }));
  const message = make("div", { class: "message" }, head, draw(card));
  if (feedback) message.append(make("p", { class: "thumbs", "aria-hidden": "true" }, sign("up"), sign("down")));
  return make("article", {}, make("span", { class: "face", "aria-hidden": "true", text: "Q" }), message);
}

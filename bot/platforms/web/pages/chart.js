// A chart, in the page's own letters: bars that wrap with their names, lines as SVG; told in one sentence.

import { shape } from "./icons.js";
import { make } from "./make.js";
import { drawMap } from "./map.js";

const WIDTH = 600;
const HEIGHT = 180;
const DOTS = 12; // points that are marked
const ROOM = 70; // characters of numbers that stand above them side by side; else a scale tells the highest and the lowest
const TICKS = 8;

export function drawChart(chart) {
  if (chart.kind === "map") return drawMap(chart);
  const draws = { line, grouped }[chart.kind] || (chart.series.length > 1 ? stacked : bars);
  const look = chart.kind === "line" ? (isTold(chart) ? "line told" : "line") : `bars ${chart.kind}`;
  return make("figure", { class: "chart" },
    make("figcaption", { dir: "auto", text: chart.title }),
    ...(chart.series.length > 1 ? [legend(chart.series)] : []),
    make("div", { class: look, role: "img", "aria-label": chart.alternative }, ...draws(chart)));
}

const coloured = (n) => `series-${n + 1}`;

function legend(series) {
  const entry = ({ name }, n) => make("li", { dir: "auto" }, make("span", { class: `swatch ${coloured(n)}` }), name);
  return make("ul", { class: "legend", "aria-hidden": "true" }, ...series.map(entry));
}

const valuesOf = (series) => series.flatMap(({ points }) => points.map(({ value }) => value)).filter((value) => value !== null);

function range(values) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return { low, span: high - low || 1 };
}

function bar(value, { low, span }, look) {
  const drawn = make("span", { class: `bar ${look}` });
  drawn.style.marginInlineStart = `${(Math.min(value, 0) - low) / span * 100}%`;
  drawn.style.width = `${Math.abs(value) / span * 100}%`;
  drawn.hidden = value === 0;
  return drawn;
}

const named = (label, attributes = {}) => make("span", { class: "name", dir: "auto", text: label, ...attributes });

function bars({ labels, series: [{ points }] }) {
  const scale = range(points.map(({ value }) => value));
  return labels.flatMap((label, n) => [
    named(label),
    make("span", { class: "track" }, bar(points[n].value, scale, coloured(0))),
    make("span", { class: "amount", text: points[n].text }),
  ]);
}

function stacked({ labels, series, totals }) {
  const sums = labels.map((_, n) => series.reduce((sum, { points }) => sum + (points[n].value ?? 0), 0));
  const most = Math.max(...sums) || 1;
  const part = ({ name, points }, n, at) => {
    const { text, value } = points[at];
    const share = value / most * 100;
    const drawn = make("span", { class: `bar ${coloured(n)}`, title: `${name}: ${text}`, text: share > text.length * 1.8 + 1 ? text : "" });
    drawn.style.width = `${share}%`;
    return drawn;
  };
  return labels.flatMap((label, at) => [
    named(label),
    make("span", { class: "track parts" }, ...series.map((one, n) => [one, n]).filter(([one]) => one.points[at].value).map(([one, n]) => part(one, n, at))),
    make("span", { class: "amount", text: totals[at] ?? "" }),
  ]);
}

function grouped({ labels, series }) {
  const scale = range(valuesOf(series));
  return labels.flatMap((label, at) => {
    const there = series.map(({ points }, n) => [points[at], n]).filter(([{ value }]) => value !== null);
    return there.flatMap(([{ text, value }, n], row) => [
      named(row ? "" : label, { class: row ? "name" : "name first" }),
      make("span", { class: "track" }, bar(value, scale, coloured(n))),
      make("span", { class: "amount", text }),
    ]);
  });
}

const isTold = ({ series, labels }) => series.length === 1 && labels.length <= DOTS && series[0].points.reduce((sum, { text }) => sum + text.length, 0) <= ROOM;

function line(chart) {
  const { labels, series, places = [], floor } = chart;
  const values = valuesOf(series);
  const [low, high] = [Math.min(floor ?? Infinity, ...values), Math.max(...values)];
  const across = labels.map((_, n) => (places[n] ?? n / (labels.length - 1 || 1)) * 100);
  const up = (value) => (1 - (value - low) / (high - low || 1)) * 100;
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const plot = make("div", { class: "plot" }, svg);
  series.forEach(({ name, points, pieces }, n) => {
    const at = points.map(({ value }, place) => [across[place] / 100 * WIDTH, up(value) / 100 * HEIGHT].join());
    for (const piece of pieces) svg.append(shape("polyline", { class: coloured(n), points: piece.map((place) => at[place]).join(" ") }));
    const dotted = labels.length <= DOTS ? pieces.flat() : pieces.filter(({ length }) => length === 1).flat();
    plot.append(...dotted.map((place) => {
      const { text, value } = points[place];
      const told = isTold(chart) ? [make("span", { text })] : [];
      return placed(make("span", { class: `dot ${coloured(n)}`, title: name ? `${name}: ${text}` : text }, ...told), across[place], up(value));
    }));
  });
  const step = Math.min(...across.slice(1).map((x, n) => x - across[n]));
  const wraps = labels.length <= TICKS && step >= 100 / TICKS; // each has room, if on two lines
  const apart = wraps ? 0 : Math.max(100 / TICKS, 1.2 * Math.max(...labels.map((label) => label.length)));
  let last = -Infinity; // a tick that stands too close to the one before it is left out
  const ticks = labels.flatMap((label, n) => {
    if (across[n] - last < apart) return [];
    last = across[n];
    const tick = placed(make("span", { text: label }), across[n]);
    if (wraps) tick.style.maxWidth = `${step}%`;
    return [tick];
  });
  const told = (wanted) => series.flatMap(({ points }) => points).find(({ value }) => value === wanted)?.text ?? String(wanted);
  const scale = make("div", { class: "scale" }, make("span", { text: told(high) }), make("span", { text: told(low) }));
  return [scale, plot, make("div", { class: wraps ? "ticks wrapped" : "ticks" }, ...ticks)];
}

function placed(element, x, y) {
  element.style.insetInlineStart = `${x}%`;
  if (y !== undefined) element.style.top = `${y}%`;
  return element;
}

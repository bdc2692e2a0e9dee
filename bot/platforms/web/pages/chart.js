// A chart, in the page's own letters: bars that wrap with their names, a line as SVG; told in one sentence.

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
  const inside = chart.kind === "line" ? line(chart) : bars(chart.points);
  return make("figure", { class: "chart" },
    make("figcaption", { dir: "auto", text: chart.title }),
    make("div", { class: chart.kind === "line" && isTold(chart.points) ? "line told" : chart.kind, role: "img", "aria-label": chart.alternative }, ...inside));
}

function range(points) {
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return { low, span: high - low || 1 };
}

function bars(points) {
  const { low, span } = range(points);
  return points.flatMap(({ label, text, value }) => {
    const bar = make("span", { class: "bar" });
    bar.style.marginInlineStart = `${(Math.min(value, 0) - low) / span * 100}%`;
    bar.style.width = `${Math.abs(value) / span * 100}%`;
    return [
      make("span", { class: "name", dir: "auto", text: label }),
      make("span", { class: "track" }, bar),
      make("span", { class: "amount", text }),
    ];
  });
}

const isTold = (points) => points.length <= DOTS && points.reduce((sum, { text }) => sum + text.length, 0) <= ROOM;

function line({ points, breaks = [], places = [], floor }) {
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(floor ?? Infinity, ...values), Math.max(...values)];
  const across = points.map((_, n) => (places[n] ?? n / (points.length - 1 || 1)) * 100);
  const up = values.map((value) => (1 - (value - low) / (high - low || 1)) * 100);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const at = across.map((x, n) => [x / 100 * WIDTH, up[n] / 100 * HEIGHT].join());
  const ends = [...breaks, points.length - 1];
  ends.forEach((end, n) => svg.append(shape("polyline", { points: at.slice(n ? ends[n - 1] + 1 : 0, end + 1).join(" ") })));
  const plot = make("div", { class: "plot" }, svg);
  if (points.length <= DOTS) plot.append(...points.map(({ text }, n) => placed(make("span", { class: "dot" }, ...(isTold(points) ? [make("span", { text })] : [])), across[n], up[n])));
  const step = Math.min(...across.slice(1).map((x, n) => x - across[n]));
  const wraps = points.length <= TICKS && step >= 100 / TICKS; // each has room, if on two lines
  const apart = wraps ? 0 : Math.max(100 / TICKS, 1.2 * Math.max(...points.map(({ label }) => label.length)));
  let last = -Infinity; // a tick that stands too close to the one before it is left out
  const ticks = points.flatMap(({ label }, n) => {
    if (across[n] - last < apart) return [];
    last = across[n];
    const tick = placed(make("span", { text: label }), across[n]);
    if (wraps) tick.style.maxWidth = `${step}%`;
    return [tick];
  });
  const told = (wanted) => points.find(({ value }) => value === wanted)?.text ?? String(wanted);
  const scale = make("div", { class: "scale" }, make("span", { text: told(high) }), make("span", { text: told(low) }));
  return [scale, plot, make("div", { class: wraps ? "ticks wrapped" : "ticks" }, ...ticks)];
}

function placed(element, x, y) {
  element.style.insetInlineStart = `${x}%`;
  if (y !== undefined) element.style.top = `${y}%`;
  return element;
}

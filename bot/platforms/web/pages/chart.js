// A chart, in the page's own letters: bars that wrap with their names, a line as SVG; told in one sentence.

import { shape } from "./icons.js";
import { make } from "./make.js";

const WIDTH = 600;
const HEIGHT = 180;

export function drawChart(chart) {
  const inside = chart.kind === "line" ? line(chart.points) : bars(chart.points);
  return make("figure", { class: "chart" },
    make("figcaption", { dir: "auto", text: chart.title }),
    make("div", { class: chart.kind, role: "img", "aria-label": chart.alternative }, ...inside));
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

function line(points) {
  const values = points.map((point) => point.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const places = points.map(({ value }, n) => [
    10 + n / (points.length - 1) * (WIDTH - 20),
    HEIGHT - 10 - (value - low) / (high - low || 1) * (HEIGHT - 20),
  ]);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(shape("polyline", { points: places.map((place) => place.join()).join(" ") }));
  const at = (wanted) => points.find(({ value }) => value === wanted).text;
  const [first, last] = [points[0], points[points.length - 1]];
  return [
    make("div", { class: "scale" }, make("span", { text: at(high) }), make("span", { text: at(low) })),
    svg,
    make("div", { class: "ends" }, make("span", { text: first.label }), make("span", { text: last.label })),
  ];
}

// A map of points and outlines as SVG: no tiles, so that nobody outside learns what is looked at.

import { shape } from "./icons.js";
import { make } from "./make.js";

const WIDTH = 600;
const DOT = 4.5;
const EDGE = 16; // how far the scale stands from the edges

export function drawMap(map) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${map.height}`, "aria-hidden": "true" });
  for (const place of map.places) {
    const group = shape("g", {});
    group.append(titled(place.label));
    for (const path of place.paths) group.append(shape("path", { d: path, class: place.line ? "way" : "area" }));
    for (const [x, y] of place.dots) group.append(shape("circle", { cx: x, cy: y, r: DOT }));
    svg.append(group);
  }
  for (const [x, y, text] of map.labels) svg.append(written(x, y, text));
  const low = map.height - EDGE;
  svg.append(shape("path", { d: `M${EDGE},${low}h${map.scale}`, class: "scale" }), written(EDGE, low - 6, map.scale_text, "scale"));
  return make("figure", { class: "chart" },
    make("figcaption", { dir: "auto", text: map.title }),
    make("div", { class: "map", role: "img", "aria-label": map.alternative }, svg));
}

function written(x, y, text, look = "name") {
  const words = shape("text", { x, y, class: look });
  words.textContent = text;
  return words;
}

function titled(text) {
  const title = shape("title", {});
  title.textContent = text;
  return title;
}

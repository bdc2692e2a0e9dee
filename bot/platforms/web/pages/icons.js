// Small signs that every letter set lacks somewhere: thumbs and the bin.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  up: "M3 10.5h3.5V21H3zM9 10.5 13 2.8c1.3 0 2.3 1 2.3 2.3l-.7 4.4h4.2a2 2 0 0 1 2 2.4l-1.4 7.4A2 2 0 0 1 17.4 21H9z",
  down: "M3 13.5h3.5V3H3zM9 13.5 13 21.2c1.3 0 2.3-1 2.3-2.3l-.7-4.4h4.2a2 2 0 0 0 2-2.4l-1.4-7.4A2 2 0 0 0 17.4 3H9z",
  bin: "M4 6.5h16M9 6.5V3.5h6v3M6 6.5 7 21h10l1-14.5M10 10.5v6.5M14 10.5v6.5",
};

export function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function sign(name) {
  const svg = shape("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" });
  svg.append(shape("path", { d: PATHS[name] }));
  return svg;
}

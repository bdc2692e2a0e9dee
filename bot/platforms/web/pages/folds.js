// The evidence, folded: the query with its colours, and the steps that led to it.

import { make, quiet, tell } from "./make.js";

const SECONDS = 2; // that "Copied" is to be read

export function drawQuery(reply) {
  const text = reply.query.map((piece) => piece[1]).join("");
  const code = make("code", {}, ...reply.query.map(([colour, piece]) => make("span", { class: colour || false, text: piece })));
  const copy = quiet(reply.words["page-copy"], async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = reply.words["page-copied"];
      tell(reply.words["page-copied"]);
    } catch {
      getSelection().selectAllChildren(code); // no right to the clipboard: the reader copies it
    }
    setTimeout(() => { copy.textContent = reply.words["page-copy"]; }, SECONDS * 1000);
  });
  return fold(reply.words.query, reply.lines, make("pre", { dir: "ltr" }, code), copy);
}

export function drawSteps(reply) {
  const lines = reply.steps.map((step) => {
    const line = make("li", { dir: "auto", text: step.summary });
    if (step.duration) line.append(make("span", { class: "duration", text: step.duration }));
    if (step.details.length) line.append(make("ul", {}, ...step.details.map((d) => make("li", { dir: "auto", text: d }))));
    return line;
  });
  return fold(reply.words.trace, reply.counted, make("ol", { class: "steps" }, ...lines));
}

function fold(title, gist, ...inside) {
  return make("details", {}, make("summary", { text: title }, make("span", { class: "gist", text: gist })), make("div", {}, ...inside));
}

// The evidence: one line that opens how it was read, the query with its colours, the steps, the files and the hash.

import { make, quiet, tell } from "./make.js";

const SECONDS = 2; // that "Copied" is to be read

export function drawEvidence(reply) {
  const { words } = reply;
  const inside = make("div", {});
  if (reply.restatement) inside.append(read(words["read-as"], reply.restatement));
  if (reply.put_right) inside.append(read(words["put-right"], reply.put_right));
  if (reply.sources.length) {
    const cited = reply.sources.map((source) => make("li", { dir: "auto", text: source }));
    inside.append(make("p", {}, make("b", { text: words.sources })), make("ul", { class: "sources" }, ...cited));
  }
  if (reply.query.length) inside.append(...drawQuery(reply));
  if (reply.steps.length) inside.append(...drawSteps(reply));
  if (reply.files.length) {
    const files = reply.files.map((file) => make("li", {}, make("a", { href: file.address, download: file.name, text: file.title })));
    inside.append(make("ul", { class: "files", "aria-label": words["page-downloads"] }, ...files));
  }
  for (const line of [reply.hash, reply.footer]) if (line) inside.append(make("p", { class: "footer", text: line }));
  return make("details", { class: "evidence" },
    make("summary", {}, make("bdi", { text: reply.evidence }), make("span", { class: "opens", text: reply.opens })), inside);
}

function read(title, words) {
  return make("p", { class: "read-as", dir: "auto" }, make("span", { text: `${title} ` }), make("bdi", { text: words }));
}

function drawQuery(reply) {
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
  return [heading(reply.words.query, reply.lines), make("pre", { dir: "ltr" }, code), copy];
}

function drawSteps(reply) {
  const lines = reply.steps.map((step) => {
    const line = make("li", { dir: "auto", text: step.summary });
    if (step.duration) line.append(make("span", { class: "duration", text: step.duration }));
    if (step.details.length) line.append(make("ul", {}, ...step.details.map((d) => make("li", { dir: "auto", text: d }))));
    return line;
  });
  return [heading(reply.words.trace, reply.counted), make("ol", { class: "steps" }, ...lines)];
}

function heading(title, gist) {
  return make("p", {}, make("b", { text: title }), make("span", { class: "gist", text: gist }));
}

// A reply as its card: the answer first, then how it was read, then the evidence, folded.

import { drawActs } from "./acts.js";
import { drawQuery, drawSteps } from "./folds.js";
import { make } from "./make.js";
import { drawRows } from "./rows.js";
import { drawTabs } from "./tabs.js";

// `asking` is what can be asked from here: { send, stop, conversation }.
export function drawReply(reply, asking) {
  const { words } = reply;
  const card = make("div", { class: "card" }, make("p", { class: "lead", dir: "auto", text: reply.lead }));
  if (reply.rows.length) card.append(drawRows(reply));
  if (reply.restatement) card.append(read(words["read-as"], reply.restatement));
  if (reply.put_right) card.append(read(words["put-right"], reply.put_right));
  if (reply.written) card.append(make("p", { class: "notice", dir: "auto", text: reply.written }));
  for (const warning of reply.warnings) card.append(make("p", { class: "warning", dir: "auto", text: warning }));
  if (reply.buttons.length) card.append(drawChoices(reply, asking));
  const folded = [];
  if (reply.query.length) folded.push(drawQuery(reply));
  if (reply.steps.length) folded.push(drawSteps(reply));
  if (folded.length) card.append(make("div", {}, ...folded));
  if (reply.files.length) {
    const files = reply.files.map((file) => make("li", {}, make("a", { href: file.address, download: file.name, text: file.title })));
    card.append(make("ul", { class: "files", "aria-label": words["page-downloads"] }, ...files));
  }
  if (reply.footer) card.append(make("p", { class: "footer", text: reply.footer }));
  if (reply.acts.length) card.append(drawActs(reply, card, asking));
  return make("li", { class: `reply ${reply.outcome}`, lang: reply.language, "data-reply": reply.event }, ...drawTabs(reply, card, asking));
}

function read(title, words) {
  return make("p", { class: "read-as", dir: "auto" }, make("span", { text: `${title} ` }), make("bdi", { text: words }));
}

function drawChoices(reply, asking) {
  const group = make("div", { class: "choices", role: "group", "aria-label": reply.words["page-choices"] });
  for (const one of reply.buttons) {
    const words = one.detail ? `${one.label}, ${one.detail}` : one.label;
    const button = make("button", { type: "button", dir: "auto", press: async () => {
      for (const other of group.children) other.disabled = true; // a choice is made once
      if (await asking.send(words, { pressed: one.value })) asking.back();
      else for (const other of group.children) other.disabled = false;
    } }, one.label);
    if (one.detail) button.append(make("span", { class: "detail", text: one.detail }));
    group.append(button);
  }
  return group;
}

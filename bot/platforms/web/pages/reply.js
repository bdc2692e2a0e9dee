// A reply as its card: the answer first, its rows, then one line of evidence that opens the query and the steps.

import { drawActs } from "./acts.js";
import { drawEvidence } from "./folds.js";
import { make } from "./make.js";
import { drawRows, drawThing } from "./rows.js";
import { drawTabs } from "./tabs.js";

// `asking` is what can be asked from here: { send, stop, conversation }.
export function drawReply(reply, asking) {
  const card = make("div", { class: "card" }, make("p", { class: "lead", dir: "auto", text: reply.lead }));
  if (reply.rows.length) card.append(drawRows(reply));
  if (reply.thing) card.append(drawThing(reply.thing));
  for (const warning of reply.warnings) card.append(make("p", { class: "warning", dir: "auto", text: warning }));
  if (reply.buttons.length) card.append(drawChoices(reply, asking));
  if (reply.evidence) card.append(drawEvidence(reply));
  if (reply.acts.length) card.append(drawActs(reply, card, asking));
  return make("li", { class: `reply ${reply.outcome}`, lang: reply.language, "data-reply": reply.event }, ...drawTabs(reply, card, asking));
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

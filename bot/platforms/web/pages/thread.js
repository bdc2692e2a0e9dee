// The thread: questions, what goes on, and replies, in their order.

import { byId, make, quiet, say } from "./make.js";
import { drawReply } from "./reply.js";

const STEPS = 6; // that are done and still shown while the work goes on
const PATIENCE = 500; // milliseconds before it is shown that something goes on

const thread = byId("thread");
const empty = byId("empty");
const waiting = new Map(); // event -> the line that says what goes on
const answered = new Set(); // events whose reply is shown, or was deleted

const find = (name, event) => thread.querySelector(`[data-${name}="${CSS.escape(event)}"]`);

export const isAnswered = (event) => answered.has(event);

export function clear() {
  thread.replaceChildren();
  waiting.clear();
  answered.clear();
}

// All items of a conversation; what is shown already stays as it is.
export function fill(items, asking) {
  for (const item of items) if (item.kind !== "question") answered.add(item.event);
  for (const item of items) show(item, asking);
}

export function show(item, asking) {
  empty.hidden = true;
  if (item.kind === "question") ask(item, asking);
  else if (item.kind === "reply") answer(item, asking);
  else remove(item);
}

function ask(item, asking) {
  if (find("question", item.event)) return;
  document.title = `${item.text.slice(0, 60)} – Querist`;
  const line = make("li", { class: "question", dir: "auto", "data-question": item.event, text: item.text });
  if (item.own_query) line.append(make("span", { class: "detail", text: say("page-own-query") }));
  thread.append(line);
  if (!answered.has(item.event)) wait(item.event, asking);
}

function answer(item, asking) {
  if (find("reply", item.event) || find("removed", item.event)) return;
  answered.add(item.event);
  const drawn = drawReply(item, asking);
  const place = waiting.get(item.event) || find("question", item.event);
  if (place) place.after(drawn);
  else thread.append(drawn);
  waiting.get(item.event)?.remove();
  waiting.delete(item.event);
}

function remove({ event }) {
  if (find("removed", event)) return;
  const line = make("li", { class: "removed notice", "data-removed": event, tabindex: "-1", text: say("page-removed") });
  const reply = find("reply", event);
  const { activeElement } = document; // the body, where what had the focus was disabled
  const hadFocus = reply?.contains(activeElement) || activeElement === document.body;
  if (reply) reply.replaceWith(line);
  else find("question", event)?.after(line);
  if (hadFocus) line.focus();
}

export function takeOut(event) {
  find("question", event)?.remove();
  find("working", event)?.remove();
  waiting.delete(event);
  empty.hidden = thread.children.length > 0;
}

function wait(event, asking) {
  const line = make("li", { class: "working", "data-working": event, hidden: "" }, make("p", { class: "now", text: say("page-on-its-way") }),
    quiet(say("page-stop"), (press) => asking.stop(press.target)));
  waiting.set(event, line);
  find("question", event).after(line);
  setTimeout(() => {
    if (!line.isConnected) return; // it was answered, and the page shall not move under who reads or presses
    line.hidden = false;
    reveal(event);
  }, PATIENCE);
}

export function stage(event, words) {
  const line = waiting.get(event);
  if (!line) return;
  const now = line.querySelector(".now");
  if (now.textContent === words) return;
  const isSeen = !line.hidden && line.getBoundingClientRect().top < innerHeight;
  if (now.textContent === say("page-on-its-way")) now.remove();
  else now.className = "done";
  line.querySelector("button").before(make("p", { class: "now", text: words }));
  const done = line.querySelectorAll(".done");
  if (done.length > STEPS) done[0].remove();
  if (isSeen) reveal(event); // it has grown, and its button shall not hide below the box
}

// Scrolls so that the question and what came of it are seen, or at least where they begin.
export function reveal(event) {
  const question = find("question", event);
  const last = find("reply", event) || waiting.get(event);
  if (!question || !last) return;
  const tall = last.getBoundingClientRect().bottom - question.getBoundingClientRect().top > innerHeight - 120;
  (tall ? question : last).scrollIntoView({ block: tall ? "start" : "end" });
}

export const toEnd = () => thread.lastElementChild?.scrollIntoView({ block: "end" });

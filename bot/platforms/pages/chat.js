// The local chat page. Everything that comes from the graph or from people is put in by textContent.
"use strict";

const STEPS = 6; // that are done and still shown while the work goes on
const PATIENCE = 500; // milliseconds before it is shown that something goes on
const byId = (id) => document.getElementById(id);
const [thread, list, box, live, trouble, empty] = ["thread", "list", "question", "live", "trouble", "empty"].map(byId);

let current = ""; // the id of the conversation that is shown
let asked = []; // what was typed here, for the arrow keys
let recalled = 0;
const waiting = new Map(); // event -> the line that says what goes on
const answered = new Set(); // events whose reply is shown

// ── making elements ──

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name === "press") element.addEventListener("click", value);
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function table(reply) {
  const head = make("tr", {}, ...reply.columns.map((c) => make("th", { scope: "col", class: c.align, text: c.title })));
  const body = make("tbody");
  const add = (rows) => {
    for (const row of rows) {
      const cells = row.map((cell, n) => {
        const inside = cell.link
          ? make("a", { href: cell.link, target: "_blank", rel: "noreferrer noopener", text: cell.text })
          : make("bdi", { text: cell.text });
        return make("td", { class: reply.columns[n].align, dir: reply.columns[n].align === "right" ? false : "auto" }, inside);
      });
      body.append(make("tr", {}, ...cells));
    }
  };
  add(reply.rows.slice(0, reply.first));
  const caption = make("caption", { class: "unseen", text: "The rows of the answer" });
  const sheet = make("div", { class: "sheet", role: "region", "aria-label": "Rows", tabindex: "0" },
    make("table", {}, caption, make("thead", {}, head), body));
  const below = make("div", { class: "below" });
  if (reply.rows.length > reply.first) {
    const shown = make("span", { class: "notice", text: `${reply.first} of ${reply.rows.length} rows` });
    const more = make("button", { class: "quiet", type: "button", text: `Show ${reply.rows.length - reply.first} more`, press: () => {
      add(reply.rows.slice(reply.first));
      more.remove();
      shown.remove();
      sheet.focus();
    } });
    below.append(shown, more);
  }
  if (reply.notice) below.append(make("span", { class: "notice", text: reply.notice }));
  return make("div", {}, sheet, below);
}

function query(reply) {
  const text = reply.query.map((piece) => piece[1]).join("");
  const code = make("code", {}, ...reply.query.map(([colour, piece]) => make("span", { class: colour || false, text: piece })));
  const copy = make("button", { class: "quiet", type: "button", text: "Copy", press: async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
      say("Copied.");
    } catch {
      getSelection().selectAllChildren(code); // no right to the clipboard: the reader copies it
    }
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  } });
  const gist = make("span", { class: "gist", text: count(text.split("\n").length, "line") });
  return make("details", {}, make("summary", { text: "Query" }, gist), make("div", {}, make("pre", { dir: "ltr" }, code), copy));
}

function steps(reply) {
  const lines = reply.steps.map((step) => {
    const line = make("li", { dir: "auto", text: step.summary });
    if (step.duration) line.append(make("span", { class: "duration", text: step.duration }));
    if (step.details.length) line.append(make("ul", {}, ...step.details.map((d) => make("li", { dir: "auto", text: d }))));
    return line;
  });
  const gist = make("span", { class: "gist", text: count(lines.length, "step") });
  return make("details", {}, make("summary", { text: "How I got there" }, gist), make("div", {}, make("ol", { class: "steps" }, ...lines)));
}

function choices(reply) {
  const group = make("div", { class: "choices", role: "group", "aria-label": "Choices" });
  for (const one of reply.buttons) {
    const words = one.detail ? `${one.label}, ${one.detail}` : one.label;
    const button = make("button", { type: "button", dir: "auto", press: async () => {
      for (const other of group.children) other.disabled = true; // a choice is made once
      if (await send(words, one.value)) box.focus();
      else for (const other of group.children) other.disabled = false;
    } }, one.label);
    if (one.detail) button.append(make("span", { class: "detail", text: one.detail }));
    group.append(button);
  }
  return group;
}

function verify(one) {
  const said = make("span", { class: "notice", role: "status" });
  const button = make("button", { class: "quiet", type: "button", text: one.label, press: async () => {
    button.disabled = true; // pressed again, it would be kept once all the same
    try {
      said.textContent = (await post({ event: crypto.randomUUID(), conversation: current, text: one.label, pressed: one.value })).said;
    } catch (error) {
      button.disabled = false;
      said.textContent = excuse(error);
    }
  } });
  return make("div", { class: "below" }, button, said);
}

function drawReply(reply) {
  const parts = [make("p", { class: "lead", dir: "auto", text: reply.lead })];
  if (reply.rows.length) parts.push(table(reply));
  if (reply.restatement) parts.push(make("p", { class: "read-as", dir: "auto" }, make("span", { text: "Read as: " }), reply.restatement));
  if (reply.put_right) parts.push(make("p", { class: "read-as", dir: "auto" }, make("span", { text: "Put right before it ran: " }), reply.put_right));
  if (reply.written) parts.push(make("p", { class: "notice", dir: "auto", text: reply.written }));
  for (const words of reply.warnings) parts.push(make("p", { class: "warning", dir: "auto", text: words }));
  if (reply.buttons.length) parts.push(choices(reply));
  if (reply.again) parts.push(make("div", { class: "choices" }, make("button", { type: "button", text: "Try again", press: () => send(reply.again) })));
  const folded = [];
  if (reply.query.length) folded.push(query(reply));
  if (reply.steps.length) folded.push(steps(reply));
  if (folded.length) parts.push(make("div", {}, ...folded));
  if (reply.verify) parts.push(verify(reply.verify));
  if (reply.files.length) {
    const files = reply.files.map((file) => make("li", {}, make("a", { href: file.address, download: file.name, text: file.title })));
    parts.push(make("ul", { class: "files", "aria-label": "Downloads" }, ...files));
  }
  if (reply.footer) parts.push(make("p", { class: "footer", text: reply.footer }));
  return make("li", { class: `reply ${reply.outcome}`, "data-reply": reply.event }, ...parts);
}

// ── the thread ──

const find = (name, event) => thread.querySelector(`[data-${name}="${CSS.escape(event)}"]`);

function show(item) {
  if (find(item.kind, item.event)) return;
  empty.hidden = true;
  if (item.kind === "question") {
    document.title = `${item.text.slice(0, 60)} – Querist`;
    thread.append(make("li", { class: "question", dir: "auto", "data-question": item.event, text: item.text }));
    if (!answered.has(item.event)) wait(item.event);
    return;
  }
  answered.add(item.event);
  const drawn = drawReply(item);
  const place = waiting.get(item.event) || find("question", item.event);
  if (place) place.after(drawn);
  else thread.append(drawn);
  waiting.get(item.event)?.remove();
  waiting.delete(item.event);
}

function takeOut(event) {
  find("question", event)?.remove();
  find("working", event)?.remove();
  waiting.delete(event);
  empty.hidden = thread.children.length > 0;
}

function wait(event) {
  const line = make("li", { class: "working", "data-working": event, hidden: "" }, make("p", { class: "now", text: "on its way" }), make("button", { class: "quiet", type: "button", text: "Stop", press: (press) => stop(press.target) }));
  waiting.set(event, line);
  find("question", event).after(line);
  setTimeout(() => { line.hidden = false; reveal(event); }, PATIENCE);
}

function stage(event, words) {
  const line = waiting.get(event);
  if (!line) return;
  const now = line.querySelector(".now");
  if (now.textContent === words) return;
  const isSeen = !line.hidden && line.getBoundingClientRect().top < innerHeight;
  if (now.textContent === "on its way") now.remove();
  else now.className = "done";
  line.querySelector("button").before(make("p", { class: "now", text: words }));
  const done = line.querySelectorAll(".done");
  if (done.length > STEPS) done[0].remove();
  if (isSeen) reveal(event); // it has grown, and its button shall not hide below the box
}

function reveal(event) {
  const question = find("question", event);
  const last = find("reply", event) || waiting.get(event);
  if (!question || !last) return;
  const tall = last.getBoundingClientRect().bottom - question.getBoundingClientRect().top > innerHeight - 120;
  (tall ? question : last).scrollIntoView({ block: tall ? "start" : "end" });
}

function say(words) {
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = words; });
}

function complain(words) {
  trouble.textContent = words;
  trouble.hidden = !words;
  if (words) trouble.scrollIntoView({ block: "nearest" });
}

// ── talking to the server ──

async function call(address, options) {
  const response = await fetch(address, options);
  const told = (response.headers.get("Content-Type") || "").startsWith("application/json");
  const body = told ? await response.json() : { problem: await response.text() };
  if (!response.ok) throw new Error(body.problem || "Querist did not understand the page. Reload it.");
  return body;
}

const post = (posting) => call("/api/messages", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(posting) });

const excuse = (error) => error instanceof TypeError ? "Querist cannot be reached. Is it still running in the terminal?" : error.message;

async function stop(button) { // ends what waits in this conversation; the reply to it says so
  button.disabled = true;
  try {
    await post({ event: crypto.randomUUID(), conversation: current, text: "stop" });
  } catch (error) {
    button.disabled = false;
    complain(excuse(error));
  }
  box.focus();
}

async function send(text, pressed = "") {
  const event = crypto.randomUUID();
  if (!current) { // named here, so that what the stream tells of it is never news of a stranger
    current = crypto.randomUUID();
    history.pushState(null, "", `#${current}`);
  }
  const posting = { event, conversation: current, text, pressed, language: navigator.language || "" };
  complain("");
  show({ kind: "question", event, text });
  reveal(event);
  try {
    const { stops } = await post(posting);
    if (stops && !answered.has(event)) takeOut(event); // no question: what it stops says so
    return true;
  } catch (error) {
    takeOut(event);
    complain(excuse(error));
    return false;
  }
}

async function refresh() {
  const start = await call("/api/conversations");
  byId("about").textContent = start.about;
  list.replaceChildren(...start.conversations.map((c) => {
    const isCurrent = c.id === current;
    return make("li", {}, make("a", { href: `#${c.id}`, title: c.title, dir: "auto", "aria-current": isCurrent && "page", text: c.title }));
  }));
  byId("examples").replaceChildren(...start.examples.map((question) =>
    make("li", {}, make("button", { type: "button", text: question, press: () => { send(question); box.focus(); } }))));
}

async function open() {
  current = location.hash.slice(1);
  thread.replaceChildren();
  waiting.clear();
  answered.clear();
  complain("");
  try {
    if (current) await fill();
  } catch (error) {
    current = "";
    history.replaceState(null, "", location.pathname);
    complain(error.message);
  }
  empty.hidden = Boolean(current);
  if (!current) document.title = "Querist";
  await refresh();
  thread.lastElementChild?.scrollIntoView({ block: "end" });
}

async function fill() {
  const wanted = current;
  const conversation = await call(`/api/conversations/${encodeURIComponent(wanted)}`);
  if (wanted !== current) return; // another one was opened meanwhile
  for (const item of conversation.items) if (item.kind === "reply") answered.add(item.event);
  conversation.items.forEach(show);
}

function listen() {
  const stream = new EventSource("/api/events");
  stream.onopen = async () => { // whatever happened while nobody listened
    complain("");
    if (current) await fill().catch(() => {});
    await refresh().catch(() => {});
  };
  stream.onerror = () => complain(stream.readyState === EventSource.CLOSED
    ? "Querist was started anew. Open the address that it printed in the terminal."
    : "Querist cannot be reached. Is it still running in the terminal? Trying again.");
  stream.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    if (event.kind === "item") {
      if (event.conversation === current) {
        show(event.item);
        if (event.item.kind === "reply") {
          reveal(event.item.event);
          say(event.item.lead);
        }
      }
      refresh();
    } else if (event.kind === "stage") stage(event.event, event.words);
    else takeOut(event.event);
  };
}

// ── the keyboard ──

function fit() {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight + 2}px`;
}

byId("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = box.value.trim();
  if (!text) return;
  asked.push(text);
  recalled = asked.length;
  box.value = "";
  fit();
  if (!(await send(text)) && !box.value) box.value = text; // nothing typed is lost
  box.focus();
});

box.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    byId("ask").requestSubmit();
  } else if (event.key === "ArrowUp" && (!box.value || box.value === asked[recalled]) && recalled > 0) {
    event.preventDefault();
    recalled -= 1;
    box.value = asked[recalled];
    fit();
  }
});

box.addEventListener("input", fit);

function unfold(isOpen) {
  byId("conversations").classList.toggle("open", isOpen);
  byId("toggle").setAttribute("aria-expanded", String(isOpen));
}

byId("toggle").addEventListener("click", () => unfold(byId("toggle").getAttribute("aria-expanded") !== "true"));
list.addEventListener("click", (event) => { if (event.target.closest("a")) unfold(false); });
byId("new").addEventListener("click", () => {
  unfold(false);
  history.pushState(null, "", location.pathname);
  open();
  box.focus();
});

addEventListener("hashchange", open);
addEventListener("popstate", () => { if (location.hash.slice(1) !== current) open(); });

open().then(listen, (error) => { complain(error.message); });

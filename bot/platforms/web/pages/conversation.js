// The conversation that is open: what is sent, what the server tells of it, and the list of all.

import { byId, complain, make, say, tell } from "./make.js";
import { call, excuse, post } from "./server.js";
import * as thread from "./thread.js";

let current = ""; // its id

const list = byId("list");
const box = byId("question");
const asking = { send, stop, conversation: () => current, back: () => box.focus() };

// A question, with the value of a button, or a query of one's own; whether it was taken.
export async function send(text, { pressed = "", query = "" } = {}) {
  const event = crypto.randomUUID();
  if (!current) { // named here, so that what the stream tells of it is never news of a stranger
    current = crypto.randomUUID();
    history.pushState(null, "", `#${current}`);
  }
  complain("");
  thread.show({ kind: "question", event, text, own_query: Boolean(query) }, asking);
  thread.reveal(event);
  try {
    const { stops } = await post({ event, conversation: current, text, pressed, query });
    if (stops && !thread.isAnswered(event)) thread.takeOut(event); // no question: what it stops says so
    return true;
  } catch (error) {
    thread.takeOut(event);
    complain(excuse(error));
    return false;
  }
}

async function stop(button) { // ends what waits in this conversation; the reply to it says so
  button.disabled = true;
  try {
    await post({ conversation: current, text: "stop" });
  } catch (error) {
    button.disabled = false;
    complain(excuse(error));
  }
  box.focus();
}

export async function open() {
  current = location.hash.slice(1);
  thread.clear();
  complain("");
  try {
    if (current) await fill();
  } catch (error) {
    current = "";
    history.replaceState(null, "", location.pathname);
    complain(error.message);
  }
  byId("empty").hidden = Boolean(current);
  if (!current) document.title = "Querist";
  await refresh();
  if (!current) await welcome();
  thread.toEnd();
}

export const openElsewhere = () => { if (location.hash.slice(1) !== current) open(); };

async function fill() {
  const wanted = current;
  const conversation = await call(`/api/conversations/${encodeURIComponent(wanted)}`);
  if (wanted === current) thread.fill(conversation.items, asking); // else another one was opened meanwhile
}

async function refresh() {
  const start = await call("/api/conversations");
  byId("about").textContent = start.about;
  list.replaceChildren(...start.conversations.map((c) => {
    const isCurrent = c.id === current;
    return make("li", {}, make("a", { href: `#${c.id}`, title: c.title, dir: "auto", "aria-current": isCurrent && "page", text: c.title }));
  }));
  if (!byId("examples").children.length) offer("examples", start.examples.map((question) => ({ question })));
}

// What the empty page says: questions to try, one's own last ones, and what the graphs hold.
async function welcome() {
  const home = await call("/api/home").catch(() => null); // without it, the page still asks
  if (!home) return;
  offer("examples", home.examples.map((question) => ({ question })));
  offer("recent", home.recent);
  byId("recent-part").hidden = !home.recent.length;
  byId("graphs").replaceChildren(...home.graphs.flatMap((graph) => [
    make("dt", { dir: "auto", text: graph.name }), make("dd", { dir: "auto", text: graph.about }),
  ]));
  byId("graphs-part").hidden = !home.graphs.length;
}

function offer(place, questions) {
  byId(place).replaceChildren(...questions.map(({ question, conversation }) => make("li", {}, conversation
    ? make("a", { href: `#${conversation}`, dir: "auto", text: question })
    : make("button", { type: "button", dir: "auto", text: question, press: () => { send(question); box.focus(); } }))));
}

export function listen() {
  const stream = new EventSource("/api/events");
  stream.onopen = async () => { // whatever happened while nobody listened
    complain("");
    if (current) await fill().catch(() => {});
    await refresh().catch(() => {});
  };
  stream.onerror = () => complain(say(stream.readyState === EventSource.CLOSED ? "page-restarted" : "page-trying"));
  stream.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    if (event.kind === "item") {
      if (event.conversation === current) news(event.item);
      refresh();
    } else if (event.kind === "stage") thread.stage(event.event, event.words);
    else thread.takeOut(event.event);
  };
}

function news(item) {
  thread.show(item, asking);
  if (item.kind === "removed") tell(say("page-removed"));
  if (item.kind !== "reply") return;
  thread.reveal(item.event);
  tell(item.lead);
}

// What can be done with an answer: the quiet buttons, and what opens below them.

import { sign } from "./icons.js";
import { make, quiet, tell } from "./make.js";
import { turn } from "./rows.js";
import { excuse, post } from "./server.js";

export function drawActs(reply, card, asking) {
  const said = make("p", { class: "notice", role: "status" });
  const place = make("div", { class: "aside" }); // one thing at a time is open
  const scene = { reply, card, asking, said, place };
  const drawn = (act) => {
    const button = quiet(ICONS.has(act.kind) ? "" : act.label, () => (MOVES[act.kind] || plainly)({ ...scene, act, button }), { "data-act": act.kind });
    if (ICONS.has(act.kind)) {
      button.append(sign(act.kind));
      button.setAttribute("aria-label", act.label);
      button.title = act.label;
    }
    return button;
  };
  const inSight = (act) => ICONS.has(act.kind) || act.kind === "meant";
  const rest = reply.acts.filter((act) => !inSight(act)).map(drawn);
  const row = reply.acts.filter(inSight).map(drawn);
  const more = rest.length > 1 ? [menu(reply, rest)] : rest; // a menu of one would hide it for nothing
  return make("div", { class: "acts" }, make("div", { class: "row", role: "group", "aria-label": reply.words["page-acts"] }, ...row, ...more), place, said);
}

const ICONS = new Set(["up", "down"]);

// The rest, behind dots; it closes when something of it was pressed, by Escape, and when the focus leaves it.
function menu(reply, buttons) {
  const words = reply.words["page-more-acts"];
  const dots = make("summary", { "aria-label": words, title: words, text: "⋯" });
  const drawn = make("details", { class: "menu" }, dots, make("div", {}, ...buttons));
  drawn.addEventListener("click", (event) => { if (event.target.closest("button")) drawn.open = false; });
  drawn.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !drawn.contains(relatedTarget)) drawn.open = false; });
  drawn.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawn.open) return;
    drawn.open = false;
    dots.focus();
  });
  return drawn;
}

const MOVES = {
  up: async (scene) => {
    if (await press(scene)) scene.button.setAttribute("aria-pressed", "true");
  },
  down: (scene) => open(scene, form(scene, {
    label: "page-reason",
    go: "page-send",
    send: async (note) => {
      if (!(await press(scene, note))) return false;
      scene.button.setAttribute("aria-pressed", "true");
      return true;
    },
  })),
  again: ({ act, asking, button }) => once(button, () => asking.send(act.label, { pressed: act.value })),
  map: ({ act, asking, button }) => once(button, () => asking.send(act.label, { pressed: act.value })),
  meant: async (scene) => {
    const heard = await press(scene);
    if (heard?.others) open(scene, others(scene, heard.others));
  },
  edit: async (scene) => {
    const heard = await press(scene);
    if (heard?.query === undefined) return;
    open(scene, form(scene, {
      label: "page-edit",
      go: "page-run",
      text: heard.query,
      code: true,
      send: (query) => query.trim() && scene.asking.send(scene.reply.question, { query }),
    }));
  },
  chart: async (scene) => {
    const drawn = scene.card.querySelector(".chart");
    const chart = drawn || (await press(scene))?.chart;
    if (chart) scene.button.textContent = scene.reply.words[turn(scene.card, chart)];
  },
  remove: (scene) => {
    const { reply } = scene;
    const go = quiet(scene.act.label, () => once(go, async () => { if (await press(scene)) close(scene); }));
    open(scene, make("div", { class: "row" }, make("span", { text: reply.words["page-sure-remove"] }), go, quiet(reply.words["page-cancel"], () => close(scene))));
  },
};

async function plainly(scene) {
  scene.button.disabled = true; // pressed again, it would be the same
  if (!(await press(scene))) scene.button.disabled = false;
}

// What the desk says to it, shown; undefined where that cannot be.
async function press({ act, asking, said }, note = "") {
  try {
    const heard = await post({ conversation: asking.conversation(), text: act.label, pressed: act.value, note });
    said.textContent = heard.said;
    return heard;
  } catch (error) {
    said.textContent = excuse(error);
    return undefined;
  }
}

async function once(button, act) {
  button.disabled = true;
  await act();
  button.disabled = false;
}

function open(scene, inside) {
  scene.place.replaceChildren(inside);
  scene.place.onkeydown = (event) => { if (event.key === "Escape") close(scene); };
  for (const other of scene.card.querySelectorAll("[data-act]")) other.removeAttribute("aria-expanded");
  scene.button.setAttribute("aria-expanded", "true");
  scene.place.querySelector("textarea, button").focus();
  scene.place.scrollIntoView({ block: "nearest" });
}

function close({ place, button }) {
  place.replaceChildren();
  button.removeAttribute("aria-expanded");
  (button.closest(".menu")?.querySelector("summary") || button).focus();
}

function others(scene, readings) {
  const { reply, asking } = scene;
  const choose = readings.map((one) => {
    const words = one.detail ? `${one.label}, ${one.detail}` : one.label;
    const button = make("button", { type: "button", dir: "auto", text: one.label, press: () => once(button, () => asking.send(words, { pressed: one.value })) });
    if (one.detail) button.append(make("span", { class: "detail", text: one.detail }));
    return button;
  });
  const title = reply.words[readings.length ? "page-others" : "page-no-others"];
  const own = form(scene, { label: "page-in-own-words", go: "page-ask", send: (text) => text.trim() && asking.send(text.trim()) });
  return make("div", {}, make("p", { text: title }), make("div", { class: "choices", role: "group", "aria-label": title }, ...choose), own);
}

// A text to send; it closes when it was taken.
function form(scene, { label, go, text = "", code = false, send }) {
  const { words } = scene.reply;
  const id = `${label}-${scene.reply.event}`;
  const box = make("textarea", { id, rows: String(code ? Math.min(20, text.split("\n").length + 1) : 2), class: code ? "code" : false, dir: code ? "ltr" : "auto", maxlength: "20000", spellcheck: code ? "false" : "true" });
  box.value = text;
  const submit = make("button", { type: "submit", class: "main", text: words[go] });
  const drawn = make("form", {}, make("label", { for: id, text: words[label] }), box,
    make("div", { class: "row" }, submit, quiet(words["page-cancel"], () => close(scene))));
  drawn.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const taken = await send(box.value);
    submit.disabled = false;
    if (taken) close(scene);
    else box.focus();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && (code ? event.ctrlKey || event.metaKey : !event.shiftKey)) {
      event.preventDefault();
      drawn.requestSubmit();
    }
  });
  return drawn;
}

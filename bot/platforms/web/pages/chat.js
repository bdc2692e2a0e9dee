// The local chat page: the box to ask in, the keyboard, and the list of conversations.

import { listen, open, openElsewhere, send } from "./conversation.js";
import { byId, complain } from "./make.js";

const box = byId("question");
const asked = []; // what was typed here, for the arrow keys
let recalled = 0;

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
byId("list").addEventListener("click", (event) => { if (event.target.closest("a")) unfold(false); });
byId("new").addEventListener("click", () => {
  unfold(false);
  history.pushState(null, "", location.pathname);
  open();
  box.focus();
});

addEventListener("hashchange", open);
addEventListener("popstate", openElsewhere);

open().then(listen, (error) => { complain(error.message); });

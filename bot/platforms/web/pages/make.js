// Elements, and the words of the page. Everything from the graph or from people is put in by textContent.

export const byId = (id) => document.getElementById(id);

const words = JSON.parse(byId("words").textContent);
export const say = (name) => words[name];

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name === "press") element.addEventListener("click", value);
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const quiet = (text, press, attributes = {}) => make("button", { class: "quiet", type: "button", text, press, ...attributes });

// Says it to who does not see the page.
export function tell(news) {
  const live = byId("live");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = news; });
}

export function complain(problem) {
  const trouble = byId("trouble");
  trouble.textContent = problem;
  trouble.hidden = !problem;
  if (problem) trouble.scrollIntoView({ block: "nearest" });
}

// One answer, three ways to show it: tabs by the pattern of WAI-ARIA, moved by the arrow keys.

import { make } from "./make.js";
import { call, excuse } from "./server.js";
import { drawSlack } from "./slack.js";
import { drawTeams } from "./teams.js";

const ELSEWHERE = { slack: drawSlack, teams: drawTeams };

export function drawTabs(reply, card, asking) {
  const { words, event } = reply;
  const panels = { page: card };
  for (const place of Object.keys(ELSEWHERE)) panels[place] = make("div", { class: `preview ${place}`, hidden: "", tabindex: "0" });
  const tabs = Object.entries(panels).map(([place, panel]) => {
    panel.id = `${place}-${event}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${panel.id}`);
    return make("button", { type: "button", role: "tab", id: `tab-${panel.id}`, "aria-controls": panel.id, text: words[`page-view-${place}`], press: () => select(place) });
  });
  const list = make("div", { class: "views", role: "tablist", "aria-label": words["page-views"] }, ...tabs);
  const places = Object.keys(panels);

  function select(place) {
    places.forEach((name, n) => {
      const isIt = name === place;
      tabs[n].setAttribute("aria-selected", String(isIt));
      tabs[n].tabIndex = isIt ? 0 : -1;
      panels[name].hidden = !isIt;
    });
    if (ELSEWHERE[place] && !panels[place].firstChild) fill(place);
  }

  async function fill(place) {
    const panel = panels[place];
    panel.append(make("p", { class: "notice", text: words[`page-drawn-${place}`] }));
    try {
      const drawn = await call(`/api/preview/${encodeURIComponent(asking.conversation())}/${encodeURIComponent(event)}?as=${place}`);
      panel.append(ELSEWHERE[place](drawn));
    } catch (error) {
      panel.replaceChildren(make("p", { class: "warning", text: excuse(error) }));
    }
  }

  list.addEventListener("keydown", (press) => {
    const now = tabs.indexOf(document.activeElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[press.key];
    if (now < 0 || next === undefined) return;
    press.preventDefault();
    const to = (next + tabs.length) % tabs.length;
    select(places[to]);
    tabs[to].focus();
  });
  select("page");
  return [list, ...Object.values(panels)];
}

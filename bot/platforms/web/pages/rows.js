// The rows of a reply, as a table, in its place as a chart, or as the card of one thing.

import { drawChart } from "./chart.js";
import { make, quiet } from "./make.js";

export function drawRows(reply) {
  const rows = drawTable(reply);
  return reply.chart ? drawInItsPlace(reply, rows) : rows;
}

function drawTable(reply) {
  const head = make("tr", {}, ...reply.columns.map((c) => make("th", { scope: "col", class: c.align, text: c.title })));
  const body = make("tbody");
  const add = (rows) => body.append(...rows.map((row) => make("tr", {}, ...row.map((cell, n) => drawCell(cell, reply.columns[n].align)))));
  add(reply.rows.slice(0, reply.first));
  const caption = make("caption", { class: "unseen", text: reply.words["page-caption"] });
  const sheet = make("div", { class: "sheet", role: "group", "aria-label": reply.words["page-rows"], tabindex: "0" },
    make("table", {}, caption, make("thead", {}, head), body));
  const below = make("div", { class: "below" });
  if (reply.more) {
    const more = quiet(reply.more, () => {
      add(reply.rows.slice(reply.first));
      more.remove();
      sheet.focus();
    });
    below.append(more);
  }
  if (reply.notice) below.append(make("span", { class: "notice", text: reply.notice }));
  return make("div", { class: "rows" }, sheet, below);
}

// The chart that the rows call for, and a button that shows the table instead.
function drawInItsPlace(reply, rows) {
  const chart = drawChart(reply.chart);
  rows.hidden = true;
  const other = quiet(reply.words["act-table"], () => {
    chart.hidden = !chart.hidden;
    rows.hidden = !chart.hidden;
    other.textContent = reply.words[chart.hidden ? "act-chart" : "act-table"];
  });
  return make("div", {}, chart, rows, make("div", { class: "below" }, other));
}

function drawCell(cell, align) {
  const inside = cell.link
    ? make("a", { href: cell.link, target: "_blank", rel: "noreferrer noopener", text: cell.text })
    : make("bdi", { text: cell.text });
  return make("td", { class: align, dir: align === "right" ? false : "auto" }, inside);
}

// One thing: its name and kind, and its facts, of which a mail address and a number can be pressed.
export function drawThing(thing) {
  const name = thing.link ? leading(thing.link, thing.name) : make("bdi", { text: thing.name });
  const facts = thing.facts.flatMap(({ title, text, link }) => [
    make("dt", { dir: "auto", text: title }),
    make("dd", { dir: "auto" }, link ? leading(link, text) : make("bdi", { text })),
  ]);
  const head = thing.name ? [make("p", { class: "name" }, make("b", {}, name), make("span", { text: thing.kind }))] : [];
  return make("div", { class: "thing" }, ...head, make("dl", {}, ...facts));
}

function leading(link, text) {
  const isPage = link.startsWith("http");
  return make("a", { href: link, target: isPage && "_blank", rel: isPage && "noreferrer noopener", text });
}

// Shows the rows of `card` as the chart, once drawn; again, as the table. Says which one can be seen next.
export function turn(card, chart) {
  const rows = card.querySelector(".rows");
  const drawn = card.querySelector(".chart") || drawChart(chart);
  if (!drawn.isConnected) {
    if (rows) rows.before(drawn);
    else card.querySelector(".lead").after(drawn);
  } else drawn.hidden = !drawn.hidden;
  if (rows) rows.hidden = !drawn.hidden;
  return drawn.hidden ? "act-chart" : "act-table";
}

// Block Kit as Slack draws it, for the blocks that Querist sends. Folds open and close; buttons do nothing.

import { sign } from "./icons.js";
import { make } from "./make.js";

// Each of these knows how one type of block or element looks; what is not here is shown by its name.
const ELEMENTS = {
  rich_text: (block) => make("div", { class: "rich" }, ...all(block.elements)),
  rich_text_section: (part) => make("div", { dir: "auto" }, ...all(part.elements)),
  rich_text_list: (part) => make(part.style === "ordered" ? "ol" : "ul", {}, ...part.elements.map((item) => make("li", { dir: "auto" }, ...all(item.elements)))),
  rich_text_preformatted: (part) => make("pre", { dir: "ltr" }, ...all(part.elements)),
  text: (part) => styled(part, make("span", { text: part.text })),
  link: (part) => styled(part, make("a", { href: part.url, target: "_blank", rel: "noreferrer noopener", text: part.text })),
  plain_text: (part) => make("span", { dir: "auto", text: part.text }),
  raw_text: (cell) => make("span", { dir: "auto", text: cell.text }),
  table: drawTable,
  context: (block) => make("div", { class: "context" }, ...all(block.elements)),
  container: drawContainer,
  actions: (block) => make("div", { class: "actions" }, ...all(block.elements)),
  context_actions: (block) => make("div", { class: "actions small" }, ...all(block.elements)),
  button: (one) => inert(one.style === "primary" ? "primary" : "", one.text.text),
  feedback_buttons: (one) => make("span", { class: "thumbs" }, icon("up", one.positive_button.text.text), icon("down", one.negative_button.text.text)),
  icon_button: (one) => icon("bin", one.text.text),
  overflow: (menu) => make("details", { class: "menu" }, make("summary", { "aria-label": "…", text: "⋯" }),
    make("ul", {}, ...menu.options.map((option) => make("li", { text: option.text.text })))),
};

const draw = (part) => (ELEMENTS[part.type] || unknown)(part);
const all = (parts) => parts.map(draw);
const unknown = ({ type }) => make("span", { class: "undrawn", text: type });

function styled({ style }, element) {
  return style?.bold ? make("b", {}, element) : element;
}

function inert(look, text, attributes = {}) {
  return make("button", { type: "button", class: look || false, tabindex: "-1", "aria-disabled": "true", dir: "auto", text, ...attributes });
}

function icon(name, words) {
  const button = inert("icon", "", { "aria-label": words, title: words });
  button.append(sign(name));
  return button;
}

function drawTable(block) {
  const [head, ...rows] = block.rows;
  const cell = (tag) => (one, n) => {
    const { align = "left", is_wrapped = false } = block.column_settings?.[n] || {};
    return make(tag, { class: `${align} ${is_wrapped ? "wraps" : ""}`, scope: tag === "th" ? "col" : false }, draw(one));
  };
  return make("div", { class: "grid" }, make("table", {},
    make("thead", {}, make("tr", {}, ...head.map(cell("th")))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell("td")))))));
}

function drawContainer(block) {
  const heads = [make("b", {}, draw(block.title))];
  if (block.subtitle) heads.push(make("span", { class: "subtitle" }, draw(block.subtitle)));
  if (!block.is_collapsible) return make("div", { class: "container" }, ...heads, ...all(block.child_blocks));
  return make("details", { class: "container", open: block.default_collapsed ? false : "" },
    make("summary", {}, make("span", { class: "heads" }, ...heads)), make("div", {}, ...all(block.child_blocks)));
}

export function drawSlack({ blocks, time }) {
  const head = make("p", { class: "head" }, make("b", { text: "Querist" }), make("span", { class: "badge", text: "APP" }), make("time", { text: time }));
  return make("article", {}, make("span", { class: "face", "aria-hidden": "true", text: "Q" }), make("div", { class: "message" }, head, ...all(blocks)));
}

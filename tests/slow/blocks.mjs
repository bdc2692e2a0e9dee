// Draws Block Kit as a web page: a list of [name, blocks] as JSON comes in, a page goes out.
// The first argument is the folder into which npm put slack-blocks-to-jsx.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const require = createRequire(join(folder, "package.json"));
const React = require("react");
const { renderToStaticMarkup } = require("react-dom/server");
const { Message } = require("slack-blocks-to-jsx");
const style = readFileSync(join(folder, "dist", "style.css"), "utf8");
let given = "";
for await (const chunk of process.stdin.setEncoding("utf8")) given += chunk; // a pipe that is read at once may say EAGAIN
const pieces = JSON.parse(given).map(([name, blocks]) => {
  const drawn = React.createElement(Message, {
    blocks,
    name: "Querist",
    logo: "",
    time: new Date(0),
    theme: "light",
    withoutWrapper: true,
  });
  return `<section id="${name}">${renderToStaticMarkup(drawn)}</section>`;
});
const own = "body{margin:0;padding:12px;font:15px/1.46 Lato,Helvetica,sans-serif} section{margin-bottom:32px}";
const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}${own}</style>`;
process.stdout.write(`<!doctype html><head>${head}</head><body>${pieces.join("")}</body>`);

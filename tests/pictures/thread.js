// Lays the answers of a page out as a thread: show(said, {messages, typing, open}) draws one moment of it.
const STYLE = `
  html, body { margin: 0; height: 100%; background: #fff; overflow: hidden; }
  body { padding: 0; font: 15px/1.46 Lato, "Noto Sans", Helvetica, Arial, sans-serif; color: #1d1c1d; }
  .thread { box-sizing: border-box; height: 100vh; display: flex; flex-direction: column; border: 2px solid #d5d5d8; border-radius: 10px; overflow: hidden; }
  .head { padding: 12px 18px; border-bottom: 1px solid #e3e3e6; font-weight: 700; }
  .head span { color: #616061; font-weight: 400; margin-left: 8px; }
  .messages { flex: 1; overflow: hidden; padding: 6px 18px; display: flex; flex-direction: column; }
  .message { display: flex; gap: 10px; padding: 8px 0; flex: none; }
  .face { flex: none; width: 36px; height: 36px; border-radius: 8px; color: #fff; font-weight: 700; display: grid; place-items: center; }
  .person .face { background: #7a4b94; }
  .bot .face { background: #1f5c57; }
  .what { flex: 1; min-width: 0; }
  .who b { margin-right: 6px; }
  .who small { color: #616061; }
  .who em { font: 700 10px/1 sans-serif; background: #e8e8ea; color: #616061; padding: 2px 4px; border-radius: 3px; margin-right: 6px; }
  section { margin: 0; }
  section * { text-overflow: ellipsis; }
  .box { margin: 6px 18px 16px; padding: 10px 14px; border: 1px solid #bbb; border-radius: 8px; min-height: 22px; color: #868686; }
  .box.typing { color: #1d1c1d; border-color: #1f5c57; }
  .box.typing::after { content: ""; border-left: 2px solid #1d1c1d; margin-left: 1px; }
`;
const answers = [...document.querySelectorAll("section")];
const style = document.createElement("style");
style.textContent = STYLE;
document.head.append(style);

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function message(kind, name, content) {
  const mark = kind === "bot" ? [element("em", "", "APP")] : [];
  const who = element("div", "who", element("b", "", name), ...mark, element("small", "", "10:42"));
  return element("div", `message ${kind}`, element("div", "face", name[0]), element("div", "what", who, content));
}

function show(said, { messages, typing, open }) {
  const list = element("div", "messages");
  for (let n = 0; n < messages; n++) {
    const number = Math.floor(n / 2);
    const isLast = open && n === messages - 1;
    const answer = () => answers[isLast ? answers.length - 1 : number].cloneNode(true);
    list.append(n % 2 ? message("bot", "Querist", answer()) : message("person", "Ada", element("div", "", n ? said[number] : `@Querist ${said[number]}`)));
  }
  const box = element("div", typing ? "box typing" : "box", typing || "Reply…");
  const head = element("div", "head", "Thread", element("span", "", "#purchasing"));
  document.body.replaceChildren(element("div", "thread", head, list, box));
  list.scrollTop = list.scrollHeight;
  if (open) list.lastElementChild.scrollIntoView();
}

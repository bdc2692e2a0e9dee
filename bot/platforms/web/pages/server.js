// What goes to the server and comes back; a problem is an Error with a sentence.

import { say } from "./make.js";

export async function call(address, options) {
  const response = await fetch(address, options);
  const told = (response.headers.get("Content-Type") || "").startsWith("application/json");
  const body = told ? await response.json() : { problem: await response.text() };
  if (!response.ok) throw new Error(body.problem || say("page-reload"));
  return body;
}

export const post = (posting) => call("/api/messages", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ event: crypto.randomUUID(), language: navigator.language || "", ...posting }),
});

export const excuse = (error) => error instanceof TypeError ? say("page-unreachable") : error.message;

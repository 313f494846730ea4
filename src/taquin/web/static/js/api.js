// The server: JSON in, JSON out, and streams of events.

import { said } from "./i18n.js";

export class ApiError extends Error {
  constructor(message, problems = [], status = 0) {
    super(message);
    this.problems = problems;
    this.status = status;
  }
}

// Whether the server answered last. Whoever wants to know listens for "away" and "back".
export const connection = Object.assign(new EventTarget(), { away: false });

function note(away) {
  if (away === connection.away) return;
  connection.away = away;
  connection.dispatchEvent(new Event(away ? "away" : "back"));
}

// Why the server refused, in the reader's language: the sentence itself, or all that is wrong one after the other.
function refusal({ error, problems = [], code = "", values = {} }) {
  if (code || problems.length === 0 || !problems.every((problem) => problem.code)) return said({ code, values }, error);
  return problems.map((problem) => said(problem, problem.message)).join("; ");
}

async function request(path, body, signal) {
  const options = body === undefined ? { signal } : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  };
  const response = await fetch(path, options).catch((error) => {
    if (error.name === "AbortError") throw error;
    note(true);
    throw new ApiError("offline");
  });
  note(false);
  if (!response.ok) {
    const failure = await response.json().catch(() => ({ error: response.statusText, problems: [] }));
    throw new ApiError(refusal(failure), failure.problems, response.status);
  }
  return response;
}

export async function ask(path, body, signal) {
  return (await request(`/api/${path}`, body, signal)).json();
}

export async function download(path, body) {
  return (await request(`/api/${path}`, body)).blob();
}

function read(name, data) {
  return name === "failed" ? { ...data, error: refusal(data) } : data;
}

// Calls onEvent(name, data) for each event until the stream ends. Aborting the signal ends the work on the server.
export async function stream(path, body, onEvent, signal) {
  const response = await request(`/api/${path}`, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new ApiError("lost");
    });
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name && data) onEvent(name, read(name, JSON.parse(data)));
    }
  }
}

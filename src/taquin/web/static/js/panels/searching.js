// One search on the server, as the panels see it: idle, queued, running, done, stopped or failed.

import { stream } from "../api.js";

export class Searching {
  constructor(changed) {
    this.changed = changed;
    this.reset();
  }

  reset() {
    Object.assign(this, { status: "idle", progress: null, best: null, result: null, trace: [], ways: null, text: "", dropped: 0, error: "", ahead: 0 });
  }

  get active() {
    return this.status === "queued" || this.status === "running";
  }

  async start(request) {
    this.stop();
    this.reset();
    this.status = "running";
    this.request = request;
    this.began = performance.now();
    const control = new AbortController();
    this.control = control;
    this.changed();
    try {
      await stream("solve", request, (name, data) => {
        if (this.control === control) this.#take(name, data);
      }, control.signal);
      if (this.control === control && this.active) this.#end("failed", "lost");
    } catch (error) {
      if (this.control === control && this.active) this.#end("failed", error.message);
    }
  }

  #take(name, data) {
    if (name === "queued") Object.assign(this, { status: "queued", ahead: data.ahead });
    else if (name === "progress") Object.assign(this, { status: "running", progress: data });
    else if (name === "improved") Object.assign(this, { status: "running", best: data, progress: { ...this.progress, ...data } });
    else if (name === "trace") this.trace.push(...data.events);
    else if (name === "ways") this.ways = data;
    else if (name === "text") Object.assign(this, { text: data.text, dropped: data.dropped });
    else if (name === "restarted") Object.assign(this, { status: "running", progress: null, best: null, trace: [], ways: null, text: "", dropped: 0 });
    else if (name === "result") Object.assign(this, { status: "done", result: data });
    else if (name === "failed") Object.assign(this, { status: "failed", error: data.error });
    this.changed(name);
  }

  #end(status, error) {
    Object.assign(this, { status, error });
    this.changed();
  }

  // Closing the connection is what ends the search on the server.
  stop() {
    if (!this.active) return;
    this.status = "stopped";
    this.stopped = performance.now();
    this.control.abort();
    this.changed();
  }
}

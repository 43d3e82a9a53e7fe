"use strict";

/** The server did not answer. */
class ServerGone extends Error {}

/** The server answered with an error: its status, its text, and the state that came with it. */
class Refusal extends Error {
  constructor(status, body) {
    super(body?.error ?? String(status));
    this.status = status;
    this.state = body?.state ?? null;
  }
}

/** Requests to `calvaria view`, all below the page's own address. A body is JSON, or a piece of a file. */
class Server {
  words() { return this.ask("words"); }
  frames() { return this.ask("frames"); }
  head() { return this.ask("head"); }

  /** The state, or null where nothing changed since then. */
  state(change) { return this.ask(change === null ? "state" : `state?since=${change}`); }

  put(revision, picks) { return this.ask("picks", { revision, picks }); }
  probe(frame, pixel) { return this.ask("probe", { frame, pixel }); }
  protocol(name) { return this.ask("protocol", { name }); }
  /** The scans that are picked one after the other. */
  walk() { return this.ask("walk"); }
  /** A long recording is reconstructed again for it. */
  save(revision, replacing) { return this.ask("save", { revision, replacing }, 3600); }

  picture(index, width) { return width ? `frames/${index}.jpg?width=${width}` : `frames/${index}.jpg`; }
  still(side, map, version) { return `pictures/${side}.png?map=${encodeURIComponent(map)}&version=${version}`; }

  async ask(path, body, seconds = 20) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), seconds * 1000);
    const options = { signal: patience.signal, cache: "no-store" };
    if (body !== undefined) {
      const [type, content] = body instanceof Blob ? ["application/octet-stream", body] : ["application/json", JSON.stringify(body)];
      Object.assign(options, { method: "POST", headers: { "Content-Type": type }, body: content });
    }
    try {
      const answer = await fetch(path, options);
      if (answer.status === 204) return null;
      const content = await answer.json().catch(() => null);
      if (!answer.ok) throw new Refusal(answer.status, content);
      if (content === null) throw new ServerGone(path);
      return content;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new ServerGone(path);
    } finally {
      clearTimeout(timer);
    }
  }
}

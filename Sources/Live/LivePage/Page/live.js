"use strict";

/** The page of a scan that is taken: what its operator is told, and the keys by which it is started and ended. */
class Live {
  /** The seconds within which a second press ends a scan that is not complete. */
  static patience = 4;
  /** Milliseconds between two questions. */
  static pause = 100;

  constructor(words) {
    [this.words, this.server, this.voice] = [words, new Server(), new LiveVoice()];
    [this.picture, this.head, this.cloud] = [new LivePicture(Dom.id("picture")), new LiveHead(Dom.id("head")), new LiveCloud(Dom.id("cloud"))];
    [this.parts, this.figures, this.finished, this.notices] = ["parts", "figures", "finished", "notices"].map((id) => new Part(Dom.id(id)));
    [this.state, this.outcome, this.problem, this.isGone] = [null, null, null, false];
    /** Until when a press ends a scan that is not complete. */
    this.asked = 0;
    Dom.id("start").onclick = () => this.press();
    Dom.id("done").onclick = () => (this.state?.is_paused ? this.wish("done") : this.press());
    Dom.id("mute").onclick = () => this.mute();
    Dom.id("pause").onclick = () => this.pause();
    for (const kind of ["keydown", "keyup"]) document.addEventListener(kind, (event) => this.key(event));
  }

  word(key, values) { return this.words.text(`live.${key}`, values); }

  // MARK: Keys

  /** A foot switch sends a space: it never does what the control that was clicked last does. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (!["waiting", "scanning"].includes(this.state?.phase) || ![" ", "m", "p"].includes(key)) return;
    event.preventDefault();
    if (event.type === "keyup" || event.repeat) return;
    if (key === " ") this.press(); else if (key === "m") this.mute(); else this.pause();
  }

  /** Starts the scan, goes on with it, or ends it. */
  press() {
    const phase = this.state?.phase;
    if (phase === "waiting") {
      this.voice.turn(true);
      this.wish("start");
    }
    if (phase !== "scanning") return;
    if (this.state.is_paused) return this.pause();
    if (this.state.scan?.is_complete || performance.now() < this.asked) return void this.wish("done");
    this.asked = performance.now() + 1000 * Live.patience;
    this.update();
  }

  mute() {
    this.voice.turn(!this.voice.isOn);
    this.update();
  }

  pause() {
    this.asked = 0;
    if (this.state?.phase === "scanning") this.wish(this.state.is_paused ? "resume" : "pause");
  }

  async wish(name) {
    this.problem = null;
    try { await this.server.ask(name, {}); } catch (error) { if (error instanceof Refusal) this.problem = error.message; }
    await this.look();
  }

  // MARK: Showing

  update() {
    const { state } = this;
    for (const phase of ["waiting", "scanning", "reconstructing", "finished"]) Dom.id(phase).hidden = state.phase !== phase;
    if (state.phase === "scanning") this.showScan(state);
    if (state.phase === "reconstructing") this.showWork(state.work ?? { share: 0 });
    if (state.phase === "finished") this.finished.show([state.failure, this.outcome], () => this.result());
    const isOver = this.isGone && state.phase === "finished";
    const text = isOver ? this.word("ended") : this.isGone ? this.word("gone") : this.problem;
    this.notices.show(text, () => (text ? [Dom.make("div", { class: `notice ${isOver ? "note" : "bad"}`, role: "alert", text })] : []));
  }

  showScan({ scan, counts, news, is_paused: isPaused }) {
    const isAsking = performance.now() < this.asked;
    const prompt = Dom.id("prompt");
    const text = isPaused ? this.word("paused") : isAsking ? this.word("really") : scan?.prompt ?? news ?? this.word("no_frame");
    if (prompt.textContent !== text) prompt.textContent = text;
    prompt.className = isPaused ? "" : isAsking ? "asking" : scan?.is_vibrating ? "wrong" : scan?.is_complete ? "complete" : "";
    Dom.id("news").textContent = news ?? "";
    const silent = this.voice.isOn && this.voice.isMute(this.state.language);
    Dom.id("mute").textContent = this.word(!this.voice.isOn ? "sound_off" : silent ? "tone_on" : "sound_on");
    Dom.id("pause").textContent = this.word(isPaused ? "resume" : "pause");
    if (!scan) return;
    const { progress } = scan;
    Dom.id("fill").className = progress?.light ?? "";
    Dom.id("fill").style.width = `${100 * (progress?.value ?? 0)}%`;
    Dom.id("share").textContent = progress ? `${progress.sign} ${this.words.number(100 * progress.value)} %` : "–";
    this.parts.show(scan.parts, () => scan.parts.map((part) => Dom.make("li", { class: part.is_done ? "done" : null, text: `${part.is_done ? "✓ " : ""}${part.word} ${this.words.number(100 * part.share)} %` })));
    Dom.id("assumption").textContent = scan.assumption ?? "";
    this.figures.show([scan.distance, counts, Math.floor(scan.time)], () => [
      this.figure("distance", scan.distance ? `${this.words.number(100 * scan.distance.value)} cm` : "–", scan.distance),
      this.figure("recorded", this.words.number(counts.recorded)), this.figure("left_out", this.words.number(counts.left_out)),
      this.figure("time", `${Math.floor(scan.time / 60)}:${String(Math.floor(scan.time) % 60).padStart(2, "0")}`),
    ]);
    // What stands beside the canvases fixes their sizes.
    this.picture.show(scan);
    this.head.show(scan);
    this.cloud.show(scan);
  }

  figure(key, text, reading) {
    const sign = reading?.sign ? Dom.make("span", { class: `sign ${reading.light}`, text: reading.sign }) : "";
    return Dom.make("div", {}, Dom.make("dt", { text: this.word(key) }), Dom.make("dd", {}, sign, text));
  }

  showWork({ share, seconds_left: left }) {
    Dom.id("work").value = share;
    Dom.id("left").textContent = left === undefined ? "" : this.word("left", { count: Math.max(1, Math.round(left)) });
  }

  // MARK: The result

  result() {
    const { failure } = this.state;
    const { outcome } = this;
    const close = this.button("close", () => this.wish("close"));
    if (!outcome && !failure) return [close];
    if (!outcome) return [Dom.make("h1", { text: this.word("failed") }), failure ? Dom.make("p", { class: "why", text: failure }) : "", Dom.make("div", { class: "actions" }, close)];
    const sources = outcome.landmarks.map(({ name, source }) => Dom.make("li", { text: `${name}: ${this.word(source ? `landmark_${source}` : "landmark_unused")}` }));
    return [
      Dom.make("h1", { text: this.word(outcome.value === undefined ? "withheld" : "cvai") }), this.value(outcome),
      Dom.make("h2", { text: this.word("landmarks") }), sources.length > 0 ? Dom.make("ul", {}, ...sources) : Dom.make("p", { text: this.word("no_landmarks") }),
      Dom.make("div", { class: "actions" },
        this.link("pick", "pick/", outcome.value === undefined), this.link("report", "report.html", outcome.value !== undefined, "_blank"),
        this.button("folder", () => this.wish("open")), close),
      Dom.make("p", { class: "quiet place", text: this.word("places", { recording: outcome.recording, result: outcome.folder }) }),
    ];
  }

  value({ value, ci95, grade, why }) {
    if (value === undefined) return Dom.make("p", { class: "why", text: why ?? "" });
    const interval = ci95 ? Dom.make("small", { text: this.word("interval", { low: this.words.number(ci95[0], 1), high: this.words.number(ci95[1], 1) }) }) : "";
    return Dom.make("div", {}, Dom.make("p", { class: "value" }, `${this.words.number(value, 2)} %`, interval), grade ? Dom.make("p", { text: grade }) : "");
  }

  button(key, action) { return Dom.make("button", { "data-id": key, text: this.word(key), onclick: action }); }

  link(key, address, isPrimary, target = null) {
    return Dom.make("a", { class: isPrimary ? "button primary" : "button", "data-id": key, href: address, target, rel: target ? "noopener" : null, text: this.word(key) });
  }

  // MARK: Asking

  async look() {
    try {
      const state = await this.server.ask(this.state ? `state?since=${this.state.revision}` : "state");
      this.isGone = false;
      // Two questions may be under way; the older answer says nothing new.
      if (state && state.revision > (this.state?.revision ?? 0)) await this.take(state);
    } catch { this.isGone = true; }
    if (this.state) this.update();
  }

  async take(state) {
    const isNew = state.phase !== this.state?.phase;
    this.state = state;
    this.voice.tell(state.events, state.language, state.patience);
    this.voice.vibrate(state.phase === "scanning" && !state.is_paused && (state.scan?.is_vibrating ?? false));
    if (isNew && state.phase === "finished" && !state.failure) this.fetchOutcome();
  }

  /** Asks again while the answer does not come. */
  async fetchOutcome() {
    while (!this.outcome) {
      this.outcome = await this.server.ask("outcome").catch(() => null);
      if (!this.outcome) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    this.update();
  }

  async watch() {
    for (;;) {
      const start = performance.now();
      await this.look();
      await new Promise((resolve) => setTimeout(resolve, Math.max(10, Live.pause - (performance.now() - start))));
    }
  }
}

/** Begins as soon as the server answers. */
async function begin() {
  const words = new Words(await (await fetch("words", { cache: "no-store" })).json());
  words.fill(document);
  const live = new Live(words);
  await live.look();
  document.body.classList.add("started");
  // For tests and for the browser's console.
  window.live = live;
  live.watch();
}

begin();

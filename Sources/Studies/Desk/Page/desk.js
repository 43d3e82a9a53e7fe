"use strict";

/** The page of a folder of work. What it shows, the server has read from the folder; all windows show the same. */
class Desk {
  constructor(words) {
    [this.server, this.words] = [new Server(), words];
    this.scans = [];
    this.revision = 0;
    /** What waits and what is being measured, as the server tells. */
    this.work = { waiting: [], working: null };
    this.failure = null;
    this.isGone = false;
    this.notices = new Part(Dom.id("notices"));
    this.table = new ScanTable(this);
    this.panel = new ScanPanel(this);
    this.adding = new Adding(this);
    this.selected = decodeURIComponent(location.hash.slice(1)) || null;
    window.addEventListener("hashchange", () => this.select(decodeURIComponent(location.hash.slice(1)) || null));
    Dom.id("measure-new").onclick = () => this.ask("queue", { add: this.scans.filter((scan) => scan.state === "new").map((scan) => scan.name) }).then((state) => this.take(state));
    Dom.id("compare").onclick = () => window.open(`compare.html?scans=${this.table.marked.join(",")}`, "_blank", "noopener");
  }

  scan(name) { return this.scans.find((scan) => scan.name === name) ?? null; }

  /** The child's code, and the scan's number where the visit has several. */
  title(scan) {
    const visit = this.scans.filter((each) => each.subject === scan.subject && each.session === scan.session);
    const number = /_scan-([^_]+)$/.exec(scan.name)?.[1];
    return visit.length < 2 || !number ? scan.subject ?? scan.name : `${scan.subject ?? ""} · ${number}`;
  }

  /** The scan's state in one word: what it waits for, or what its files say. */
  state(scan) {
    if (this.work.working?.scan === scan.name) return "reconstructing";
    return this.work.waiting.includes(scan.name) ? "waiting" : scan.state;
  }

  chip(scan) {
    const state = this.state(scan);
    const chip = Dom.make("span", { class: `state ${state}`, text: this.words.text(`desk.state_${state}`), title: scan.why });
    if (state !== "reconstructing") return chip;
    const { share, seconds_left: left } = this.work.working;
    return Dom.make("span", {}, chip, " ", Dom.make("progress", { max: 1, value: share, "aria-label": chip.textContent }), " ",
      Dom.make("span", { class: "quiet", text: left === undefined ? "" : this.words.text("desk.left", { count: Math.max(1, Math.round(left)) }) }));
  }

  /** The index with its interval and level. */
  index(scan) {
    if (scan.cvai === undefined) return "";
    const { words } = this;
    const interval = scan.ci95 ? ` [${words.number(scan.ci95[0], 1)}, ${words.number(scan.ci95[1], 1)}]` : "";
    const level = scan.level === undefined ? "" : ` · ${words.text("desk.level", { level: scan.level })}`;
    return Dom.make("span", { class: scan.state === "out_of_date" ? "old" : null }, Dom.make("strong", { text: `${words.number(scan.cvai, 2)} %` }), Dom.make("small", { text: interval + level }));
  }

  select(name) {
    this.selected = name;
    if (decodeURIComponent(location.hash.slice(1)) !== (name ?? "")) history.replaceState(null, "", name ? `#${encodeURIComponent(name)}` : location.pathname);
    this.update();
  }

  speak(text) { Dom.id("spoken").textContent = text; }

  update() {
    this.table.update();
    this.panel.update();
    Dom.id("measure-new").hidden = !this.scans.some((scan) => this.state(scan) === "new");
    this.notices.show([this.isGone, this.failure, this.work.is_stopped], () => {
      const text = this.isGone ? this.words.text("desk.gone") : this.failure;
      if (!text) return [];
      const again = () => this.ask("queue", { add: [] }).then((state) => this.take(state));
      const button = !this.isGone && this.work.is_stopped ? Dom.make("button", { "data-id": "go-on", text: this.words.text("desk.go_on"), onclick: again }) : "";
      return [Dom.make("div", { class: "notice", role: "alert" }, text, button)];
    });
  }

  // MARK: Asking

  /** A scan may be large, and a disk slow. */
  async ask(path, body) {
    try { return await this.server.ask(path, body, 600); } catch (error) {
      throw error instanceof ServerGone ? new Error(this.words.text("desk.gone")) : error;
    }
  }

  take(state) {
    this.work = { waiting: state.waiting, working: state.working, is_stopped: state.is_stopped };
    this.failure = state.failure;
    this.update();
  }

  async load() {
    const { folder, revision, scans } = await this.ask("list");
    [this.revision, this.scans] = [revision, scans];
    document.title = `${folder} – Calvaria`;
    Dom.id("folder").textContent = folder;
    this.table.marked = this.table.marked.filter((name) => this.scan(name));
    this.update();
  }

  /** Asks again and again; the list itself only where something has changed. */
  async watch() {
    for (;;) {
      try {
        const state = await this.ask("state");
        this.isGone = false;
        if (state.revision !== this.revision) await this.load();
        this.take(state);
      } catch {
        this.isGone = true;
        this.update();
      }
      await new Promise((resolve) => setTimeout(resolve, document.hidden ? 3000 : 600));
    }
  }
}

/** Begins as soon as the server answers. */
async function begin() {
  const words = new Words(await (await fetch("words", { cache: "no-store" })).json());
  words.fill(document);
  const desk = new Desk(words);
  // What waits is known before anything is shown as measured.
  await desk.ask("state").then((state) => desk.take(state)).catch(() => {});
  await desk.load().catch(() => {});
  document.body.classList.add("started");
  // For tests and for the browser's console.
  window.desk = desk;
  desk.watch();
}

begin();

"use strict";

/** The page: what is in hand, and what the person does with it. */
class App {
  constructor(server, words) {
    [this.server, this.words] = [server, words];
    this.session = new Session(server, words);
    this.frames = new ScanFrames(server);
    this.guide = new Guide(this);
    /** The key of the landmark in hand; null while checking. */
    this.hand = null;
    /** The landmark of a click that the server has not answered yet, and whether the last change was a click. */
    this.awaited = null;
    this.isLastClick = false;
    /** The stage that the frames are of. */
    this.stageKey = null;
  }

  get view() { return this.framesPane?.view ?? null; }

  async start() {
    await Promise.all([this.session.start(), this.frames.load()]);
    this.framesPane = new FramesPane(this);
    this.headPane = new HeadPane(this);
    this.landmarkList = new LandmarkList(Dom.id("landmarks"), this);
    this.measures = new MeasuresPanel(Dom.id("measures"), this);
    this.notices = new Notices(Dom.id("notices"), this);
    this.steps = new Steps(Dom.id("steps"), this);
    this.walk = new Walk(Dom.id("walk"), this);
    this.keys = new Keys(this);
    this.connect();
    this.stageKey = this.framesVersion;
    this.view.index = this.frames.frames[0]?.index ?? null;
    this.showTab(this.frames.isEmpty ? "head" : "frames");
    document.body.classList.toggle("without-frames", this.frames.isEmpty);
    if (this.frames.isEmpty) this.headPane.arm(true);
    this.guide.byItself(() => this.take(this.session.landmarks.find((each) => each.state !== "accepted")?.key ?? null));
    await this.walk.load();
    document.body.classList.add("started");
  }

  connect() {
    const { session } = this;
    session.addEventListener("change", () => this.update());
    session.addEventListener("note", (event) => this.notices.say(event.detail));
    session.addEventListener("answered", () => this.answered());
    const actions = { undo: () => this.undo(), redo: () => this.redo(), help: () => this.keys.open(), save: () => this.save() };
    for (const [name, action] of Object.entries(actions)) Dom.id(name).onclick = action;
    for (const name of ["frames", "head"]) Dom.id(`tab-${name}`).onclick = () => this.showTab(name);
    window.addEventListener("beforeunload", (event) => { if (session.isUnsaved && !this.walk.isLeaving) event.preventDefault(); });
  }

  // MARK: Showing

  update() {
    const { session, words } = this;
    const { state } = session;
    document.title = `${session.isUnsaved ? "● " : ""}${App.isolated(state.name)} – Calvaria`;
    Dom.id("scan-name").textContent = state.name;
    Dom.id("scan-name").title = state.name;
    Dom.id("observer").hidden = !state.observer;
    Dom.id("observer").textContent = words.text("view.observer", { observer: state.observer ?? "" });
    Dom.id("observer").title = `${state.observer ?? ""}: ${words.text("view.observer_help")}`;
    Dom.id("undo").disabled = session.history.past.length === 0;
    Dom.id("redo").disabled = session.history.future.length === 0;
    Dom.id("home").hidden = !state.home;
    if (state.home) Dom.id("home").href = state.home;
    Dom.id("save").disabled = session.isSaving || state.stage.key !== "ready";
    Dom.id("save").classList.toggle("unsaved", session.isUnsaved);
    if (state.walk) Dom.id("save").title = words.text("view.walk_save_key");
    for (const part of [this.steps, this.walk, this.notices, this.framesPane, this.headPane, this.landmarkList, this.measures]) part.update();
    if (this.framesVersion !== this.stageKey) this.reloadFrames();
  }

  /** A name that may run from right to left, kept from turning what stands beside it. */
  static isolated(name) { return /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name) ? `\u2068${name}\u2069` : name; }

  /** The frames are told anew when a stage has found poses, or a head where landmarks are seen. */
  get framesVersion() { return `${this.session.state.stage.key} ${this.session.state.head_revision}`; }

  async reloadFrames() {
    this.stageKey = this.framesVersion;
    if (this.stageKey.startsWith("saving")) return;
    await this.frames.load().catch(() => {});
    this.guide.forget();
    this.framesPane.epipolar.known.clear();
    if (this.hand) this.guide.settle(this.hand);
    if (this.hand && this.guide.isIdle && this.view.viewport.isFitted) this.guide.byItself(() => this.take(this.hand));
    this.update();
  }

  showTab(name) {
    document.body.dataset.tab = name;
    for (const each of ["frames", "head"]) Dom.id(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    if (this.session.state && this.headPane) this.update();
  }

  // MARK: Landmarks

  /** Takes a landmark in hand and shows its best view; null for the check. */
  take(key) {
    this.guide.wait();
    this.hand = key;
    document.body.classList.toggle("checking", key === null);
    if (key) {
      this.guide.settle(key);
      const landmark = this.session.landmark(key);
      const first = landmark.clicks[0]?.frame ?? this.guide.suggested[0];
      this.openFrame(first ?? this.view.index, first !== undefined);
      this.frames.prefetch(this.guide.suggested.slice(0, Guide.clicks));
    } else this.openFrame(this.view.index, false);
    this.headPane.rearm();
    this.update();
  }

  /** To the landmark that needs the person next, or to the check. */
  goOn() { this.take(this.guide.following(this.hand)); }

  accept() {
    const landmark = this.hand && this.session.landmark(this.hand);
    if (!landmark || landmark.state === "open") return;
    if (landmark.state === "proposal") this.session.change(Picks.accepted(this.session.picks, this.hand));
    this.goOn();
  }

  clear(key) { this.session.change(Picks.withoutAny(this.session.picks, key)); }

  undo() { this.guide.wait(); this.session.undo(); }
  redo() { this.guide.wait(); this.session.redo(); }

  // MARK: Clicks

  click(pixel) {
    if (!this.hand) return this.notices.say(this.words.text("view.choose_landmark"));
    [this.awaited, this.isLastClick] = [this.hand, true];
    if (this.session.picks[this.hand].point) this.notices.say(this.words.text("view.point_replaced"));
    this.session.change(Picks.withClick(this.session.picks, this.hand, this.view.index, pixel));
  }

  /** The first click of a double click was none. */
  takeBackClick() {
    this.guide.wait();
    if (this.isLastClick) this.session.takeBack();
    [this.awaited, this.isLastClick] = [null, false];
  }

  moveClick(key, pixel) {
    this.guide.wait();
    [this.awaited, this.isLastClick] = [null, false];
    if (key !== this.hand) this.hand = key;
    this.session.change(Picks.withClick(this.session.picks, key, this.view.index, pixel));
  }

  removeClick(key, frame) {
    this.guide.wait();
    if (key) this.session.change(Picks.withoutClick(this.session.picks, key, frame));
  }

  pickOnSurface(key, ray) {
    this.guide.wait();
    const isLed = this.headPane.isArmed && key === this.hand;
    if (this.session.picks[key].clicks.length > 0) this.notices.say(this.words.text("view.clicks_replaced"));
    this.session.change(Picks.withRay(this.session.picks, key, ray));
    if (isLed && this.guide.isOn) this.goOn();
    else this.headPane.rearm();
  }

  answered() {
    if (this.awaited) this.guide.clicked(this.awaited);
    this.awaited = null;
  }

  // MARK: Frames

  /** Shows a frame; with the landmark in hand in the middle where its place is known. */
  openFrame(index, zoomed) {
    this.guide.wait();
    if (this.frames.isEmpty) return;
    const landmark = this.hand && this.session.landmark(this.hand);
    const click = landmark?.clicks.find((each) => each.frame === index);
    const target = click?.pixel ?? (landmark && ScanFrames.seen(landmark, index)?.pixel) ?? null;
    this.view.cursor = null;
    this.view.open(index, { target, zoomed });
    if (this.framesPane.probe.pixel) this.framesPane.probe.point(index, null);
    if (this.session.state) this.framesPane.update();
  }

  stepFrame(by) { this.openFrame(this.frames.step(this.view.index, by), false); }

  nextSuggested(by) {
    const { suggested } = this.guide;
    if (suggested.length === 0) return;
    const place = suggested.indexOf(this.view.index);
    this.openFrame(suggested[(place + by + suggested.length + (place < 0 && by < 0 ? 1 : 0)) % suggested.length], true);
  }

  toggleCursor() {
    const landmark = this.hand && this.session.landmark(this.hand);
    const at = (landmark && ScanFrames.seen(landmark, this.view.index)?.pixel) ?? this.view.viewport.toImage([this.view.canvas.clientWidth / 2, this.view.canvas.clientHeight / 2]);
    this.view.canvas.focus();
    this.view.showCursor(this.view.cursor ? null : at.map((value) => Math.round(value)));
  }

  toggleLoupe() {
    this.view.hasLoupe = !this.view.hasLoupe;
    this.view.draw();
  }

  setPanning(isPanning) {
    if (this.view) this.view.gestures.isPanning = isPanning;
  }

  setGuide(isOn) {
    this.guide.isOn = Dom.id("go-on").checked = isOn;
    this.guide.wait();
  }

  // MARK: Saving

  async save() {
    this.guide.wait();
    await this.session.deliver();
    if (!await this.mayLeaveOut()) return false;
    let isSaved = await this.session.save();
    const { question } = this.session.state;
    if (!isSaved && question && await this.mayReplace(question)) isSaved = await this.session.save(question.id);
    this.notices.say(isSaved ? this.savedText : this.words.text("view.not_saved"));
    if (isSaved) await this.walk.load();
    if (isSaved && this.session.state.home) {
      this.walk.isLeaving = true;
      location.assign(this.session.state.home);
    }
    return isSaved;
  }

  /** Whether clicks far from the others may be saved though no landmark rests on them. */
  async mayLeaveOut() {
    const { words, session } = this;
    // Each of them in turn: one answer covers one click.
    const left = session.landmarks.flatMap((landmark) => LandmarkList.leftOut(landmark).map((click) => ({ landmark, click })));
    for (const { landmark, click } of left) {
      const text = words.text("view.left_out", { landmark: landmark.name, number: this.frames.number(click.frame), distance: words.number(click.apart_mm, 0) });
      const answer = await Question.ask(text, [["look", words.text("view.left_out_look")], ["save", words.text("view.left_out_save")], ["stay", words.text("view.walk_stay")]]);
      if (answer === "look") {
        this.take(landmark.key);
        this.openFrame(click.frame, true);
      }
      if (answer !== "save") return false;
    }
    return true;
  }

  /** Whether picks that are there already may go aside. */
  async mayReplace({ by, at }) {
    const { words } = this;
    const text = words.text("view.walk_replace", { by, at: at && words.day(at) });
    return await Question.ask(text, [["yes", words.text("view.walk_replace_yes")], ["no", words.text("view.walk_stay")]]) === "yes";
  }

  /** Which files were written last, by whom and when. */
  get savedText() {
    const { saved, output } = this.session.state;
    return this.words.text(output === null ? "view.walk_saved" : "view.saved", { file: saved.file, output, by: saved.by, time: this.words.time(saved.at) });
  }

  /** Hands over the clicks as a file, where the server can't take them. */
  keepPicks() {
    const text = JSON.stringify(Picks.file(this.session.picks, this.frames), null, 1);
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    Dom.make("a", { href: address, download: "landmarks.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}

/** Begins as soon as the server answers. */
async function begin() {
  const server = new Server();
  for (;;) {
    try {
      const words = new Words(await server.words());
      words.fill(document);
      const app = new App(server, words);
      await app.start();
      // For tests and for the browser's console.
      window.app = app;
      return;
    } catch (error) {
      if (!(error instanceof ServerGone)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

begin();

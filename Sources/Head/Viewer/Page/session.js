"use strict";

/**
 * What this window knows of the server's state, and the picks that it has not answered yet.
 *
 * One document is on its way at a time; what was changed meanwhile follows. Events: `change` (something to show),
 * `answered` (own picks were taken), `note` (a word to the person; its `detail` is the text).
 */
class Session extends EventTarget {
  constructor(server, words) {
    super();
    [this.server, this.words] = [server, words];
    this.history = new History();
    this.state = null;
    /** The document shown, the last one that the server answered, and the last one that was saved. */
    this.picks = this.base = this.savedPicks = null;
    this.isPending = this.isDelivering = this.isSaving = this.isRefusedForNow = false;
    /** "there", "gone", or "refused": another server has this address. */
    this.connection = "there";
    /** This window's picks that another window's took the place of. */
    this.conflict = null;
    this.requests = 0;
  }

  /** The server leaves out what is not known; here it is null. */
  static whole(state) {
    const click = { depth_mm: null, apart_mm: null, effect_cvai: null, used: true, text: null };
    const landmark = { source: null, mm: null, sd_mm: null, text: null, surface: null, point: null };
    const row = { value: null, interval: null, text: null };
    return {
      observer: null, output: null, walk: null, saved: null, message: null, question: null, scene: null, ...state,
      landmarks: state.landmarks.map((each) => ({ ...landmark, ...each, clicks: each.clicks.map((one) => ({ ...click, ...one })) })),
      measures: { severity: null, by_symmetry: null, cvai: null, cvai_before: null, ...state.measures, rows: state.measures.rows.map((each) => ({ ...row, ...each })) },
    };
  }

  async start() {
    this.receive(await this.server.state(null));
    this.watch();
  }

  /** The landmarks with this window's picks and what the server said of them. */
  get landmarks() {
    return this.state.landmarks.map((landmark) => {
      const pick = this.picks[landmark.key];
      const isAsAnswered = Picks.same(pick, this.base[landmark.key]);
      const known = (click) => landmark.clicks.find((each) => each.frame === click.frame && Picks.same(each.pixel, click.pixel));
      const clicks = pick.clicks.map((click) => ({ ...known(click), ...click }));
      return { ...landmark, clicks, point: pick.point, state: isAsAnswered ? landmark.state : pick.state, isPending: !isAsAnswered };
    });
  }

  landmark(key) { return this.landmarks.find((each) => each.key === key) ?? null; }

  /** Whether there are picks that are in no file yet. */
  get isUnsaved() {
    if (this.isPending || this.conflict) return true;
    if (this.state.revision === this.state.saved_revision) return false;
    return this.savedPicks ? !Picks.same(this.picks, this.savedPicks) : this.hasOwn;
  }

  get hasOwn() { return Object.values(this.picks).some((pick) => pick.clicks.length > 0 || pick.point || pick.state === "accepted"); }

  /** The landmarks whose picks are in no file yet. */
  get unsavedNames() {
    const keys = this.savedPicks ? Picks.changed(this.savedPicks, this.picks)
      : Object.keys(this.picks).filter((key) => this.picks[key].clicks.length > 0 || this.picks[key].point);
    return this.names(keys);
  }

  names(keys) { return keys.map((key) => this.state.landmarks.find((each) => each.key === key)?.name ?? key); }

  // MARK: Changes

  change(picks) {
    if (Picks.same(picks, this.picks)) return;
    this.history.record(this.picks);
    this.show(picks);
  }

  undo() { this.show(this.history.undo(this.picks)); }
  redo() { this.show(this.history.redo(this.picks)); }
  takeBack() { this.show(this.history.takeBack()); }

  /** Puts this window's picks again after another window was first. */
  putAgain() {
    const { mine } = this.conflict;
    this.conflict = null;
    this.change(mine);
    this.tell();
  }

  dismissConflict() {
    this.conflict = null;
    this.tell();
  }

  async chooseProtocol(name) {
    await this.asking(async () => this.receive(await this.server.protocol(name)));
  }

  /** Saves what is picked, in the place of picks that may be replaced; true where it was written. */
  async save(replacing = null) {
    await this.deliver();
    if (this.isPending || this.conflict) return false;
    this.isSaving = true;
    this.tell();
    const isWritten = await this.asking(async () => this.receive(await this.server.save(this.state.revision, replacing)));
    this.isSaving = false;
    this.tell();
    const { saved, revision, saved_revision, message, question } = this.state;
    return isWritten && saved !== null && revision === saved_revision && !message && !question;
  }

  show(picks) {
    if (!picks) return;
    this.picks = picks;
    this.isPending = true;
    this.tell();
    this.deliver();
  }

  // MARK: The server

  /** Sends the latest document until the server has it. */
  async deliver() {
    if (this.isDelivering) return this.isDelivering;
    this.isDelivering = this.deliverAll().finally(() => { this.isDelivering = false; });
    return this.isDelivering;
  }

  async deliverAll() {
    for (let tries = 0; this.isPending && tries < 20; tries += 1) {
      const sent = this.picks;
      const isTaken = await this.asking(async () => {
        const state = Session.whole(await this.server.put(this.state.revision, sent));
        this.base = Picks.of(state);
        if (this.picks === sent) [this.picks, this.isPending] = [this.base, false];
        this.receive(state);
        if (!this.isPending) this.dispatchEvent(new Event("answered"));
      });
      if (!isTaken && (this.connection !== "there" || this.isRefusedForNow)) return;
    }
  }

  /** Makes a request and takes what went wrong; true where nothing did. */
  async asking(request) {
    this.requests += 1;
    this.isRefusedForNow = false;
    try {
      await request();
      return true;
    } catch (error) {
      this.meet(error);
      return false;
    } finally {
      this.requests += 1;
    }
  }

  meet(error) {
    if (error instanceof ServerGone) this.connect("gone");
    else if (!(error instanceof Refusal)) throw error;
    else if (error.status === 409 && error.state) this.receive(error.state);
    else if (error.status === 403 || error.status === 404) this.connect("refused");
    else this.refuse(error);
  }

  /** What the server can't do now is asked for again later; what it can't take goes back. */
  refuse(error) {
    this.note(error.message);
    this.isRefusedForNow = error.status === 409 || error.status >= 500;
    if (!this.isRefusedForNow && this.isPending) {
      [this.picks, this.isPending] = [this.base, false];
      this.history.takeBack();
    }
    this.tell();
  }

  /** Takes a state: another window's picks are shown, unless they touch what this one has not sent yet. */
  receive(answer) {
    const state = Session.whole(answer);
    const theirs = Picks.of(state);
    if (this.state !== null && (state.name !== this.state.name || state.observer !== this.state.observer)) {
      return this.connect("refused");
    }
    if (this.base === null) this.picks = this.base = theirs;
    else if (!Picks.same(theirs, this.base)) this.meetOther(theirs);
    this.base = theirs;
    this.state = state;
    if (state.revision === state.saved_revision) this.savedPicks = theirs;
    this.connect("there");
  }

  meetOther(theirs) {
    const isByPerson = Picks.changed(this.base, theirs).some((key) => theirs[key].clicks.length > 0 || theirs[key].point || this.base[key]?.clicks.length > 0);
    const merged = this.isPending ? Picks.merged(this.base, this.picks, theirs) : theirs;
    if (merged === null) {
      const both = Picks.changed(this.picks, theirs);
      this.conflict = { mine: this.picks, names: this.names(both) };
      this.isPending = false;
    } else if (isByPerson) this.note(this.words.text("view.other_window"));
    this.picks = merged ?? theirs;
    if (this.isPending && Picks.same(this.picks, theirs)) this.isPending = false;
  }

  /** Asks for the state again and again: soon while something is on its way, seldom else. */
  async watch() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, this.pause));
      if (this.isDelivering) continue;
      const before = this.requests;
      try {
        const state = await this.server.state(this.connection === "there" ? this.state.change : null);
        if (this.requests !== before) continue;
        if (state) this.receive(state);
        else if (this.connection !== "there") this.connect("there");
        if (this.isPending) this.deliver();
      } catch (error) {
        if (this.requests === before) this.meet(error);
      }
    }
  }

  get pause() {
    if (this.connection === "refused") return 5000;
    if (this.connection === "gone" || document.hidden) return 1500;
    if (this.isSaving) return 400;
    return this.state.measures.state === "values" ? 250 : this.state.stage.key === "ready" ? 1000 : 500;
  }

  connect(connection) {
    this.connection = connection;
    this.tell();
  }

  tell() { this.dispatchEvent(new Event("change")); }
  note(text) { this.dispatchEvent(new CustomEvent("note", { detail: text })); }
}

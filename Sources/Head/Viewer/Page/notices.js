"use strict";

/** What the person must know now: progress, a lost server, another window's picks; and short messages. */
class Notices {
  static stages = {
    reading: "view.stage_reading", markers: "view.stage_markers", tracking: "view.stage_tracking", fusion: "view.stage_fusion",
    landmarks: "view.stage_landmarks", analysis: "view.stage_analysis", saving: "view.stage_saving", failed: "view.stage_failed",
  };

  constructor(element, app) {
    this.app = app;
    this.part = new Part(element);
    this.toasts = Dom.id("toasts");
  }

  word(key, values) { return this.app.words.text(key, values); }

  update() {
    const { session } = this.app;
    const { message } = session.state;
    // The server tells of saving a moment later.
    const stage = session.isSaving && session.state.stage.key === "ready" ? { key: "saving", done: 0, total: 0 } : session.state.stage;
    const isLost = session.connection !== "there";
    const shown = [session.connection, isLost && session.unsavedNames, isLost && session.isUnsaved, session.conflict?.names, stage, message, this.app.walk.stops?.length];
    this.part.show(shown, () => [this.connection(), this.conflict(), this.stage(stage), message ? this.bar("note", message) : null].filter(Boolean));
  }

  bar(kind, text, ...more) { return Dom.make("div", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, Dom.make("span", { text }), ...more); }

  connection() {
    const { session, words } = this.app;
    if (session.connection === "there") return null;
    const names = session.unsavedNames;
    const texts = [this.word(session.connection === "gone" ? "view.gone" : session.state.walk ? "view.walk_elsewhere" : "view.refused")];
    if (!session.isUnsaved) texts.push(this.word("view.nothing_lost"));
    else texts.push(names.length > 0 ? this.word("view.only_here", { landmarks: words.list(names) }) : this.word("view.only_here_any"));
    const keep = session.isUnsaved && !session.state.walk?.is_blind ? Dom.make("button", { "data-id": "keep", text: this.word("view.keep_picks"), onclick: () => this.app.keepPicks() }) : null;
    return this.bar("bad", texts.join(" "), keep ?? "");
  }

  conflict() {
    const { session, words } = this.app;
    if (!session.conflict) return null;
    return this.bar("warn", this.word("view.conflict", { landmarks: words.list(session.conflict.names) }),
      Dom.make("button", { class: "primary", "data-id": "put-again", text: this.word("view.put_again"), onclick: () => session.putAgain() }),
      Dom.make("button", { "data-id": "keep-theirs", text: this.word("view.keep_theirs"), onclick: () => session.dismissConflict() }));
  }

  stage(stage) {
    if (stage.key === "ready") return null;
    const text = stage.text ?? (Notices.stages[stage.key] ? this.word(Notices.stages[stage.key]) : stage.key);
    if (stage.key === "failed") return this.bar("bad", text, this.next() ?? "");
    const bar = Dom.make("progress", { "aria-label": text });
    if (stage.total > 0) [bar.max, bar.value] = [stage.total, stage.done];
    const count = stage.total > 0 ? Dom.make("span", { class: "quiet", text: `${stage.done}/${stage.total}` }) : "";
    return this.bar("note", text, bar, count);
  }

  /** Of a scan that can't be opened: the way to the next one. */
  next() {
    const { walk, words } = this.app;
    const number = walk.place && walk.stops ? walk.nextOpen : null;
    return number === null ? null : Dom.make("button", { "data-id": "next", text: words.text("view.walk_on"), onclick: () => walk.go(number) });
  }

  /** A message that goes away by itself. */
  say(text) {
    const toast = Dom.make("div", { class: "toast", text });
    this.toasts.replaceChildren(toast);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => toast.remove(), 6000);
  }
}

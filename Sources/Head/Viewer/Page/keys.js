"use strict";

/** The keyboard, and the sheet that lists it. */
class Keys {
  constructor(app) {
    this.app = app;
    this.sheet = Dom.id("key-sheet");
    document.addEventListener("keydown", (event) => this.down(event));
    document.addEventListener("keyup", (event) => { if (event.key === " ") this.app.setPanning(false); });
    window.addEventListener("blur", () => this.app.setPanning(false));
  }

  down(event) {
    if (this.sheet.open || event.altKey && !this.app.view?.cursor) return;
    if (event.ctrlKey || event.metaKey) return this.take(event, this.withControl(event));
    const target = event.target;
    if (target.closest("select, textarea, input:not([type=checkbox])")) return;
    const isOnControl = target.closest("button, summary, a, input") !== null;
    if (isOnControl && (event.key === "Enter" || event.key === " ")) return;
    if (target.closest("#head-box") && /^([0-9+=−-]|Arrow.*)$/.test(event.key)) return;
    if (this.app.view?.cursor && this.take(event, this.atCursor(event))) return;
    this.take(event, this.plain(event));
  }

  /** Does what a key means; false where it means nothing. */
  take(event, action) {
    if (!action) return false;
    event.preventDefault();
    action();
    return true;
  }

  withControl(event) {
    const { app } = this;
    const key = event.key.toLowerCase();
    if (key === "z") return () => (event.shiftKey ? app.redo() : app.undo());
    return { y: () => app.redo(), s: () => app.save() }[key];
  }

  atCursor(event) {
    const { app } = this;
    const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) return () => app.view.moveCursor(...moves[event.key]);
    return { Enter: () => app.click(app.view.cursor), " ": () => app.click(app.view.cursor), Escape: () => app.view.showCursor(null) }[event.key];
  }

  plain(event) {
    const { app } = this;
    const { landmarks } = app.session;
    const number = Number(event.key);
    if (event.key !== " " && number >= 1 && number <= landmarks.length) return () => app.take(landmarks[number - 1].key);
    if (number === landmarks.length + 1) return () => app.take(null);
    const frames = app.frames.isEmpty ? {} : {
      ArrowLeft: () => app.stepFrame(event.shiftKey ? -10 : -1), ArrowRight: () => app.stepFrame(event.shiftKey ? 10 : 1),
      Home: () => app.stepFrame(-Infinity), End: () => app.stepFrame(Infinity),
      n: () => app.nextSuggested(1), b: () => app.nextSuggested(-1),
      "+": () => app.view.zoomBy(FrameView.stepZoom), "=": () => app.view.zoomBy(FrameView.stepZoom), "-": () => app.view.zoomBy(1 / FrameView.stepZoom), 0: () => app.view.fit(),
      c: () => app.toggleCursor(), l: () => app.toggleLoupe(), " ": () => app.setPanning(true),
      Delete: () => app.removeClick(app.hand, app.view.index), Backspace: () => app.removeClick(app.hand, app.view.index),
    };
    const always = {
      a: () => app.accept(), Enter: () => app.accept(), p: () => app.headPane.arm(!app.headPane.isArmed), f: () => app.showTab("frames"), h: () => app.showTab("head"),
      "?": () => this.open(), Escape: () => app.headPane.arm(false),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    return frames[key] ?? always[key];
  }

  open() {
    const { words } = this.app;
    const rows = Keys.list(this.app.session.landmarks.length).map(([keys, word]) => Dom.make("tr", {},
      Dom.make("th", { scope: "row" }, ...keys.map((key) => Dom.make("kbd", { text: words.text(key) }))), Dom.make("td", { text: words.text(word) })));
    const close = Dom.make("button", { class: "primary", text: words.text("view.close"), onclick: () => this.sheet.close() });
    this.sheet.setAttribute("aria-label", words.text("view.keys"));
    this.sheet.replaceChildren(Dom.make("h2", { text: words.text("view.keys") }), Dom.make("table", {}, Dom.make("tbody", {}, ...rows)), Dom.make("p", { class: "quiet", text: words.text("view.touch_help") }), close);
    this.sheet.showModal();
  }

  static list(count) {
    const landmarks = Array.from({ length: count }, (_, i) => String(i + 1));
    return [
      [landmarks, "view.do_landmark"], [[String(count + 1)], "view.do_check"], [["A", "view.key_enter"], "view.do_accept"],
      [["view.key_click"], "view.do_click"], [["view.key_drag"], "view.do_drag"], [["view.key_delete"], "view.do_delete"],
      [["←", "→"], "view.do_frame"], [["view.key_shift_arrows"], "view.do_frames"], [["N", "B"], "view.do_suggested"],
      [["+", "−", "0"], "view.do_zoom"], [["view.key_space_drag"], "view.do_pan"], [["C"], "view.do_cursor"], [["view.key_cursor"], "view.do_move_cursor"], [["L"], "view.do_loupe"],
      [["F", "H"], "view.do_panes"], [["P"], "view.do_surface"], [["view.key_undo"], "view.do_undo"], [["view.key_redo"], "view.do_redo"], [["view.key_save"], "view.do_save"], [["?"], "view.do_keys"], [["view.key_head"], "view.do_head"],
    ];
  }
}

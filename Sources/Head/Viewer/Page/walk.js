"use strict";

/** The way from scan to scan, where several are picked one after the other: each has a page of its own. */
class Walk {
  constructor(element, app) {
    this.app = app;
    this.element = element;
    this.part = new Part(element);
    this.sheet = Dom.id("walk-list");
    /** The scans in their order; null where there is only this one. */
    this.stops = null;
    this.isLeaving = false;
  }

  get place() { return this.app.session.state?.walk ?? null; }

  /** Asks which scans there are and which are picked. */
  async load() {
    if (!this.place) return;
    this.stops = (await this.app.server.walk().catch(() => ({ stops: this.stops }))).stops;
    this.app.update();
  }

  /** The scan that is shown, as the list has it. */
  get here() { return this.stops?.[this.place.number - 1] ?? null; }

  /** The number of the next scan that is not picked, after this one and then from the first; null where there is none. */
  get nextOpen() {
    const { number } = this.place;
    const others = [...this.stops.slice(number), ...this.stops.slice(0, number - 1)];
    return others.find((stop) => !stop.picked)?.number ?? null;
  }

  update() {
    const { place, stops } = this;
    this.element.hidden = !place || !stops;
    if (this.element.hidden) return;
    const { session } = this.app;
    const canSave = !session.isSaving && session.state.stage.key === "ready";
    const left = stops.filter((stop) => !stop.picked).length;
    this.part.show([place, this.here, left, this.nextOpen, canSave, session.isSaving], () => this.build(left, canSave));
  }

  build(left, canSave) {
    const { place, here } = this;
    const { words, session } = this.app;
    const { number, count, kind } = place;
    const step = (to, word) => Dom.make("button", { "data-id": word, disabled: session.isSaving || to < 1 || to > count, text: words.text(word), onclick: () => this.go(to) });
    return [
      step(number - 1, "view.walk_back"),
      Dom.make("strong", { text: words.text(kind === "to_pick" ? "view.walk_to_pick" : "view.walk_place", { number, count }) }),
      Dom.make("span", { class: here.picked ? "badge accepted" : "badge", "data-id": "picked", text: words.text(here.picked ? "view.walk_picked" : "view.walk_open") }),
      place.is_blind ? Dom.make("span", { class: "badge proposal", title: words.text("view.walk_blind_help"), text: words.text("view.walk_blind") }) : "",
      step(number + 1, "view.walk_on"),
      Dom.make("button", { "data-id": "list", text: words.text("view.walk_list"), onclick: () => this.open() }),
      Dom.make("span", { class: "quiet", text: left === 0 ? words.text("view.walk_done") : words.text("view.walk_left", { count: left }) }),
      this.nextOpen === null ? "" : Dom.make("button", { id: "save-on", class: "primary", disabled: !canSave, title: words.text("view.walk_save_on_help"), text: words.text("view.walk_save_on"), onclick: () => this.saveAndGoOn() }),
    ];
  }

  // MARK: Going

  /** To another scan; what is not saved is asked for first. */
  async go(number) {
    if (number === null || this.app.session.isSaving) return;
    if (this.app.session.isUnsaved && !await this.mayLeave()) return;
    this.leave(number);
  }

  async mayLeave() {
    const { app } = this;
    const { words } = app;
    const answer = await Question.ask(`${words.text("view.walk_unsaved")} ${words.text("view.walk_leave_help")}`, [
      ["save", words.text("view.walk_save_on")], ["leave", words.text("view.walk_leave")], ["stay", words.text("view.walk_stay")],
    ]);
    return answer === "leave" || (answer === "save" && await app.save());
  }

  leave(number) {
    this.isLeaving = true;
    location.assign(`../${number}/`);
  }

  async saveAndGoOn() {
    if (!await this.app.save()) return;
    if (this.nextOpen !== null) this.leave(this.nextOpen);
  }

  open() {
    const { words } = this.app;
    this.sheet.setAttribute("aria-label", words.text("view.walk"));
    const rows = this.stops.map((stop) => Dom.make("li", {}, Dom.make("button", {
      class: "link", "aria-current": stop.number === this.place.number ? "true" : null,
      onclick: () => { this.sheet.close(); if (stop.number !== this.place.number) this.go(stop.number); },
    }, Dom.make("bdi", { text: stop.name })), stop.picked ? Dom.make("span", { class: "badge accepted", text: words.text("view.walk_picked") }) : ""));
    this.sheet.replaceChildren(Dom.make("h2", { text: words.text("view.walk") }), Dom.make("ol", {}, ...rows),
      Dom.make("button", { class: "primary", text: words.text("view.close"), onclick: () => this.sheet.close() }));
    this.sheet.showModal();
    this.sheet.querySelector("[aria-current]")?.focus();
  }
}

/** A question with a few answers. */
const Question = {
  /** The key of the answer that was chosen; that of the last one where the question was closed. */
  ask(text, answers) {
    const sheet = Dom.id("question");
    return new Promise((resolve) => {
      const last = answers[answers.length - 1][0];
      sheet.returnValue = last;
      sheet.onclose = () => resolve(sheet.returnValue || last);
      sheet.replaceChildren(Dom.make("p", { id: "question-text", text }), Dom.make("div", { class: "actions" },
        ...answers.map(([key, word], i) => Dom.make("button", { class: i === 0 ? "primary" : null, "data-id": key, text: word, onclick: () => sheet.close(key) }))));
      sheet.showModal();
    });
  },
};

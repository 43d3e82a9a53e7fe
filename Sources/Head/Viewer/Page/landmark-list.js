"use strict";

/** The landmarks: the one in hand with its drawing, its clicks and what can be done; the others as one line each. */
class LandmarkList {
  static sketches = { sellion: "sketch-sellion", tragion_left: "sketch-tragion-left", tragion_right: "sketch-tragion-left" };

  /** From this distance on, in millimetres, a person is asked to look again. */
  static clicksApart = 2;

  constructor(element, app) {
    this.app = app;
    this.part = new Part(element);
  }

  update() {
    const { session, hand, headPane } = this.app;
    const shown = session.landmarks.map(({ seen, ...landmark }) => landmark);
    const isTaken = this.shownHand !== hand;
    this.part.show([shown, hand, session.isSaving, session.isUnsaved, session.state.saved, headPane.isArmed, this.remarks()], () => [
      ...shown.map((landmark, place) => this.card(landmark, place + 1)),
      hand === null ? this.check() : null,
    ].filter(Boolean));
    if (isTaken) this.part.element.querySelector(".in-hand")?.scrollIntoView({ block: "nearest" });
    this.shownHand = hand;
  }

  word(key, values) { return this.app.words.text(key, values); }

  card(landmark, number) {
    const isInHand = landmark.key === this.app.hand;
    const facts = [this.clicksText(landmark)];
    if (landmark.mm && landmark.sd_mm !== null) facts.push(this.word("view.sd", { sd: this.app.words.number(landmark.sd_mm, 1) }));
    const head = Dom.make("button", { class: "card-head", "data-id": landmark.key, "aria-expanded": String(isInHand), onclick: () => this.app.take(landmark.key) },
      Dom.make("span", { class: `dot ${landmark.key}`, text: number }),
      Dom.make("span", { class: "card-name" }, Dom.make("strong", { text: landmark.name }), Dom.make("small", { text: facts.filter(Boolean).join(" · ") })),
      this.badge(landmark));
    const card = Dom.make("article", { class: isInHand ? "card in-hand" : "card" }, head);
    if (isInHand) card.append(...this.details(landmark).filter(Boolean));
    return card;
  }

  clicksText(landmark) {
    if (landmark.point) return this.word("view.on_surface_short");
    if (landmark.clicks.length > 0) return this.word("view.clicks", { count: landmark.clicks.length });
    return landmark.source === "cap" ? this.word("view.from_cap") : landmark.mm ? this.word("view.automatic") : null;
  }

  /** The clicks that the landmark does not rest on: too far from where the others agree. */
  static leftOut(landmark) {
    return landmark.state === "accepted" ? landmark.clicks.filter((click) => click.used === false && typeof click.apart_mm === "number") : [];
  }

  badge(landmark) {
    const left = LandmarkList.leftOut(landmark).length;
    if (left > 0) {
      const count = landmark.clicks.length;
      return Dom.make("span", { class: "badge doubtful", text: `◐ ${this.word("view.clicks_used", { used: count - left, count })}` });
    }
    const texts = { open: "view.open", proposal: "view.proposal", accepted: "view.accepted", rejected: "view.rejected" };
    const signs = { open: "○", proposal: "◌", accepted: "✓", rejected: "✕" };
    return Dom.make("span", { class: `badge ${landmark.state}`, text: `${signs[landmark.state]} ${this.word(texts[landmark.state])}` });
  }

  details(landmark) {
    const sketch = Dom.sketch(LandmarkList.sketches[landmark.key] ?? "sketch-sellion", landmark.key === "tragion_right" ? "sketch mirrored" : "sketch");
    return [
      Dom.make("div", { class: "hint" }, sketch, Dom.make("p", { text: landmark.hint })),
      landmark.text ? Dom.make("p", { class: "bad", text: landmark.text }) : null,
      this.surface(landmark),
      landmark.clicks.length > 0 ? this.clicks(landmark) : null,
      this.actions(landmark),
    ];
  }

  /** How far it lies from what the surface says; nothing where the surface is all that says where it lies. */
  surface(landmark) {
    const apart = LandmarkList.apart(landmark);
    if (apart === null) return null;
    return Dom.make("p", { class: LandmarkList.isFar(landmark) ? "warn" : "quiet", text: this.word("view.surface_apart", { distance: this.app.words.number(apart, 1) }) });
  }

  /** Whether it lies farther from there than both may be off; not known before it is measured. */
  static isFar(landmark) { return LandmarkList.apart(landmark) > (landmark.surface?.limit_mm ?? Infinity); }

  static apart(landmark) { return landmark.source === "automatic" ? null : landmark.surface?.apart_mm ?? null; }

  actions(landmark) {
    const { session } = this.app;
    const isProposal = landmark.state === "proposal";
    const canAccept = isProposal || landmark.clicks.length > 0 || landmark.point !== null || landmark.state === "accepted";
    const next = this.app.guide.following(landmark.key);
    const text = isProposal ? this.word("view.accept_proposal") : next && next !== landmark.key ? this.word("view.next_landmark", { landmark: session.names([next])[0] }) : this.word("view.to_check");
    return Dom.make("div", { class: "actions" },
      Dom.make("button", { class: "primary", "data-id": "accept", text, title: this.word("view.accept_key"), disabled: !canAccept, onclick: () => this.app.accept() }),
      canAccept && landmark.state !== "open" && !(isProposal && landmark.clicks.length === 0)
        ? Dom.make("button", { "data-id": "clear", text: this.word("view.clear"), onclick: () => this.app.clear(landmark.key) }) : null);
  }

  clicks(landmark) {
    const columns = [["view.column_frame"], ["view.column_depth"], ["view.column_apart", "view.column_apart_help"], ["view.column_effect", "view.column_effect_help"]];
    const heads = columns.map(([key, help]) => Dom.make("th", { text: this.word(key), title: help && this.word(help), scope: "col" }));
    const rows = [...landmark.clicks].sort((a, b) => a.frame - b.frame).map((click) => this.click(landmark, click));
    return Dom.make("table", { class: "clicks" }, Dom.make("thead", {}, Dom.make("tr", {}, ...heads, Dom.make("td"))), Dom.make("tbody", {}, ...rows));
  }

  click(landmark, click) {
    const { words, frames } = this.app;
    const number = frames.number(click.frame);
    const unknown = click.depth_mm === undefined ? "…" : "–";
    const value = (content, text) => Dom.make("td", { class: "number", text: content === null || content === undefined ? unknown : text(content) });
    const row = Dom.make("tr", { class: click.used === false ? "unused" : null },
      Dom.make("td", {}, Dom.make("button", { class: "link", "data-id": `open ${click.frame}`, text: number, title: this.word("view.open_frame", { number }), onclick: () => this.app.openFrame(click.frame, true) })),
      value(click.depth_mm, (depth) => words.number(depth, 0)),
      value(click.apart_mm, (distance) => words.number(distance, 1)),
      value(click.effect_cvai, (effect) => words.signed(effect, 2)),
      Dom.make("td", {}, Dom.make("button", { class: "remove", "data-id": `remove ${click.frame}`, text: "✕", title: this.word("view.remove_key"), "aria-label": this.word("view.remove", { number }), onclick: () => this.app.removeClick(landmark.key, click.frame) })));
    if (click.state === "proposal") row.firstChild.append(Dom.make("small", { class: "quiet", text: this.word("view.proposal") }));
    if (click.text) row.firstChild.append(Dom.make("small", { class: "bad", text: click.text }));
    return row;
  }

  // MARK: The check

  check() {
    const remarks = this.remarks();
    const items = remarks.map(({ key, text }) => Dom.make("li", {}, key ? Dom.make("button", { class: "link", "data-id": `remark ${text}`, text, onclick: () => this.app.take(key) }) : text));
    const { session } = this.app;
    return Dom.make("article", { class: "card in-hand" }, ...[
      Dom.make("h2", { text: this.word("view.check") }),
      items.length > 0 ? Dom.make("ul", {}, ...items) : Dom.make("p", { text: this.word(session.state.measures.is_final && !session.isUnsaved ? "view.check_done" : "view.check_good") }),
      session.state.saved ? Dom.make("p", { class: "quiet", text: this.app.savedText }) : null,
      Dom.make("div", { class: "actions" }, Dom.make("button", { class: "primary", "data-id": "check-save", text: this.word("view.save"), disabled: session.isSaving, onclick: () => this.app.save() })),
    ].filter(Boolean));
  }

  /** What a second look at the picks would ask. */
  remarks() {
    const { words, session } = this.app;
    return session.landmarks.flatMap((landmark) => {
      const { key, name, state, text, clicks, point } = landmark;
      const apart = LandmarkList.apart(landmark);
      const farthest = Math.max(0, ...clicks.map((click) => click.apart_mm ?? 0));
      const found = [];
      const say = (word, values = {}) => found.push({ key, text: this.word(word, { landmark: name, ...values }) });
      if (state === "open") say("view.check_open");
      else if (state === "proposal") say("view.check_proposal");
      else if (state === "rejected") found.push({ key, text: `${name}: ${text ?? this.word("view.rejected")}` });
      // One click beside what the surface shows: two sources that agree.
      else if (clicks.length === 1 && clicks[0].state === "accepted" && !point && (apart === null || apart > LandmarkList.clicksApart)) say("view.check_one_click");
      if (farthest > LandmarkList.clicksApart) say("view.check_apart", { distance: words.number(farthest, 1) });
      if (LandmarkList.isFar(landmark)) say("view.check_surface", { distance: words.number(LandmarkList.apart(landmark), 1) });
      return found;
    });
  }
}

"use strict";

/** The chosen scan: what is known of it, and what can be done with it. */
class ScanPanel {
  constructor(desk) {
    this.desk = desk;
    this.part = new Part(Dom.id("panel"));
    /** What was asked for and takes a while, by its address. */
    this.busy = null;
    this.problem = null;
  }

  update() {
    const { desk } = this;
    const scan = desk.scan(desk.selected);
    if (this.of !== desk.selected) [this.of, this.problem] = [desk.selected, null];
    this.part.show([scan, desk.work, this.busy, this.problem], () => (scan ? this.build(scan) : []));
  }

  build(scan) {
    const { desk } = this;
    const { words } = desk;
    const state = desk.state(scan);
    const isBusy = state === "waiting" || state === "reconstructing";
    return [
      Dom.make("h2", { text: scan.name }),
      Dom.make("p", {}, desk.chip(scan)),
      scan.state === "measured" && !isBusy ? Dom.make("p", { class: "value" }, desk.index(scan)) : null,
      scan.why && !isBusy ? Dom.make("p", { class: "why", text: scan.why }) : null,
      this.problem ? Dom.make("p", { class: "error", role: "alert", text: this.problem }) : null,
      isBusy ? Dom.make("div", { class: "actions" }, this.button("cancel", () => desk.ask("queue", { cancel: [scan.name] }))) : this.actions(scan),
      this.facts(scan),
    ].filter(Boolean);
  }

  actions(scan) {
    const needsPick = scan.state === "needs_landmarks";
    const done = scan.state === "measured";
    const isRun = scan.state !== "new";
    return Dom.make("div", { class: "actions" },
      isRun && scan.state !== "failed" ? this.link("pick", `pick/${scan.name}/`, needsPick, "") : "",
      scan.state === "new" || scan.state === "failed" ? this.button("measure", () => this.desk.ask("queue", { add: [scan.name] }), true) : "",
      scan.has_report ? this.link("report", `scan/${scan.name}/report.html`, done) : "",
      scan.has_report ? this.file("pdf", `scan/${scan.name}/report.pdf`, `${scan.name}.pdf`, done) : "",
      scan.has_report ? this.file("export", `scan/${scan.name}/export.zip`, `${scan.name}.zip`) : "",
      isRun ? this.button("folder", () => this.desk.ask(`scan/${scan.name}/open`, {})) : "",
      isRun ? this.button("rate", () => this.rate(scan)) : "",
      isRun && scan.state !== "failed" ? this.button("again", () => this.desk.ask("queue", { add: [scan.name] })) : "");
  }

  button(word, action, isPrimary = false) {
    const act = async () => {
      this.problem = null;
      try { await action(); } catch (error) { this.problem = error.message; }
      this.update();
    };
    return Dom.make("button", { "data-id": word, class: isPrimary ? "primary" : null, text: this.desk.words.text(`desk.${word}`), onclick: act });
  }

  link(word, address, isPrimary, target = "_blank") {
    return Dom.make("a", { class: isPrimary ? "button primary" : "button", "data-id": word, href: address, target: target || null, rel: target ? "noopener" : null, text: this.desk.words.text(`desk.${word}`) });
  }

  /** A file that is made when it is asked for: the button waits for it, and what goes wrong is told here. */
  file(word, address, name, isPrimary = false) {
    const isBusy = this.busy === address;
    const button = this.button(word, async () => {
      this.busy = address;
      this.update();
      try {
        const answer = await fetch(address, { cache: "no-store" });
        if (!answer.ok) throw new Error((await answer.json().catch(() => null))?.error ?? String(answer.status));
        const place = URL.createObjectURL(await answer.blob());
        Dom.make("a", { href: place, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(place), 60000);
        this.desk.speak(this.desk.words.text("desk.saved_file", { file: name }));
      } finally { this.busy = null; }
    }, isPrimary);
    button.disabled = isBusy;
    if (isBusy) button.textContent = this.desk.words.text("desk.making");
    return button;
  }

  facts(scan) {
    const { words } = this.desk;
    const rows = [
      ["subject", scan.subject], ["session", scan.session], ["date", scan.date],
      ["age", scan.age_months === undefined ? null : words.text("desk.months", { count: words.number(scan.age_months, scan.age_months % 1 ? 1 : 0) })],
      ["sex", scan.sex && words.text(`desk.${scan.sex}`)], ["operator", scan.operator], ["device", scan.device],
      ["hair", scan.hair_mm === undefined ? words.text("desk.hair_unknown") : `${words.number(scan.hair_mm, 1)} mm`],
      ["landmarks", scan.state === "new" ? null : words.text(`desk.landmarks_${scan.landmarks}`)],
    ];
    return Dom.make("dl", {}, ...rows.filter(([, value]) => value).flatMap(([key, value]) => [Dom.make("dt", { text: words.text(`desk.${key}`) }), Dom.make("dd", { text: value })]));
  }

  // MARK: Rating

  async rate(scan) {
    const { words } = this.desk;
    const fields = await this.desk.ask("rating");
    const sheet = Dom.id("rating");
    const error = Dom.make("p", { class: "error wide", role: "alert" });
    const input = (field) => (field.choices
      ? Dom.make("select", { name: field.key, required: field.is_required }, Dom.make("option", { value: "", text: "–" }), ...field.choices.map((each) => Dom.make("option", { value: each, text: each })))
      : Dom.make("input", { name: field.key, required: field.is_required }));
    const form = Dom.make("form", {}, ...fields.map((field) => Dom.make("label", { class: "wide" }, field.question, input(field))), error,
      Dom.make("div", { class: "actions wide" }, Dom.make("button", { class: "primary", text: words.text("desk.save") }), Dom.make("button", { type: "button", text: words.text("view.close"), onclick: () => sheet.close() })));
    form.onsubmit = async (event) => {
      event.preventDefault();
      const answers = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
      try {
        await this.desk.ask(`scan/${scan.name}/rating`, answers);
        sheet.close();
      } catch (problem) { error.textContent = problem.message; }
    };
    sheet.replaceChildren(Dom.make("h2", { id: "rating-title", text: words.text("desk.rate_title", { scan: scan.name }) }), form);
    sheet.showModal();
  }
}

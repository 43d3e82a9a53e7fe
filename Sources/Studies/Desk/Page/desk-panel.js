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
      scan.cvai !== undefined && !isBusy ? Dom.make("p", { class: "value" }, desk.index(scan)) : null,
      scan.why && !isBusy ? Dom.make("p", { class: `why ${scan.state}`, text: scan.why }) : null,
      this.problem ? Dom.make("p", { class: "error", role: "alert", text: this.problem }) : null,
      isBusy ? Dom.make("div", { class: "actions" }, this.button("cancel", () => desk.ask("queue", { cancel: [scan.name] }))) : this.actions(scan),
      this.facts(scan),
    ].filter(Boolean);
  }

  actions(scan) {
    const needsPick = scan.state === "needs_landmarks";
    const done = scan.state === "measured";
    const isRun = scan.state !== "new";
    const again = () => this.desk.ask("queue", { add: [scan.name] });
    return Dom.make("div", { class: "actions" },
      scan.state === "out_of_date" ? this.button("again", again, true) : "",
      isRun && scan.state !== "failed" ? this.link("pick", `pick/${scan.name}/`, needsPick, "") : "",
      scan.state === "new" || scan.state === "failed" ? this.button("measure", again, true) : "",
      scan.has_report ? this.link("report", `scan/${scan.name}/report.html`, done) : "",
      scan.has_report ? this.file("pdf", `scan/${scan.name}/report.pdf`, `${scan.name}.pdf`, done) : "",
      scan.has_report ? this.file("export", `scan/${scan.name}/export.zip`, `${scan.name}.zip`) : "",
      isRun ? this.button("folder", () => this.desk.ask(`scan/${scan.name}/open`, {})) : "",
      isRun ? this.button("rate", () => this.rate(scan)) : "",
      isRun && scan.state !== "failed" && scan.state !== "out_of_date" ? this.button("again", again) : "",
      this.button("edit", () => this.desk.adding.edit(scan)), this.button("remove", () => this.remove(scan)));
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

  // MARK: Removing

  remove(scan) {
    const { words } = this.desk;
    const sheet = Dom.id("removing");
    const error = Dom.make("p", { class: "error", role: "alert" });
    const remove = async () => {
      try {
        await this.desk.ask(`scan/${scan.name}/remove`, {});
        sheet.close();
        this.desk.select(null);
        await this.desk.load();
      } catch (problem) { error.textContent = problem.message; }
    };
    sheet.replaceChildren(Dom.make("h2", { id: "removing-title", text: words.text("desk.remove_title", { scan: scan.name }) }),
      Dom.make("p", { text: words.text("desk.remove_help") }), error,
      Dom.make("div", { class: "actions" },
        Dom.make("button", { text: words.text("desk.cancel"), onclick: () => sheet.close() }),
        Dom.make("button", { class: "primary", "data-id": "remove-now", text: words.text("desk.remove"), onclick: remove })));
    sheet.showModal();
  }

  // MARK: Rating

  async rate(scan) {
    const { words } = this.desk;
    const { is_rated: isRated, fields } = await this.desk.ask(`scan/${scan.name}/rating`);
    const sheet = Dom.id("rating");
    const error = Dom.make("p", { class: "error wide", role: "alert" });
    const input = (field) => (field.choices
      ? Dom.make("select", { name: field.key, required: field.is_required }, Dom.make("option", { value: "", text: "–" }), ...field.choices.map(({ key, text }) => Dom.make("option", { value: key, text })))
      : Dom.make("input", { name: field.key, required: field.is_required }));
    const form = Dom.make("form", {}, ...fields.map((field) => Dom.make("label", { class: "wide" }, field.question, input(field))),
      isRated ? Dom.make("p", { class: "why out_of_date wide", text: words.text("desk.rated_already") }) : null, error,
      Dom.make("div", { class: "actions wide" }, Dom.make("button", { class: "primary", "data-id": "rate-now", text: words.text(isRated ? "desk.replace" : "desk.save") }), Dom.make("button", { type: "button", text: words.text("view.close"), onclick: () => sheet.close() })));
    form.onsubmit = async (event) => {
      event.preventDefault();
      const answers = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
      try {
        await this.desk.ask(`scan/${scan.name}/rating${isRated ? "?replace=1" : ""}`, answers);
        sheet.close();
      } catch (problem) { error.textContent = problem.message; }
    };
    sheet.replaceChildren(Dom.make("h2", { id: "rating-title", text: words.text("desk.rate_title", { scan: scan.name }) }), form);
    sheet.showModal();
  }
}

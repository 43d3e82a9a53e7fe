"use strict";

/** CVAI with interval, severity and change; three more measures; the rest folded; the choice of protocol. */
class MeasuresPanel {
  static main = ["cva", "cranial_index", "circumference"];

  constructor(element, app) {
    this.app = app;
    this.part = new Part(element);
    this.spoken = Dom.id("spoken");
  }

  update() {
    const { session } = this.app;
    const { measures, protocols, protocol } = session.state;
    this.part.show([measures, protocols, protocol], () => this.build(measures, protocols, protocol));
    this.part.element.setAttribute("aria-busy", String(session.isPending || session.isDelivering !== false));
    this.part.element.classList.toggle("waiting", session.isPending);
    this.speak(measures);
  }

  word(key, values) { return this.app.words.text(key, values); }
  row(rows, key) { return rows.find((row) => row.key === key) ?? null; }

  build(measures, protocols, protocol) {
    const { rows } = measures;
    const cause = this.row(rows, "cvai")?.text ?? null;
    const isTold = (row) => row.value === null && row.text === cause;
    const main = MeasuresPanel.main.map((key) => this.row(rows, key)).filter((row) => row && !isTold(row));
    const rest = rows.filter((row) => row.key !== "cvai" && !MeasuresPanel.main.includes(row.key) && !isTold(row));
    return [
      ...this.headline(measures),
      main.length > 0 ? this.table(main) : null,
      measures.findings.length > 0 ? Dom.make("ol", { class: "findings" }, ...measures.findings.map((text) => Dom.make("li", { text }))) : null,
      rest.length > 0 ? Dom.make("details", { "data-id": "rest" }, Dom.make("summary", { "data-id": "rest-summary", text: this.word("view.all_measures", { count: rest.length }) }), this.table(rest)) : null,
      protocols.length > 0 ? this.protocolChoice(protocols, protocol) : null,
    ].filter(Boolean);
  }

  headline(measures) {
    const row = this.row(measures.rows, "cvai");
    if (!row || row.value === null) {
      return [Dom.make("h2", { text: "CVAI" }), Dom.make("p", { class: "quiet", text: row?.text ?? this.word("view.no_measures") })];
    }
    const interval = row.interval ? this.word("view.interval", { interval: row.interval, unit: row.unit }) : measures.state === "values" ? this.word("view.interval_later") : this.word("view.no_interval");
    return [
      Dom.make("div", { class: "cvai" }, Dom.make("h2", { text: row.name }), Dom.make("output", { text: `${row.value} ${row.unit}` }), this.change(measures)),
      Dom.make("p", { class: "interval", text: interval }),
      row.text ? Dom.make("p", { class: "warn", text: row.text }) : null,
      measures.by_symmetry ? Dom.make("p", { class: "quiet", text: measures.by_symmetry }) : null,
      this.severity(measures.severity),
      measures.is_final || measures.state === "values" ? null : Dom.make("p", { class: "quiet", text: this.word("view.provisional") }),
    ].filter(Boolean);
  }

  change({ cvai, cvai_before: before }) {
    if (!cvai || before === null || before === undefined) return null;
    const text = this.word("view.change", { change: this.app.words.signed(cvai.value - before, 2) });
    return Dom.make("span", { class: "change", text });
  }

  severity(severity) {
    if (!severity) return null;
    const steps = Array.from({ length: severity.levels }, (_, i) => Dom.make("i", { class: i + 1 === severity.level ? `level${i + 1} here` : `level${i + 1}` }));
    return Dom.make("div", { class: "severity" }, Dom.make("div", { class: "scale", "aria-hidden": "true" }, ...steps),
      Dom.make("p", { text: [severity.text, severity.flattened].filter(Boolean).join("; ") }));
  }

  table(rows) {
    return Dom.make("table", { class: "measures" }, Dom.make("tbody", {}, ...rows.map((row) => Dom.make("tr", {},
      Dom.make("th", { scope: "row", text: row.name }),
      row.value === null ? Dom.make("td", { class: "quiet withheld", colspan: 2, text: row.text ?? "–" }) : Dom.make("td", { class: "number", text: `${row.value} ${row.unit}` }),
      row.value === null ? null : Dom.make("td", { class: "number quiet", text: row.interval ?? "" })))));
  }

  protocolChoice(protocols, protocol) {
    const choice = Dom.make("select", { "data-id": "protocol", onchange: (event) => this.app.session.chooseProtocol(event.target.value) },
      ...protocols.map(({ name, title }) => Dom.make("option", { value: name, text: title, selected: name === protocol })));
    return Dom.make("label", { class: "protocol" }, Dom.make("span", { text: this.word("view.protocol") }), choice);
  }

  /** Says the CVAI once it rests, for those who don't see it. */
  speak(measures) {
    const row = this.row(measures.rows, "cvai");
    const text = row?.value ? [`${row.name} ${row.value} ${row.unit}`, row.interval ? this.word("view.interval", { interval: row.interval, unit: row.unit }) : null, measures.severity?.text].filter(Boolean).join(", ") : "";
    if (measures.state === "values" || this.spoken.textContent === text) return;
    this.spoken.textContent = text;
  }
}

"use strict";

/** The scans in a table: searched, filtered, sorted; a few hundred rows at a time, so that thousands stay quick. */
class ScanTable {
  static columns = [
    ["subject", (scan) => scan.subject ?? ""], ["session", (scan) => scan.session ?? ""], ["date", (scan) => scan.date ?? ""],
    ["state", (scan, desk) => desk.state(scan)], ["cvai", (scan) => scan.cvai ?? -1],
  ];
  static page = 200;

  constructor(desk) {
    this.desk = desk;
    this.sort = { key: "date", descending: true };
    this.most = ScanTable.page;
    /** The names of recordings of which no picture can be had. */
    this.unpictured = new Set();
    /** The names of scans that are marked for a comparison, in the order in which they were. */
    this.marked = [];
    this.rows = new Part(Dom.id("rows"));
    this.heads = new Part(Dom.id("heads"));
    Dom.id("search").oninput = () => this.update();
    Dom.id("filter").onchange = () => this.update();
    Dom.id("more").onclick = () => { this.most += ScanTable.page; this.update(); };
    const states = ["", "new", "waiting", "reconstructing", "needs_landmarks", "measured", "out_of_date", "withheld", "failed"];
    Dom.id("filter").replaceChildren(...states.map((key) => Dom.make("option", { value: key, text: desk.words.text(key ? `desk.state_${key}` : "desk.all") })));
    Dom.id("search").placeholder = desk.words.text("desk.search");
  }

  get found() {
    const { desk } = this;
    const [text, state] = [Dom.id("search").value.trim().toLowerCase(), Dom.id("filter").value];
    const value = ScanTable.columns.find(([key]) => key === this.sort.key)[1];
    const found = desk.scans.filter((scan) => (!state || desk.state(scan) === state)
      && (!text || [scan.name, scan.subject, scan.session, scan.date, scan.operator].some((each) => each?.toLowerCase().includes(text))));
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    found.sort((a, b) => (order(value(a, desk), value(b, desk)) || order(a.name, b.name)) * (this.sort.descending ? -1 : 1));
    return found;
  }

  update() {
    const { desk } = this;
    const { found } = this;
    const shown = found.slice(0, this.most);
    this.heads.show(this.sort, () => [Dom.make("th", { colspan: 2 }), ...ScanTable.columns.map(([key]) => this.head(key))]);
    this.rows.show([shown, desk.work, desk.selected, this.marked], () => shown.map((scan) => this.row(scan)));
    Dom.id("more").hidden = found.length <= this.most;
    Dom.id("more").textContent = desk.words.text("desk.more", { count: found.length - shown.length });
    Dom.id("empty").hidden = found.length > 0;
    Dom.id("empty").textContent = desk.words.text(desk.scans.length === 0 ? "desk.empty" : "desk.none_found");
    Dom.id("compare").disabled = this.marked.length < 2;
  }

  head(key) {
    const { sort } = this;
    const turn = () => {
      this.sort = { key, descending: sort.key === key ? !sort.descending : key === "cvai" || key === "date" };
      this.update();
    };
    const order = sort.key !== key ? null : sort.descending ? "descending" : "ascending";
    return Dom.make("th", { "aria-sort": order, class: key === "session" ? "wide-only" : key === "cvai" ? "number" : null }, Dom.make("button", { "data-id": key, text: this.desk.words.text(`desk.${key}`), onclick: turn }));
  }

  row(scan) {
    const { desk } = this;
    const choose = () => desk.select(scan.name);
    const mark = Dom.make("input", { type: "checkbox", "aria-label": desk.words.text("desk.mark", { scan: scan.name }), "data-id": `mark-${scan.name}`, disabled: scan.state !== "measured" && !scan.has_report });
    mark.checked = this.marked.includes(scan.name);
    mark.onclick = (event) => { event.stopPropagation(); this.mark(scan.name, mark.checked); };
    const picture = scan.kind === "recording" && !this.unpictured.has(scan.name) ? Dom.make("img", { src: `scan/${scan.name}/picture.jpg`, loading: "lazy", alt: "", onerror: (event) => { this.unpictured.add(scan.name); event.target.replaceWith(Dom.make("span", { class: "no-picture" })); } }) : Dom.make("span", { class: "no-picture" });
    return Dom.make("tr", { "aria-selected": desk.selected === scan.name ? "true" : "false", onclick: choose },
      Dom.make("td", {}, mark), Dom.make("td", {}, picture),
      Dom.make("td", {}, Dom.make("button", { class: "name", "data-id": scan.name, text: desk.title(scan), title: scan.name })),
      Dom.make("td", { class: "wide-only", text: scan.session ?? "" }), Dom.make("td", { text: scan.date ?? "" }),
      Dom.make("td", {}, desk.chip(scan)), Dom.make("td", { class: "number" }, desk.index(scan)));
  }

  mark(name, isMarked) {
    this.marked = this.marked.filter((each) => each !== name);
    if (isMarked) this.marked.push(name);
    this.update();
  }
}

"use strict";

/** A scan on its way into the folder: chosen or dropped, copied piece by piece, described, put in its place. */
class Adding {
  static piece = 900000;

  constructor(desk) {
    this.desk = desk;
    this.sheet = Dom.id("adding");
    /** The id of the scan on its way, and what tells one attempt from the next. */
    [this.id, this.run] = [null, 0];
    this.sheet.oncancel = (event) => { event.preventDefault(); this.close(); };
    Dom.id("add").onclick = () => this.open();
    const hover = (isOver) => (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      Dom.id("dropping").hidden = !isOver;
    };
    window.addEventListener("dragover", hover(true));
    window.addEventListener("dragleave", (event) => { if (!event.relatedTarget) Dom.id("dropping").hidden = true; });
    window.addEventListener("drop", async (event) => {
      hover(false)(event);
      // Not while another scan is copied or described.
      if (this.id) return;
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
      if (entries.length > 0) this.take(await Adding.files(entries));
    });
  }

  word(key, values) { return this.desk.words.text(key, values); }
  show(...content) { this.titled(this.word("desk.add_title"), ...content); }
  titled(title, ...content) { this.sheet.replaceChildren(Dom.make("h2", { id: "adding-title", text: title }), ...content.filter(Boolean)); }

  open() {
    const chooser = (id, isFolder) => {
      const input = Dom.make("input", { type: "file", id, class: "unseen", tabindex: -1, multiple: true, webkitdirectory: isFolder });
      input.onchange = () => this.take([...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
      return input;
    };
    const [folder, file] = [chooser("folder-input", true), chooser("file-input", false)];
    this.show(Dom.make("div", { class: "zone" }, Dom.make("p", { text: this.word("desk.add_help") }),
      Dom.make("div", { class: "actions" },
        Dom.make("button", { class: "primary", "data-id": "choose-folder", text: this.word("desk.choose_folder"), onclick: () => folder.click() }),
        Dom.make("button", { "data-id": "choose-file", text: this.word("desk.choose_file"), onclick: () => file.click() }),
        Dom.make("button", { text: this.word("desk.cancel"), onclick: () => this.close() })), folder, file));
    if (!this.sheet.open) this.sheet.showModal();
  }

  async close() {
    this.sheet.close();
    await this.forget();
  }

  /** All files below what was dropped. */
  static async files(entries, below = "") {
    const found = [];
    for (const entry of entries) {
      const path = below + entry.name;
      if (entry.isFile) found.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
      else {
        const reader = entry.createReader();
        for (;;) {
          const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
          if (some.length === 0) break;
          found.push(...await Adding.files(some, `${path}/`));
        }
      }
    }
    return found;
  }

  /** Copies files, then asks what they are. What comes later than a cancel, or than another drop, is nobody's any more. */
  async take(files) {
    // Of a folder, what systems hide is no part of a scan.
    const wanted = files.filter(({ path }) => path.split("/").every((part) => !part.startsWith(".")));
    if (wanted.length === 0) return;
    await this.forget();
    const { run } = this;
    if (!this.sheet.open) this.sheet.showModal();
    const bar = Dom.make("progress", { class: "wide", max: wanted.reduce((sum, { file }) => sum + Math.max(1, file.size), 0), value: 0 });
    const place = Dom.make("p", { class: "quiet" });
    this.show(Dom.make("p", { text: this.word("desk.copying", { count: wanted.length }) }), bar, place, Dom.make("button", { text: this.word("desk.cancel"), onclick: () => this.close() }));
    try {
      const { id } = await this.desk.ask("add", {});
      if (run !== this.run) return void this.drop(id);
      this.id = id;
      for (const { path, file } of wanted) {
        place.textContent = path;
        let offset = 0;
        do {
          const piece = file.slice(offset, offset + Adding.piece);
          await this.desk.ask(`add/${id}?path=${encodeURIComponent(path)}&offset=${offset}`, piece);
          if (run !== this.run) return;
          offset += piece.size;
          bar.value += Math.max(1, piece.size);
        } while (offset < file.size);
      }
      place.textContent = this.word("desk.looking");
      const look = await this.desk.ask(`add/${id}/look`, {});
      const caps = look.kind === "recording" && !look.has_cap ? await this.desk.ask("caps") : [];
      if (run === this.run) this.ask(id, look, caps);
    } catch (error) {
      if (run === this.run) this.fail(error.message);
    }
  }

  /** Ends what is under way. */
  async forget() {
    const { id } = this;
    this.id = null;
    this.run += 1;
    if (id) await this.drop(id);
  }

  async drop(id) { await this.desk.ask(`add/${id}/drop`, {}).catch(() => {}); }

  fail(text) {
    this.show(Dom.make("p", { class: "error", role: "alert", text }), Dom.make("div", { class: "actions" },
      Dom.make("button", { class: "primary", text: this.word("desk.choose_other"), onclick: () => this.open() }),
      Dom.make("button", { text: this.word("desk.cancel"), onclick: () => this.close() })));
  }

  // MARK: The form

  /** What was entered last stands there again: who scans with which phone changes seldom. */
  get last() { return [...this.desk.scans].sort((a, b) => ((a.date ?? "") < (b.date ?? "") ? 1 : -1))[0] ?? {}; }

  ask(id, look, caps) {
    const { stated } = look;
    const what = look.kind === "mesh" ? this.word("desk.is_mesh", { name: look.name, count: look.triangles, unit: look.unit })
      : this.word("desk.is_recording", { name: look.name, format: look.format, frames: look.frames, seconds: this.desk.words.number(look.seconds, 1) });
    const filled = {
      ...stated, date: stated.date ?? new Date().toLocaleDateString("sv"),
      operator: stated.operator ?? this.last.operator, device: stated.device ?? this.last.device,
    };
    const said = [Dom.make("p", { class: "wide", text: what }), ...look.notes.map((text) => Dom.make("p", { class: "wide quiet", text })),
      ...look.obstacles.map((text) => Dom.make("p", { class: "wide error", text }))];
    const cap = look.kind === "mesh" || look.has_cap ? null : this.caps(caps, look.dictionary);
    this.show(this.form(filled, said, cap, `add/${id}/settle`, "desk.add_and_measure"));
    this.sheet.querySelector("[name=subject]").focus();
  }

  /** The same form for a scan that is in the folder. */
  async edit(scan) {
    const caps = scan.kind === "recording" ? this.caps(await this.desk.ask("caps"), null, true) : null;
    const said = [Dom.make("p", { class: "wide quiet", text: this.word("desk.edit_help") })];
    this.titled(this.word("desk.edit_title", { scan: scan.name }), this.form(scan, said, caps, `scan/${scan.name}/edit`, "desk.save"));
    this.sheet.showModal();
  }

  /** The form, filled with what is stated; its answers go to an address, which tells what the scan is called from then on. */
  form(stated, said, cap, address, word) {
    const field = (key, attributes, ...more) => Dom.make("label", {}, this.word(`desk.${key}`), Dom.make("input", { name: key, autocomplete: "off", ...attributes }), ...more);
    // A code that is kept may be written as it is.
    const code = (key, help, attributes) => field(key, { pattern: `[A-Za-z0-9]{1,32}${stated[key] ? `|${stated[key].replace(/[^A-Za-z0-9]/g, ".")}` : ""}`, value: stated[key] ?? "", title: this.word(help), ...attributes }, Dom.make("small", { text: this.word(help) }));
    const options = (key, values) => Dom.make("label", {}, this.word(`desk.${key}`), Dom.make("select", { name: key }, ...values.map(([value, word]) => Dom.make("option", { value, text: this.word(word) }))));
    const known = (key) => Dom.make("datalist", { id: `known-${key}` }, ...[...new Set(this.desk.scans.map((scan) => scan[key]).filter(Boolean))].map((value) => Dom.make("option", { value })));
    const error = Dom.make("p", { class: "error wide", role: "alert" });
    const submit = Dom.make("button", { class: "primary", "data-id": "settle", text: this.word(word) });
    const form = Dom.make("form", {}, ...said,
      code("subject", "desk.code_help", { required: true }), code("session", "desk.session_help", {}),
      field("date", { type: "date", value: stated.date ?? "" }),
      field("age_months", { type: "number", min: 0, max: 240, step: "any", value: stated.age_months ?? "" }),
      options("sex", [["", "desk.not_stated"], ["female", "desk.female"], ["male", "desk.male"]]),
      this.hair(stated.hair_mm ?? null),
      field("operator", { value: stated.operator ?? "", list: "known-operator" }, known("operator")),
      field("device", { value: stated.device ?? "", list: "known-device" }, known("device")),
      cap, error,
      Dom.make("div", { class: "actions wide" }, submit, Dom.make("button", { type: "button", text: this.word("desk.cancel"), onclick: () => this.close() })));
    if (stated.sex) form.elements.sex.value = stated.sex;
    form.onsubmit = async (event) => {
      event.preventDefault();
      submit.disabled = true;
      try {
        const { scan } = await this.desk.ask(address, await this.answers(form));
        this.id = null;
        this.sheet.close();
        await this.desk.load();
        if (scan) this.desk.select(scan);
      } catch (problem) { error.textContent = problem.message; }
      submit.disabled = false;
    };
    return form;
  }

  /** Bald, short, long, or millimetres that somebody has felt. */
  hair(stated) {
    const kinds = [["", "desk.not_stated"], ["0", "desk.hair_bald"], ["1", "desk.hair_short"], ["3", "desk.hair_long"], ["mm", "desk.hair_mm"]];
    const mm = Dom.make("input", { name: "hair_exact", type: "number", min: 0, max: 20, step: "any", hidden: true, "aria-label": this.word("desk.hair_mm") });
    const select = Dom.make("select", { name: "hair" }, ...kinds.map(([value, word]) => Dom.make("option", { value, text: this.word(word) })));
    select.onchange = () => { mm.hidden = select.value !== "mm"; };
    const isUsual = kinds.some(([value]) => value === String(stated));
    if (stated !== null) [select.value, mm.value, mm.hidden] = isUsual ? [String(stated), "", true] : ["mm", stated, false];
    return Dom.make("label", {}, this.word("desk.hair"), select, mm);
  }

  /** The known caps with a picture of their first marker, and a file for another one. */
  caps(caps, dictionary, isKept = false) {
    const file = Dom.make("input", { type: "file", name: "cap_file", accept: ".yaml,.yml" });
    const likely = isKept ? null : caps.find((cap) => cap.dictionary === dictionary) ?? caps[0];
    const kept = Dom.make("input", { type: "radio", name: "cap", value: "" });
    kept.checked = isKept;
    const cards = caps.map((cap) => {
      const canvas = Dom.make("canvas", { width: cap.bits.length + 2, height: cap.bits.length + 2, "aria-hidden": true });
      const context = canvas.getContext("2d");
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = "#fff";
      cap.bits.forEach((row, y) => row.forEach((isWhite, x) => { if (isWhite) context.fillRect(x + 1, y + 1, 1, 1); }));
      const radio = Dom.make("input", { type: "radio", name: "cap", value: cap.name });
      radio.checked = cap === likely;
      return Dom.make("label", { class: "cap" }, radio, canvas, Dom.make("span", { text: this.word("desk.cap_of", { dictionary: cap.dictionary, size: cap.marker_size_mm, count: cap.markers }) }));
    });
    return Dom.make("fieldset", {}, Dom.make("legend", { text: this.word("desk.cap") }),
      dictionary ? Dom.make("p", { class: "quiet wide", text: this.word("desk.cap_seen", { dictionary }) }) : null,
      isKept ? Dom.make("label", { class: "cap" }, kept, Dom.make("span", { text: this.word("desk.cap_kept") })) : null, ...cards, Dom.make("label", {}, this.word("desk.cap_file"), file));
  }

  async answers(form) {
    const { elements } = form;
    const number = (text) => (text === "" || text === undefined ? null : Number(text));
    const file = elements.cap_file?.files[0];
    return {
      subject: elements.subject.value.trim(), session: elements.session.value.trim(), date: elements.date.value, sex: elements.sex.value,
      age_months: number(elements.age_months.value), operator: elements.operator.value.trim(), device: elements.device.value.trim(),
      hair_mm: number(elements.hair.value === "mm" ? elements.hair_exact.value : elements.hair.value),
      cap: new FormData(form).get("cap") || null, cap_text: file ? await file.text() : null,
    };
  }
}

/// Buttons, legend and labels around the picture. Foreign text only gets in as text.
class HeadPanel {
  constructor(element, words) {
    this.words = words;
    this.root = HeadPanel.add(element, "div", "ch-root");
    this.bar = HeadPanel.add(this.root, "div", "ch-bar");
    this.view = HeadPanel.add(this.root, "div", "ch-view");
    this.view.tabIndex = 0;
    this.view.setAttribute("role", "application");
    this.view.setAttribute("aria-label", this.word("head.view"));
    this.view.title = this.word("head.help");
    this.labels = HeadPanel.add(this.view, "div", "ch-labels");
    this.scaleBar = HeadPanel.add(this.view, "div", "ch-scale");
    this.hint = HeadPanel.add(this.view, "div", "ch-hint");
    this.hint.setAttribute("role", "status");
    this.legend = HeadPanel.add(this.root, "div", "ch-legend");
    this.hint.hidden = this.legend.hidden = true;
  }

  static add(parent, name, style, text) {
    const element = document.createElement(name);
    element.className = style;
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  /// A word, with values in its places.
  word(key, values = {}) {
    const text = this.words[key];
    return text === undefined ? key : text.replace(/\{([a-z_]+)\}/g, (place, name) => name in values ? values[name] : place);
  }

  buttons(choose) {
    const group = HeadPanel.add(this.bar, "div", "ch-group");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", this.word("head.sides"));
    HeadPanel.sides.forEach(([side, word], index) => {
      const button = HeadPanel.add(group, "button", "ch-button", this.word(word));
      button.type = "button";
      button.title = `${this.word(word)} (${index + 1})`;
      button.dataset.side = side;
      button.addEventListener("click", () => choose(side));
    });
  }

  /// Without landmarks nothing says which side is which: the buttons have numbers then.
  nameSides(areKnown) {
    this.bar.querySelectorAll("[data-side]").forEach((button, index) => {
      button.textContent = areKnown ? this.word(HeadPanel.sides[index][1]) : String(index + 1);
      button.title = areKnown ? `${button.textContent} (${index + 1})` : "";
    });
  }

  /// The choice of what the surface shows.
  surfaces(choices, choose) {
    const label = HeadPanel.add(this.bar, "label", "ch-choice", this.word("head.surface") + " ");
    this.select = HeadPanel.add(label, "select", "ch-select");
    for (const [key, name] of choices) {
      const option = HeadPanel.add(this.select, "option", "", name);
      option.value = key;
    }
    this.select.addEventListener("change", () => choose(this.select.value || null));
  }

  switches(layers, isOn, toggle) {
    const group = HeadPanel.add(this.bar, "div", "ch-group ch-switches");
    this.boxes = {};
    for (const [name, word] of layers) {
      const label = HeadPanel.add(group, "label", "ch-switch"), box = HeadPanel.add(label, "input", "");
      box.type = "checkbox";
      box.checked = isOn(name);
      HeadPanel.add(label, "span", "", this.word(word));
      box.addEventListener("change", () => toggle(name, box.checked));
      this.boxes[name] = box;
    }
  }

  /// The legend of a map; none for null.
  explain(map) {
    this.legend.replaceChildren();
    this.legend.hidden = !map;
    if (!map) return;
    HeadPanel.add(this.legend, "div", "ch-title", map.unit ? `${map.name}, ${map.unit}` : map.name);
    const scale = HeadPanel.add(this.legend, "div", "ch-colors");
    scale.style.background = `linear-gradient(to right, ${map.colors.map(color => `rgb(${color.join(",")})`).join(", ")})`;
    const ticks = HeadPanel.add(this.legend, "div", "ch-ticks");
    for (const { at, text } of map.ticks) HeadPanel.add(ticks, "span", "ch-tick", text).style.left = `${100 * at}%`;
    const note = HeadPanel.add(this.legend, "div", "ch-note");
    const swatch = HeadPanel.add(note, "span", "ch-swatch");
    swatch.style.background = `rgb(${map.unknown.join(",")})`;
    HeadPanel.add(note, "span", "ch-unknown", this.word("head.unknown"));
    if (map.note) HeadPanel.add(note, "span", "ch-text", map.note);
  }

  say(text) {
    this.hint.hidden = !text;
    this.hint.textContent = text || "";
  }

  /// The length of the scale bar: a round number of millimetres, wide enough for its text.
  measure(pixelsPerMillimetre) {
    const length = [1, 2, 5, 10, 20, 50, 100].find(length => length * pixelsPerMillimetre >= 64) || 200;
    this.scaleBar.style.width = `${length * pixelsPerMillimetre}px`;
    this.scaleBar.textContent = this.word("head.scale", { length });
  }

  /// Makes the labels anew; `items` have text, style and key.
  label(items) {
    this.labels.replaceChildren();
    this.items = items.map(item => ({ ...item, element: HeadPanel.add(this.labels, "div", `ch-label ${item.style}`, item.text) }));
    for (const item of this.items) {
      item.element.dir = "auto";
      item.size = null;
    }
  }

  /// Places the labels beside their points, each below those that it would cover, all within the picture.
  placeLabels(place) {
    const taken = [], [width, height] = [this.view.clientWidth, this.view.clientHeight];
    const items = (this.items || []).map(item => ({ item, at: place(item) })).filter(({ item, at }) => {
      item.element.hidden = !at;
      return at;
    });
    items.sort((a, b) => a.at.y - b.at.y);
    for (const { item, at } of items) {
      item.size = item.size || [item.element.offsetWidth, item.element.offsetHeight];
      const [w, h] = item.size;
      const gap = item.isCentred ? -w / 2 : 9;
      let x = Math.min(width - w - 2, Math.max(2, at.x + gap > width - w - 2 && !item.isCentred ? at.x - w - 9 : at.x + gap));
      let y = Math.min(height - h - 2, Math.max(2, at.y - h / 2));
      if (!item.isCentred) {
        for (const box of taken)
          if (x < box.x + box.w && box.x < x + w && y < box.y + box.h && box.y < y + h) y = Math.min(height - h - 2, box.y + box.h + 1);
        taken.push({ x, y, w, h });
      }
      item.element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      item.element.classList.toggle("ch-behind", !at.isSeen);
    }
  }
}

HeadPanel.sides = [
  ["front", "head.side_front"], ["back", "head.side_back"], ["left", "head.side_left"], ["right", "head.side_right"],
  ["top", "head.side_top"], ["three_quarter", "head.side_three_quarter"],
];

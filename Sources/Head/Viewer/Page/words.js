"use strict";

/** The page's texts in the server's language. A template holds `{name}`, `{name|one|more}`, and `[ … ]`, which goes where a value in it is missing. */
class Words {
  constructor({ language, words }) {
    this.language = language;
    this.words = words;
  }

  text(key, values = {}) {
    const isKnown = (name) => values[name] !== undefined && values[name] !== null;
    const names = (part) => [...part.matchAll(/\{([a-z_]+)/g)].map((match) => match[1]);
    const template = (this.words[key] ?? key).replace(/\[([^[\]]*)\]/g, (_, part) => (names(part).every(isKnown) ? part : ""));
    return template.replace(/\{([a-z_]+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (place, name, one, more) => {
      if (!isKnown(name)) return place;
      return one === undefined ? String(values[name]) : Number(values[name]) === 1 ? one : more;
    });
  }

  number(value, decimals = 0) {
    return this.format(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  }

  /** A number with its sign, for changes. */
  signed(value, decimals) {
    const zero = Math.abs(value) < 0.5 * 10 ** -decimals;
    const text = this.number(Math.abs(value), decimals);
    return zero ? `±${text}` : (value < 0 ? "−" : "+") + text;
  }

  time(text) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : date.toLocaleTimeString(this.language, { hour: "2-digit", minute: "2-digit" });
  }

  day(text) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : date.toLocaleString(this.language, { dateStyle: "medium", timeStyle: "short" });
  }

  list(names) { return new Intl.ListFormat(this.language).format(names); }

  format(value, options) { return value.toLocaleString(this.language, { useGrouping: false, ...options }).replace("-", "−"); }

  /** Fills what the page marks with `data-word` (text), `data-title` and `data-label`. */
  fill(root) {
    document.documentElement.lang = this.language;
    for (const each of root.querySelectorAll("[data-word]")) each.textContent = this.text(each.dataset.word);
    for (const each of root.querySelectorAll("[data-title]")) each.title = this.text(each.dataset.title);
    for (const each of root.querySelectorAll("[data-label]")) each.setAttribute("aria-label", this.text(each.dataset.label));
  }
}

"use strict";

/** Builds and finds elements. Texts are set as text, never as HTML. */
const Dom = {
  /** The element of an id. */
  id(name) { return document.getElementById(name); },

  /** An element with attributes and children; `text`, `on…` and `disabled` are set as properties. */
  make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name === "text") element.textContent = value;
      else if (name.startsWith("on")) element[name] = value;
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  },

  /** A drawing of the page's symbols. */
  sketch(name, className) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 96 72");
    use.setAttribute("href", `#${name}`);
    svg.append(use);
    return svg;
  },

  /** Fills a canvas's pixels to its size on the screen; gives its context in CSS pixels, or null where it is hidden. */
  context(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0 || height === 0) return null;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  },
};

/** A part of the page that is built anew only where what it shows has changed; the focus stays where it was. */
class Part {
  constructor(element) {
    this.element = element;
    this.shown = null;
  }

  show(content, build) {
    const shown = JSON.stringify(content);
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const unfolded = [...this.element.querySelectorAll("details[open]")].map((each) => each.dataset.id);
    this.element.replaceChildren(...build());
    for (const each of this.element.querySelectorAll("details")) each.open ||= unfolded.includes(each.dataset.id);
    if (focused) this.element.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  }
}

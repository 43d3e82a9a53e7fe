"use strict";

/** The landmark in hand as other frames see it: small pieces around where it lies there. */
class Neighbours {
  static count = 4;
  static scale = 2.5;

  constructor(element, app) {
    [this.element, this.app] = [element, app];
    this.part = new Part(element);
    /** What each canvas shows: its size follows the window's. */
    this.painted = new Map();
    this.observer = new ResizeObserver((entries) => { for (const { target } of entries) this.paint(target, ...this.painted.get(target)); });
  }

  update() {
    const landmark = this.app.hand && this.app.session.landmark(this.app.hand);
    const words = this.helpfulWords(landmark);
    const views = landmark?.mm ? this.views(landmark) : [];
    this.part.show([words, views, this.app.hand], () => (views.length > 0 ? this.build(views, landmark) : words ? [Dom.make("p", { text: words })] : []));
  }

  /** The four frames that see it best, without the one shown. */
  views(landmark) {
    const { frames, view } = this.app;
    return frames.best(landmark, Neighbours.count, [view.index]).flatMap((index) => {
      const seen = ScanFrames.seen(landmark, index);
      const click = landmark.clicks.find((each) => each.frame === index);
      return seen ? [{ index, seen: seen.pixel, click: click?.pixel ?? null, kind: landmark.state === "proposal" ? "proposal" : "reprojection" }] : [];
    });
  }

  helpfulWords(landmark) {
    if (!landmark || landmark.mm || landmark.isPending) return null;
    if (landmark.clicks.length > 0) return this.app.words.text("view.no_depth");
    return this.app.frames.hasPoses ? this.app.words.text("view.neighbours_later") : null;
  }

  build(views, landmark) {
    const { words, frames } = this.app;
    this.observer.disconnect();
    this.painted.clear();
    const buttons = views.map((view) => {
      const label = words.text("view.frame", { number: frames.number(view.index) });
      const canvas = Dom.make("canvas");
      this.painted.set(canvas, [view, landmark.key]);
      this.observer.observe(canvas);
      return Dom.make("button", { "data-id": view.index, title: label, "aria-label": label, onclick: () => this.app.openFrame(view.index, true) },
        canvas, Dom.make("span", { class: "number", text: frames.number(view.index) }));
    });
    return [Dom.make("span", { class: "row-title", text: words.text("view.neighbours") }), ...buttons];
  }

  async paint(canvas, view, key) {
    const image = await this.app.frames.image(view.index).catch(() => null);
    const context = image && Dom.context(canvas);
    if (!context) return;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const middle = view.click ? [(view.seen[0] + view.click[0]) / 2, (view.seen[1] + view.click[1]) / 2] : view.seen;
    const screen = ([u, v]) => [width / 2 + (u - middle[0]) * Neighbours.scale, height / 2 + (v - middle[1]) * Neighbours.scale];
    const [x, y] = screen([-0.5, -0.5]);
    const { size } = this.app.frames;
    context.drawImage(image, x, y, size.width * Neighbours.scale, size.height * Neighbours.scale);
    Marks.draw(context, { key, kind: view.kind, isVisible: true }, screen(view.seen), 7);
    if (view.click) Marks.draw(context, { key, kind: "click", isVisible: true }, screen(view.click), 7);
  }
}

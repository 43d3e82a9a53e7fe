"use strict";

/** Small pictures of frames: the best views of the landmark in hand first, then the others in order of time. */
class FilmStrip {
  static most = 60;

  constructor(element, app) {
    [this.element, this.app] = [element, app];
    this.part = new Part(element);
  }

  update() {
    const { frames, guide, session } = this.app;
    const suggested = guide.suggested;
    const posed = frames.hasPoses ? frames.frames.filter((frame) => frame.posed) : frames.frames;
    const step = Math.max(1, Math.ceil(posed.length / FilmStrip.most));
    const others = posed.filter((frame, place) => place % step === 0 && !suggested.includes(frame.index)).map((frame) => frame.index);
    this.part.show([suggested, others, this.app.hand], () => this.build(suggested, others));
    const clicked = new Set(session.landmarks.flatMap((each) => (each.key === this.app.hand ? each.clicks.map((click) => click.frame) : [])));
    for (const button of this.element.querySelectorAll("button")) {
      const index = Number(button.dataset.id);
      button.classList.toggle("clicked", clicked.has(index));
      if (index === this.app.view.index) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  build(suggested, others) {
    const items = suggested.map((index, place) => this.item(index, place + 1));
    if (suggested.length > 0) items.unshift(Dom.make("span", { class: "strip-title", text: this.app.words.text("view.best_views") }));
    if (others.length > 0) items.push(Dom.make("span", { class: "strip-title", text: this.app.words.text("view.all_frames") }));
    return [...items, ...others.map((index) => this.item(index, null))];
  }

  item(index, rank) {
    const { frames, words, server } = this.app;
    const label = words.text(rank ? "view.best_frame" : "view.frame", { number: frames.number(index), rank });
    const picture = Dom.make("img", { src: server.picture(index, 160), alt: "", loading: "lazy", width: 80, height: 60 });
    return Dom.make("button", { "data-id": index, "aria-label": label, title: label, onclick: () => this.app.openFrame(index, rank !== null) },
      picture, Dom.make("span", { class: "number", text: frames.number(index) }));
  }
}

/** All frames over time: how well each sees the landmark in hand, where clicks are, and the one shown. */
class Timeline {
  constructor(canvas, app) {
    [this.canvas, this.app] = [canvas, app];
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.scrub(event);
    });
    canvas.addEventListener("pointermove", (event) => { if (event.buttons > 0) this.scrub(event); });
    new ResizeObserver(() => this.update()).observe(canvas);
  }

  scrub(event) {
    const box = this.canvas.getBoundingClientRect();
    const { frames } = this.app.frames;
    if (frames.length === 0) return;
    const place = Math.floor((event.clientX - box.left) / box.width * frames.length);
    this.app.openFrame(frames[Math.min(Math.max(place, 0), frames.length - 1)].index, false);
  }

  update() {
    const { frames, words, view } = this.app;
    if (!this.app.session.state || frames.isEmpty) return;
    const text = words.text("view.frame_at", { number: frames.number(view.index), count: frames.frames.length, time: words.number(frames.frame(view.index)?.time_s ?? 0, 1) });
    for (const [name, value] of [["valuemin", 1], ["valuemax", frames.frames.length], ["valuenow", frames.number(view.index)], ["valuetext", text]]) {
      this.canvas.setAttribute(`aria-${name}`, value);
    }
    this.paint();
  }

  paint() {
    const context = Dom.context(this.canvas);
    if (!context) return;
    const { frames, session, hand, view } = this.app;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const step = width / frames.frames.length;
    const landmark = hand && session.landmark(hand);
    frames.frames.forEach((frame, place) => {
      const score = landmark && frame.posed ? frames.score(landmark, frame.index) : 0;
      context.fillStyle = frame.posed ? "#c3cbd4" : "#e9edf1";
      context.fillRect(place * step, height - 4, step + 0.5, 4);
      context.fillStyle = "#4a7fb0";
      context.fillRect(place * step, height - 4 - score * (height - 12), step + 0.5, score * (height - 12));
    });
    const x = (index) => (frames.number(index) - 0.5) * step;
    for (const each of session.landmarks) for (const click of each.clicks) this.tick(context, x(click.frame), each.key === hand);
    context.fillStyle = "#1d2733";
    context.fillRect(x(view.index) - 1, 0, 2, height);
  }

  tick(context, x, isInHand) {
    context.fillStyle = isInHand ? "#b3541e" : "#8995a3";
    context.beginPath();
    context.moveTo(x - 5, 0);
    context.lineTo(x + 5, 0);
    context.lineTo(x, 8);
    context.fill();
  }
}

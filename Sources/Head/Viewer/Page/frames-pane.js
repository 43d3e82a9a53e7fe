"use strict";

/** The picture with its marks, what lies under the pointer, the neighbours, the time line and the film strip. */
class FramesPane {
  constructor(app) {
    this.app = app;
    this.view = new FrameView(Dom.id("picture"), app.frames, this);
    this.neighbours = new Neighbours(Dom.id("neighbours"), app);
    this.strip = new FilmStrip(Dom.id("strip"), app);
    this.timeline = new Timeline(Dom.id("timeline"), app);
    this.proposal = new Part(Dom.id("proposal"));
    this.epipolar = new Epipolar(app);
    this.probe = new Probe(app.server, () => this.updateWhere());
    Dom.id("zoom-in").onclick = () => this.view.zoomBy(FrameView.stepZoom);
    Dom.id("zoom-out").onclick = () => this.view.zoomBy(1 / FrameView.stepZoom);
    Dom.id("zoom-fit").onclick = () => this.view.fit();
    Dom.id("frame-back").onclick = () => app.stepFrame(-1);
    Dom.id("frame-on").onclick = () => app.stepFrame(1);
    Dom.id("go-on").onchange = (event) => app.setGuide(event.target.checked);
  }

  update() {
    const { frames, words } = this.app;
    Dom.id("frames-empty").hidden = !frames.isEmpty;
    Dom.id("frames-empty").textContent = words.text("view.no_frames");
    if (frames.isEmpty) return;
    this.epipolar.update();
    this.neighbours.update();
    this.strip.update();
    this.timeline.update();
    this.updateProposal();
    this.updateWhere();
    this.view.draw();
  }

  /** Where a proposal is shown, the way to accept it stands beside it. */
  updateProposal() {
    const { words, session, hand } = this.app;
    const landmark = hand && session.landmark(hand);
    const isProposed = landmark?.state === "proposal" && landmark.mm !== null;
    this.proposal.element.hidden = !isProposed;
    this.proposal.show([isProposed, landmark?.name], () => (isProposed ? [
      Dom.make("span", { text: words.text("view.proposal_help", { landmark: landmark.name }) }),
      Dom.make("button", { class: "primary", "data-id": "accept", text: words.text("view.accept_proposal"), title: words.text("view.accept_key"), onclick: () => this.app.accept() }),
    ] : []));
  }

  /** Frame, time, pixel and depth in one line. */
  updateWhere() {
    const { words, frames } = this.app;
    if (frames.isEmpty) return;
    const index = this.view.index;
    const frame = frames.frame(index);
    const texts = [words.text("view.frame_at", { number: frames.number(index), count: frames.frames.length, time: words.number(frame?.time_s ?? 0, 1) })];
    if (frame && !frame.posed && frames.hasPoses) texts.push(words.text("view.not_posed"));
    if (this.probe.pixel) {
      const [u, v] = this.probe.pixel;
      texts.push(words.text("view.pixel", { u: words.number(u, 1), v: words.number(v, 1) }));
      if (this.probe.answer) {
        const depth = this.probe.answer.depth_mm ?? null;
        texts.push(depth === null ? words.text("view.depth_missing") : words.text("view.depth", { depth: words.number(depth, 0) }));
      }
    }
    Dom.id("where").textContent = texts.join(" · ");
    Dom.id("where").title = frames.name(index);
    this.view.canvas.setAttribute("aria-label", words.text("view.picture", { where: texts.join(", ") }));
  }

  // MARK: What the view asks

  marks(index) { return this.app.session.landmarks.flatMap((landmark) => this.marksOf(landmark, index)); }

  marksOf(landmark, index) {
    const isInHand = landmark.key === this.app.hand;
    const marks = [];
    const click = landmark.clicks.find((each) => each.frame === index);
    const seen = landmark.mm && !(landmark.isPending && landmark.clicks.length === 0 && !landmark.point) ? ScanFrames.seen(landmark, index) : null;
    if (seen) {
      const kind = landmark.state === "proposal" ? "proposal" : "reprojection";
      const isCovered = click && Gestures.distance(click.pixel, seen.pixel) * this.view.viewport.scale < 5;
      if (!isCovered) marks.push({ key: landmark.key, kind, pixel: seen.pixel, isVisible: seen.visible, label: click ? null : landmark.name, canMove: isInHand && !click });
    }
    if (click) marks.push({ key: landmark.key, kind: landmark.state === "proposal" ? "proposal" : "click", pixel: click.pixel, isVisible: true, label: landmark.name, canMove: true });
    return marks;
  }

  lines(index) { return this.epipolar.lines(index); }

  tapped(pixel) { this.app.click(pixel); }
  tappedTwice() { this.app.takeBackClick(); }
  moved(mark, pixel) { this.app.moveClick(mark.key, pixel); }
  touched() { this.app.guide.wait(); }

  pointed(pixel) {
    this.probe.point(this.view.index, pixel);
    this.updateWhere();
  }
}

/** The depth under the pointer; one question on its way, the latest next. */
class Probe {
  constructor(server, onAnswer) {
    [this.server, this.onAnswer] = [server, onAnswer];
    this.frame = this.pixel = this.answer = null;
    this.isAsking = false;
  }

  point(frame, pixel) {
    if (frame === this.frame && Picks.same(pixel, this.pixel)) return;
    [this.frame, this.pixel, this.answer] = [frame, pixel, null];
    if (!this.isAsking) this.ask();
  }

  async ask() {
    this.isAsking = true;
    let asked = null;
    while (this.pixel && this.pixel !== asked) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      asked = this.pixel;
      const answer = asked && await this.server.probe(this.frame, asked).catch(() => null);
      if (asked && this.pixel === asked) [this.answer] = [answer];
      this.onAnswer();
    }
    this.isAsking = false;
  }
}

/** The lines on which a landmark must lie in other frames, from clicks without depth. */
class Epipolar {
  constructor(app) {
    this.app = app;
    this.known = new Map();
  }

  clicks() {
    const landmark = this.app.hand && this.app.session.landmark(this.app.hand);
    return landmark ? landmark.clicks.filter((click) => click.depth_mm === null) : [];
  }

  update() { for (const click of this.clicks()) this.fetch(click); }

  async fetch(click) {
    const name = Epipolar.name(click);
    if (this.known.has(name)) return;
    this.known.set(name, new Map());
    try {
      const { lines = [] } = await this.app.server.probe(click.frame, click.pixel);
      this.known.set(name, new Map(lines.map((line) => [line.frame, line.points])));
      this.app.view.draw();
    } catch {
      this.known.delete(name);
    }
  }

  lines(index) {
    return this.clicks().flatMap((click) => {
      const points = this.known.get(Epipolar.name(click))?.get(index);
      return points ? [{ key: this.app.hand, points }] : [];
    });
  }

  static name(click) { return JSON.stringify([click.frame, click.pixel]); }
}

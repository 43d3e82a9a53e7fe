"use strict";

/**
 * Leads from one landmark to the next: a click in each of a few suggested frames, then the next landmark, then the check.
 * It waits where the person zooms, pans or drags.
 */
class Guide {
  static clicks = 3;
  static delay = 900;

  constructor(app) {
    this.app = app;
    this.isOn = true;
    /** The best views of each landmark, settled when it is taken in hand: they don't move under the pointer. */
    this.settled = new Map();
  }

  /** The frames suggested for the landmark in hand. */
  get suggested() { return this.app.hand ? this.settled.get(this.app.hand) ?? [] : []; }

  settle(key) {
    const landmark = this.app.session.landmark(key);
    const best = this.app.frames.best(landmark, 6);
    if (best.length > 0) this.settled.set(key, best);
  }

  forget() { this.settled.clear(); }

  /** The next suggested frame without a click of the landmark, from another side where there is one. */
  next(landmark) {
    const clicked = landmark.clicks.map((click) => click.frame);
    const isApart = (index) => clicked.every((other) => this.app.frames.areApart(index, other));
    return this.suggested.find(isApart) ?? this.suggested.find((index) => !clicked.includes(index)) ?? null;
  }

  /** After a click that the server took: goes on a moment later. */
  clicked(key) {
    this.wait();
    if (!this.isOn || key !== this.app.hand) return;
    const landmark = this.app.session.landmark(key);
    if (landmark.state === "rejected" || LandmarkList.leftOut(landmark).length > 0) return;
    // Where nothing was known of the landmark before, its first click tells which frames see it.
    if (this.suggested.length === 0) this.settle(key);
    const next = landmark.clicks.length < Guide.clicks ? this.next(landmark) : null;
    if (next === null && landmark.clicks.length < 2) return;
    this.timer = setTimeout(() => (next === null ? this.app.goOn() : this.app.openFrame(next, true)), Guide.delay);
  }

  wait() {
    clearTimeout(this.timer);
    this.lastTouch = performance.now();
  }

  /** What the page does by itself is no doing of the person. */
  byItself(act) {
    const touched = this.lastTouch;
    act();
    this.lastTouch = touched;
  }

  /** True where the person has done nothing for a while. */
  get isIdle() { return this.lastTouch === undefined || performance.now() - this.lastTouch > 4000; }

  /** The first landmark that still needs the person, after the one in hand; null where none does. */
  following(hand) {
    const { landmarks } = this.app.session;
    const place = landmarks.findIndex((each) => each.key === hand);
    const order = [...landmarks.slice(place + 1), ...landmarks.slice(0, place + 1)];
    return order.find((each) => each.state !== "accepted")?.key ?? null;
  }
}

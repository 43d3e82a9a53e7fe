"use strict";

/** The document of picks, `{landmark: {clicks, point, state}}`; every change gives a new one. */
const Picks = {
  of(state) {
    return Object.fromEntries(state.landmarks.map((landmark) => [landmark.key, {
      clicks: landmark.clicks.map(({ frame, pixel, state }) => ({ frame, pixel, state })),
      point: landmark.point ? { mm: landmark.point.mm } : null,
      state: landmark.state === "rejected" ? "accepted" : landmark.state,
    }]));
  },

  /** Puts the click of a landmark in a frame, or moves it; it takes the place of a point on the surface and of proposed clicks. */
  withClick(picks, key, frame, pixel) {
    const click = { frame, pixel: pixel.map((value) => Math.round(value * 100) / 100), state: "accepted" };
    const own = picks[key].clicks.filter((each) => each.state === "accepted");
    const isMoved = own.some((each) => each.frame === frame);
    const clicks = isMoved ? own.map((each) => (each.frame === frame ? click : each)) : [...own, click];
    return { ...picks, [key]: { clicks, point: null, state: "accepted" } };
  },

  withoutClick(picks, key, frame) {
    const clicks = picks[key].clicks.filter((each) => each.frame !== frame);
    return { ...picks, [key]: { ...picks[key], clicks, state: clicks.length > 0 ? picks[key].state : "open" } };
  },

  /** The point where a ray meets the surface; it takes the place of the clicks. */
  withRay(picks, key, ray) { return { ...picks, [key]: { clicks: [], point: { ray }, state: "accepted" } }; },

  withoutAny(picks, key) { return { ...picks, [key]: { clicks: [], point: null, state: "open" } }; },

  /** A proposal accepted as it is; its clicks stay marked as proposed. */
  accepted(picks, key) { return { ...picks, [key]: { ...picks[key], state: "accepted" } }; },

  same(a, b) { return JSON.stringify(a) === JSON.stringify(b); },

  /** The landmarks in which two documents differ. */
  changed(a, b) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !Picks.same(a[key], b[key]));
  },

  /** What two windows made of one document: both changes where they touch different landmarks, else null. */
  merged(base, mine, theirs) {
    const own = Picks.changed(base, mine);
    const other = Picks.changed(base, theirs);
    if (own.some((key) => other.includes(key) && !Picks.same(mine[key], theirs[key]))) return null;
    return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) };
  },

  /** What was picked in the form of `landmarks.json`: clicks in frames, points on a surface. */
  file(picks, frames) {
    const clicks = ({ frame, pixel, state }) => ({ frame: frames.name(frame), pixel, ...(state === "proposal" ? { proposed: true } : {}) });
    const entry = ({ clicks: own, point }) => own.length > 0 ? own.map(clicks) : point?.mm ? { point_mm: point.mm } : null;
    const entries = Object.entries(picks).map(([key, pick]) => [key, entry(pick)]).filter(([, found]) => found);
    return { landmarks: Object.fromEntries(entries) };
  },
};

/** Earlier and undone documents. */
class History {
  constructor() {
    this.past = [];
    this.future = [];
  }

  record(picks) {
    this.past.push(picks);
    this.future = [];
  }

  undo(picks) { return History.step(picks, this.past, this.future); }
  redo(picks) { return History.step(picks, this.future, this.past); }

  /** Goes back to before the last change as though it had never been. */
  takeBack() { return this.past.pop() ?? null; }

  static step(picks, from, to) {
    if (from.length === 0) return null;
    to.push(picks);
    return from.pop();
  }
}

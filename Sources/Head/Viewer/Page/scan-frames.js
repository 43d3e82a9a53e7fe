"use strict";

/** The recording's frames: names, times, how well each landmark is seen, and their pictures. */
class ScanFrames {
  /** Pictures that stay in memory. */
  static kept = 48;
  /** A scan shows the head from about so many sides; frames nearer in time are the same view. */
  static views = 15;

  constructor(server) {
    this.server = server;
    this.size = { width: 1, height: 1 };
    this.frames = [];
    this.images = new Map();
  }

  async load() {
    const { width, height, frames } = await this.server.frames().catch((error) => {
      // A mesh has no frames.
      if (error instanceof Refusal && error.status === 404) return { width: 1, height: 1, frames: [] };
      throw error;
    });
    this.size = { width, height };
    this.frames = frames;
    this.places = new Map(frames.map((frame, place) => [frame.index, place]));
  }

  get isEmpty() { return this.frames.length === 0; }
  get hasPoses() { return this.frames.some((frame) => frame.posed); }

  frame(index) { return this.frames[this.places?.get(index)] ?? null; }
  name(index) { return this.frame(index)?.name ?? String(index); }

  /** Where a frame stands in the order of time; as a number from 1. */
  number(index) { return (this.places?.get(index) ?? 0) + 1; }

  /** The frame so many steps on. */
  step(index, by) {
    const place = (this.places.get(index) ?? 0) + by;
    return this.frames[Math.min(Math.max(place, 0), this.frames.length - 1)].index;
  }

  /** How well a landmark is seen in a frame, from 0 to 1: by its place where that is known. */
  score(landmark, index) {
    const seen = ScanFrames.seen(landmark, index);
    if (seen) return seen.visible ? seen.score : 0;
    return this.frame(index)?.score?.[landmark.key] ?? 0;
  }

  /** Where a landmark lies in a frame, or null. */
  static seen(landmark, index) { return ScanFrames.sightings(landmark).get(index) ?? null; }

  static sightings(landmark) {
    if (!ScanFrames.known.has(landmark.seen)) {
      ScanFrames.known.set(landmark.seen, new Map(landmark.seen.map((each) => [each.frame, each])));
    }
    return ScanFrames.known.get(landmark.seen);
  }

  static known = new WeakMap();

  /** The frames that see a landmark best, some time apart from each other, the best first. */
  best(landmark, count, except = []) {
    const scored = this.frames.map((frame, place) => ({ place, index: frame.index, score: frame.posed ? this.score(landmark, frame.index) : 0 }));
    const most = Math.max(...scored.map((each) => each.score));
    const good = scored.filter(({ score, index }) => score > 0 && score >= 0.5 * most && !except.includes(index));
    const chosen = [];
    while (chosen.length < count) {
      const next = this.farthest(good, chosen);
      if (next === null) break;
      chosen.push(next);
    }
    return chosen.map((each) => each.index);
  }

  /** Whether two frames are likely to show the head from different sides. */
  areApart(a, b) { return Math.abs(this.number(a) - this.number(b)) >= 0.5 * this.frames.length / ScanFrames.views; }

  /** The best of some frames, counted less the nearer it is in time to those already chosen. */
  farthest(good, chosen) {
    const reach = this.frames.length / ScanFrames.views;
    const worth = (each) => each.score * Math.min(1, ...chosen.map((other) => Math.abs(other.place - each.place) / reach));
    const ranked = good.map((each) => ({ ...each, worth: worth(each) })).sort((a, b) => b.worth - a.worth || a.place - b.place);
    return ranked.length > 0 && ranked[0].worth > 0.25 * ranked[0].score ? ranked[0] : null;
  }

  /** The picture of a frame; the last few stay in memory. */
  image(index) {
    const known = this.images.get(index);
    if (known) this.images.delete(index);
    const promise = known ?? ScanFrames.loaded(this.server.picture(index)).catch((error) => {
      this.images.delete(index);
      throw error;
    });
    this.images.set(index, promise);
    if (this.images.size > ScanFrames.kept) this.images.delete(this.images.keys().next().value);
    return promise;
  }

  prefetch(indices) { for (const index of indices) this.image(index).catch(() => {}); }

  static async loaded(address) {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  }
}

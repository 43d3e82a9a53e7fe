"use strict";

/** The recording's frames: names, times, how well each landmark is seen, and their pictures. */
class ScanFrames {
  static kept = 48;

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
    const ranked = scored.filter(({ score, index }) => score > 0 && !except.includes(index)).sort((a, b) => b.score - a.score || a.place - b.place);
    const apart = Math.max(2, Math.round(this.frames.length / 40));
    const chosen = [];
    for (const each of ranked) {
      if (chosen.length === count || each.score < 0.5 * ranked[0].score) break;
      if (chosen.every((other) => Math.abs(other.place - each.place) >= apart)) chosen.push(each);
    }
    return chosen.map((each) => each.index);
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

"use strict";

/**
 * Where an image lies on the screen. Pixel centres are at integers, so that the image begins at −0.5: the pixel u is at
 * `x + (u + 0.5) · scale` CSS pixels.
 */
class Viewport {
  constructor() {
    this.scale = 1;
    this.x = this.y = 0;
    this.view = this.image = { width: 1, height: 1 };
    this.isFitted = true;
  }

  toScreen([u, v]) { return [this.x + (u + 0.5) * this.scale, this.y + (v + 0.5) * this.scale]; }
  toImage([x, y]) { return [(x - this.x) / this.scale - 0.5, (y - this.y) / this.scale - 0.5]; }

  holds([u, v]) { return u >= -0.5 && v >= -0.5 && u <= this.image.width - 0.5 && v <= this.image.height - 0.5; }

  get fitScale() { return Math.min(this.view.width / this.image.width, this.view.height / this.image.height); }

  /** Takes the sizes of the view and the image; what is in the middle stays there. */
  resize(view, image) {
    const isSame = view.width === this.view.width && view.height === this.view.height && image.width === this.image.width && image.height === this.image.height;
    if (isSame) return;
    const middle = this.toImage([this.view.width / 2, this.view.height / 2]);
    [this.view, this.image] = [view, image];
    if (this.isFitted) this.fit();
    else this.centre(middle);
  }

  fit() {
    this.scale = this.fitScale;
    this.isFitted = true;
    this.centreImage();
  }

  centreImage() {
    this.x = (this.view.width - this.image.width * this.scale) / 2;
    this.y = (this.view.height - this.image.height * this.scale) / 2;
  }

  /** Puts a pixel in the middle. */
  centre([u, v], scale = this.scale) {
    this.scale = this.limited(scale);
    this.isFitted = this.scale <= this.fitScale * 1.001;
    if (this.isFitted) return this.fit();
    this.x = this.view.width / 2 - (u + 0.5) * this.scale;
    this.y = this.view.height / 2 - (v + 0.5) * this.scale;
    return this.keepInside();
  }

  /** Zooms by a factor; what is under the point stays under it. */
  zoom([x, y], factor) {
    const scale = this.limited(this.scale * factor);
    const change = scale / this.scale;
    this.x = x - (x - this.x) * change;
    this.y = y - (y - this.y) * change;
    this.scale = scale;
    this.isFitted = false;
    if (scale <= this.fitScale * 1.001) this.fit();
    else this.keepInside();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.keepInside();
  }

  limited(scale) { return Math.min(Math.max(scale, this.fitScale), 40); }

  /** The middle of the view stays on the image. */
  keepInside() {
    const { width, height } = this.view;
    this.x = Math.min(Math.max(this.x, width / 2 - this.image.width * this.scale), width / 2);
    this.y = Math.min(Math.max(this.y, height / 2 - this.image.height * this.scale), height / 2);
  }
}

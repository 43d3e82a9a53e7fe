"use strict";

/** Draws landmarks on a picture; each colour has a dark rim so that it shows on skin and on cloth. */
const Marks = {
  colors: { sellion: "#ffb000", tragion_left: "#5cc8ff", tragion_right: "#ff8ad1" },

  color(key) { return Marks.colors[key] ?? "#ffffff"; },

  /** A mark at a place on the screen: `click`, `proposal` or `reprojection`. */
  draw(context, mark, [x, y], size = 9) {
    context.save();
    context.globalAlpha = mark.isVisible ? 1 : 0.4;
    context.lineCap = "round";
    for (const [color, width] of [["rgba(0,0,0,.75)", 4.5], [Marks.color(mark.key), 2]]) {
      context.strokeStyle = context.fillStyle = color;
      context.lineWidth = width;
      Marks.outline(context, mark.kind, x, y, size, width);
    }
    if (mark.label) Marks.text(context, mark.label, x + size + 5, y - size - 3);
    context.restore();
  },

  outline(context, kind, x, y, size, width) {
    context.setLineDash([]);
    context.beginPath();
    context.arc(x, y, width / 2, 0, 2 * Math.PI);
    context.fill();
    context.beginPath();
    if (kind === "reprojection") {
      for (const [dx, dy] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
        context.moveTo(x + 3 * dx, y + 3 * dy);
        context.lineTo(x + 0.75 * size * dx, y + 0.75 * size * dy);
      }
    } else {
      if (kind === "proposal") {
        context.lineCap = "butt";
        context.setLineDash([size * Math.PI / 4, size * Math.PI / 12]);
      }
      context.arc(x, y, size, 0, 2 * Math.PI);
    }
    context.stroke();
  },

  text(context, text, x, y) {
    context.font = "600 13px system-ui, sans-serif";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.setLineDash([]);
    context.strokeStyle = "rgba(0,0,0,.8)";
    context.strokeText(text, x, y);
    context.fillStyle = "#fff";
    context.fillText(text, x, y);
  },

  /** A hair cross with a free middle. */
  cross(context, x, y, length, color = "#fff") {
    for (const [style, width] of [["rgba(0,0,0,.7)", 3], [color, 1]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.beginPath();
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        context.moveTo(x + 4 * dx, y + 4 * dy);
        context.lineTo(x + length * dx, y + length * dy);
      }
      context.stroke();
    }
  },

  line(context, points, key) {
    for (const [color, width] of [["rgba(0,0,0,.6)", 3.5], [Marks.color(key), 1.5]]) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.setLineDash([8, 5]);
      context.beginPath();
      points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.stroke();
    }
    context.setLineDash([]);
  },
};

/**
 * One frame with its marks, to zoom, pan and click in.
 *
 * The owner has `marks(frame)` ({key, kind, pixel, label, isVisible, canMove}), `lines(frame)` ({key, points}),
 * `tapped(pixel)`, `tappedTwice(pixel)`, `moved(mark, pixel)`, `pointed(pixel | null)` and `touched()`.
 */
class FrameView {
  static stepZoom = 1.5;
  static guideScale = 2;

  constructor(canvas, frames, owner) {
    [this.canvas, this.frames, this.owner] = [canvas, frames, owner];
    this.viewport = new Viewport();
    /** The frame asked for, the one whose picture is loaded, the one on the screen, and the one that was pressed on. */
    this.index = this.loadedIndex = this.shownIndex = this.pressedIndex = null;
    this.image = null;
    this.pointer = this.cursor = this.dragged = null;
    this.hasLoupe = true;
    this.gestures = new Gestures(canvas, this);
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Shows a frame; with a target, the picture is moved there, and zoomed in where asked. */
  async open(index, { target = null, zoomed = false } = {}) {
    this.index = index;
    this.dragged = null;
    if (this.frames.isEmpty) return;
    this.aimAt = { target, zoomed };
    try {
      const image = await this.frames.image(index);
      if (this.index !== index) return;
      [this.image, this.loadedIndex] = [image, index];
    } catch {
      if (this.index === index) this.image = null;
    }
    this.draw();
  }

  centreOnTarget() {
    if (!this.aimAt) return;
    const { target, zoomed } = this.aimAt;
    this.aimAt = null;
    if (target && (zoomed || !this.viewport.isFitted)) {
      this.viewport.centre(target, zoomed ? Math.max(this.viewport.scale, FrameView.guideScale) : this.viewport.scale);
    } else if (!target && zoomed) this.viewport.fit();
  }

  zoomBy(factor) {
    const middle = this.cursor ? this.viewport.toScreen(this.cursor) : [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    this.zoom(middle, factor);
  }

  fit() {
    this.viewport.fit();
    this.draw();
  }

  // MARK: The crosshair that keys move

  showCursor(at) {
    this.cursor = at;
    if (at) {
      const [x, y] = this.viewport.toScreen(at);
      const { width, height } = this.viewport.view;
      if (x < 20 || y < 20 || x > width - 20 || y > height - 20) this.viewport.centre(at);
    }
    this.owner.pointed(at);
    this.draw();
  }

  moveCursor(du, dv) {
    const { width, height } = this.frames.size;
    const [u, v] = this.cursor;
    this.showCursor([Math.min(Math.max(u + du, 0), width - 1), Math.min(Math.max(v + dv, 0), height - 1)]);
  }

  // MARK: Gestures

  hover(point) {
    this.pointer = point;
    this.tellPixel(this.viewport.toImage(point));
    this.canvas.style.cursor = this.gestures.isPanning ? "grab" : this.markAt(point, 10) ? "move" : "crosshair";
    this.draw();
  }

  leave() {
    this.pointer = null;
    this.owner.pointed(null);
    this.draw();
  }

  tap(point) {
    const pixel = this.viewport.toImage(point);
    if (this.isReady && this.pressedIndex === this.index && this.viewport.holds(pixel)) this.owner.tapped(pixel);
  }

  doubleTap(point) {
    this.owner.tappedTwice();
    this.zoom(point, 2);
  }

  grab(point, type) {
    this.owner.touched();
    this.pressedIndex = this.shownIndex;
    return this.isReady ? this.markAt(point, type === "mouse" ? 10 : 22) : null;
  }

  drag(mark, by) {
    this.owner.touched();
    this.dragged = { mark, pixel: this.shifted(mark, by) };
    this.pointer = this.viewport.toScreen(this.dragged.pixel);
    this.tellPixel(this.dragged.pixel);
    this.draw();
  }

  drop(mark, by) {
    this.dragged = this.pointer = null;
    const pixel = by && this.shifted(mark, by);
    if (pixel && this.viewport.holds(pixel)) this.owner.moved(mark, pixel);
    this.draw();
  }

  pan(dx, dy) {
    this.owner.touched();
    this.pointer = null;
    this.viewport.pan(dx, dy);
    this.draw();
  }

  zoom(point, factor) {
    this.owner.touched();
    this.viewport.zoom(point, factor);
    this.draw();
  }

  aim(point) {
    this.pointer = point;
    if (point) {
      this.owner.touched();
      this.tellPixel(this.viewport.toImage(point));
    }
    this.draw();
  }

  get isReady() { return this.image !== null && this.shownIndex === this.index; }

  shifted(mark, [dx, dy]) { return [mark.pixel[0] + dx / this.viewport.scale, mark.pixel[1] + dy / this.viewport.scale]; }

  tellPixel(pixel) { this.owner.pointed(this.isReady && this.viewport.holds(pixel) ? pixel : null); }

  /** The mark to drag at a point: the nearest one. */
  markAt(point, reach) {
    const near = this.owner.marks(this.index).filter((mark) => mark.canMove)
      .map((mark) => ({ mark, distance: Gestures.distance(this.viewport.toScreen(mark.pixel), point) }))
      .filter(({ distance }) => distance <= reach);
    return near.sort((a, b) => a.distance - b.distance)[0]?.mark ?? null;
  }

  // MARK: Drawing

  draw() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.paint();
    });
  }

  paint() {
    const context = Dom.context(this.canvas);
    if (!context) return;
    if (!this.image) return;
    this.viewport.resize({ width: this.canvas.clientWidth, height: this.canvas.clientHeight }, this.frames.size);
    if (this.loadedIndex === this.index) {
      this.centreOnTarget();
      this.shownIndex = this.index;
    }
    context.globalAlpha = this.isReady ? 1 : 0.5;
    this.paintImage(context, this.viewport.x, this.viewport.y, this.viewport.scale);
    context.globalAlpha = 1;
    if (!this.isReady) return;
    this.paintMarks(context);
    if (this.cursor) this.paintCursor(context);
    if (this.pointer && this.hasLoupe) this.paintLoupe(context);
  }

  paintImage(context, x, y, scale) {
    const { width, height } = this.frames.size;
    context.imageSmoothingEnabled = scale < 8;
    context.imageSmoothingQuality = "high";
    context.drawImage(this.image, x, y, width * scale, height * scale);
  }

  paintMarks(context) {
    for (const { key, points } of this.owner.lines(this.index)) Marks.line(context, points.map((point) => this.viewport.toScreen(point)), key);
    for (const mark of this.owner.marks(this.index)) {
      const isDragged = this.dragged && this.dragged.mark.key === mark.key && this.dragged.mark.kind === mark.kind;
      if (!isDragged) Marks.draw(context, mark, this.viewport.toScreen(mark.pixel));
    }
    if (this.dragged) Marks.draw(context, { ...this.dragged.mark, kind: "click", isVisible: true }, this.viewport.toScreen(this.dragged.pixel));
  }

  paintCursor(context) {
    const [x, y] = this.viewport.toScreen(this.cursor);
    Marks.cross(context, x, y, 28, "#ffe14d");
    if (this.hasLoupe) this.paintLoupe(context, [x, y]);
  }

  /** A round piece of the picture beside the pointer, magnified. */
  paintLoupe(context, at = this.pointer) {
    const pixel = this.viewport.toImage(at);
    if (!this.viewport.holds(pixel)) return;
    const radius = 58;
    const scale = Math.max(5, this.viewport.scale * 2);
    const x = at[0] + 84 + radius > this.canvas.clientWidth ? at[0] - 84 : at[0] + 84;
    const y = Math.min(Math.max(at[1] - 70, radius + 4), this.canvas.clientHeight - radius - 4);
    context.save();
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = "#20262d";
    context.fill();
    context.save();
    context.clip();
    this.paintImage(context, x - (pixel[0] + 0.5) * scale, y - (pixel[1] + 0.5) * scale, scale);
    context.restore();
    Marks.cross(context, x, y, 22);
    context.lineWidth = 2;
    context.strokeStyle = "#fff";
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
    context.restore();
  }
}

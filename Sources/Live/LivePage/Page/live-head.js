"use strict";

/** The head from above, its face up: cells that depth has shown are filled, and a dot is where the camera stands. */
class LiveHead {
  /** Elevations below this, in degrees, are no part of the picture. */
  static lowest = -40;

  constructor(canvas) {
    this.canvas = canvas;
    this.scan = null;
    window.addEventListener("resize", () => this.draw());
  }

  show(scan) {
    this.scan = scan;
    this.draw();
  }

  draw() {
    const context = Dom.context(this.canvas);
    if (!context || !this.scan) return;
    const radius = Math.min(this.canvas.clientWidth, this.canvas.clientHeight) / 2 - 16;
    context.translate(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2 + 4);
    this.outline(context, radius);
    const bands = this.scan.directions ?? [];
    bands.forEach((cells, band) => this.band(context, radius, cells, 180 * band / bands.length - 90, 180 / bands.length));
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    [context.strokeStyle, context.lineWidth] = ["#1d2733", 2];
    context.stroke();
    if (this.scan.eye) this.camera(context, radius, this.scan.eye);
  }

  /** Nose and ears, and a ground for the cells. */
  outline(context, radius) {
    [context.fillStyle, context.strokeStyle, context.lineWidth] = ["#fff", "#1d2733", 2];
    const shapes = [
      () => { context.moveTo(-12, -radius + 2); context.lineTo(0, -radius - 14); context.lineTo(12, -radius + 2); },
      () => context.ellipse(-radius, 6, 9, 20, 0, 0, 2 * Math.PI),
      () => context.ellipse(radius, 6, 9, 20, 0, 0, 2 * Math.PI),
      () => context.arc(0, 0, radius, 0, 2 * Math.PI),
    ];
    for (const shape of shapes) {
      context.beginPath();
      shape();
      context.fill();
      context.stroke();
    }
  }

  /** How far from the middle an elevation lies: the vertex is the middle. */
  static distance(elevation) { return (90 - elevation) / (90 - LiveHead.lowest); }

  band(context, radius, cells, elevation, height) {
    if (elevation < LiveHead.lowest) return;
    const [inner, outer] = [elevation + height, elevation].map((each) => radius * LiveHead.distance(each));
    const step = 2 * Math.PI / cells.length;
    [...cells].forEach((cell, k) => {
      // Angles of the page run clockwise.
      const [from, to] = [Math.PI - k * step, Math.PI - (k + 1) * step];
      context.beginPath();
      context.arc(0, 0, outer, from, to, true);
      context.arc(0, 0, inner, to, from);
      context.closePath();
      context.fillStyle = cell === "1" ? "#28aa78" : "#e8ecf0";
      context.fill();
      [context.strokeStyle, context.lineWidth] = ["#fff", 1];
      context.stroke();
    });
  }

  camera(context, radius, [x, y, z]) {
    const elevation = Math.asin(Math.max(-1, Math.min(1, z))) * 180 / Math.PI;
    const distance = radius * Math.min(1, LiveHead.distance(elevation));
    const flat = Math.hypot(x, y) || 1;
    context.beginPath();
    context.arc(distance * x / flat, -distance * y / flat, 11, 0, 2 * Math.PI);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = ["#1769aa", "#fff", 3];
    context.fill();
    context.stroke();
  }
}

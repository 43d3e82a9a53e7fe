"use strict";

/**
 * Mouse, pen and touch on a canvas as taps, drags of marks, pans and zooms.
 *
 * The handler has `hover(point)`, `leave()`, `tap(point)`, `doubleTap(point)`, `grab(point)` (a mark to drag, or
 * null), `drag(mark, by, point)`, `drop(mark, by)`, `pan(dx, dy)`, `zoom(point, factor)` and `aim(point | null)`.
 */
class Gestures {
  static slop = { mouse: 4, pen: 6, touch: 10 };

  constructor(canvas, handler) {
    [this.canvas, this.handler] = [canvas, handler];
    this.pointers = new Map();
    this.press = null;
    this.lastTap = null;
    /** Whether Space is held, so that every drag pans. */
    this.isPanning = false;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.cancel(event));
    canvas.addEventListener("pointerleave", () => this.handler.leave());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // Else the middle button scrolls the page.
    canvas.addEventListener("mousedown", (event) => { if (event.button === 1) event.preventDefault(); });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button > 1) return;
    this.canvas.setPointerCapture(event.pointerId);
    const point = this.place(event);
    this.pointers.set(event.pointerId, point);
    if (this.pointers.size > 1) return this.beginPinch();
    const isPan = event.button === 1 || this.isPanning;
    const mark = isPan ? null : this.handler.grab(point, event.pointerType);
    this.press = { id: event.pointerId, start: point, last: point, time: event.timeStamp, mode: isPan ? "pan" : "wait", mark, slop: Gestures.slop[event.pointerType] ?? 6 };
    if (event.pointerType !== "mouse" && !isPan) this.press.timer = setTimeout(() => this.beginAim(), 450);
  }

  /** A finger held still: it aims, with the loupe, and puts the click where it is lifted. */
  beginAim() {
    if (this.press?.mode !== "wait") return;
    this.press.mode = this.press.mark ? "drag" : "aim";
    this.handler.aim(this.press.last);
  }

  beginPinch() {
    this.endPress();
    const [a, b] = [...this.pointers.values()];
    this.pinch = { middle: Gestures.middle(a, b), distance: Gestures.distance(a, b) };
  }

  move(event) {
    const point = this.place(event);
    if (!this.pointers.has(event.pointerId)) return this.handler.hover(point);
    this.pointers.set(event.pointerId, point);
    if (this.pointers.size > 1) return this.movePinch();
    if (this.press?.id === event.pointerId) this.movePress(point);
  }

  movePinch() {
    if (!this.pinch) return;
    const [a, b] = [...this.pointers.values()];
    const [middle, distance] = [Gestures.middle(a, b), Gestures.distance(a, b)];
    this.handler.pan(middle[0] - this.pinch.middle[0], middle[1] - this.pinch.middle[1]);
    if (this.pinch.distance > 0 && distance > 0) this.handler.zoom(middle, distance / this.pinch.distance);
    this.pinch = { middle, distance };
  }

  movePress(point) {
    const press = this.press;
    const hasMoved = Gestures.distance(press.start, point) > press.slop;
    if (press.mode === "wait" && hasMoved) press.mode = press.mark ? "drag" : "pan";
    if (press.mode !== "wait") clearTimeout(press.timer);
    if (press.mode === "pan") this.handler.pan(point[0] - press.last[0], point[1] - press.last[1]);
    if (press.mode === "drag") this.handler.drag(press.mark, Gestures.difference(point, press.start), point);
    if (press.mode === "aim") this.handler.aim(point);
    press.last = point;
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    this.pinch = null;
    const press = this.press;
    if (press?.id !== event.pointerId) return;
    this.endPress();
    if (press.mode === "wait") this.tap(press, event.timeStamp);
    if (press.mode === "aim") this.handler.tap(press.last);
    if (press.mode === "drag") this.handler.drop(press.mark, Gestures.difference(press.last, press.start));
  }

  /** A second press soon after the first and at its place makes a double tap. */
  tap({ start, time, slop }, liftTime) {
    const isSecond = this.lastTap && time - this.lastTap.time < 300 && Gestures.distance(start, this.lastTap.point) < 2 * slop;
    this.lastTap = isSecond ? null : { point: start, time: liftTime };
    if (isSecond) this.handler.doubleTap(start);
    else this.handler.tap(start);
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    const press = this.press;
    this.endPress();
    if (press?.mode === "drag") this.handler.drop(press.mark, null);
  }

  endPress() {
    if (this.press) clearTimeout(this.press.timer);
    if (this.press?.mode === "aim") this.handler.aim(null);
    this.press = null;
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 400 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.002;
    this.handler.zoom(this.place(event), Math.exp(-Math.max(-400, Math.min(400, event.deltaY * lines)) * speed));
  }

  static middle(a, b) { return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]; }
  static distance(a, b) { return Math.hypot(a[0] - b[0], a[1] - b[1]); }
  static difference(a, b) { return [a[0] - b[0], a[1] - b[1]]; }
}

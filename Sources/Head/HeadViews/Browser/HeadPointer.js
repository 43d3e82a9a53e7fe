/// Clicks and drags that pick or move landmarks; what they leave alone turns the head.
class HeadPointer {
  /// `find(x, y, reach)` is the landmark at a pixel, `ghost(key, point)` shows where it would go (null: no longer), and
  /// `pick(key, cast)` takes it.
  constructor(stage, { find, ghost, pick, isArmed }) {
    Object.assign(this, { stage, find, ghost, pick, isArmed });
    const canvas = stage.canvas;
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", event => this.down(event));
    canvas.addEventListener("pointermove", event => this.move(event));
    canvas.addEventListener("pointerup", event => this.up(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
  }

  static reach(event) { return event.pointerType === "touch" ? 24 : 12; }

  at(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button !== 0 || !event.isPrimary) return this.cancel();
    const [x, y] = this.at(event);
    this.start = { x, y, key: this.isArmed() ? null : this.find(x, y, HeadPointer.reach(event)), isMoved: false };
    if (!this.start.key) return;
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    const [x, y] = this.at(event);
    if (!this.start) {
      const isOver = event.pointerType === "mouse" && (this.isArmed() || this.find(x, y, HeadPointer.reach(event)));
      this.stage.canvas.style.cursor = isOver ? "crosshair" : "";
      return;
    }
    if (Math.hypot(x - this.start.x, y - this.start.y) > 4) this.start.isMoved = true;
    if (!this.start.key || !this.start.isMoved || this.isBusy) return;
    this.isBusy = true;
    requestAnimationFrame(() => {
      this.isBusy = false;
      if (!this.start || !this.start.key) return;
      const cast = this.stage.cast(x, y);
      if (cast) this.ghost(this.start.key, cast.point);
    });
  }

  up(event) {
    const start = this.start;
    this.cancel();
    if (!start) return;
    const armed = this.isArmed(), key = start.key && start.isMoved ? start.key : !start.isMoved ? armed : null;
    const cast = key ? this.stage.cast(...this.at(event)) : null;
    if (cast) this.pick(key, cast); else if (start.key) this.ghost(start.key, null);
  }

  cancel() {
    if (this.start && this.start.key) this.ghost(this.start.key, null);
    this.start = null;
    this.stage.controls.enabled = true;
  }
}

"use strict";

/** The camera's newest image with the markers that were seen in it. One image is on its way at a time. */
class LivePicture {
  /** As in the video of a replay: what links the frame to those before has a thick line, the rest a broken one. */
  static links = "#56b4e9";
  static other = "#e69f00";

  constructor(canvas) {
    this.canvas = canvas;
    [this.shown, this.image, this.isLoading] = [null, null, false];
    window.addEventListener("resize", () => this.draw());
  }

  async show(scan) {
    if (this.isLoading || scan.frame === this.shown?.frame) return;
    this.isLoading = true;
    try {
      const image = new Image();
      image.src = `frames/${scan.frame}`;
      await image.decode();
      [this.shown, this.image] = [scan, image];
      this.draw();
    } catch { /* Frames that are too old are not there any more; the next one is. */ } finally { this.isLoading = false; }
  }

  draw() {
    const context = this.image ? Dom.context(this.canvas) : null;
    if (!context) return;
    const { width, height, quarter_turns: turns, markers } = this.shown;
    const [across, down] = turns % 2 === 0 ? [width, height] : [height, width];
    const scale = Math.min(this.canvas.clientWidth / across, this.canvas.clientHeight / down);
    context.translate(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
    context.scale(scale, scale);
    context.rotate(turns * Math.PI / 2);
    context.translate(-width / 2, -height / 2);
    context.drawImage(this.image, 0, 0, width, height);
    // Pixels have their centres at whole numbers.
    context.translate(0.5, 0.5);
    for (const { corners, links } of markers) {
      context.beginPath();
      for (let i = 0; i < corners.length; i += 2) context.lineTo(corners[i], corners[i + 1]);
      context.closePath();
      context.setLineDash(links ? [] : [6 / scale, 5 / scale]);
      for (const [style, line] of [["#000", 6], [links ? LivePicture.links : LivePicture.other, 3.5]]) {
        [context.strokeStyle, context.lineWidth] = [style, line / scale];
        context.stroke();
      }
    }
  }
}

"use strict";

/** The coloured cloud of the head as it grows, seen from where the phone is. Without WebGL or three.js it is left out. */
class LiveCloud {
  /** Metres about the head's middle that the picture shows. */
  static reach = 0.125;
  /** Milliseconds between two questions. */
  static pause = 500;

  constructor(canvas) {
    this.canvas = canvas;
    [this.revision, this.count, this.eye, this.askedAt, this.isAsking] = [null, 0, null, -Infinity, false];
    const context = typeof THREE === "undefined" ? null : canvas.getContext("webgl", { alpha: true, antialias: false });
    canvas.hidden = !context;
    if (!context) return;
    try { this.prepare(context); } catch { [this.renderer, canvas.hidden] = [null, true]; }
  }

  prepare(context) {
    const { canvas } = this;
    this.renderer = new THREE.WebGLRenderer({ canvas, context, alpha: true });
    this.renderer.debug.checkShaderErrors = false;
    this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.01, 1);
    this.material = new THREE.PointsMaterial({ size: 3, sizeAttenuation: false, vertexColors: THREE.VertexColors });
    this.points = new THREE.Points(new THREE.BufferGeometry(), this.material);
    this.points.frustumCulled = false;
    this.world = new THREE.Scene();
    this.world.add(this.points);
  }

  /** Asks for new points now and then, and turns to where the phone is. */
  async show(scan) {
    if (!this.renderer) return;
    if (scan.eye) this.eye = scan.eye;
    if (this.isAsking || performance.now() - this.askedAt < LiveCloud.pause) return;
    [this.askedAt, this.isAsking] = [performance.now(), true];
    try {
      const answer = await fetch(this.revision === null ? "cloud" : `cloud?since=${this.revision}`, { cache: "no-store" });
      if (answer.status === 200) this.take(await answer.arrayBuffer());
      if (this.count > 0) this.draw();
    } catch { /* The next question may be answered. */ } finally { this.isAsking = false; }
  }

  take(content) {
    const view = new DataView(content);
    [this.revision, this.count] = [view.getInt32(0, true), view.getInt32(4, true)];
    const [places, colors] = [new Float32Array(3 * this.count), new Uint8Array(content, 8 + 6 * this.count)];
    for (let i = 0; i < places.length; i++) places[i] = 1e-4 * view.getInt16(8 + 2 * i, true);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(colors, 3, true));
    this.points.geometry.dispose();
    this.points.geometry = geometry;
  }

  draw() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width < 2 || height < 2) return;
    this.renderer.setSize(width, height, false);
    const [across, down] = width > height ? [width / height, 1] : [1, height / width];
    Object.assign(this.camera, { left: -across * LiveCloud.reach, right: across * LiveCloud.reach, top: down * LiveCloud.reach, bottom: -down * LiveCloud.reach });
    const eye = new THREE.Vector3(...(this.eye ?? [0, 1, 0])).normalize();
    // Up is the top of the head; from above, its face.
    this.camera.up.set(0, Math.abs(eye.z) > 0.9 ? 1 : 0, Math.abs(eye.z) > 0.9 ? 0 : 1);
    this.camera.position.copy(eye.multiplyScalar(0.5));
    this.camera.lookAt(0, 0, 0);
    this.camera.updateProjectionMatrix();
    this.material.size = Math.max(2, Math.ceil(0.0032 * Math.min(width, height) / (2 * LiveCloud.reach)));
    this.renderer.render(this.world, this.camera);
  }
}

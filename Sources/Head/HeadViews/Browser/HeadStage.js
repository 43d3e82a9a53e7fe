/// The head, what is drawn on it, and the eye: all that three.js does. Lengths in millimetres, the head frame.
class HeadStage {
  constructor(element) {
    // Asked for here, since three.js writes an error to the console where there is none.
    const canvas = document.createElement("canvas"), wishes = { antialias: true, alpha: true, depth: true, stencil: false };
    const context = canvas.getContext("webgl", wishes);
    if (!context) throw new Error("no WebGL");
    this.renderer = new THREE.WebGLRenderer({ canvas, context, ...wishes });
    // Asking for the shaders' faults would wait for each of them.
    this.renderer.debug.checkShaderErrors = false;
    this.canvas = this.renderer.domElement;
    element.appendChild(this.canvas);
    this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 1, 10);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(0, 500, 0);
    this.world = new THREE.Scene();
    this.ambient = new THREE.AmbientLight(0xffffff);
    this.light = new THREE.DirectionalLight(0xffffff);
    this.light.position.set(0, 0.45, 1);
    this.world.add(this.camera, this.ambient);
    this.camera.add(this.light);
    this.head = new THREE.Group();
    this.head.matrixAutoUpdate = false;
    this.world.add(this.head);
    this.layers = {};
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enableKeys = false;
    this.controls.minZoom = 0.5;
    this.controls.maxZoom = 20;
    this.controls.addEventListener("change", () => this.draw());
    this.afterDraw = () => {};
    this.canvas.addEventListener("webglcontextlost", event => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => this.draw());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
    this.element = element;
  }

  /// Replaces the surface.
  load(scene) {
    for (const part of [this.surface, this.inside]) if (part) { this.head.remove(part); part.material.dispose(); }
    if (this.surface) this.surface.geometry.dispose();
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(HeadData.positions(scene), 3));
    geometry.setIndex(new THREE.BufferAttribute(HeadData.indices(scene), 1));
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    geometry.computeBoundingBox();
    this.surface = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: 0xf0ebe4 }));
    this.inside = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ color: 0x6f6f75, side: THREE.BackSide }));
    this.head.add(this.surface, this.inside);
  }

  /// Places the mesh in the head frame; the eye looks at its middle.
  place(rows) {
    this.head.matrix.identity();
    if (rows) this.head.matrix.set(...rows.flat());
    this.head.matrixWorldNeedsUpdate = true;
    this.head.updateMatrixWorld(true);
    const sphere = this.surface.geometry.boundingSphere, box = this.surface.geometry.boundingBox;
    const middle = box.getCenter(new THREE.Vector3()).applyMatrix4(this.head.matrix);
    const shift = middle.clone().sub(this.controls.target);
    this.controls.target.copy(middle);
    this.camera.position.add(shift);
    this.radius = sphere.radius;
    this.resize();
  }

  /// A colour for each vertex, or one for all; less shade under colours that are read off.
  paint(colors, isMap) {
    [this.ambient.intensity, this.light.intensity] = isMap ? [0.75, 0.25] : [0.55, 0.45];
    const { geometry, material } = this.surface;
    if (colors) geometry.setAttribute("color", new THREE.BufferAttribute(colors, 3, true));
    material.vertexColors = colors ? THREE.VertexColors : THREE.NoColors;
    material.color.set(colors ? 0xffffff : 0xf0ebe4);
    material.needsUpdate = true;
    this.draw();
  }

  /// Replaces what is drawn in one layer.
  fill(name, objects) {
    const old = this.layers[name];
    const layer = new THREE.Group();
    if (old) {
      layer.visible = old.visible;
      this.head.remove(old);
      old.traverse(part => { if (part.geometry) { part.geometry.dispose(); part.material.dispose(); } });
    }
    if (objects.length) layer.add(...objects);
    this.layers[name] = layer;
    this.head.add(layer);
    layer.updateMatrixWorld(true);
  }

  /// A tube along a line: in front of the surface as it is, behind it faint. What lies a little under the surface, as the
  /// section of the head under a cap does, counts as on it.
  line(points, closed, color, radius, faint) {
    const path = new THREE.CurvePath(), corners = points.map(point => new THREE.Vector3(...point));
    if (closed && corners.length > 2) corners.push(corners[0].clone());
    for (let i = 1; i < corners.length; i++)
      if (corners[i].distanceToSquared(corners[i - 1]) > 1e-6) path.add(new THREE.LineCurve3(corners[i - 1], corners[i]));
    if (!path.curves.length) return [];
    const tube = new THREE.TubeBufferGeometry(path, Math.min(800, 4 + path.curves.length), radius, 5, false);
    const seen = new THREE.MeshBasicMaterial(
      { color, polygonOffset: true, polygonOffsetFactor: 0, polygonOffsetUnits: -HeadStage.pull });
    const parts = [new THREE.Mesh(tube, seen)];
    if (faint) {
      const hidden = new THREE.MeshBasicMaterial({ color, transparent: true, opacity: faint, depthTest: false, depthWrite: false });
      parts.push(new THREE.Mesh(tube, hidden));
    }
    return parts;
  }

  sphere(point, color, radius) {
    const ball = new THREE.Mesh(
      new THREE.SphereBufferGeometry(radius, 20, 14),
      new THREE.MeshLambertMaterial({ color, polygonOffset: true, polygonOffsetFactor: 0, polygonOffsetUnits: -HeadStage.pull / 2 }));
    ball.position.set(...point);
    return ball;
  }

  sheet(points, color) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(points.flat()), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    return new THREE.Mesh(geometry, new THREE.MeshBasicMaterial(
      { color, transparent: true, opacity: 0.16, side: THREE.DoubleSide, depthWrite: false }));
  }

  /// Turns the eye to a side. `up` lies in the picture's upward direction.
  look(side) {
    const eye = HeadStage.eyes[side];
    if (!eye) return;
    this.camera.zoom = 1;
    this.turnTo(new THREE.Vector3(...eye).normalize());
  }

  /// Turns the eye by angles in radians: around the head, and over it.
  turn(around, over) {
    const from = this.camera.position.clone().sub(this.controls.target);
    const at = new THREE.Spherical().setFromVector3(new THREE.Vector3(from.y, from.z, from.x));
    at.theta += around;
    at.phi = Math.min(Math.PI - 1e-3, Math.max(1e-3, at.phi - over));
    const to = new THREE.Vector3().setFromSpherical(at);
    this.turnTo(new THREE.Vector3(to.z, to.x, to.y).normalize());
  }

  turnTo(eye) {
    this.camera.position.copy(this.controls.target).addScaledVector(eye, 6 * this.radius);
    this.resize();
    this.controls.update();
    this.draw();
  }

  zoom(factor) {
    this.camera.zoom = Math.min(20, Math.max(0.5, this.camera.zoom * factor));
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  resize() {
    const width = Math.max(1, this.element.clientWidth), height = Math.max(1, this.element.clientHeight);
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height);
    // The whole of a sphere about the head's middle, so that no side and no size of the window cuts anything off.
    const radius = this.radius || 100, half = 1.02 * radius / Math.min(1, width / height);
    Object.assign(this.camera, {
      left: -half * width / height, right: half * width / height, top: half, bottom: -half, near: radius, far: 11 * radius,
    });
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /// Pixels a millimetre.
  get scale() { return this.element.clientHeight * this.camera.zoom / (this.camera.top - this.camera.bottom); }

  /// Draws once before the next picture of the screen.
  draw() {
    if (this.isWaiting || !this.surface) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (!this.surface) return;
      this.renderer.render(this.world, this.camera);
      this.drawn = { camera: new THREE.OrthographicCamera().copy(this.camera, false), head: this.head.matrix.clone(),
        eye: this.camera.position.clone().sub(this.controls.target) };
      this.afterDraw();
    });
  }

  /// Where a point of the mesh is in the picture as drawn last, pixels from its upper left corner.
  pixel(point) {
    const { camera, head } = this.drawn;
    const at = new THREE.Vector3(...point).applyMatrix4(head).project(camera);
    return [(at.x + 1) / 2 * this.element.clientWidth, (1 - at.y) / 2 * this.element.clientHeight];
  }

  /// True where a direction of the mesh's frame points to the eye, in the picture as drawn last.
  faces(direction) {
    const { eye, head } = this.drawn;
    return new THREE.Vector3(...direction).transformDirection(head).dot(eye) > 0;
  }

  /// The ray through a pixel and where it first meets the surface, both in the mesh's frame; null where it misses it.
  /// The picture is the one drawn last: a click means what the person sees, though the head has turned since.
  cast(x, y) {
    if (!this.drawn) return null;
    const caster = new THREE.Raycaster();
    caster.setFromCamera(
      { x: 2 * x / this.element.clientWidth - 1, y: 1 - 2 * y / this.element.clientHeight }, this.drawn.camera);
    const ray = caster.ray.clone().applyMatrix4(new THREE.Matrix4().getInverse(this.drawn.head));
    caster.ray.copy(ray).applyMatrix4(this.head.matrix);
    const hit = caster.intersectObject(this.surface)[0];
    if (!hit) return null;
    const point = hit.point.clone().applyMatrix4(new THREE.Matrix4().getInverse(this.head.matrix));
    return { ray: { origin: ray.origin.toArray(), direction: ray.direction.toArray() }, point: point.toArray() };
  }

  /// The mean normal of the surface within `reach` of a point; null where there is none.
  normal(point, reach) {
    const { position, normal } = this.surface.geometry.attributes, [p, n] = [position.array, normal.array];
    const sum = [0, 0, 0];
    for (let i = 0; i < p.length; i += 3) {
      const [x, y, z] = [p[i] - point[0], p[i + 1] - point[1], p[i + 2] - point[2]];
      if (x * x + y * y + z * z < reach * reach) for (let k = 0; k < 3; k++) sum[k] += n[i + k];
    }
    return sum.some(value => value) ? sum : null;
  }

  dispose() {
    this.observer.disconnect();
    this.controls.dispose();
    this.world.traverse(part => { if (part.geometry) { part.geometry.dispose(); part.material.dispose(); } });
    this.renderer.dispose();
    this.surface = null;
    this.canvas.remove();
  }
}

/// How many steps of the depth buffer (24 bits over ten radii of a head) tubes are drawn nearer than they are: 4 mm.
HeadStage.pull = 60000;

/// From the head to the eye, head frame: x right, y forward, z up. The same sides as of the still pictures.
HeadStage.eyes = {
  front: [0, 1, 0], back: [0, -1, 0], left: [-1, 0, 0], right: [1, 0, 0], top: [0, -1e-3, 1],
  three_quarter: [-0.6, 0.75, 0.4],
};

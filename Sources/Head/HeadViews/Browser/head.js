/// A head in 3-D on a page; the scene is that of `HeadScene.json`. Needs three.js and its OrbitControls.
class CalvariaHead {
  /// - options.words: texts by key; options.onPick(key, ray): a landmark was placed, the ray in millimetres in the mesh's
  ///   frame; options.pickable: landmarks can be moved.
  constructor(element, scene, { words = {}, onPick = null, pickable = false } = {}) {
    this.element = element;
    this.onPick = onPick;
    this.pickable = pickable && !!onPick;
    element.classList.add("ch-head");
    this.panel = new HeadPanel(element, words);
    try { this.stage = new HeadStage(this.panel.view); } catch { this.stage = null; }
    this.hasWebGL = !!this.stage;
    if (!this.hasWebGL) return this.dispose();
    this.shown = { landmarks: true, plane: true, diagonals: true, markers: false, holes: true };
    this.pointer = new HeadPointer(this.stage, {
      find: (x, y, reach) => this.pickable ? this.landmarkAt(x, y, reach) : null,
      ghost: (key, point) => this.drawLandmarks(point ? { key, point } : null),
      pick: (key, cast) => this.take(key, cast), isArmed: () => this.armed,
    });
    this.stage.afterDraw = () => this.placeLabels();
    this.panel.view.addEventListener("keydown", event => this.press(event));
    this.panel.buttons(side => this.look(side));
    this.load(scene);
    this.look("three_quarter");
  }

  /// Shows another scene from the same side.
  load(scene) {
    if (!this.hasWebGL) return;
    this.scene = { ...scene };
    this.stage.load(scene);
    const names = [["", this.panel.word("head.plain")]];
    if (scene.color) names.push(["color", this.panel.word("head.color")]);
    for (const map of scene.maps) names.push([map.key, map.name]);
    this.panel.bar.querySelectorAll(".ch-choice, .ch-switches").forEach(part => part.remove());
    this.panel.surfaces(names, key => this.show(key));
    this.panel.switches(this.layers, name => this.shown[name], (name, on) => this.toggle(name, on));
    this.drawMarkers();
    this.drawHoles();
    this.update({});
    this.show(names.some(([key]) => key === this.surface) ? this.surface : scene.color ? "color" : null);
  }

  /// Takes the maps of a scene with the same surface: one of them follows the landmarks.
  renew(scene) {
    if (!this.hasWebGL) return;
    const isSame = scene.maps.length === this.scene.maps.length;
    this.scene.maps = scene.maps;
    if (!isSame) return this.load({ ...this.scene, ...scene });
    if (this.surface && this.surface !== "color") this.show(this.surface);
  }

  get layers() {
    const layers = [
      ["landmarks", "head.landmarks"], ["plane", "head.plane"], ["diagonals", "head.diagonals"],
      ["markers", "head.markers"], ["holes", "head.holes"],
    ];
    return layers.filter(([name]) => !["markers", "holes"].includes(name) || this.scene[name].length);
  }

  /// Takes landmarks, outline, gaps, plane, diagonals and head_from_mesh, or some of them.
  update(part) {
    if (!this.hasWebGL) return;
    Object.assign(this.scene, part);
    this.stage.place(this.scene.head_from_mesh || this.scene.upright);
    this.panel.nameSides(!!this.scene.head_from_mesh);
    this.drawSection();
    this.drawDiagonals();
    this.drawLandmarks(null);
    for (const name of Object.keys(this.shown)) this.toggle(name, this.shown[name]);
  }

  /// What the surface shows: the key of a map, "color", or null for one colour.
  show(key) {
    if (!this.hasWebGL) return;
    const colors = key ? HeadData.colors(this.scene, key) : null;
    this.surface = colors ? key : null;
    this.panel.select.value = this.surface || "";
    const map = this.scene.maps.find(map => map.key === this.surface) || null;
    this.panel.explain(map);
    this.stage.paint(colors, !!map);
  }

  look(side) { if (this.hasWebGL) this.stage.look(side); }

  toggle(name, on) {
    if (!this.hasWebGL || !(name in this.shown)) return;
    this.shown[name] = on;
    if (this.panel.boxes[name]) this.panel.boxes[name].checked = on;
    if (this.stage.layers[name]) this.stage.layers[name].visible = on;
    this.stage.draw();
  }

  /// The next click on the surface picks this landmark; null disarms.
  arm(key) {
    if (!this.hasWebGL) return;
    this.armed = key;
    const landmark = this.scene.landmarks.find(landmark => landmark.key === key);
    this.panel.say(key ? this.panel.word("head.pick", { name: landmark ? landmark.name : this.names[key] || key }) : null);
    this.stage.canvas.style.cursor = key ? "crosshair" : "";
  }

  /// Names of landmarks that are not there yet, by their keys.
  names = {};

  dispose() {
    if (this.stage) this.stage.dispose();
    this.panel.root.remove();
    this.hasWebGL = false;
  }

  take(key, cast) {
    if (this.armed) this.arm(null);
    this.drawLandmarks({ key, point: cast.point });
    this.onPick(key, cast.ray);
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? Math.PI / 60 : Math.PI / 12, side = HeadPanel.sides[Number(event.key) - 1];
    const actions = {
      ArrowLeft: () => this.stage.turn(-step, 0), ArrowRight: () => this.stage.turn(step, 0),
      ArrowUp: () => this.stage.turn(0, step), ArrowDown: () => this.stage.turn(0, -step),
      "+": () => this.stage.zoom(1.2), "=": () => this.stage.zoom(1.2), "-": () => this.stage.zoom(1 / 1.2),
      0: () => this.look("three_quarter"), Escape: () => this.arm(null),
    };
    const action = side ? () => this.look(side[0]) : actions[event.key];
    if (!action || event.key === "Escape" && !this.armed) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  landmarkAt(x, y, reach) {
    let best = null;
    if (!this.shown.landmarks || !this.stage.drawn) return null;
    for (const landmark of this.scene.landmarks) {
      if (!this.isSeen(landmark)) continue;
      const [u, v] = this.stage.pixel(landmark.mm), apart = Math.hypot(u - x, v - y);
      if (apart <= reach) [best, reach] = [landmark.key, apart];
    }
    return best;
  }

  isSeen(item) { return !item.normal || this.stage.faces(item.normal); }

  /// Landmarks as spheres; `ghost` is one that is being placed.
  drawLandmarks(ghost) {
    const landmarks = this.scene.landmarks;
    for (const landmark of landmarks) if (!("normal" in landmark)) landmark.normal = this.stage.normal(landmark.mm, 6);
    const spheres = landmarks.filter(({ key }) => !ghost || key !== ghost.key)
      .map(({ mm, state }) => this.stage.sphere(mm, CalvariaHead.colors[state] || CalvariaHead.colors.accepted, 2.2));
    if (ghost) spheres.push(this.stage.sphere(ghost.point, CalvariaHead.colors.ghost, 2.2));
    this.stage.fill("landmarks", spheres);
    this.stage.layers.landmarks.visible = this.shown.landmarks;
    this.drawLabels();
    this.stage.draw();
  }

  drawSection() {
    const { outline, pieces = [], gaps = [], plane } = this.scene, { section, gap } = CalvariaHead.colors;
    const lines = outline ? this.stage.line(outline, true, section, 0.8, 0.25)
      : pieces.flatMap(piece => this.stage.line(piece, false, section, 0.8, 0.25));
    this.stage.fill("plane", [
      ...lines, ...gaps.flatMap(points => this.stage.line(points, false, gap, 0.8, 0.25)),
      ...(plane ? [this.stage.sheet(plane.points, CalvariaHead.colors.plane)] : []),
    ]);
  }

  drawDiagonals() {
    this.stage.fill("diagonals", this.scene.diagonals.flatMap(({ key, from, to }) =>
      this.stage.line([from, to], false, CalvariaHead.colors[key] || CalvariaHead.colors.section, 0.7, 0.75)));
  }

  drawMarkers() {
    this.stage.fill("markers", this.scene.markers.flatMap(({ corners }) =>
      this.stage.line(corners, true, CalvariaHead.colors.marker, 0.5, 0)));
  }

  drawHoles() {
    this.stage.fill("holes", this.scene.holes.flatMap(rim => this.stage.line(rim, true, CalvariaHead.colors.hole, 0.6, 0)));
  }

  drawLabels() {
    const { landmarks, diagonals, markers } = this.scene, word = (key, name) => this.panel.word(key, { name });
    const named = {
      proposal: name => word("head.state_proposal", name), rejected: name => word("head.state_rejected", name),
    };
    this.panel.label([
      ...landmarks.map(landmark => ({
        layer: "landmarks", point: landmark.mm, normal: landmark.normal, style: `ch-landmark ch-${landmark.state}`,
        text: (named[landmark.state] || (name => name))(landmark.name),
      })),
      ...diagonals.map(({ key, from, text }) => ({ layer: "diagonals", point: from, style: `ch-diagonal ch-${key}`, text })),
      ...markers.map(({ id, corners }) => ({
        layer: "markers", point: [0, 1, 2].map(k => corners.reduce((sum, corner) => sum + corner[k] / 4, 0)),
        normal: CalvariaHead.outward(corners), style: "ch-id", text: String(id), isCentred: true, isFacing: true,
      })),
    ]);
  }

  placeLabels() {
    this.panel.measure(this.stage.scale);
    this.panel.placeLabels(item => {
      const isSeen = this.isSeen(item);
      if (!this.shown[item.layer] || item.isFacing && !isSeen) return null;
      const [x, y] = this.stage.pixel(item.point);
      const isInside = x >= 0 && y >= 0 && x <= this.panel.view.clientWidth && y <= this.panel.view.clientHeight;
      return isInside ? { x, y, isSeen } : null;
    });
  }

  /// Corners run clockwise seen from outside.
  static outward([a, b, , d]) {
    const u = d.map((x, k) => x - a[k]), v = b.map((x, k) => x - a[k]);
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  }
}

/// Told apart with every kind of colour vision (Okabe & Ito 2008), and by text beside them.
CalvariaHead.colors = {
  accepted: 0x0072b2, proposal: 0xe69f00, rejected: 0x8a8a8a, ghost: 0xcc79a7, section: 0x1b1b1b, plane: 0x0072b2, gap: 0xd55e00,
  left_front: 0xd55e00, right_front: 0x0072b2, marker: 0x009e73, hole: 0xcc3311,
};

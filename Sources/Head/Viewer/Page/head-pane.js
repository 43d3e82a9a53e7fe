"use strict";

/** The head in 3-D, or still pictures of it where there is no WebGL. */
class HeadPane {
  /** The sides of the still pictures, and their words. */
  static sides = {
    front: "view.side_front", back: "view.side_back", left: "view.side_left", right: "view.side_right", top: "view.side_top", three_quarter: "view.side_three_quarter",
  };

  constructor(app) {
    this.app = app;
    this.box = Dom.id("head-box");
    this.head = null;
    this.revision = 0;
    this.isArmed = false;
    this.shownScene = null;
    Dom.id("on-surface").onclick = () => this.arm(!this.isArmed);
    new ResizeObserver(() => this.update()).observe(this.box);
  }

  update() {
    const { session, words } = this.app;
    if (!session.state) return;
    const { state } = session;
    const hasHead = state.head_revision > 0;
    Dom.id("head-empty").hidden = hasHead;
    Dom.id("head-empty").textContent = words.text("view.no_head");
    Dom.id("on-surface").disabled = !hasHead || !this.app.hand || this.head?.hasWebGL === false;
    Dom.id("on-surface").setAttribute("aria-pressed", this.isArmed);
    if (hasHead && this.box.clientWidth > 0 && state.head_revision !== this.revision) this.load(state.head_revision);
    else if (this.head && this.box.clientWidth > 0 && state.maps_revision !== this.mapsRevision) this.renew(state.maps_revision);
    if (this.head && this.box.clientWidth > 0 && !session.isPending) this.showScene(state.scene);
  }

  /** Shows what changed; after the measures, since a head takes long to draw without a graphics card. */
  showScene(scene) {
    if (scene === null || Picks.same(scene, this.shownScene)) return;
    this.shownScene = scene;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.head.update(scene), 80);
  }

  /** The next click on the surface picks the landmark in hand. */
  arm(isArmed) {
    this.isArmed = isArmed;
    this.rearm();
    this.update();
  }

  rearm() { this.head?.arm(this.isArmed ? this.app.hand : null); }

  async load(revision) {
    [this.revision, this.mapsRevision] = [revision, this.app.session.state.maps_revision];
    try {
      const scene = await this.app.server.head();
      clearTimeout(this.timer);
      this.box.replaceChildren();
      this.shownScene = null;
      this.head = new CalvariaHead(this.box, scene, { words: this.app.words.words, pickable: true, onPick: (key, ray) => this.picked(key, ray) });
      if (!this.head.hasWebGL) this.showStills(scene);
      this.rearm();
      this.update();
    } catch (error) {
      if (error instanceof ServerGone) this.revision = 0;
      else if (!(error instanceof Refusal)) throw error;
    }
  }

  /** The maps that follow the landmarks, once these rest. */
  renew(revision) {
    this.mapsRevision = revision;
    clearTimeout(this.mapsTimer);
    this.mapsTimer = setTimeout(async () => {
      const { head } = this;
      const scene = await this.app.server.head().catch(() => null);
      if (!scene || head !== this.head) return;
      if (head.hasWebGL) head.renew(scene);
      else this.showStills(scene);
      this.rearm();
    }, 1500);
  }

  picked(key, ray) { this.app.pickOnSurface(key, ray); }

  /** Six pictures and a choice of maps. */
  showStills(scene) {
    const { words, server } = this.app;
    const sides = Object.keys(HeadPane.sides);
    const pictures = sides.map((side) => Dom.make("img", { alt: words.text(HeadPane.sides[side]), title: words.text(HeadPane.sides[side]) }));
    const choice = Dom.make("select", { "aria-label": words.text("view.map") },
      Dom.make("option", { value: "", text: words.text("view.map_none") }), ...scene.maps.map((map) => Dom.make("option", { value: map.key, text: map.name })));
    this.stills = () => pictures.forEach((picture, i) => { picture.src = server.still(sides[i], choice.value, this.app.session.state.change); });
    choice.onchange = this.stills;
    this.head.update = this.stills;
    this.box.replaceChildren(Dom.make("p", { class: "quiet", text: words.text(typeof THREE === "undefined" ? "view.no_three" : "view.no_webgl") }), choice, Dom.make("div", { class: "stills" }, ...pictures));
    this.stills();
  }
}

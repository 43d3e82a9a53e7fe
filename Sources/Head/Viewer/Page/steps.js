"use strict";

/** The way on one line: the landmarks, the check, saving. */
class Steps {
  constructor(element, app) {
    this.app = app;
    this.part = new Part(element);
  }

  update() {
    const { session, hand, words } = this.app;
    const landmarks = session.landmarks.map(({ key, name, state }) => ({ key, name, state }));
    const isSaved = !session.isUnsaved && session.state.saved !== null;
    this.part.show([landmarks, hand, isSaved], () => {
      const count = landmarks.length;
      return [Dom.make("ol", {},
        ...landmarks.map((each, i) => this.step(i + 1, each.name, each.state === "accepted", each.key === hand, () => this.app.take(each.key))),
        this.step(count + 1, words.text("view.check"), isSaved, hand === null, () => this.app.take(null)),
        this.step(count + 2, words.text("view.save"), isSaved, false, () => this.app.save()))];
    });
  }

  step(number, name, isDone, isHere, action) {
    const button = Dom.make("button", { "data-id": number, class: isDone ? "done" : null, "aria-current": isHere ? "step" : null, onclick: action },
      Dom.make("span", { class: "step-number", text: isDone ? "✓" : number }), Dom.make("span", { text: name }));
    return Dom.make("li", {}, button);
  }
}

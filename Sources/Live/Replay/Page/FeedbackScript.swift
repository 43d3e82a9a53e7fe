/// Shows the frame that is chosen: by a click into the timeline or on an event, by buttons, by the arrow keys. Texts only
/// get into the page as text.
enum FeedbackScript {
  static let source: StaticString = #"""
    "use strict";
    const find = id => document.getElementById(id);
    const data = JSON.parse(find("data").textContent), words = data.words;
    const [lanes, field, scroller] = ["lanes", "field", "scroller"].map(find);
    const count = data.time.length, end = data.time[count - 1];
    let chosen = 0, zoom = 1, shown = null;

    const put = (id, text) => { find(id).textContent = text; };
    const fixed = (value, digits) => value.toFixed(digits).replace(".", words.decimal_sign);
    const figure = (value, digits, unit) => value === null ? "–" : fixed(value, digits) + unit;
    const last = (changes, frame) => changes.findLast(change => change.frame <= frame);
    const seconds = value => fixed(value, 2) + " s";

    function nearest(time) {
      let low = 0, high = count - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (data.time[middle] < time) low = middle + 1; else high = middle;
      }
      return low > 0 && time - data.time[low - 1] < data.time[low] - time ? low - 1 : low;
    }

    function picture(frame) {
      let best = null;
      for (const candidate of data.pictures)
        if (best === null || Math.abs(candidate.frame - frame) < Math.abs(best.frame - frame)) best = candidate;
      if (best === null) { find("image").hidden = true; return; }
      if (best !== shown) find("image").src = "data:image/jpeg;base64," + best.jpeg;
      shown = best;
      const late = data.time[best.frame] - data.time[frame];
      const apart = best.frame === frame ? "" : ", " + seconds(Math.abs(late)) + " " + (late < 0 ? words.earlier : words.later);
      put("caption", words.image + " " + best.frame + apart);
    }

    function told(id, changes, frame) {
      const change = last(changes, frame);
      put(id, change ? change.text + " (" + seconds(data.time[change.frame]) + ")" : "–");
    }

    function progress(frame) {
      const change = last(data.progress, frame), cell = find("f-progress");
      cell.textContent = change ? change.text : "–";
      if (!change) return;
      const [bar, fill] = ["div", "div"].map(name => document.createElement(name));
      bar.className = "share";
      fill.className = "fill " + change.light;
      fill.style.width = 100 * change.share + "%";
      bar.append(fill);
      cell.append(bar);
    }

    function choose(frame) {
      chosen = Math.max(0, Math.min(count - 1, frame));
      const time = data.time[chosen], share = end > 0 ? time / end : 0;
      find("cursor").style.left = 100 * share + "%";
      put("f-time", fixed(time, 3) + " s");
      put("f-name", chosen + " · " + data.name[chosen]);
      put("f-overlap", figure(data.overlap[chosen], 0, " %") + " · " + data.shared[chosen] + " " + words.shared);
      put("f-distance", figure(data.distance[chosen], 0, " mm"));
      put("f-invalid", figure(data.invalid[chosen], 0, " %"));
      put("f-blur", figure(data.blur[chosen], 1, " px"));
      for (const key of ["state", "vibrating", "hint", "alerts"]) put("f-" + key, last(data[key], chosen).text);
      told("f-said", data.said, chosen);
      told("f-advice", data.advice, chosen);
      progress(chosen);
      picture(chosen);
      lanes.setAttribute("aria-valuenow", chosen);
      lanes.setAttribute("aria-valuetext", words.frame + " " + chosen + ", " + seconds(time));
      reveal(field.offsetLeft + share * field.offsetWidth);
    }

    // Draws the cursor into view where the timeline is wider than the screen.
    function reveal(x) {
      const left = scroller.scrollLeft + field.offsetLeft, right = scroller.scrollLeft + scroller.clientWidth;
      if (x < left || x > right) scroller.scrollLeft = x - scroller.clientWidth / 2;
    }

    function widen(factor) {
      zoom = Math.max(1, Math.min(16, zoom * factor));
      lanes.style.width = 100 * zoom + "%";
      choose(chosen);
    }

    function point(event) {
      const box = field.getBoundingClientRect();
      choose(nearest(end * (event.clientX - box.left) / box.width));
    }

    lanes.addEventListener("click", point);
    lanes.addEventListener("pointermove", event => {
      if (event.pointerType === "mouse" && event.buttons === 1) point(event);
    });
    document.addEventListener("click", event => {
      const link = event.target.closest("a[data-frame]");
      if (!link) return;
      // The panel stays in view as it is; jumping to it would lose the place in the table.
      event.preventDefault();
      choose(Number(link.dataset.frame));
    });
    document.addEventListener("keydown", event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(chosen + step * (event.shiftKey ? 10 : 1));
    });
    find("previous").addEventListener("click", () => choose(chosen - 1));
    find("next").addEventListener("click", () => choose(chosen + 1));
    find("out").addEventListener("click", () => widen(1 / 2));
    find("in").addEventListener("click", () => widen(2));
    find("frame").hidden = false;
    choose(0);
    """#
}

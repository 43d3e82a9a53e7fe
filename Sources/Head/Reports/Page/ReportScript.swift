/// The scripts of a report's page.
enum ReportScript {
  /// Copies the text for the record; a page that was opened as a file may not use the clipboard's newer interface.
  static let source: StaticString = """
    "use strict";
    (() => {
      const button = document.getElementById("copy"), text = document.getElementById("record");
      const words = JSON.parse(document.getElementById("words").textContent), label = button.textContent;
      button.addEventListener("click", () => {
        const range = document.createRange(), selection = getSelection();
        range.selectNodeContents(text);
        selection.removeAllRanges();
        selection.addRange(range);
        const done = document.execCommand("copy");
        if (done) selection.removeAllRanges();
        button.textContent = done ? words.copied : words.failed;
        setTimeout(() => { button.textContent = label; }, 2500);
      });
    })();
    """

  /// Shows the head in 3-D where the browser can draw it.
  static let space: StaticString = """
    "use strict";
    (() => {
      const read = id => JSON.parse(document.getElementById(id).textContent);
      const section = document.getElementById("space");
      let isShown = false;
      section.hidden = false;  // it is measured while it is built
      try {
        const head = new CalvariaHead(document.getElementById("head"), read("scene"), { words: read("head-words") });
        isShown = head.hasWebGL;
        const map = document.getElementById("head").dataset.map;
        if (map && isShown) head.show(map);
      } finally { section.hidden = !isShown; }
    })();
    """
}

import Diagnostics
import HeadViews
internal import Platform

/// A head in 3-D on a page: its place, and the scripts that fill it where the browser can draw it.
struct HeadSpace {
  let scene: HeadScene
  /// three.js as one script.
  let threeScript: String
  /// The map that is shown first, by its key; nil for the colours.
  var map: HeadMap.Kind?
  let language: Language

  /// The place, hidden until a script shows it.
  var place: Markup {
    .element(
      "section", ["class": "screen", "id": "space", "hidden": "hidden"],
      .element("h2", text: language("report.space")),
      .element("div", ["id": "head", "data-map": map?.rawValue ?? ""]))
  }

  /// The scene, the words and the scripts; nothing where one of these would end its element.
  ///
  /// - Throws: an `EncodingError` where a number is not finite.
  func scripts() throws -> Markup {
    guard let library = Markup.script(library: threeScript), let component = Markup.script(library: HeadBrowser.script)
    else { return .empty }
    return .data(String(decoding: try scene.json(language), as: UTF8.self), id: "scene")
      + .data(try Self.json(HeadBrowser.words(language)), id: "head-words") + library + component
      + .script(ReportScript.space)
  }

  /// Words for a script.
  static func json(_ words: [String: String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(words), as: UTF8.self)
  }
}

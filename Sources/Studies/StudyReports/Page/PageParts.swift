internal import Reports

/// The pieces that the parts of a study's page are made of.
enum PageParts {
  /// A table; cells of the columns named stand right.
  static func table(_ heads: [String], numbers: Set<Int>, _ rows: [[Markup]], style: String = "") -> Markup {
    let style = { (column: Int) in numbers.contains(column) ? "number" : "" }
    let head = Markup.element(
      "tr", [:], .joined(heads.enumerated().map { .element("th", ["class": style($0)], text: $1) }))
    let body = rows.map { cells in
      Markup.element(
        "tr", [:], .joined(cells.enumerated().map { .element("td", ["class": style($0)], $1) }))
    }
    return .element(
      "div", ["class": "wide"],
      .element("table", [:], .element("thead", [:], head), .element("tbody", [:], .joined(body))))
  }

  /// Names and what stands for them.
  static func facts(_ rows: [(String, String)]) -> Markup {
    .element(
      "table", ["class": "facts"],
      .joined(rows.map { .element("tr", [:], .element("td", text: $0), .element("td", text: $1)) }))
  }

  /// A paragraph; nothing for an empty text.
  static func quiet(_ text: String) -> Markup { text.isEmpty ? .empty : .element("p", ["class": "quiet"], text: text) }

  /// The sentence in place of a statistic that the data can't carry.
  static func refused(_ text: String) -> Markup { .element("p", ["class": "withheld"], text: text) }

  /// A figure with what it shows; the rest beside it.
  static func plot(_ figure: Figure?, beside rest: Markup) -> Markup {
    guard let figure else { return rest }
    let drawing = Markup.element(
      "figure", [:], figure.markup, .element("figcaption", text: figure.description))
    return .element("div", ["class": "plots"], drawing, .element("div", [:], rest))
  }
}

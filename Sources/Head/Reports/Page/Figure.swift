import Diagnostics
internal import Platform

/// A drawing with its own style sheet: the same on a page, on paper and as a file.
package struct Figure: Sendable {
  /// The file's name without ending, and the class of the element.
  package let name: String
  /// The left and upper edge of what is shown, and its size, in the drawing's units.
  package let corner, size: SIMD2<Double>
  /// The height of letters in the drawing's units.
  package let letters: Double
  /// What it shows, for those who can't see it.
  package let description: String
  /// The shapes.
  package let content: Markup
  /// The classes that a page adds.
  package var classes: String

  /// A drawing from its parts.
  package init(
    name: String, corner: SIMD2<Double>, size: SIMD2<Double>, letters: Double, description: String, content: Markup,
    classes: String = ""
  ) {
    (self.name, self.corner, self.size, self.letters) = (name, corner, size, letters)
    (self.description, self.content, self.classes) = (description, content, classes)
  }

  private var viewBox: String { [corner.x, corner.y, size.x, size.y].map(Shape.number).joined(separator: " ") }

  private var body: Markup {
    .style(FigureStyle.sheet) + .element("g", ["style": "font-size:\(Shape.number(letters))px"], content)
  }

  /// The drawing as an element of a page, as wide as its place.
  package var markup: Markup {
    .element(
      "svg",
      ["viewBox": viewBox, "class": "figure figure-\(name) \(classes)", "role": "img", "aria-label": description],
      body)
  }

  /// The drawing as a file.
  ///
  /// - Parameter millimetres: its width on paper.
  func file(millimetres width: Double) -> Data {
    let svg = Markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": viewBox, "width": Shape.number(width) + "mm",
        "height": Shape.number(width * size.y / size.x) + "mm",
      ],
      .element("title", text: description), Shape.box(corner, size, "paper"), body)
    return Data(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.source).utf8)
  }
}

/// The style of drawings. Programs that draw SVG without a browser know no variables, so colours stand as they are. The
/// left-front diagonal is vermilion and dashed, the right-front one blue and whole: Okabe & Ito's pair, as in 3-D, the first
/// darkened for letters on white.
enum FigureStyle {
  static let sheet: StaticString = """
    text{font-family:"DejaVu Sans",system-ui,sans-serif;fill:#1d2733;text-anchor:middle}
    .paper{fill:#ffffff}
    .grid{stroke:#e3e8ee;stroke-width:.35;fill:none}.grid.coarse{stroke:#b7c1cc;stroke-width:.5}
    .ray{stroke:#8f9bab;stroke-width:.4;stroke-dasharray:1 2;fill:none}
    .outline{fill:#f2f5f8;fill-opacity:.6;stroke:#1d2733;stroke-width:1;stroke-linejoin:round}
    polyline.outline{fill:none}.gap{stroke:#b3261e;stroke-width:1.2;stroke-dasharray:2 2;fill:none}
    .midline{stroke:#4b5867;stroke-width:.6;stroke-dasharray:6 2 1 2;fill:none}
    .diagonal{stroke-width:1.1;fill:none}
    .diagonal.left{stroke:#b34700;stroke-dasharray:5 2}.diagonal.right{stroke:#0b5c9e}
    .band{stroke:none;fill-opacity:.14}.band.left{fill:#b34700}.band.right{fill:#0b5c9e}
    .dot.left{fill:#b34700}.dot.right{fill:#0b5c9e}
    text.left{fill:#b34700;font-weight:700}text.right{fill:#0b5c9e;font-weight:700}
    text.side{font-weight:700}text.end{text-anchor:end}text.start{text-anchor:start}
    .centre{fill:#1d2733}.landmark{fill:#ffffff;stroke:#1d2733;stroke-width:.9}
    text.tick{fill:#4b5867}
    .level1{fill:#dcefe2}.level2{fill:#eef1c9}.level3{fill:#fae6b8}.level4{fill:#f6cfaa}.level5{fill:#efb4ad}
    .frame{fill:none;stroke:#1d2733;stroke-width:2}text.value{font-size:15px;font-weight:700}
    .needle{stroke:#1d2733;stroke-width:2.5}.range{stroke:#1d2733;stroke-width:1.5}
    .progress-grid{stroke:#d9dfe6;stroke-width:1}.limit{stroke:#4b5867;stroke-width:1;stroke-dasharray:4 3}
    .curve{fill:none;stroke:#0b5c9e;stroke-width:2.2}
    .view-line{fill:none;stroke:#1d2733;stroke-width:2.4}.view-halo{fill:none;stroke:#ffffff;stroke-width:5}
    .view-hidden{stroke-dasharray:3 5;stroke-opacity:.55}
    .view-hole{fill:none;stroke:#b3261e;stroke-width:2.4}.view-gap{fill:none;stroke:#b3261e;stroke-width:3;stroke-dasharray:6 5}
    .view-dot{fill:#ffffff;stroke:#1d2733;stroke-width:2}
    .view-diagonal{fill:none;stroke-width:2.6}
    .view-diagonal.left{stroke:#b34700;stroke-dasharray:10 5}.view-diagonal.right{stroke:#0b5c9e}
    .bar{stroke:#1d2733;stroke-width:2}
    .small-head{fill:#f2f5f8;stroke:#1d2733;stroke-width:1.5;stroke-linejoin:round}
    .small-part{stroke:#1d2733;stroke-width:2.5;stroke-linejoin:round}
    """
}

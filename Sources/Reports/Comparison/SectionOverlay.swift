import Analysis
import Diagnostics
import Geometry

/// The sections of two scans overlaid, seen from above; one unit is a millimetre.
///
/// Left at their own sizes, right with B brought to A's size, below how far B lies outside A in each direction.
public struct SectionOverlay {
  let before, after: Section
  /// B's lengths over A's.
  let growth: Double
  let language: Language

  /// The drawing of a comparison, or nil where a section is missing.
  public init?(_ comparison: HeadComparison, language: Language = .english) {
    guard let sections = comparison.sections else { return nil }
    (before, after) = (sections.before, sections.after)
    growth = comparison.registration.growth
    self.language = language
  }

  /// The file's text.
  public var svg: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + markup.source }

  /// The drawing.
  var markup: Markup {
    let (corner, size) = panel
    let width = 2 * size.x
    let graph = SectionDifference(
      before: before, after: after, growth: growth, language: language, width: width)
    let height = 14 + size.y + 12 + graph.height
    let origin: Vector2 = [-corner.x, 14 - corner.y]
    return .element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Shape.number(width)) \(Shape.number(height))",
        "class": "overlay", "role": "img", "aria-label": language("drawing.sections"),
      ],
      .style(Self.sheet), Shape.box(.zero, [width, height], "ground"),
      heads(at: origin, language("drawing.own_sizes"), scale: 1),
      heads(
        at: origin + [size.x, 0], language("drawing.one_size", ["growth": .number(growth, decimals: 3)]),
        scale: 1 / growth),
      legend([width / 2, 14 + size.y + 4]), graph.markup(at: [0, 14 + size.y + 12]))
  }

  /// The corner and the size of one panel about the head frame's origin.
  private var panel: (corner: Vector2, size: Vector2) {
    let points = (before.points + after.points + after.points.map { $0 / growth }).map { place($0, scale: 1) }
    let (low, high) = points.reduce((points[0], points[0])) {
      ([min($0.0.x, $1.x), min($0.0.y, $1.y)], [max($0.1.x, $1.x), max($0.1.y, $1.y)])
    }
    return (low - [16, 14], high - low + [32, 28])
  }

  /// From metres, Y forward, to millimetres, y down.
  private func place(_ p: Vector2, scale: Double) -> Vector2 { [1000 * scale * p.x, -1000 * scale * p.y] }

  private func heads(at origin: Vector2, _ title: String, scale: Double) -> Markup {
    let line = { (section: Section, scale: Double, style: String) in
      Markup.joined(
        section.outline.map { piece in
          Shape.path(piece.map { origin + place($0, scale: scale) }, closed: section.isClosed, style)
        })
    }
    let (corner, size) = panel
    let (top, side) = (origin + corner, origin.y + corner.y + size.y / 2)
    return line(before, 1, "a") + line(after, scale, "b")
      + Shape.label(title, [top.x + size.x / 2, top.y - 4], "title")
      + Shape.label(language("drawing.front"), [origin.x, top.y + 9])
      + Shape.label(language("drawing.back"), [origin.x, top.y + size.y - 5])
      + Shape.label(language("drawing.left"), [top.x + 8, side], "side")
      + Shape.label(language("drawing.right"), [top.x + size.x - 8, side], "side")
      + Shape.line([top.x + 6, top.y + size.y - 3], [top.x + 56, top.y + size.y - 3], "bar")
      + Shape.label("50 mm", [top.x + 31, top.y + size.y - 5], "small")
  }

  private func legend(_ middle: Vector2) -> Markup {
    Shape.line(middle + [-62, 0], middle + [-46, 0], "a")
      + Shape.label(language("drawing.before"), middle + [-29, 1.8])
      + Shape.line(middle + [14, 0], middle + [30, 0], "b")
      + Shape.label(language("drawing.after"), middle + [46, 1.8])
  }

  /// Blue and vermilion are told apart by every kind of colour vision (Okabe & Ito 2008); B is dashed as well.
  private static let sheet: StaticString = """
    .overlay{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
    .overlay text{font-size:5px;fill:#1d2733;text-anchor:middle}.overlay text.small{font-size:4px;fill:#5d6b7a}
    .overlay text.title{font-size:5.6px;font-weight:600}.overlay text.side{font-size:7px;font-weight:600}
    .overlay text.tick{text-anchor:end}.ground{fill:#fff}
    .overlay .a,.overlay .b{fill:none;stroke-width:.9;stroke-linejoin:round}.overlay .a{stroke:#0072b2}
    .overlay .b{stroke:#d55e00;stroke-dasharray:3 1}.overlay .shape{fill:none;stroke:#1d2733;stroke-width:.9}
    .overlay .bar{stroke:#1d2733;stroke-width:1}.overlay .grid{stroke:#d9dfe6;stroke-width:.4}
    .overlay .zero{stroke:#5d6b7a;stroke-width:.6}
    """
}

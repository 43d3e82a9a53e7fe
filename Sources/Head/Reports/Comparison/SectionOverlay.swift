import Analysis
import Diagnostics
import Geometry

/// The sections of visits overlaid on a grid of millimetres, seen from above, forehead up; one unit is a millimetre.
///
/// The first and the last visit are shown; those between wait to be chosen. Once all have their own sizes, once each has
/// the size of the first. Apart from these, how far the last one lies outside the first in each direction.
public struct SectionOverlay: Sendable {
  /// The section of a visit in the head frame of the first, and its lengths over the first one's.
  struct Outline: Sendable {
    let label: String
    let section: Section
    let growth: Double
    /// The class of its line.
    let style: String
  }

  /// The first visit's first; those between; the last visit's.
  let outlines: [Outline]
  let language: Language

  /// The distance of the grid's lines, and of those that are stronger.
  private static let (fine, coarse) = (10.0, 50.0)
  /// How many styles lines of visits between have.
  private static let styles = 4

  /// The drawing of visits.
  ///
  /// - Parameters:
  ///   - comparisons: of each visit with the first, in their order.
  ///   - labels: the visits' letters.
  /// - Returns: nil where the section of the first or the last visit is missing.
  public init?(_ comparisons: [HeadComparison], labels: [String], language: Language = .english) {
    guard let last = comparisons.last, let sections = last.sections, labels.count == comparisons.count + 1 else {
      return nil
    }
    let between = zip(comparisons.dropLast(), labels.dropFirst()).enumerated().compactMap { index, visit in
      visit.0.sections.map {
        Outline(
          label: visit.1, section: $0.after, growth: visit.0.registration.growth,
          style: "between style\(index % Self.styles) \(visit.1)")
      }
    }
    outlines =
      [Outline(label: labels[0], section: sections.before, growth: 1, style: "a")] + between
      + [Outline(label: labels.last!, section: sections.after, growth: last.registration.growth, style: "b")]
    self.language = language
  }

  private var first: Outline { outlines[0] }
  private var last: Outline { outlines[outlines.count - 1] }
  /// The labels of the visits that wait to be chosen.
  var between: [String] { outlines.dropFirst().dropLast().map(\.label) }

  private var names: [String: FindingValue] {
    ["a": .text(first.label), "b": .text(last.label), "growth": .number(last.growth, decimals: 3)]
  }

  /// The file's text: the first and the last visit.
  public var svg: String {
    let (corner, size) = panel
    let row = Self.head + size.y + 14
    let graph = difference(width: 2 * size.x, height: 0.6 * size.x)
    let origin: Vector2 = [-corner.x, Self.head - corner.y]
    let drawing = drawing(
      size: [2 * size.x, row + graph.height], name: language("drawing.sections", names),
      heads(at: origin, isOneSize: false, all: false) + heads(at: origin + [size.x, 0], isOneSize: true, all: false)
        + key([first, last], [size.x, Self.head + size.y + 8]) + graph.markup(at: [0, row]))
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + drawing.source
  }

  /// The drawings of a page: own sizes, one size, difference.
  var drawings: [Markup] {
    let (corner, size) = panel
    let origin: Vector2 = [-corner.x, Self.head - corner.y]
    let panels = [false, true].map { isOneSize in
      drawing(
        size: [size.x, Self.head + size.y + 14],
        name: language(isOneSize ? "drawing.one_size" : "drawing.own_sizes", names),
        heads(at: origin, isOneSize: isOneSize, all: true)
          + key(outlines, [size.x / 2, Self.head + size.y + 8]))
    }
    let graph = difference(width: size.x, height: Self.head + size.y + 14)
    return panels + [
      drawing(
        size: [graph.width, graph.height], name: language("drawing.outside", names), graph.markup(at: .zero))
    ]
  }

  /// The height of a title over a panel.
  private static let head = 16.0

  private func drawing(size: Vector2, name: String, _ content: Markup) -> Markup {
    .element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Shape.number(size.x)) \(Shape.number(size.y))",
        "class": "overlay", "role": "img", "aria-label": name,
      ],
      .style(Self.sheet), Shape.box(.zero, size, "ground"), content)
  }

  private func difference(width: Double, height: Double) -> SectionDifference {
    SectionDifference(
      before: first.section, after: last.section, growth: last.growth, names: names, language: language, width: width,
      height: height)
  }

  /// The corner and the size of one panel about the head frame's origin: whole lines of the grid and room for words.
  private var panel: (corner: Vector2, size: Vector2) {
    let (low, high) = grid
    return (low - [12, 10], high - low + [24, 20])
  }

  /// The grid's corners.
  private var grid: (low: Vector2, high: Vector2) {
    let points = outlines.flatMap { outline in
      (outline.section.points + outline.section.points.map { $0 / outline.growth }).map { place($0, scale: 1) }
    }
    let (low, high) = points.reduce((points[0], points[0])) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    let (margin, step) = (4.0, Self.fine)
    return (
      ((low - margin) / step).rounded(.down) * step, ((high + margin) / step).rounded(.up) * step
    )
  }

  /// From metres, Y forward, to millimetres, y down.
  private func place(_ p: Vector2, scale: Double) -> Vector2 { [1000 * scale * p.x, -1000 * scale * p.y] }

  private func heads(at origin: Vector2, isOneSize: Bool, all: Bool) -> Markup {
    let shown = all ? outlines : [first, last]
    let lines = shown.map { outline in
      Markup.element(
        "g", ["class": outline.style],
        .joined(
          outline.section.outline.map { piece in
            let scale = isOneSize ? 1 / outline.growth : 1
            return Shape.path(
              piece.map { origin + place($0, scale: scale) }, closed: outline.section.isClosed, "outline")
          }))
    }
    let (corner, size) = panel
    let (top, side) = (origin + corner, origin.y + corner.y + size.y / 2)
    return Shape.label(
      language(isOneSize ? "drawing.one_size" : "drawing.own_sizes", names), [top.x + size.x / 2, top.y - 4], "title")
      + gridLines(at: origin) + .joined(lines)
      + Shape.label(language("drawing.front"), [origin.x, top.y + 7])
      + Shape.label(language("drawing.back"), [origin.x, top.y + size.y - 2])
      + Shape.label(language("drawing.left"), [top.x + 5, side], "side")
      + Shape.label(language("drawing.right"), [top.x + size.x - 5, side], "side")
  }

  private func gridLines(at origin: Vector2) -> Markup {
    let (low, high) = grid
    let lines = { (from: Double, to: Double) in stride(from: from, through: to, by: Self.fine) }
    let style = { (x: Double) in x.truncatingRemainder(dividingBy: Self.coarse) == 0 ? "grid coarse" : "grid" }
    return .joined(
      lines(low.x, high.x).map { Shape.line(origin + [$0, low.y], origin + [$0, high.y], style($0)) }
        + lines(low.y, high.y).map { Shape.line(origin + [low.x, $0], origin + [high.x, $0], style($0)) })
  }

  /// What the lines are, and how wide the grid is.
  private func key(_ shown: [Outline], _ middle: Vector2) -> Markup {
    let visible = [first, last]
    let width = 32.0
    let start = middle.x - width * Double(visible.count) / 2 - 22
    let names = visible.enumerated().map { index, outline in
      let at = Vector2(start + width * Double(index), middle.y)
      return Markup.element(
        "g", ["class": outline.style], Shape.line(at, at + [14, 0], "outline"),
        Shape.label(outline.label, at + [20, 2.8]))
    }
    return .joined(names)
      + Shape.label(language("drawing.grid"), [start + width * Double(visible.count), middle.y + 2.8], "start")
  }

  /// Blue and vermilion are told apart by every kind of colour vision (Okabe & Ito 2008); all but the first are dashed as
  /// well.
  private static let sheet: StaticString = """
    .overlay{font-family:"DejaVu Sans",system-ui,"Segoe UI",Roboto,Arial,sans-serif}
    .overlay text{font-size:9.4px;fill:#1d2733;text-anchor:middle}.overlay text.title{font-weight:600}
    .overlay text.side{font-weight:600}.overlay text.end{text-anchor:end}.overlay text.start{text-anchor:start}
    .overlay .ground{fill:#fff}.overlay .outline{fill:none;stroke-width:1;stroke-linejoin:round}
    .overlay .a .outline,.overlay line.a{stroke:#005f99}
    .overlay .b .outline,.overlay polyline.b,.overlay line.b{stroke:#c24a00;stroke-dasharray:4 1.5}
    .overlay polyline.b,.overlay polyline.shape{fill:none;stroke-width:1}.overlay .shape{stroke:#1d2733;fill:none}
    .overlay .between{display:none}
    .overlay .style0 .outline{stroke:#007a59;stroke-dasharray:1.2 1.2}
    .overlay .style1 .outline{stroke:#7a3b8f;stroke-dasharray:5 1.5 1 1.5}
    .overlay .style2 .outline{stroke:#8a6100;stroke-dasharray:2.5 1}
    .overlay .style3 .outline{stroke:#4b5867;stroke-dasharray:6 2 1 2 1 2}
    .overlay .grid{stroke:#e3e8ee;stroke-width:.35}.overlay .coarse{stroke:#b7c1cc;stroke-width:.5}
    .overlay .zero{stroke:#4b5867;stroke-width:.8}
    """
}

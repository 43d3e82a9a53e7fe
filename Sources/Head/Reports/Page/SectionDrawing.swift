import Analysis
import Diagnostics
import Geometry
import Landmarks
internal import Platform

/// The section seen from above on a grid of millimetres, forehead up, the subject's right on the right; one unit is a
/// millimetre.
struct SectionDrawing {
  let section: SectionFile
  let result: ScanResult
  /// The landmarks in the head frame, millimetres; none where they are in another one.
  let landmarks: [Landmark: Vector2]
  let language: Language

  /// The angle between neighbouring rays from the centre of the diagonals, in degrees.
  private static let rayAngle = 30
  /// The distance of the grid's lines, and of those that are numbered, in millimetres.
  private static let (fine, coarse) = (10.0, 50.0)

  /// The drawing. Its letters have 9 pt where it is 76 mm wide.
  var figure: Figure {
    let (low, high) = area
    return Figure(
      name: "outline", corner: low, size: high - low, letters: 0.042 * (high.x - low.x),
      description: language("drawing.section"),
      content: .joined([grid, rays, outline, midline, diagonals, dots, words]))
  }

  /// From Y forward to y down.
  private func place(_ p: [Double]) -> Vector2 { [p[0], -p[1]] }

  private var outlinePoints: [Vector2] { section.outlineMm.flatMap { $0.map(place) } }

  /// The corners of what the outline and the landmarks take up.
  private var bounds: (low: Vector2, high: Vector2) {
    let points = outlinePoints + landmarks.values.map { place([$0.x, $0.y]) }
    return points.reduce((points[0], points[0])) {
      ([min($0.0.x, $1.x), min($0.0.y, $1.y)], [max($0.1.x, $1.x), max($0.1.y, $1.y)])
    }
  }

  /// The grid's corners: whole lines, some way beyond the outline.
  private var frame: (low: Vector2, high: Vector2) {
    let (low, high) = bounds
    let down = { (x: Double) in ((x - 12) / Self.fine).rounded(.down) * Self.fine }
    let up = { (x: Double) in ((x + 12) / Self.fine).rounded(.up) * Self.fine }
    return ([down(low.x), down(low.y)], [up(high.x), up(high.y)])
  }

  /// The grid with room for the numbers at its left and lower side.
  private var area: (low: Vector2, high: Vector2) {
    let (low, high) = frame
    return (low - [20, 11], high + [12, 20])
  }

  private var grid: Markup {
    let (low, high) = frame
    let lines = { (from: Double, to: Double) in Array(stride(from: from, through: to, by: Self.fine)) }
    let isCoarse = { (x: Double) in x.truncatingRemainder(dividingBy: Self.coarse) == 0 }
    let style = { (x: Double) in isCoarse(x) ? "grid coarse" : "grid" }
    let columns = lines(low.x, high.x).map { x in
      Shape.line([x, low.y], [x, high.y], style(x))
        + (isCoarse(x) ? Shape.label(language.number(x, digits: 0), [x, high.y + 8], "tick") : .empty)
    }
    let rows = lines(low.y, high.y).map { y in
      Shape.line([low.x, y], [high.x, y], style(y))
        + (isCoarse(y) ? Shape.label(language.number(-y, digits: 0), [low.x - 2, y + 2.3], "tick end") : .empty)
    }
    return .joined(columns + rows) + Shape.label("mm", [low.x - 2, high.y + 8], "tick end")
  }

  private var centre: Vector2? { section.centreMm.map(place) }

  /// Rays from the centre to the edge of the grid.
  private var rays: Markup {
    guard let centre else { return .empty }
    let reach = (frame.high - frame.low).length
    return .joined(
      stride(from: 0, to: 360, by: Self.rayAngle).map { degrees in
        let angle = Double(degrees) * .pi / 180
        return Shape.line(centre, clipped(centre, centre + Vector2(sin(angle), -cos(angle)) * reach), "ray")
      })
  }

  /// The end of a line from within the grid, cut where it leaves it.
  private func clipped(_ from: Vector2, _ to: Vector2) -> Vector2 {
    let (low, high) = frame
    let share = { (from: Double, to: Double, low: Double, high: Double) in
      to > high ? (high - from) / (to - from) : to < low ? (low - from) / (to - from) : 1
    }
    return from + (to - from) * min(share(from.x, to.x, low.x, high.x), share(from.y, to.y, low.y, high.y))
  }

  private var outline: Markup {
    let lines = section.outlineMm.map { Shape.path($0.map(place), closed: section.closed, "outline") }
    return .joined(lines + section.gapsMm.map { Shape.line(place($0[0]), place($0[1]), "gap") })
  }

  private var midline: Markup {
    let (low, high) = bounds
    return Shape.line([0, low.y - 6], [0, high.y + 6], "midline")
  }

  private var diagonals: Markup {
    let lines = [
      (section.leftFront, MeasureName.diagonalLeftFront, "left"),
      (section.rightFront, .diagonalRightFront, "right"),
    ].compactMap { diagonal, name, style in diagonal.map { line($0, result.measures[name.rawValue]?.value, style) } }
    return .joined(lines) + (centre.map { Shape.disc($0, 1.6, "centre") } ?? .empty)
  }

  /// A diagonal with its length at its front end; the left-front one is dashed, so that paper without colour tells them apart.
  private func line(_ diagonal: SectionFile.Diagonal, _ length: Double?, _ style: String) -> Markup {
    let (front, back) = (place(diagonal.frontMm), place(diagonal.backMm))
    let outward = (front - back) / max((front - back).length, 1e-9)
    let label = length.map { length in
      Shape.label(
        language.number(length, digits: 1), front + outward * 7 + [style == "left" ? -5 : 5, 0], "label \(style)")
    }
    return Shape.line(front, back, "diagonal \(style)") + Shape.disc(front, 1.5, "dot \(style)")
      + Shape.disc(back, 1.5, "dot \(style)") + (label ?? .empty)
  }

  private var dots: Markup {
    .joined(
      landmarks.sorted { $0.key < $1.key }.map { landmark, point in
        let at = place([point.x, point.y])
        let isMiddle = landmark == .sellion
        let text = language(isMiddle ? "drawing.sellion" : "drawing.tragion")
        let style = point.x > 0 && !isMiddle ? "small end" : "small start"
        // Beside the midline, not on it, and clear of the diagonals' lengths.
        let offset: Vector2 = isMiddle ? [2, 8.5] : [point.x > 0 ? -4 : 4, 2.4]
        return Shape.disc(at, 1.8, "landmark") + Shape.label(text, at + offset, style)
      })
  }

  private var words: Markup {
    let (low, high) = frame
    let middle = (low.y + high.y) / 2
    return Shape.label(language("drawing.front"), [0, low.y - 3])
      + Shape.label(language("drawing.back"), [0, high.y + 16.5])
      + Shape.label(language("drawing.left"), [low.x - 13, middle], "side")
      + Shape.label(language("drawing.right"), [high.x + 5, middle], "side")
  }
}

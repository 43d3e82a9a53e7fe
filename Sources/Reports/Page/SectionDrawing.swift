import Analysis
import Diagnostics
import Geometry
import Landmarks

/// The section seen from above, forehead up, the subject's right on the right; one unit is a millimetre.
struct SectionDrawing {
  let measures: HeadMeasures
  let language: Language

  /// The drawing, or a sentence where there is no section.
  var markup: Markup {
    guard let section = measures.section, !section.points.isEmpty else {
      return .element("p", ["class": "quiet"], text: language("drawing.no_section"))
    }
    return .element(
      "svg",
      ["viewBox": viewBox(section), "class": "section", "role": "img", "aria-label": language("drawing.section")],
      outline(section), midline(section), diagonals, landmarks, frame(section))
  }

  /// From metres, Y forward, to millimetres, y down.
  private func place(_ p: Vector2) -> Vector2 { [1000 * p.x, -1000 * p.y] }

  private func bounds(_ section: Section) -> (low: Vector2, high: Vector2) {
    let points = (section.points + landmarkPoints.map { [$0.1.x, $0.1.y] }).map(place)
    return points.reduce((points[0], points[0])) {
      ([min($0.0.x, $1.x), min($0.0.y, $1.y)], [max($0.1.x, $1.x), max($0.1.y, $1.y)])
    }
  }

  private func viewBox(_ section: Section) -> String {
    let (low, high) = bounds(section)
    let (corner, size) = (low - [26, 16], high - low + [52, 36])
    return [corner.x, corner.y, size.x, size.y].map(Shape.number).joined(separator: " ")
  }

  private func outline(_ section: Section) -> Markup {
    let pieces = section.outline.map { Shape.path($0.map(place), closed: section.isClosed, "outline") }
    let gaps = section.gaps.map { Shape.line(place($0.from), place($0.to), "gap") }
    return .joined(pieces + gaps)
  }

  private func midline(_ section: Section) -> Markup {
    let front = section.extent(along: [0, 1]) + 0.006
    let back = -section.extent(along: [0, -1]) - 0.006
    return Shape.line(place([0, front]), place([0, back]), "midline")
  }

  private var diagonals: Markup {
    let lines = [(measures.leftFront, "left"), (measures.rightFront, "right")].compactMap { diagonal, style in
      diagonal.map { line($0, style) }
    }
    let centre = measures.centre.map { Shape.disc(place($0), 1.6, "centre") } ?? .empty
    return .joined(lines) + centre
  }

  private func line(_ diagonal: Diagonal, _ style: String) -> Markup {
    let (front, back) = (place(diagonal.front), place(diagonal.back))
    let outward = (front - back) / max((front - back).length, 1e-9)
    let text = language.number(1000 * diagonal.length, digits: 1)
    return Shape.line(front, back, "diagonal \(style)") + Shape.disc(front, 1.3, "end \(style)")
      + Shape.disc(back, 1.3, "end \(style)") + Shape.label(text, front + outward * 7 + [0, 1.5], "label \(style)")
  }

  private var landmarkPoints: [(Landmark, Vector3)] {
    guard let frame = measures.frame else { return [] }
    return Landmark.required.compactMap { landmark in
      measures.landmarks[landmark].map { (landmark, frame.headFromScan * $0) }
    }
  }

  private var landmarks: Markup {
    .joined(
      landmarkPoints.map { landmark, point in
        let at = place([point.x, point.y])
        let side: Vector2 = landmark == .sellion ? [12, -1.5] : [point.x > 0 ? -11 : 11, 1.5]
        return Shape.disc(at, 1.6, "landmark")
          + Shape.label(language(landmark == .sellion ? "drawing.sellion" : "drawing.tragion"), at + side, "small")
      })
  }

  private func frame(_ section: Section) -> Markup {
    let (low, high) = bounds(section)
    let middle = (low.y + high.y) / 2
    let bar = Vector2(low.x - 20, high.y + 14)
    return Shape.label(language("drawing.front"), [0, low.y - 10])
      + Shape.label(language("drawing.back"), [0, high.y + 13])
      + Shape.label(language("drawing.left"), [low.x - 14, middle], "side")
      + Shape.label(language("drawing.right"), [high.x + 14, middle], "side")
      + Shape.line(bar, bar + [50, 0], "bar") + Shape.label("50 mm", bar + [25, -2], "small")
  }
}

import Analysis
import Diagnostics
import Geometry
import Platform

/// How far B's section lies outside A's, direction by direction about the middle of A's: a curve at their own sizes and one
/// at one size.
struct SectionDifference {
  let before, after: Section
  /// B's lengths over A's.
  let growth: Double
  let language: Language
  let width: Double
  /// The height of the whole graph.
  let height = 84.0
  private let plot = (left: 24.0, right: 10.0, top: 14.0, bottom: 22.0)

  /// The distance in millimetres at each degree from the back by the left and the front; nil where one has a gap.
  private func differences(scale: Double) -> [Double?] {
    let middle: Vector2 = [0, (before.extent(along: [0, 1]) - before.extent(along: [0, -1])) / 2]
    return (-180...180).map { degrees in
      let angle = Double(degrees) * .pi / 180
      let direction: Vector2 = [sin(angle), cos(angle)]
      guard let a = before.hit(from: middle, direction: direction),
        let b = after.hit(from: middle / scale, direction: direction)
      else { return nil }
      return 1000 * ((b * scale - middle).length - (a - middle).length)
    }
  }

  func markup(at corner: Vector2) -> Markup {
    let (own, shape) = (differences(scale: 1), differences(scale: 1 / growth))
    let (low, high, step) = Self.range((own + shape).compactMap { $0 })
    let size = Vector2(width - plot.left - plot.right, height - plot.top - plot.bottom)
    let place = { (degrees: Double, value: Double) -> Vector2 in
      corner + [
        plot.left + size.x * (degrees + 180) / 360, plot.top + size.y * (high - value) / (high - low),
      ]
    }
    let levels = stride(from: low, through: high + step / 2, by: step).map { value in
      let (from, to) = (place(-180, value), place(180, value))
      return Shape.line(from, to, abs(value) < step / 100 ? "zero" : "grid")
        + Shape.label(Self.text(value, step), from + [-2, 1.8], "tick")
    }
    let names = [(-180, "back"), (-90, "left"), (0, "front"), (90, "right"), (180, "back")].map { degrees, name in
      let foot = place(Double(degrees), low)
      return Shape.line(foot, place(Double(degrees), high), "grid")
        + Shape.label(language.term(name, of: "place"), foot + [0, 7])
    }
    let key = corner + [plot.left + size.x / 2, height - 4]
    return Shape.label(language("drawing.outside"), corner + [width / 2, 8], "title")
      + .joined(levels + names) + curve(own, "b", place) + curve(shape, "shape", place)
      + Shape.line(key + [-70, -1.8], key + [-54, -1.8], "b")
      + Shape.label(language("drawing.own"), key + [-38, 0])
      + Shape.line(key + [22, -1.8], key + [38, -1.8], "shape")
      + Shape.label(language("drawing.shape_legend"), key + [56, 0])
  }

  private func curve(_ values: [Double?], _ style: String, _ place: (Double, Double) -> Vector2) -> Markup {
    let runs = values.indices.split { values[$0] == nil }
    return .joined(
      runs.map { run in Shape.path(run.map { place(Double($0) - 180, values[$0]!) }, closed: false, style) })
  }

  /// A value of the scale with its sign.
  private static func text(_ value: Double, _ step: Double) -> String {
    (value > step / 100 ? "+" : "") + NumberText.number(value, digits: step < 1 ? 1 : 0)
  }

  /// Round limits about the values and zero, and the step between lines.
  private static func range(_ values: [Double]) -> (low: Double, high: Double, step: Double) {
    let (least, most) = (min(values.min() ?? 0, -0.5), max(values.max() ?? 0, 0.5))
    let step = [0.5, 1, 2, 5, 10, 20].first { (most - least) / $0 <= 6 } ?? 50
    return ((least / step).rounded(.down) * step, (most / step).rounded(.up) * step, step)
  }
}

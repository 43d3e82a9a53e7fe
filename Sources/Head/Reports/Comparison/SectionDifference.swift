import Analysis
import Diagnostics
import Geometry
internal import Platform

/// How far B's section lies outside A's, direction by direction about the middle of A's: a curve at their own sizes and one
/// at one size.
struct SectionDifference {
  let before, after: Section
  /// B's lengths over A's.
  let growth: Double
  /// What the visits are called, for words.
  let names: [String: FindingValue]
  let language: Language
  /// The size of the whole graph.
  let width, height: Double
  private let plot = (left: 30.0, right: 18.0, top: 20.0, bottom: 50.0)

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
    let values = (own + shape).compactMap { $0 }
    let scale = RoundScale(min(values.min() ?? 0, -0.5)...max(values.max() ?? 0, 0.5), most: 7)
    let size = Vector2(width - plot.left - plot.right, height - plot.top - plot.bottom)
    let place = { (degrees: Double, value: Double) -> Vector2 in
      corner + [
        plot.left + size.x * (degrees + 180) / 360,
        plot.top + size.y * (scale.high - value) / (scale.high - scale.low),
      ]
    }
    let levels = scale.ticks.map { value in
      let (from, to) = (place(-180, value), place(180, value))
      return Shape.line(from, to, abs(value) < scale.step / 100 ? "zero" : "grid coarse")
        + Shape.label(text(value, scale), from + [-2, 2.8], "end")
    }
    // On two lines: side by side their names touch.
    let sides = [(-180, "back", 11.5), (-90, "left", 20), (0, "front", 11.5), (90, "right", 20), (180, "back", 11.5)]
    let directions = sides.map { degrees, name, below in
      let foot = place(Double(degrees), scale.low)
      return Shape.line(foot, place(Double(degrees), scale.high), "grid coarse")
        + Shape.label(language.term(name, of: "place"), foot + [0, below])
    }
    let key = corner + [plot.left, height - 16]
    return Shape.label(language("drawing.outside", names), corner + [width / 2, 12], "title")
      + .joined(levels + directions) + curve(own, "b", place) + curve(shape, "shape", place)
      + Shape.line(key + [0, -2.8], key + [14, -2.8], "b")
      + Shape.label(language("drawing.own"), key + [18, 0], "start")
      + Shape.line(key + [0, 8.2], key + [14, 8.2], "shape")
      + Shape.label(language("drawing.shape_legend"), key + [18, 11], "start")
  }

  private func curve(_ values: [Double?], _ style: String, _ place: (Double, Double) -> Vector2) -> Markup {
    let runs = values.indices.split { values[$0] == nil }
    return .joined(
      runs.map { run in Shape.path(run.map { place(Double($0) - 180, values[$0]!) }, closed: false, style) })
  }

  /// A value of the scale with its sign.
  private func text(_ value: Double, _ scale: RoundScale) -> String {
    (value > scale.step / 100 ? "+" : "") + language.number(value, digits: scale.decimals)
  }
}

import Analysis
import Diagnostics
import Geometry

/// A severity scale with a value and its interval on it.
struct SeverityDrawing {
  let scale: SeverityScale
  let value: Double?
  let interval: [Double]?
  let language: Language

  private let width = 640.0

  /// The right end of the scale.
  private var top: Double {
    let last = scale.borders.last?.value ?? 1
    let span = last - (bottom > 0 ? bottom : 0)
    return max(last + 0.35 * span, (interval?.last ?? value ?? 0) * 1.08)
  }

  /// The left end: 0, or as far below the first border as the others span where that is far from 0.
  private var bottom: Double {
    guard let first = scale.borders.first?.value, let last = scale.borders.last?.value, first > last / 2 else {
      return 0
    }
    return min(first - max(last - first, 0.1 * first), (interval?.first ?? value ?? first) - 1)
  }

  private func x(_ value: Double) -> Double {
    10 + (width - 20) * min(max((value - bottom) / (top - bottom), 0), 1)
  }

  var markup: Markup {
    .element(
      "svg", ["viewBox": "0 0 640 92", "class": "scale", "role": "img", "aria-label": language("drawing.scale")],
      bands, ticks, marker)
  }

  private var bands: Markup {
    let edges = [bottom] + scale.borders.map(\.value) + [top]
    return .joined(
      zip(edges, edges.dropFirst()).enumerated().map { index, edge in
        Shape.box([x(edge.0), 36], [x(edge.1) - x(edge.0), 22], "level\(min(index + 1, 5))")
          + Shape.label(
            language("drawing.level", ["level": .count(index + 1)]), [(x(edge.0) + x(edge.1)) / 2, 51], "band")
      })
  }

  private var ticks: Markup {
    .joined(([bottom] + scale.borders.map(\.value)).map { Shape.label(text($0), [x($0), 74], "tick") })
  }

  private var marker: Markup {
    guard let value else { return Shape.label(language("drawing.withheld"), [width / 2, 24], "value") }
    let range = interval.map { ends in
      Shape.line([x(ends[0]), 30], [x(ends[1]), 30], "range")
        + Shape.line([x(ends[0]), 26], [x(ends[0]), 34], "range")
        + Shape.line([x(ends[1]), 26], [x(ends[1]), 34], "range")
    }
    let text = "\(scale.measure.title(language)) \(language.number(value, digits: 2)) \(scale.measure.unit)"
    let middle = min(max(x(value), 55), width - 55)
    return (range ?? .empty) + Shape.line([x(value), 26], [x(value), 60], "needle")
      + Shape.label(text, [middle, 18], "value")
  }

  private func text(_ value: Double) -> String {
    language.number(value, digits: value == value.rounded() ? 0 : 2)
  }
}

import Analysis
import Diagnostics
import Geometry

/// A severity scale with a value and its interval on it.
struct SeverityDrawing {
  let scale: SeverityScale
  let value: Double?
  let interval: [Double]?
  let language: Language
  /// The width of the drawing in its own units, in which letters are 12 high: less for a narrow screen.
  var width = 640.0

  /// The right end of the scale.
  private var top: Double {
    let last = scale.borders.last?.value ?? 1
    let span = last - (bottom > 0 ? bottom : 0)
    return max(last + 0.35 * span, (interval?.last ?? value ?? 0) * 1.08)
  }

  /// The left end: the value of a symmetric head, which is 0 or 100; else 0, or as far below the first border as the others span where that is far from 0.
  private var bottom: Double {
    if let symmetric = scale.measure.symmetricValue, symmetric < scale.borders.first?.value ?? 0 { return symmetric }
    guard let first = scale.borders.first?.value, let last = scale.borders.last?.value, first > last / 2 else {
      return 0
    }
    return min(first - max(last - first, 0.1 * first), (interval?.first ?? value ?? first) - 1)
  }

  private func x(_ value: Double) -> Double {
    10 + (width - 20) * min(max((value - bottom) / (top - bottom), 0), 1)
  }

  private var edges: [Double] { [bottom] + scale.borders.map(\.value) + [top] }

  /// The drawing.
  var figure: Figure {
    Figure(
      name: "severity", corner: [0, 0], size: [width, 80], letters: 12, description: language("drawing.scale"),
      content: bands + ticks + marker, classes: width < 500 ? "narrow" : "wide")
  }

  /// The levels; the one of the value has a frame, so that it shows without colour too.
  private var bands: Markup {
    let own = value.map { scale.level(of: $0) }
    let boxes = zip(edges, edges.dropFirst()).enumerated().map { index, edge in
      let style = "level\(scale.colour(ofLevel: index + 1))" + (index + 1 == own ? " own" : "")
      return (style, edge)
    }
    let drawn = boxes.map { style, edge in Shape.box([x(edge.0), 32], [x(edge.1) - x(edge.0), 24], style) }
    let labels = boxes.enumerated().map { index, box in
      Shape.label(name(index), [(x(box.1.0) + x(box.1.1)) / 2, 48], "band")
    }
    let frame = own.map { Shape.box([x(edges[$0 - 1]), 32], [x(edges[$0]) - x(edges[$0 - 1]), 24], "frame") }
    return .joined(drawn) + (frame ?? .empty) + .joined(labels)
  }

  /// The name of a level, or its number where its source has no name for it or there is no room for one.
  private func name(_ index: Int) -> String {
    let room = x(edges[index + 1]) - x(edges[index])
    if scale.levelNames.indices.contains(index) {
      let name = language.term(scale.levelNames[index], of: "level_name").printable(limit: 24)
      if 7 * Double(name.count) < room { return name }
    }
    let whole = language("drawing.level", ["level": .count(index + 1)])
    return 7 * Double(whole.count) < room ? whole : "\(index + 1)"
  }

  private var ticks: Markup {
    .joined(
      edges.dropLast().map { Shape.label(text($0), [x($0), 72], "tick") }
        + [Shape.label(scale.measure.unit, [width - 10, 72], "tick end")])
  }

  private var marker: Markup {
    guard let value else { return Shape.label(language("drawing.withheld"), [width / 2, 18], "value") }
    let range = interval.flatMap { ends in
      ends.count == 2
        ? Shape.line([x(ends[0]), 26], [x(ends[1]), 26], "range")
          + Shape.line([x(ends[0]), 22], [x(ends[0]), 30], "range")
          + Shape.line([x(ends[1]), 22], [x(ends[1]), 30], "range") : nil
    }
    let text = "\(scale.measure.title(language)) \(language.value(value, scale.measure))"
    let half = 4.6 * Double(text.count)
    let middle = min(max(x(value), half), width - half)
    // Above and below the bands, whose names stay free.
    return (range ?? .empty) + Shape.line([x(value), 20], [x(value), 34], "needle")
      + Shape.line([x(value), 54], [x(value), 60], "needle")
      + Shape.label(text, [middle, 14], "value")
  }

  private func text(_ value: Double) -> String {
    language.number(value, digits: value == value.rounded() ? 0 : 2)
  }
}

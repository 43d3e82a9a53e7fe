internal import Diagnostics
internal import Geometry
internal import Movement
internal import Reports

/// One value over several results: each with its interval, by their dates where all have one.
struct HistoryDrawing {
  /// A result with the value.
  struct Point {
    /// What it is called below the axis.
    let label: String
    /// The day, counted from any; nil where none is stated.
    let day: Double?
    let value: MotionValue?
    /// Whether it was measured as the last one was; others are drawn open and not joined.
    let isAlike: Bool
  }

  let key: String
  let points: [Point]
  let language: Language

  /// Letters are 15 high: more than 9 pt where the drawing is 56 mm wide.
  private static let (size, letters) = (Vector2(244, 150), 15.0)
  private static let (corner, plot) = (Vector2(54, 12), Vector2(178, 98))

  /// So far beyond the values an interval is drawn, in degrees.
  private static let widest = 45.0

  /// The drawing; nil where no result has the value.
  var figure: Figure? {
    let values = points.compactMap(\.value)
    guard let least = values.map(\.degrees).min(), let most = values.map(\.degrees).max() else { return nil }
    // An interval far wider than the values ends at the border.
    let ends = values.flatMap { [$0.degrees] + $0.ci95.map { min(max($0, least - Self.widest), most + Self.widest) } }
    let (low, high) = (ends.min() ?? least, ends.max() ?? most)
    let scale = RoundScale(low...max(high, low + 1), most: 5)
    return Figure(
      name: "history", corner: [0, 0], size: Self.size, letters: Self.letters,
      description: language("motion.over_time", ["value": .term(key, of: "motion_value")]),
      content: .style(MotionFigureStyle.sheet) + grid(scale) + line(scale)
        + .joined(points.indices.map { mark($0, scale) }))
  }

  private var positions: [Double] {
    let length = Self.plot.x - 32
    let days = points.compactMap(\.day)
    var places: [Double]
    if days.count == points.count, let first = days.first, let last = days.last, last > first {
      places = days.map { ($0 - first) / (last - first) * length }
    } else {
      places = points.indices.map { points.count > 1 ? Double($0) / Double(points.count - 1) * length : length / 2 }
    }
    // Results of one day stand side by side.
    let gap = min(14, length / Double(max(points.count - 1, 1)))
    for index in places.indices.dropFirst() { places[index] = max(places[index], places[index - 1] + gap) }
    for index in places.indices.reversed() {
      places[index] = min(places[index], length - Double(places.count - 1 - index) * gap)
    }
    return places.map { Self.corner.x + 16 + $0 }
  }

  private func y(_ degrees: Double, _ scale: RoundScale) -> Double {
    Self.corner.y + Self.plot.y * (scale.high - degrees) / (scale.high - scale.low)
  }

  private func grid(_ scale: RoundScale) -> Markup {
    .joined(
      scale.ticks.map { tick in
        let y = y(tick, scale)
        return Shape.line([Self.corner.x, y], [Self.corner.x + Self.plot.x, y], "m-grid")
          + Shape.label(language.number(tick, digits: scale.decimals) + "°", [Self.corner.x - 4, y + 4.5], "end")
      })
  }

  private func line(_ scale: RoundScale) -> Markup {
    let joined = zip(positions, points).compactMap { x, point in
      point.isAlike ? point.value.map { Vector2(x, y($0.degrees, scale)) } : nil
    }
    return joined.count > 1 ? Shape.path(joined, closed: false, "m-trend") : .empty
  }

  private func mark(_ index: Int, _ scale: RoundScale) -> Markup {
    let (x, foot) = (positions[index], Self.corner.y + Self.plot.y)
    let label =
      Shape.line([x, foot], [x, foot + 4], "m-axis") + Shape.label(points[index].label, [x, foot + 18], "m-strong")
    guard let value = points[index].value else { return label + Shape.label("–", [x, foot - 6]) }
    let (low, high) = (min(y(value.ci95[0], scale), foot), max(y(value.ci95[1], scale), Self.corner.y))
    return label + Shape.line([x, low], [x, high], "m-bar") + Shape.line([x - 4, low], [x + 4, low], "m-bar")
      + Shape.line([x - 4, high], [x + 4, high], "m-bar")
      + Shape.disc([x, y(value.degrees, scale)], 4.5, points[index].isAlike ? "m-full" : "m-open")
  }
}

import Analysis
import Diagnostics
import Geometry
internal import Platform

/// A measure over the visits: values with their intervals, and behind each how far it may lie from the first by error alone.
struct TrendChart {
  let trend: Trend
  let result: HeadChange
  let axis: VisitAxis
  let context: TrendContext
  let language: Language

  /// Letters are 13 high: 9 pt where the drawing is 60 mm wide.
  private static let size = Vector2(244, 136)
  private static let corner = Vector2(46, 12)
  private static let plot = Vector2(186, 76)

  /// The drawing, or a sentence where no visit has a value.
  var markup: Markup {
    let title = Markup.element("figcaption", text: trend.title(language) + ", " + trend.unit)
    guard let scale else {
      return .element(
        "figure", ["class": "trend"], title,
        .element("p", ["class": "withheld"], text: language("compare.never_measured")))
    }
    let drawing = Markup.element(
      "svg",
      [
        "viewBox": "0 0 \(Shape.number(Self.size.x)) \(Shape.number(height))", "class": "chart", "role": "img",
        "aria-label": trend.title(language),
      ], .style(Self.sheet), grid(scale), sides(scale), bands(scale), borders(scale), others(scale), line(scale),
      points(scale), times)
    return .element("figure", ["class": "trend"], title, drawing)
  }

  /// Without dates there is no axis of time to leave room for.
  private var height: Double { axis.unit == nil ? Self.size.y - 20 : Self.size.y }

  private var values: [Estimate?] { result.visits.map(trend.value) }

  /// The range of a change by error alone about the first value, from the interval of the change; nil where it is not known.
  private func band(_ visit: Int) -> ClosedRange<Double>? {
    guard let first = values[0]?.value, let step = result.sinceFirst(visit).flatMap(trend.change),
      let ends = step.ci95, ends.count == 2
    else { return nil }
    return ClosedRange(finite: first - max(0, ends[1] - step.change), first + max(0, step.change - ends[0]))
  }

  private var scale: RoundScale? {
    var all = values.compactMap { $0 }.flatMap { [$0.value] + ($0.ci95?.ends ?? []) }
    all += values.indices.compactMap(band).flatMap { [$0.lowerBound, $0.upperBound] }
    all += context.values
    all = all.filter(\.isFinite)
    guard let low = all.min(), let high = all.max() else { return nil }
    if trend.isSigned {
      // A quarter of the range is left free on either side for the words there.
      let room = 0.25 * (max(high, 0) - min(low, 0))
      return RoundScale(min(low - room, -1)...max(high + room, 1), most: 5)
    }
    // An asymmetry is read from zero; a size is not.
    let foot = trend.name.isAsymmetry ? 0 : low
    return RoundScale(foot...max(high, foot + 0.1), most: 5)
  }

  private func place(_ value: Double, _ scale: RoundScale) -> Double {
    Self.corner.y + Self.plot.y * (scale.high - value) / (scale.high - scale.low)
  }

  /// The visits stand a little within the axis, so that their bars do.
  private static let length = plot.x - 24

  private var positions: [Double] {
    axis.positions(along: Self.length, gap: 16).map { Self.corner.x + 12 + $0 }
  }

  private func column(_ place: Double) -> Double { Self.corner.x + 12 + axis.share(place) * Self.length }

  /// The borders of the scale that lie within the chart, each with the level above it.
  private func borders(_ scale: RoundScale) -> Markup {
    let right = Self.corner.x + Self.plot.x
    return .joined(
      context.borders.enumerated().filter { scale.low < $0.element && $0.element < scale.high }.map { index, border in
        let y = place(border, scale)
        return Shape.line([Self.corner.x, y], [right, y], "border")
          + Shape.label("\(index + 2)", [right - 2, y - 2], "end quiet")
      })
  }

  /// The lines of norms with their standard deviations, and the values of groups of children.
  private func others(_ scale: RoundScale) -> Markup {
    let curves = context.curves.map { curve -> Markup in
      let points = curve.points.map { Vector2(column($0.x), place($0.y, scale)) }
      let label = (curve.z > 0 ? "+" : "") + language.number(Double(curve.z), digits: 0)
      return Shape.path(points, closed: false, "norm")
        + (points.last.map { Shape.label(label, $0 + [-2, curve.z < 0 ? 13 : -3], "end quiet") } ?? .empty)
    }
    let groups = context.groups.map { group -> Markup in
      let (from, to, y) = (column(group.ages.lowerBound), column(group.ages.upperBound), place(group.value, scale))
      // A single age is a short bar.
      let reach = max(0, 4 - (to - from) / 2)
      return Shape.line([from - reach, y], [to + reach, y], "cross")
        + Shape.label("\(group.number)", [(from + to) / 2, y - 4], "group")
    }
    return .joined(curves + groups)
  }

  private func grid(_ scale: RoundScale) -> Markup {
    .joined(
      scale.ticks.map { tick in
        let y = place(tick, scale)
        let style = trend.isSigned && abs(tick) < scale.step / 100 ? "zero" : "grid"
        return Shape.line([Self.corner.x, y], [Self.corner.x + Self.plot.x, y], style)
          + Shape.label(language.number(tick, digits: scale.decimals), [Self.corner.x - 4, y + 4.5], "end")
      })
  }

  /// On which side the back is flatter above and below zero.
  private func sides(_ scale: RoundScale) -> Markup {
    guard trend.isSigned else { return .empty }
    let x = Self.corner.x + Self.plot.x
    return Shape.label(language("compare.left_flatter"), [x, Self.corner.y + 11], "end quiet")
      + Shape.label(language("compare.right_flatter"), [x, Self.corner.y + Self.plot.y - 4], "end quiet")
  }

  private func bands(_ scale: RoundScale) -> Markup {
    let boxes = values.indices.compactMap { index in
      band(index).map { range in
        Shape.box(
          [positions[index] - 8, place(range.upperBound, scale)],
          [16, place(range.lowerBound, scale) - place(range.upperBound, scale)], "band")
      }
    }
    let base = values[0].map { first in
      let y = place(first.value, scale)
      return Shape.line([positions[0], y], [Self.corner.x + Self.plot.x, y], "base")
    }
    return .joined(boxes) + (base ?? .empty)
  }

  private func line(_ scale: RoundScale) -> Markup {
    let points = zip(positions, values).compactMap { x, value in value.map { Vector2(x, place($0.value, scale)) } }
    return Shape.path(points, closed: false, "line")
  }

  private func points(_ scale: RoundScale) -> Markup {
    .joined(values.indices.map { point($0, scale) })
  }

  private func point(_ visit: Int, _ scale: RoundScale) -> Markup {
    let x = positions[visit]
    guard let value = values[visit] else {
      return Shape.label("–", [x, Self.corner.y + Self.plot.y - 6], "missing")
    }
    let at = Vector2(x, place(value.value, scale))
    let bar = value.ci95.map { interval in
      let (low, high) = (place(interval.lowerBound, scale), place(interval.upperBound, scale))
      return Shape.line([x, low], [x, high], "bar") + Shape.line([x - 4, low], [x + 4, low], "bar")
        + Shape.line([x - 4, high], [x + 4, high], "bar")
    }
    return (bar ?? .empty) + mark(visit, at)
  }

  /// A full disc for the first visit, a triangle for a change, an open disc within error.
  private func mark(_ visit: Int, _ at: Vector2) -> Markup {
    guard let step = result.sinceFirst(visit).flatMap(trend.change) else {
      return Shape.disc(at, 4.5, visit == 0 ? "full" : "open")
    }
    let triangle = { (up: Double) in
      Shape.path(
        [at + [0, -6.5 * up], at + [6, 4.5 * up], at + [-6, 4.5 * up]], closed: true, "full")
    }
    switch ChangeMark(step.change, step.detected) {
    case .rise: return triangle(1)
    case .fall: return triangle(-1)
    case .withinError, .unknown: return Shape.disc(at, 4.5, "open")
    }
  }

  /// The visits' letters, and the axis of time below them.
  private var times: Markup {
    let foot = Self.corner.y + Self.plot.y
    let letters = zip(result.visits, positions).map { visit, x in
      Shape.line([x, foot], [x, foot + 4], "tick") + Shape.label(visit.label, [x, foot + 16], "letter")
    }
    guard let unit = axis.unit else { return .joined(letters) }
    let ticks = axis.scale.ticks.map { tick -> Markup in
      let x = column(tick)
      return Shape.line([x, foot + 20], [x, foot + 24], "tick")
        + Shape.label(language.number(tick, digits: axis.scale.decimals), [x, foot + 36], "quiet")
    }
    let line = Shape.line(
      [Self.corner.x + 12, foot + 20], [Self.corner.x + 12 + Self.length, foot + 20], "tick")
    return .joined(letters + ticks) + line
      + Shape.label(language(unit), [0, foot + 36], "start quiet")
  }

  /// It names the drawing itself: programs that print don't look at what it stands in. It is read without colours: a full sign is a change, an open one is none.
  private static let sheet: StaticString = """
    .chart text{font-size:13px;fill:#1d2733;text-anchor:middle}.chart text.end{text-anchor:end}.chart text.start{text-anchor:start}
    .chart text.quiet{fill:#4b5867}.chart text.letter{font-weight:700}
    .chart .grid{stroke:#d9dfe6;stroke-width:1}.chart .zero{stroke:#1d2733;stroke-width:1.2}
    .chart .tick{stroke:#4b5867;stroke-width:1}.chart .band{fill:#dfe4ea}
    .chart .base{stroke:#4b5867;stroke-width:1;stroke-dasharray:3 3}
    .chart .border{stroke:#8a3b00;stroke-width:1;stroke-dasharray:1 3}
    .chart .norm{fill:none;stroke:#5d6b7a;stroke-width:1}.chart .cross{stroke:#00795b;stroke-width:2.4}
    .chart text.group{fill:#00795b}
    .chart .line{fill:none;stroke:#0b5c9e;stroke-width:1.6}.chart .bar{stroke:#1d2733;stroke-width:1.4}
    .chart .full{fill:#0b5c9e;stroke:#ffffff;stroke-width:1}.chart .open{fill:#ffffff;stroke:#0b5c9e;stroke-width:2}
    """
}

extension MeasureName {
  /// True for a measure that is 0 for a symmetric head.
  fileprivate var isAsymmetry: Bool { self == .cvai || self == .cva }
}

/// A scale whose ends and ticks are round numbers.
package struct RoundScale {
  package let low, high, step: Double

  /// The narrowest scale that holds a range, with at most `most` steps.
  ///
  /// - Parameter steps: what the steps may be; by default 1, 2 and 5 times a power of ten.
  package init(_ range: ClosedRange<Double>, most: Int, steps: [Double]? = nil) {
    let span = max(range.upperBound - range.lowerBound, 1e-9)
    let power = pow(10, (log10(span / Double(most))).rounded(.down))
    let choices = (steps ?? []) + [1, 2, 5, 10, 20, 50].map { $0 * power }
    let fits = { (step: Double) in
      (range.upperBound / step).rounded(.up) - (range.lowerBound / step).rounded(.down) <= Double(most)
    }
    step = choices.first(where: fits) ?? span
    low = (range.lowerBound / step + 1e-9).rounded(.down) * step
    high = (range.upperBound / step - 1e-9).rounded(.up) * step
  }

  /// The places of the ticks.
  package var ticks: [Double] {
    (0...max(0, Int(((high - low) / step).rounded()))).map { low + Double($0) * step }
  }

  /// The decimals that a tick needs.
  package var decimals: Int { max(0, Int((-log10(step) - 1e-9).rounded(.up))) }
}

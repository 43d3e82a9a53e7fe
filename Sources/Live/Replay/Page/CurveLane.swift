import Analysis
import Diagnostics
import Feedback
import Geometry
internal import Reports

/// A figure over time as a curve, with its thresholds as broken lines and what is beyond them tinted.
struct CurveLane {
  /// What a figure is printed in.
  enum Unit {
    case percent, millimetres, pixels

    func text(_ value: Double) -> String {
      switch self {
      case .percent: NumberText.percent(value)
      case .millimetres: NumberText.number(1000 * value, digits: 0) + " mm"
      case .pixels: NumberText.number(value, digits: 0) + " px"
      }
    }
  }

  let title, note: String
  /// The upper end of the scale, which begins at 0.
  let top: Double
  let unit: Unit
  /// Thresholds, and values that only guide the eye.
  let limits, guides: [Double]
  let bad: ClosedRange<Double>?
  let value: (FrameFeedback) -> Double?

  init(
    title: String, note: String, top: Double, unit: Unit, limits: [Double], guides: [Double] = [],
    bad: ClosedRange<Double>?, value: @escaping (FrameFeedback) -> Double?
  ) {
    (self.title, self.note, self.top, self.unit) = (title, note, top, unit)
    (self.limits, self.guides, self.bad, self.value) = (limits, guides, bad, value)
  }

  /// The view box is drawn out to the lane's size; lines keep their width.
  private static let size = Vector2(1000, 100)

  func markup(_ timeline: FeedbackTimeline, _ axis: TimeAxis) -> Markup {
    let drawing = Markup.element(
      "svg",
      [
        "viewBox": "0 0 1000 100", "preserveAspectRatio": "none", "role": "img", "aria-label": "\(title): \(note)",
      ], shaken(timeline, axis), tint, lines,
      .joined(runs(timeline, axis).map { Shape.path($0, closed: false, "curve") }))
    return StripLane.heading(title, note)
      + .element(
        "div", ["class": "lane tall"],
        .element(
          "div", ["class": "gutter"], .element("span", text: unit.text(top)), .element("span", text: "0")),
        .element("div", ["class": "plot"], drawing))
  }

  private func place(_ time: Double, _ value: Double, _ axis: TimeAxis) -> Vector2 {
    [Self.size.x * axis.share(time), Self.size.y * (1 - min(max(value / top, 0), 1))]
  }

  private func shaken(_ timeline: FeedbackTimeline, _ axis: TimeAxis) -> Markup {
    .joined(
      timeline.vibration.map { stretch in
        let (left, right) = (place(stretch.start, top, axis), place(stretch.end, 0, axis))
        return Shape.box(left, right - left, "shaken")
      })
  }

  private var tint: Markup {
    guard let bad else { return .empty }
    let (low, high) = (place(0, bad.lowerBound, TimeAxis(end: 1)).y, place(0, bad.upperBound, TimeAxis(end: 1)).y)
    return Shape.box([0, high], [Self.size.x, low - high], "bad")
  }

  private var lines: Markup {
    let styled = limits.map { ($0, "limit") } + guides.map { ($0, "limit fine") }
    return .joined(
      styled.map { limit, style in
        let y = place(0, limit, TimeAxis(end: 1)).y
        return Shape.line([0, y], [Self.size.x, y], style)
      })
  }

  /// The curve's pieces: it breaks where there is no value.
  private func runs(_ timeline: FeedbackTimeline, _ axis: TimeAxis) -> [[Vector2]] {
    var runs: [[Vector2]] = []
    var isOpen = false
    for frame in timeline.frames {
      guard let value = value(frame) else {
        isOpen = false
        continue
      }
      if !isOpen { runs.append([]) }
      isOpen = true
      runs[runs.count - 1].append(place(frame.time, value, axis))
    }
    return runs.map(Self.thinned)
  }

  /// Of the points in each thousandth of the width the first, the least, the greatest and the last; a single point
  /// twice, so that it is seen as a dot.
  static func thinned(_ run: [Vector2]) -> [Vector2] {
    if run.count == 1 { return run + run }
    var kept: [Vector2] = []
    var start = 0
    while start < run.count {
      let end = run[start...].firstIndex { $0.x.rounded(.down) != run[start].x.rounded(.down) } ?? run.count
      let group = start..<end
      let (least, greatest) = (group.min { run[$0].y < run[$1].y }!, group.max { run[$0].y < run[$1].y }!)
      kept += Set([start, least, greatest, end - 1]).sorted().map { run[$0] }
      start = end
    }
    return kept
  }
}

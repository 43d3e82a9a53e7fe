import Analysis
import Diagnostics
import Feedback
import Geometry
import Platform
internal import Reports

/// The timeline: lanes stacked over one axis of time. Positions are shares of the width, so that it fits any
/// screen and can be drawn out.
struct TimelineLanes {
  let scan: ReplayedScan
  let axis: TimeAxis
  var timeline: FeedbackTimeline { scan.timeline }
  var book: Phrasebook { scan.book }
  private var rules: FeedbackRules { scan.file.rules }

  init(_ scan: ReplayedScan) {
    self.scan = scan
    axis = TimeAxis(end: scan.timeline.frames.last?.time ?? 0)
  }

  var markup: Markup {
    let curves = [overlap, distance, withoutDepth, blur, progress].map { $0.markup(timeline, axis) }
    let strips = [vibration, hints, state, alerts, next, speech].map { $0.markup(axis, book) }
    return .element(
      "div",
      [
        "id": "lanes", "tabindex": "0", "role": "slider", "aria-label": book[.timeline], "aria-valuemin": "0",
        "aria-valuemax": "\(max(0, timeline.frames.count - 1))", "aria-valuenow": "0",
      ],
      axis.markup(book), .joined(curves), .joined(strips), axis.markup(book),
      .element("div", ["id": "field"], .element("div", ["id": "cursor"])))
  }

  private var overlap: CurveLane {
    let (lost, regained) = (rules.position.lostBelow, rules.position.regainedFrom)
    return CurveLane(
      title: book[.overlap],
      note:
        "\(book[.lostBelow]) \(NumberText.percent(lost)), \(book[.regainedFrom]) \(NumberText.percent(regained))",
      top: 1, unit: .percent, limits: [lost, regained], bad: 0...lost
    ) { $0.overlap.share }
  }

  private var distance: CurveLane {
    let far = rules.hints.farMetres
    let good = rules.readings[.distance]?.good
    let note = good.map {
      ", \(book[.goodRange]) \(Self.millimetres($0.lowerBound))–\(Self.millimetres($0.upperBound))"
    }
    let most = timeline.frames.compactMap(\.distance).max() ?? 0
    let top = (max(1.25 * far, min(most, 4 * far)) * 10).rounded(.up) / 10
    return CurveLane(
      title: book[.distance], note: "\(book[.tooFarFrom]) \(Self.millimetres(far))\(note ?? "") mm", top: top,
      unit: .millimetres, limits: [far], guides: good.map { [$0.lowerBound, $0.upperBound] } ?? [], bad: far...top
    ) { $0.distance }
  }

  private var withoutDepth: CurveLane {
    let most = rules.hints.invalidShare
    return CurveLane(
      title: book[.withoutDepth], note: "\(book[.tooCloseFrom]) \(NumberText.percent(most))", top: 1, unit: .percent,
      limits: [most], bad: most...1
    ) { $0.invalidShare }
  }

  private var blur: CurveLane {
    let most = rules.hints.blurPixels
    let top = max(16, 1.25 * most)
    return CurveLane(
      title: book[.blur], note: "\(book[.tooFastFrom]) \(book.decimal(NumberText.number(most, digits: 1))) px",
      top: top,
      unit: .pixels,
      limits: [most], bad: most...top
    ) { $0.blur }
  }

  private var progress: CurveLane {
    let limits = [rules.progress.amberFrom, rules.progress.greenFrom]
    let note = zip([TrafficLight.amber, .green], limits).map { light, share in
      "\(light.sign) \(book.name(of: light)) \(book[.from]) \(NumberText.percent(share))"
    }
    return CurveLane(
      title: book[.markers], note: note.joined(separator: ", "), top: 1, unit: .percent, limits: limits, bad: nil
    ) { $0.progress }
  }

  private static func millimetres(_ metres: Double) -> String { NumberText.number(1000 * metres, digits: 0) }
}

/// What holds for a while, and what is said.
extension TimelineLanes {
  var vibration: StripLane {
    let bars = timeline.vibration.map { StripLane.Bar($0, text: "", style: "vibrating") }
    let total = timeline.vibration.reduce(0) { $0 + $1.duration }
    return StripLane(
      title: book[.vibration], note: bars.isEmpty ? book[.none] : book.seconds(total),
      rows: [StripLane.Row(label: nil, bars: bars)])
  }

  var hints: StripLane {
    let runs = timeline.runs { $0.hint }
    let rows = scan.toldHints.map { name, label in
      let bars = runs.filter { $0.value.name == name }.map { run in
        StripLane.Bar(run.stretch, text: book.text(for: run.value), style: "hint")
      }
      return StripLane.Row(label: label, bars: bars)
    }
    return StripLane(title: book[.hints], note: rows.isEmpty ? book[.none] : "", rows: rows)
  }

  var state: StripLane {
    let bars = timeline.runs { $0.guidance }.map { run in
      StripLane.Bar(run.stretch, text: book.prompt(run.value), style: "state \(run.value.style)")
    }
    return StripLane(title: book[.state], note: "", rows: [StripLane.Row(label: nil, bars: bars)])
  }

  var alerts: StripLane {
    let rows = Alert.allCases.compactMap { alert -> StripLane.Row? in
      let stretches = timeline.stretches { $0.alerts.contains(alert) }
      let text = book.text(for: alert)
      return stretches.isEmpty
        ? nil : StripLane.Row(label: text, bars: stretches.map { StripLane.Bar($0, text: text, style: "alert") })
    }
    return StripLane(title: book[.alerts], note: rows.isEmpty ? book[.none] : "", rows: rows)
  }

  var next: StripLane { spoken(.nextPart, rows: 2) { $0.isAdvice } }

  var speech: StripLane { spoken(.speech, rows: 3) { _ in true } }

  /// Phrases at their times, taking turns in the rows; each reaches to the next one in its row.
  private func spoken(_ title: PrintedWord, rows count: Int, _ isIncluded: (FeedbackEvent) -> Bool) -> StripLane {
    let said = timeline.events.filter(isIncluded).compactMap { event in
      book.text(for: event).map { (time: event.time, text: $0) }
    }
    let rows = (0..<min(count, said.count)).map { row -> StripLane.Row in
      let own = stride(from: row, to: said.count, by: count).map { said[$0] }
      let ends = own.dropFirst().map(\.time) + [axis.end]
      let bars = zip(own, ends).map { phrase, end in
        StripLane.Bar(.init(start: phrase.time, end: end), text: phrase.text, style: "said")
      }
      return StripLane.Row(label: nil, bars: bars)
    }
    return StripLane(title: book[title], note: said.isEmpty ? book[.none] : "", rows: rows)
  }
}

extension FeedbackEvent {
  /// True for what says which part of the head to scan next.
  var isAdvice: Bool {
    switch kind {
    case .next, .reminder: true
    default: false
    }
  }
}

extension Guidance {
  fileprivate var style: String {
    switch self {
    case .intro: "intro"
    case .scanning: "scanning"
    case .completed: "completed"
    case .error: "failed"
    }
  }
}

extension FeedbackTimeline {
  /// The stretches in which something stayed the same, in order; those without a value are left out.
  func runs<Value: Equatable>(of value: (FrameFeedback) -> Value?) -> [(value: Value, stretch: Stretch)] {
    var runs: [(value: Value, stretch: Stretch)] = []
    var last: Value?
    for frame in frames {
      if last != nil, let open = runs.indices.last { runs[open].stretch.end = frame.time }
      let now = value(frame)
      if let now, now != last { runs.append((now, Stretch(start: frame.time, end: frame.time))) }
      last = now
    }
    return runs
  }
}

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

/// What holds for a while, or is said, as bars with their words in rows. Words that don't fit are cut off by the bar's
/// end, so nothing overlaps; in full they stand in the table and beside the frame.
struct StripLane {
  /// A stretch of time with its words.
  struct Bar {
    let stretch: FeedbackTimeline.Stretch
    let text, style: String

    init(_ stretch: FeedbackTimeline.Stretch, text: String, style: String) {
      (self.stretch, self.text, self.style) = (stretch, text, style)
    }
  }

  /// Bars beside each other.
  struct Row {
    let label: String?
    let bars: [Bar]
  }

  let title, note: String
  let rows: [Row]

  func markup(_ axis: TimeAxis, _ book: Phrasebook) -> Markup {
    Self.heading(title, note) + .joined(rows.map { row($0, axis, book) })
  }

  /// The name of a lane and what is to be known of it.
  static func heading(_ title: String, _ note: String) -> Markup {
    .element(
      "p", ["class": "lane-title"], .element("strong", text: title), .element("span", ["class": "quiet"], text: note))
  }

  private func row(_ row: Row, _ axis: TimeAxis, _ book: Phrasebook) -> Markup {
    let bars = row.bars.map { bar -> Markup in
      let left = axis.share(bar.stretch.start)
      let width = NumberText.number(100 * (axis.share(bar.stretch.end) - left), digits: 3)
      return .element(
        "span",
        [
          "class": "strip \(bar.style)", "style": "left:\(axis.place(bar.stretch.start));width:\(width)%",
          "title": "\(book.seconds(bar.stretch.start)): \(bar.text)",
        ], text: bar.text)
    }
    let label = row.label.map { Markup.element("p", ["class": "row-title"], text: $0) } ?? .empty
    return label
      + .element(
        "div", ["class": "lane"], .element("div", ["class": "gutter"]),
        .element("div", ["class": "plot"], .joined(bars)))
  }
}

/// The axis of a timeline, from 0 to its end in seconds.
struct TimeAxis {
  let end: Double

  /// Where a time lies, from 0 on the left to 1 on the right.
  func share(_ time: Double) -> Double { end > 0 ? min(max(time / end, 0), 1) : 0 }

  /// The place of a time on the axis as a length of a style sheet.
  func place(_ time: Double) -> String { NumberText.number(100 * share(time), digits: 3) + "%" }

  /// Round times, at most eight steps between them.
  var ticks: [Double] {
    guard end > 0 else { return [0] }
    let rough = end / 8
    let power = pow(10, floor(log10(rough)))
    let step = ([1, 2, 5].map { $0 * power }.first { $0 >= rough * 0.999 }) ?? 10 * power
    return stride(from: 0, through: end * 1.000_001, by: step).map { $0 }
  }

  func markup(_ book: Phrasebook) -> Markup {
    let digits = end < 8 ? 1 : 0
    let labels = ticks.map { tick -> Markup in
      // A label at the right end would stand beyond it.
      let style = share(tick) > 0.94 ? "last" : tick == 0 ? "first" : ""
      return .element(
        "span", ["class": style, "style": "left:\(place(tick))"], text: book.seconds(tick, digits: digits))
    }
    return .element(
      "div", ["class": "lane axis"], .element("div", ["class": "gutter"]),
      .element("div", ["class": "plot"], .joined(labels)))
  }
}

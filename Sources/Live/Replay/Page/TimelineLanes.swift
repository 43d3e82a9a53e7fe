import Analysis
import Diagnostics
import Feedback
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

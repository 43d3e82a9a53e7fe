import Feedback

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

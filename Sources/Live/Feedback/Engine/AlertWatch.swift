import Geometry

/// Watches the device; an alert begins and ends when its condition has held for a while.
struct AlertWatch: Sendable {
  private let rules: FeedbackRules.Alerts
  private(set) var active: Set<Alert> = []
  private var changing: [Alert: Double] = [:]
  private var intervals = Intervals()

  init(_ rules: FeedbackRules.Alerts) { self.rules = rules }

  /// Frames a second over the last second; nil for the first frame.
  var rate: Double? { intervals.rate }

  mutating func step(_ facts: FrameFacts) -> [FeedbackEvent.Kind] {
    intervals.add(facts.time)
    return Alert.allCases.compactMap { alert in
      let isOn = active.contains(alert)
      guard let should = condition(alert, facts), should != isOn else {
        changing[alert] = nil
        return nil
      }
      let since = changing[alert] ?? facts.time
      changing[alert] = since
      guard facts.time - since >= rules.holdSeconds else { return nil }
      changing[alert] = nil
      if should { active.insert(alert) } else { active.remove(alert) }
      return should ? .alert(alert) : .alertOver(alert)
    }
  }

  /// Nil where nothing is known: then it stays as it is.
  private func condition(_ alert: Alert, _ facts: FrameFacts) -> Bool? {
    switch alert {
    case .heat: facts.heat.map { $0 >= rules.heat }
    // A covered camera has no depth either; the sensor is to blame where it sees markers.
    case .depthAbsent:
      facts.markers.isEmpty && !active.contains(alert) ? nil : facts.validDepth.map { $0 < rules.absentBelow }
    case .depthFiltered: facts.validDepth.map { $0 >= rules.filteredFrom }
    case .frameRate: rate.map { $0 < rules.slowest }
    }
  }
}

/// The times of the frames of the last second.
private struct Intervals {
  private var times: [Double] = []

  mutating func add(_ time: Double) {
    times.append(time)
    // At least two, however slow the frames.
    while times.count > 2, time - times[0] > 1 { times.removeFirst() }
  }

  var rate: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }
}

/// The readings that are shown: each when it settles, and again when its colour changes.
struct ReadingBoard: Sendable {
  private let rules: FeedbackRules
  private var settling: [Reading: Settling]
  private var shown: [Reading: TrafficLight] = [:]

  init(_ rules: FeedbackRules) {
    self.rules = rules
    let fresh = Settling(leniency: rules.settling.leniency, seconds: rules.settling.seconds)
    settling = Dictionary(uniqueKeysWithValues: Reading.allCases.map { ($0, fresh) })
  }

  mutating func step(_ values: [Reading: Double], at time: Double) -> [FeedbackEvent.Kind] {
    Reading.allCases.compactMap { reading in
      guard let settled = settling[reading]!.add(values[reading], at: time) else {
        shown[reading] = nil
        return nil
      }
      let light = rules.readings[reading]?.light(settled) ?? .green
      guard shown[reading] != light else { return nil }
      shown[reading] = light
      return .reading(reading, settled, light)
    }
  }
}

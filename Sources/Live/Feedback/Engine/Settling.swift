/// A reading that counts only once it has stayed the same for a while.
///
/// It stays the same while it lies within a leniency (relative, or of a least size) of the value at which it came to
/// rest; when it leaves that, the clock starts again.
public struct Settling: Sendable {
  private let leniency, seconds, least: Double
  private var anchor: (value: Double, time: Double)?
  private var sum = 0.0, count = 0.0

  /// - Parameters:
  ///   - leniency: how far a value may lie from the first one, as a share of it.
  ///   - seconds: for how long it must stay.
  ///   - least: how far a value may always lie from the first one, in its unit: near 0 a share of it is nothing.
  public init(leniency: Double, seconds: Double, least: Double = 0) {
    (self.leniency, self.seconds, self.least) = (leniency, seconds, least)
  }

  /// When the value came to rest, or last began to; nil before the first value and where there is none.
  public var restingSince: Double? { anchor?.time }

  /// Takes in a value, nil where there is none, and returns the mean since it came to rest once it has settled.
  public mutating func add(_ value: Double?, at time: Double) -> Double? {
    guard let value, value.isFinite else {
      anchor = nil
      return nil
    }
    guard let anchor, abs(value - anchor.value) <= max(leniency * abs(anchor.value), least) else {
      anchor = (value, time)
      (sum, count) = (value, 1)
      return seconds <= 0 ? value : nil
    }
    sum += value
    count += 1
    return time - anchor.time >= seconds ? sum / count : nil
  }
}

/// How often the same value came in a row.
struct Streak<Value: Equatable & Sendable>: Sendable {
  private(set) var value: Value?
  private(set) var count = 0

  /// Takes in a value and says how often in a row it has come.
  @discardableResult
  mutating func add(_ next: Value) -> Int {
    count = next == value ? count + 1 : 1
    value = next
    return count
  }
}

/// The readings that are shown: each when it settles, and again when its colour changes.
struct ReadingBoard: Sendable {
  private let rules: FeedbackRules
  private var settling: [DisplayedQuantity: Settling]
  private var shown: [DisplayedQuantity: TrafficLight] = [:]

  init(_ rules: FeedbackRules) {
    self.rules = rules
    let fresh = Settling(leniency: rules.settling.leniency, seconds: rules.settling.seconds)
    settling = Dictionary(uniqueKeysWithValues: DisplayedQuantity.allCases.map { ($0, fresh) })
  }

  mutating func step(_ values: [DisplayedQuantity: Double], at time: Double) -> [FeedbackEvent.Kind] {
    DisplayedQuantity.allCases.compactMap { reading in
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

/// A reading that counts only once it has stayed the same for a while.
///
/// It stays the same while it lies within a leniency (relative, or of a least size) of the value at which it came to
/// rest; when it leaves that, the clock starts again. Where a drift is given, it also drifts no farther: what moves slowly
/// stays within a share of itself, too.
public struct Settling: Sendable {
  private let leniency, seconds, least: Double
  private let drift: Double?
  private var anchor: (value: Double, time: Double)?
  private var sum = 0.0, count = 0.0
  /// The values of the last seconds, where their drift is asked for, and whether they rested.
  private var recent: [(value: Double, time: Double)] = []
  private var isResting = false

  /// What rests may drift so many times as far before it rests no longer, so that noise does not end a rest.
  private static let hysteresis = 2.0

  /// - Parameters:
  ///   - leniency: how far a value may lie from the first one, as a share of it.
  ///   - seconds: for how long it must stay.
  ///   - least: how far a value may always lie from the first one, in its unit: near 0 a share of it is nothing.
  ///   - drift: how far the line through the last seconds may lead, in the unit; the value is their mean then. nil for any.
  public init(leniency: Double, seconds: Double, least: Double = 0, drift: Double? = nil) {
    (self.leniency, self.seconds, self.least, self.drift) = (leniency, seconds, least, drift)
  }

  /// When the value came to rest, or last began to; nil before the first value and where there is none.
  public var restingSince: Double? { anchor?.time }

  /// Takes in a value, nil where there is none, and returns the mean since it came to rest once it has settled.
  public mutating func add(_ value: Double?, at time: Double) -> Double? {
    guard let value, value.isFinite else {
      anchor = nil
      return nil
    }
    defer { if drift != nil { recent.append((value, time)) } }
    guard let anchor, abs(value - anchor.value) <= max(leniency * abs(anchor.value), least) else {
      anchor = (value, time)
      (sum, count) = (value, 1)
      (recent, isResting) = ([], false)
      return seconds <= 0 ? value : nil
    }
    sum += value
    count += 1
    guard time - anchor.time >= seconds else { return nil }
    guard let drift else { return sum / count }
    recent.removeFirst(recent.firstIndex { time - $0.time <= seconds } ?? recent.count)
    let line = line(through: recent + [(value, time)])
    isResting = abs(line.slope) * seconds <= drift * (isResting ? Self.hysteresis : 1)
    return isResting ? line.mean : nil
  }

  /// The mean of some values, and the slope of the line of least squares through them.
  private func line(through values: [(value: Double, time: Double)]) -> (mean: Double, slope: Double) {
    let n = Double(values.count)
    let middle = values.reduce(0) { $0 + $1.time } / n
    let mean = values.reduce(0) { $0 + $1.value } / n
    let (xx, xy) = values.reduce((0.0, 0.0)) { sums, each in
      let x = each.time - middle
      return (sums.0 + x * x, sums.1 + x * (each.value - mean))
    }
    return (mean, xx > 0 ? xy / xx : 0)
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

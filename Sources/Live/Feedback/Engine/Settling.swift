/// A reading that counts only once it has stayed the same for a while.
///
/// It stays the same while it lies within a leniency (relative, or of a least size) of the value at which it came to
/// rest; when it leaves that, the clock starts again. Where a drift is given, the line through the last seconds leads no farther
/// than that, and the means of their quarters lie no farther apart: what moves slowly, or sways, stays within a share of itself, too.
public struct Settling: Sendable {
  private let leniency, seconds, least: Double
  private let drift: Double?
  private var anchor: (value: Double, time: Double)?
  private var sum = 0.0, count = 0.0
  /// The values since it came to rest, of the last seconds alone, where their drift is asked for; and whether they rested.
  private var recent: [(value: Double, time: Double)] = []
  private var isResting = false

  /// What rests may drift so many times as far before it rests no longer: noise ends no rest.
  private static let hysteresis = 2.0

  /// - Parameters:
  ///   - leniency: how far a value may lie from the first one, as a share of it.
  ///   - seconds: for how long it must stay.
  ///   - least: how far a value may always lie from the first one, in its unit: near 0 a share of it is nothing.
  ///   - drift: how far the line through the last seconds may lead, and the means of their quarters lie apart, in the unit; the value is the mean of those
  ///     seconds then. nil for any.
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
    guard let anchor, abs(value - anchor.value) <= max(leniency * abs(anchor.value), least) else {
      anchor = (value, time)
      (sum, count) = (value, 1)
      (recent, isResting) = ([(value, time)], false)
      return seconds <= 0 ? value : nil
    }
    sum += value
    count += 1
    if drift != nil {
      recent.append((value, time))
      recent.removeFirst(recent.firstIndex { time - $0.time <= seconds } ?? 0)
    }
    guard time - anchor.time >= seconds else { return nil }
    guard let drift else { return sum / count }
    isResting = drifted(at: time) <= drift * (isResting ? Self.hysteresis : 1)
    return isResting ? recent.reduce(0) { $0 + $1.value } / Double(recent.count) : nil
  }

  /// How far the line of least squares through the last seconds leads, or the means of their quarters lie apart, whichever is more:
  /// the line sees a slow way through noise, the quarters see a sway that turns back.
  private func drifted(at time: Double) -> Double {
    let n = Double(recent.count)
    let middle = recent.reduce(0) { $0 + $1.time } / n
    var (xx, xy) = (0.0, 0.0)
    var (sums, counts) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for each in recent {
      let x = each.time - middle
      xx += x * x
      xy += x * each.value
      let quarter = min(3, max(0, Int(4 * (1 - (time - each.time) / seconds))))
      sums[quarter] += each.value
      counts[quarter] += 1
    }
    let means = (0..<4).filter { counts[$0] > 0 }.map { sums[$0] / counts[$0] }
    return max(xx > 0 ? abs(xy / xx) * seconds : 0, (means.max() ?? 0) - (means.min() ?? 0))
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

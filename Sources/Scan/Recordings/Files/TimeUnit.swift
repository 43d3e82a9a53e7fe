internal import Diagnostics
import Geometry
import Platform

/// The unit that times are written in; the raw value is how many make a second.
enum TimeUnit: Double, CaseIterable {
  case seconds = 1
  case milliseconds = 1e3
  case microseconds = 1e6
  case nanoseconds = 1e9

  /// Intervals of frames that a scan has, seconds: video of up to 500 frames a second, or stills.
  private static let intervals = 0.002...10.0

  /// How long a scan usually takes, seconds.
  private static let usual = 30.0

  /// The unit in which the median interval of times is one that a scan has; nil where none is, and for fewer than three
  /// times. Of two, the one in which the times are those since 1970, or else the scan is nearer to its usual length: 8 is
  /// either the seconds between stills or the milliseconds of a fast camera.
  init?(of times: [Double], among units: [TimeUnit] = allCases) {
    guard times.count > 2 else { return nil }
    let sorted = times.sorted()
    let interval = RobustStatistics.median(zip(sorted.dropFirst(), sorted).map { $0 - $1 })
    let likely = units.filter { Self.intervals.contains(interval / $0.rawValue) }
    let isEpoch = { (unit: TimeUnit) in sorted.allSatisfy { unit.isEpoch($0) } }
    let oddity = { (unit: TimeUnit) in abs(log((sorted.last! - sorted[0]) / unit.rawValue / Self.usual)) }
    guard let unit = likely.first(where: isEpoch) ?? likely.min(by: { oddity($0) < oddity($1) }) else { return nil }
    self = unit
  }

  /// Whether a number is a time since 1970 in this unit: from 2001 to 2128.
  func isEpoch(_ time: Double) -> Bool { (1e9..<5e9).contains(time / rawValue) }

  private var word: FindingValue {
    switch self {
    case .seconds: .text("s")
    case .milliseconds: .phrase("milliseconds")
    case .microseconds: .phrase("microseconds")
    case .nanoseconds: .phrase("nanoseconds")
    }
  }

  /// Says that times of a file were taken for another unit than seconds; nil for seconds.
  func finding(file: String, times: [Double]) -> Finding? {
    guard self != .seconds, let first = times.first, let last = times.last else { return nil }
    return Finding(
      .recordingTimeUnit,
      [
        "file": .text(file), "unit": word,
        "step": .number((last - first) / Double(times.count - 1), decimals: 0, unit: "s"),
      ])
  }
}

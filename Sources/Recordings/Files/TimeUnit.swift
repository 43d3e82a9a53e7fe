import Diagnostics
import Geometry

/// The unit that times are written in; the raw value is how many make a second.
enum TimeUnit: Double, CaseIterable {
  case seconds = 1
  case milliseconds = 1e3
  case microseconds = 1e6
  case nanoseconds = 1e9

  /// Intervals of frames that a scan has, seconds: video of up to 500 frames a second, or stills.
  private static let intervals = 0.002...10.0

  /// The first unit in which the median interval of times is one that a scan has; nil where none is, and for fewer than
  /// three times.
  init?(of times: [Double], among units: [TimeUnit] = allCases) {
    guard times.count > 2 else { return nil }
    let sorted = times.sorted()
    let interval = RobustStatistics.median(zip(sorted.dropFirst(), sorted).map { $0 - $1 })
    guard let unit = units.first(where: { Self.intervals.contains(interval / $0.rawValue) }) else { return nil }
    self = unit
  }

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
        "rate": .number(Double(times.count - 1) / (last - first), decimals: 2),
      ])
  }
}

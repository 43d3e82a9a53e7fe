internal import Diagnostics
import Geometry
import Platform

/// Times of a clock in names, such as `20231114_221320_016`, `2023-11-14T22-13-20.016` or `22-13-20-016`.
struct ClockNames {
  /// The times as whole seconds: since 1970, or of the day.
  let seconds: DigitColumn
  /// The first digits behind them that are not the same in all names; nil where there are none.
  let beyond: DigitColumn?
  /// Whether the names have a date as well.
  let hasDate: Bool

  /// Reads the groups of digits of all names, by their places; nil where there is no clock that runs.
  init?(_ columns: [DigitColumn]) {
    for first in columns.indices {
      for form in Form.allCases where first + form.widths.count <= columns.count {
        let parts = Array(columns[first..<(first + form.widths.count)])
        guard let seconds = form.seconds(parts), Set(seconds).count > 1 else { continue }
        self.seconds = DigitColumn(digits: seconds.map { Substring("\($0)") })
        let within = DigitColumn(digits: parts.last!.digits.map { $0.dropFirst(form == .whole ? 14 : $0.count) })
        beyond = within.changes ? within : columns[(first + parts.count)...].first { $0.changes }
        hasDate = form.hasDate
        return
      }
    }
    return nil
  }

  /// A date and a time of day, together or in parts; or the time of day alone.
  private enum Form: CaseIterable {
    case parts, dateAndParts, pair, dateAndPair, whole, timeOfDay, timeOfDayInParts

    /// How many digits the groups have at least and at most.
    var widths: [ClosedRange<Int>] {
      let (two, upToTwo) = (2...2, 1...2)
      return switch self {
      case .parts: [4...4, upToTwo, upToTwo, upToTwo, upToTwo, upToTwo]
      case .dateAndParts: [8...8, upToTwo, upToTwo, upToTwo]
      case .pair: [4...4, upToTwo, upToTwo, 6...6]
      case .dateAndPair: [8...8, 6...6]
      case .whole: [14...20]
      case .timeOfDay: [6...6]
      case .timeOfDayInParts: [two, two, two]
      }
    }

    var hasDate: Bool { self != .timeOfDay && self != .timeOfDayInParts }

    /// The seconds of all names; nil where the digits are none of this form.
    func seconds(_ parts: [DigitColumn]) -> [Int]? {
      var seconds: [Int] = []
      for index in parts[0].digits.indices {
        var digits = ""
        for (part, width) in zip(parts, widths) {
          let own = part.digits[index]
          guard width.contains(own.count) else { return nil }
          digits += self == .whole ? own.prefix(14) : String(repeating: "0", count: width.upperBound - own.count) + own
        }
        guard let one = Self.seconds(digits, hasDate: hasDate) else { return nil }
        seconds.append(one)
      }
      return seconds
    }

    /// The days of the same count to 1 January 1970.
    private static let toEpoch = 719_484

    /// The seconds of `yyyyMMddHHmmss`, or of `HHmmss`; nil where these are no date and no time of day.
    private static func seconds(_ digits: String, hasDate: Bool) -> Int? {
      guard let number = Int(digits) else { return nil }
      let (day, time) = number.quotientAndRemainder(dividingBy: 1_000_000)
      let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
      guard hour < 24, minute < 60, second < 60 else { return nil }
      let ofDay = 3600 * hour + 60 * minute + second
      guard hasDate else { return ofDay }
      let (year, month, date) = (day / 10_000, day / 100 % 100, day % 100)
      guard (1990..<2100).contains(year), (1...12).contains(month), (1...31).contains(date) else { return nil }
      // Days of the Gregorian calendar, from a March to the next: no year from 1990 to 2099 that 4 divides lacks its 29 February.
      let (march, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
      return 86_400 * (365 * march + march / 4 + (153 * months + 2) / 5 + date - toEpoch) + ofDay
    }
  }
}

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

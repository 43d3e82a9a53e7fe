import Analysis
internal import Platform

/// One of the scans that are compared: who, when, and what was measured.
public struct Visit: Codable, Sendable, Equatable {
  /// Its letter, in the order of the visits: A, B, …
  public internal(set) var label = ""
  /// The name of the folder or file.
  public var name: String
  /// Its flattened side; nil where the CVAI is withheld.
  public var flattened: String?
  /// The subject's code, the session, the date, the operator, the device and the recording, where they are stated.
  public var subject, session, date, `operator`, device, recording: String?
  /// Every measure by its key, as its own result has it.
  public var measures: [String: ScanResult.Measure]

  /// A visit from its values.
  public init(name: String, flattened: String?, date: String? = nil, measures: [String: ScanResult.Measure] = [:]) {
    (self.name, self.flattened, self.date, self.measures) = (name, flattened, date, measures)
  }

  /// The date, where one is stated that can be read.
  public var when: VisitDate? { date.flatMap(VisitDate.init) }

  /// The letters of a number of visits: A to Z, then AA, AB, …
  public static func labels(_ count: Int) -> [String] {
    (0..<count).map { index in
      var (rest, label) = (index, "")
      repeat {
        label = String(UnicodeScalar(UInt8(65 + rest % 26))) + label
        rest = rest / 26 - 1
      } while rest >= 0
      return label
    }
  }
}

/// When a scan was made: a day, with the time where it is stated (ISO 8601).
public struct VisitDate: Sendable, Equatable {
  /// As it was stated.
  public let text: String
  /// Days since the first of January 1970, by the local time that was stated.
  public let days: Double

  /// The day as it is printed: `2026-03-14`.
  public var day: String { String(text.prefix(10)) }

  /// A date such as `2026-03-14`, `2026-03-14T09:30`, `2026-03-14 09:30:12.5` or `2026-03-14T09:30:12+01:00`.
  ///
  /// The offset is read and not used: a child's visits are told by the days where they took place.
  ///
  /// - Returns: nil for a text of another form, and for a day that no calendar has.
  public init?(_ text: String) {
    let form = #/(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/#
    guard text.utf8.count <= 40, let match = text.wholeMatch(of: form.asciiOnlyDigits()) else { return nil }
    let number = { (part: Substring?) in part.flatMap { Int($0) } ?? 0 }
    let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      calendar: calendar, timeZone: .gmt, year: number(match.1), month: number(match.2), day: number(match.3))
    guard hour < 24, minute < 60, second < 61, parts.year! > 0, parts.isValidDate,
      let midnight = calendar.date(from: parts)
    else { return nil }
    self.text = text
    days = midnight.timeIntervalSince1970 / 86_400 + Double(hour * 3600 + minute * 60 + second) / 86_400
  }
}

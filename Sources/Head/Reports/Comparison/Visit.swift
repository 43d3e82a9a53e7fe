import Analysis
import Diagnostics
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
  /// The months since the child's birth, its sex, and the weeks of pregnancy at birth, where they are stated.
  public var ageMonths: Double?, sex: String?, gestationWeeks: Double?
  /// The grades by its scales; nil where it has none.
  public var severities: [ScanResult.ScaleGrade]?
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

/// Where visits stand on an axis of time: by the child's age or by their dates where all have one, otherwise one after the other.
struct VisitAxis {
  /// The place of each visit, in ``unit`` since birth or the first.
  let places: [Double]
  /// The word for what is counted: months of age; days, weeks or months; nil where the visits only have an order.
  let unit: String?
  /// Whether places are ages in months.
  let isOfAge: Bool
  /// The ticks.
  let scale: RoundScale

  /// The longest spans, in days, that are told in days and in weeks.
  private static let (shortest, longest) = (21.0, 550.0)
  private static let month = 365.25 / 12

  /// - Parameter ages: of the child at the visits, in months; nil where they are not known.
  init(_ visits: [Visit], order: HeadChange.Order, ages: [Double]? = nil) {
    isOfAge = ages != nil
    if let ages {
      (places, unit) = (ages, "compare.age_months")
      scale = RoundScale(ages[0]...ages[ages.count - 1], most: 6, steps: [0.5, 1, 2, 3, 6, 12, 24])
      return
    }
    let days = visits.compactMap { $0.when?.days }
    guard order == .date, days.count == visits.count, let first = days.first, let last = days.last, last > first else {
      (places, unit) = (visits.indices.map(Double.init), nil)
      scale = RoundScale(0...Double(max(1, visits.count - 1)), most: visits.count)
      return
    }
    let span = last - first
    let (unit, size, steps): (String, Double, [Double]) =
      span <= Self.shortest
      ? ("compare.days", 1, [1, 2, 7])
      : span <= Self.longest
        ? ("compare.weeks", 7, [1, 2, 4, 8, 13, 26]) : ("compare.months", Self.month, [1, 2, 3, 6, 12, 24, 60])
    self.unit = unit
    places = days.map { ($0 - first) / size }
    scale = RoundScale(0...(span / size), most: 6, steps: steps)
  }

  /// How far along the axis a place lies.
  func share(_ place: Double) -> Double { (place - scale.low) / (scale.high - scale.low) }

  /// The visits' places along a length, none nearer to the one before than `gap`: visits of one day stand side by side.
  func positions(along length: Double, gap: Double) -> [Double] {
    let gap = min(gap, length / Double(max(1, places.count - 1)))
    var positions = places.map { share($0) * length }
    for index in positions.indices.dropFirst() {
      positions[index] = max(positions[index], positions[index - 1] + gap)
    }
    // What was pushed over the end goes back, and pushes in its turn.
    for index in positions.indices.reversed() {
      let room = length - Double(positions.count - 1 - index) * gap
      positions[index] = min(positions[index], room)
    }
    return positions
  }
}

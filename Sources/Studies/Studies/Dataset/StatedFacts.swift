internal import Diagnostics
internal import Platform
internal import Files

/// What a row of a table states of a child or a scan, checked value by value: what can't be true is not taken over, and a
/// finding says so.
struct StatedFacts {
  var description = ScanDescription()
  var cohort: String?
  var findings: [Finding] = []

  /// How many months the unit of a column `age` has.
  enum AgeUnit: String {
    case days, weeks, months, years

    /// The unit that a word names: as BIDS has it, or by its code in UCUM.
    init?(word: String) {
      let word = word.lowercased()
      let codes: [String: AgeUnit] = ["d": .days, "wk": .weeks, "mo": .months, "a": .years, "y": .years, "yr": .years]
      guard let unit = AgeUnit(rawValue: word) ?? AgeUnit(rawValue: word + "s") ?? codes[word] else { return nil }
      self = unit
    }

    var months: Double {
      switch self {
      case .days: 12 / 365.25
      case .weeks: 7 * 12 / 365.25
      case .months: 1
      case .years: 12
      }
    }
  }

  /// The unit of a column `age`, as far as a dataset states it.
  enum UnitOfAge {
    case stated(AgeUnit)
    /// The dataset states no unit: BIDS takes years then.
    case none
    /// The dataset states a unit that is not understood.
    case unknown(FindingValue)
  }

  /// Above so many years an age is taken to be one in months whose unit nobody stated.
  private static let oddYears = 3.0

  /// - Parameter ageUnit: that of a column `age`.
  init(_ table: DelimitedTable, _ cells: [String], ageUnit: UnitOfAge = .none) {
    if let text = table.cell(cells, "age_months") { takeAge(text, .months) }
    description.gestationWeeks = table.cell(cells, "gestation_weeks").flatMap(Double.init).flatMap {
      ScanDescription.gestations.contains($0) ? $0 : nil
    }
    if description.ageMonths == nil, let text = table.cell(cells, "age") {
      switch ageUnit {
      case .stated(let unit): takeAge(text, unit)
      case .unknown(let found): findings.append(Finding(.datasetAgeUnit, ["found": found]))
      case .none:
        takeAge(text, .years)
        if let months = description.ageMonths, months > Self.oddYears * AgeUnit.years.months {
          findings.append(
            Finding(.datasetOddAge, ["found": .quoted(text), "age_months": .number(months, decimals: 0)]))
        }
      }
    }
    if let text = table.cell(cells, "sex") {
      switch text.lowercased() {
      case "m", "male": description.sex = "male"
      case "f", "female": description.sex = "female"
      default: findings.append(Finding(.datasetBadSex, ["found": .quoted(text)]))
      }
    }
    if let text = table.cell(cells, "hair_mm") { takeHair(text) }
    cohort = table.cell(cells, "cohort", "group").flatMap { checked($0, "cohort") }
    description.operator = table.cell(cells, "operator").flatMap { checked($0, "operator") }
    description.device = table.cell(cells, "device").flatMap { checked($0, "device") }
    if let text = table.cell(cells, "date", "acq_time") {
      if let day = Self.day(text) {
        description.date = day
      } else {
        findings.append(Finding(.datasetBadText, ["column": .text("date"), "found": .quoted(text)]))
      }
    }
  }

  /// The day of a date; nil for any other text. BIDS has the time of a session as `2026-03-14T10:00:00`.
  private static func day(_ text: String) -> String? {
    let time = /[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?/
    let (day, rest) = (String(text.prefix(10)), text.dropFirst(10))
    guard ScanDescription.isDate(day), rest.isEmpty || rest.wholeMatch(of: time) != nil else { return nil }
    return day
  }

  /// A text that may be stated; nil, and a finding, for any other.
  mutating func checked(_ text: String, _ column: String) -> String? {
    // A command line ends a word at a zero byte.
    if ScanDescription.isText(text), !text.utf8.contains(0) { return text }
    findings.append(Finding(.datasetBadText, ["column": .text(column), "found": .quoted(text)]))
    return nil
  }

  private mutating func takeHair(_ text: String) {
    if let hair = Double(text), ScanDescription.hairsMm.contains(hair) {
      description.hairMm = hair
    } else {
      findings.append(
        Finding(
          .datasetBadHair,
          ["found": .quoted(text), "limit_mm": .number(ScanDescription.hairsMm.upperBound, decimals: 0, unit: "mm")]))
    }
  }

  private mutating func takeAge(_ text: String, _ unit: AgeUnit) {
    // "nan" and "1e999" are numbers to a parser, and ages to nobody.
    let months = Double(text).map { $0 * unit.months }
    if let months, ScanDescription.ages.contains(months) {
      description.ageMonths = months
    } else {
      findings.append(
        Finding(
          .datasetBadAge,
          ["found": .quoted(text), "limit": .number(ScanDescription.ages.upperBound, decimals: 0)]))
    }
  }
}

extension DatasetScan {
  /// Takes over what is stated where nothing is known yet.
  mutating func complete(by facts: StatedFacts) {
    description = description.filled(by: facts.description)
    cohort = cohort ?? facts.cohort
    findings += facts.findings
  }
}

extension ScanDescription {
  /// The description with what another one states where this one is silent, age and sex each for itself: in a dataset they may
  /// stand in different files.
  func filled(by other: ScanDescription) -> ScanDescription {
    var all = completed(by: other)
    (all.ageMonths, all.sex) = (ageMonths ?? other.ageMonths, sex ?? other.sex)
    return all
  }
}

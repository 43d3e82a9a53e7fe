internal import Diagnostics
internal import Platform
internal import ScanDescriptions

/// What a row of a table states of a child or a scan, checked value by value: what can't be true is not taken over, and a
/// finding says so.
struct StatedFacts {
  var description = ScanDescription()
  var cohort: String?
  var findings: [Finding] = []

  /// How many months the unit of a column `age` has.
  enum AgeUnit: String {
    case days, weeks, months, years

    var months: Double {
      switch self {
      case .days: 12 / 365.25
      case .weeks: 7 * 12 / 365.25
      case .months: 1
      case .years: 12
      }
    }
  }

  /// - Parameter ageUnit: that of a column `age`; BIDS takes years where nothing else is said.
  init(_ table: DelimitedTable, _ cells: [String], ageUnit: AgeUnit = .years) {
    if let text = table.cell(cells, "age_months") { takeAge(text, .months) }
    if description.ageMonths == nil, let text = table.cell(cells, "age") { takeAge(text, ageUnit) }
    if let text = table.cell(cells, "sex") {
      switch text.lowercased() {
      case "m", "male": description.sex = "male"
      case "f", "female": description.sex = "female"
      default: findings.append(Finding(.datasetBadSex, ["found": .quoted(text)]))
      }
    }
    cohort = table.cell(cells, "cohort", "group").flatMap { checked($0, "cohort") }
    description.operator = table.cell(cells, "operator").flatMap { checked($0, "operator") }
    description.device = table.cell(cells, "device").flatMap { checked($0, "device") }
    // BIDS has the time of a session as 2026-03-14T10:00:00.
    if let text = table.cell(cells, "date", "acq_time").map({ String($0.prefix(10)) }) {
      if ScanDescription.isDate(text) {
        description.date = text
      } else {
        findings.append(Finding(.datasetBadText, ["column": .text("date"), "found": .quoted(text)]))
      }
    }
  }

  /// A text that may be stated; nil, and a finding, for any other.
  mutating func checked(_ text: String, _ column: String) -> String? {
    // A command line ends a word at a zero byte.
    if ScanDescription.isText(text), !text.utf8.contains(0) { return text }
    findings.append(Finding(.datasetBadText, ["column": .text(column), "found": .quoted(text)]))
    return nil
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
    let (age, sex) = (description.ageMonths ?? facts.description.ageMonths, description.sex ?? facts.description.sex)
    description = description.completed(by: facts.description)
    (description.ageMonths, description.sex) = (age, sex)
    cohort = cohort ?? facts.cohort
    findings += facts.findings
  }
}

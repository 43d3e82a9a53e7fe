internal import Analysis
internal import Diagnostics

/// Numbers of a study's summary in words.
struct SummaryText: Sendable {
  let language: Language
  /// The measure that is told.
  let measure: MeasureName

  /// A number with the measure's unit.
  func value(_ value: Double, digits: Int = 2) -> String {
    language.number(value, digits: digits) + (measure.unit == "°" ? "" : " ") + measure.unit
  }

  /// A number without a unit, with its interval.
  func plain(_ estimate: SummaryEstimate, digits: Int = 2) -> String {
    language.number(estimate.value, digits: digits) + interval(estimate, digits: digits)
  }

  /// A number of the measure's unit with its interval.
  func estimate(_ estimate: SummaryEstimate, digits: Int = 2) -> String {
    value(estimate.value, digits: digits) + interval(estimate, digits: digits)
  }

  private func interval(_ estimate: SummaryEstimate, digits: Int) -> String {
    guard let ends = estimate.ci95, ends.count == 2 else { return "" }
    let range = language(
      "report.range",
      ["low": .number(ends[0], decimals: digits), "high": .number(ends[1], decimals: digits)])
    return " (\(range))"
  }

  /// A probability: three decimals, or that it is below the least that these can say.
  func probability(_ value: Double) -> String {
    value < 0.001 ? "p < " + language.number(0.001, digits: 3) : "p = " + language.number(value, digits: 3)
  }

  /// What was left out, as a sentence; empty where nothing was.
  func leftOut(_ list: [LeftOut]) -> String {
    guard !list.isEmpty else { return "" }
    let parts = list.map { "\($0.scans) (\(language.term($0.reason.rawValue, of: "left_out")))" }
    return language("study.left_out", ["parts": .names(parts)])
  }
}

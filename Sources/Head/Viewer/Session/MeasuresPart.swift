import Analysis
import Diagnostics
import Reports

extension SessionState.Measures {
  /// What a page shows of measures.
  ///
  /// - Parameters:
  ///   - before: the CVAI before the last pick.
  ///   - isFinal: true for those of a saved result.
  init(
    _ measures: HeadMeasures, revision: Int, before: Double?, hasIntervals: Bool, isFinal: Bool, _ language: Language
  ) {
    let result = ScanResult(measures)
    state = hasIntervals ? "intervals" : "values"
    (self.revision, self.isFinal) = (revision, isFinal)
    rows = MeasureName.allCases.map { SessionState.Row($0, result, language) }
    severity = measures.severity.map { grade in
      .init(
        text: result.severities.first?.line(language) ?? "", level: grade.level,
        levels: grade.scale.borders.count + 1, flattened: FlattenedSide.title(grade.flattened.rawValue, language))
    }
    findings = (measures.reasons + measures.notes).map { $0.text(language) }
    cvai = measures[.cvai].value.map { value in
      .init(value: value, ci95: measures[.cvai].ci95.map { [$0.lowerBound, $0.upperBound] })
    }
    cvaiBefore = before
  }
}

extension SessionState.Row {
  fileprivate init(_ measure: MeasureName, _ result: ScanResult, _ language: Language) {
    let written = result.measures[measure.rawValue]
    let digits = measure == .cvai || measure == .cvaiShorter || measure == .cva ? 2 : 1
    let number = { (value: Double) in language.number(value, digits: digits) }
    (key, name, unit) = (measure.rawValue, measure.title(language), measure.unit)
    value = (written?.value).map(number)
    interval = written?.ci95.map {
      language("report.range", ["low": .text(number($0[0])), "high": .text(number($0[1]))])
    }
    text = written?.value == nil ? result.findings.withheldMark(measure, language) : nil
  }
}

import Analysis
import Diagnostics
import Geometry

extension HeadChange {
  /// The result of a comparison.
  public init(_ comparison: HeadComparison, a: Side, b: Side, choices: ScanResult.ProtocolChoices) {
    let cvai = comparison.changes.first { $0.name == .cvai }
    status = cvai?.change == nil ? .incomplete : .complete
    findings =
      comparison.changes.flatMap { change in change.reasons.map { $0.withholding(change.name) } }.byCause
      + comparison.notes
    (reasons, notes) = (findings.reasons, findings.notes)
    (self.a, self.b, self.protocol) = (a, b, choices)
    registration = Registration(comparison.registration)
    let (growth, reach) = (comparison.registration.growth, 1.959964 * comparison.registration.growthDeviation)
    if comparison.doubt == nil {
      self.growth = .init(
        value: Rounding.value(growth), ci95: [Rounding.value(growth - reach), Rounding.value(growth + reach)])
    }
    changes = comparison.changes.reduce(into: [:]) { $0[$1.name.rawValue] = Change($1) }
    vault = Distances(comparison.vault)
    regions = comparison.regions.reduce(into: [:]) { $0[$1.key.rawValue] = Distances($1.value) }
  }
}

extension HeadChange.Registration {
  init(_ registration: HeadRegistration) {
    let rows = registration.aFromB.rotation.rows
    method = registration.method.rawValue
    rotation = [rows.0, rows.1, rows.2].map { row in [row.x, row.y, row.z].map { ($0 * 1e9).rounded() / 1e9 } }
    translationMm = Rounding.millimetres(registration.aFromB.translation)
    rmsMm = Rounding.millimetres(registration.rms)
    wholeRmsMm = Rounding.millimetres(registration.wholeRMS)
    inlierShare = Rounding.fraction(registration.inlierShare)
  }
}

extension HeadChange.Change {
  init(_ change: MeasureChange) {
    (a, b) = (change.before.value.map(Rounding.value), change.after.value.map(Rounding.value))
    self.change = if change.change != nil, let a, let b { Rounding.value(b - a) } else { nil }
    unit = change.name.unit
    ci95 = change.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    smallestDetectable = change.smallestDetectable.map(Rounding.value)
    (detected, reason) = (change.isDetected, change.reasons.text())
    code = (change.reasons.first?.causes.first ?? change.reasons.first)?.code.rawValue
  }
}

extension HeadChange.Distances {
  init(_ pair: (distance: DistanceSummary, shape: DistanceSummary)) {
    (distance, shape) = (.init(pair.distance), .init(pair.shape))
  }
}

extension HeadChange.Summary {
  init(_ summary: DistanceSummary) {
    (meanMm, rmsMm) = (Rounding.millimetres(summary.mean), Rounding.millimetres(summary.rms))
    (p5Mm, medianMm) = (Rounding.millimetres(summary.low), Rounding.millimetres(summary.median))
    (p95Mm, seen) = (Rounding.millimetres(summary.high), Rounding.fraction(summary.seen))
  }
}

extension HeadChange {
  /// Of how much the change is known.
  public var compared: MeasuredState {
    MeasuredState(withheld: MeasureName.allCases.filter { changes[$0.rawValue]?.change == nil })
  }
}

import Diagnostics
import Geometry
import Landmarks
import Workers

/// Combines values, spreads and reasons into the measures of a head.
struct MeasureSynthesis {
  let nominal: Evaluation
  let spreads: Spreads?
  /// The values over the cap, where a cap was taken off.
  var overCap: CapVariants.Values = [:]

  /// The measures, graded by scales.
  func measures(
    _ choices: MeasurementProtocol, scales: [SeverityScale], vertexHeight: Double,
    _ workers: Workers = Workers(count: 1)
  ) -> HeadMeasures {
    let names = MeasureName.allCases
    let results = Dictionary(uniqueKeysWithValues: zip(names, workers.map(names.count) { result(names[$0]) }))
    var measures = HeadMeasures(
      choices: choices, landmarks: HeadLandmarks([:]), results: results, scales: scales,
      grades: scales.filter { $0.refusal(of: choices) == nil }.compactMap { grade($0, results) })
    measures.vertexHeight = vertexHeight
    if results[.length]?.value != nil { measures.radii = workers.map(OutlineRadii.degrees.count, radius) }
    measures.section = nominal.section?.section
    measures.centre = nominal.section?.centre
    if results[.diagonalLeftFront]?.value != nil { measures.leftFront = nominal.section?.leftFront }
    if results[.diagonalRightFront]?.value != nil { measures.rightFront = nominal.section?.rightFront }
    measures.notes = (nominal.section?.ears ?? []).map { Finding(.sectionEar, ["landmark": $0.shown]) }
    measures.notes += nominal.section?.steps()?.findings ?? []
    measures.notes += scales.compactMap { $0.refusal(of: choices) ?? $0.doubt(of: choices) }
    return measures
  }

  private func result(_ name: MeasureName) -> MeasureResult {
    let interval = spreads?.interval(name)
    if let reason = nominal.reasons[name] ?? PlausibleRange.reason(name, nominal.values) ?? lost(interval, name) {
      return MeasureResult(value: nil, unit: name.unit, reasons: [reason])
    }
    let value = nominal.values[name]
    // A change below a micrometre, or its equivalent in other units, is floating-point rounding.
    let over = overCap[.measure(name)].flatMap { over in value.flatMap { abs(over - $0) > 1e-3 ? over : nil } }
    return MeasureResult(
      value: value, unit: name.unit, ci95: interval,
      repeatability: spreads?.interval(name, .repeatability),
      budget: spreads?.budget(name) ?? [], overCap: over, signed: signed(name))
  }

  /// A radius of the outline; without a value where it was not seen.
  private func radius(_ index: Int) -> MeasureResult {
    let quantity = Quantity.radius(index)
    let interval = spreads?.interval(quantity, .whole)
    let isKnown = spreads == nil || interval != nil
    return MeasureResult(
      value: isKnown ? nominal[quantity] : nil, unit: "mm", ci95: interval,
      repeatability: spreads?.interval(quantity, .repeatability))
  }

  /// A measure of asymmetry with its side; nil for one that has none.
  private func signed(_ name: MeasureName) -> Estimate? {
    guard name.fold != nil, let value = nominal.signed(name, nominal: nominal) else { return nil }
    return Estimate(value, ci95: spreads?.signedInterval(name))
  }

  /// Why a value may not stand where intervals were asked for: nil where its own makes sense.
  private func lost(_ interval: ClosedRange<Double>?, _ name: MeasureName) -> Finding? {
    guard let spreads, let value = nominal.values[name] else { return nil }
    if let interval { return PlausibleRange.reason(name, interval: interval) }
    guard value.isFinite else { return Finding(.uncertaintyNotFinite) }
    return Finding(spreads[name] == nil ? .uncertaintyLost : .uncertaintyUnbounded)
  }

  private func grade(_ scale: SeverityScale, _ results: [MeasureName: MeasureResult]) -> Severity? {
    guard let result = results[scale.measure], let value = result.value,
      let spread = spread(scale.measure)
    else { return nil }
    let ends = result.ci95.map { [$0.lowerBound, $0.upperBound] } ?? [value]
    return Severity(
      scale: scale, level: scale.level(of: value), probabilities: scale.probabilities(spread),
      crossesBorder: Set(ends.map(scale.level)).count > 1, flattened: flattened(results))
  }

  /// The spread of a measure; that of a single value where no intervals were asked for, and nil where it is lost.
  private func spread(_ name: MeasureName) -> MeasureSpread? {
    guard let spreads else { return nominal.signed(name, nominal: nominal).map { MeasureSpread(samples: [$0]) } }
    return spreads[name]
  }

  /// The side of the back of the head at the shorter diagonal, where the two differ significantly; `none` only where
  /// the whole interval lies below what a clinic sees.
  private func flattened(_ results: [MeasureName: MeasureResult]) -> FlattenedSide {
    guard results[.cva]?.value != nil, let index = results[.cvai]?.value,
      let signed = nominal.signed(.cva, nominal: nominal), let interval = spread(.cva)?.interval(about: signed)
    else { return .unknown }
    if !interval.contains(0) { return signed > 0 ? .leftPosterior : .rightPosterior }
    return results[.cvai]?.ci95?.upperBound ?? index < FlattenedSide.visible ? .none : .unknown
  }
}

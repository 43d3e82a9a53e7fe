import Geometry

/// Puts values, spreads and reasons together.
struct Summary {
  let nominal: Evaluation
  let spreads: Spreads?
  /// The values over the cap, where a cap was taken off.
  var overCap: [MeasureName: Double] = [:]

  /// The measures, graded by scales.
  func measures(_ choices: MeasurementProtocol, scales: [SeverityScale], vertexHeight: Double) -> HeadMeasures {
    let results = MeasureName.allCases.map { ($0, result($0)) }
    var measures = HeadMeasures(
      choices: choices, landmarks: HeadLandmarks([:]), results: Dictionary(uniqueKeysWithValues: results),
      scales: scales, grades: scales.compactMap(grade))
    measures.vertexHeight = vertexHeight
    measures.section = nominal.section?.section
    measures.centre = nominal.section?.centre
    measures.leftFront = nominal.section?.leftFront
    measures.rightFront = nominal.section?.rightFront
    measures.notes = (nominal.section?.ears ?? []).map { ear in
      "the section meets the ear at the \(ear.title): the width leaves it out, circumference and contour hold it"
    }
    return measures
  }

  private func result(_ name: MeasureName) -> MeasureResult {
    let value = nominal.values[name]
    // A change below a micrometre, or its like in other units, is the rounding of the machine.
    let over = overCap[name].flatMap { over in value.flatMap { abs(over - $0) > 1e-3 ? over : nil } }
    return MeasureResult(
      value: value, unit: name.unit, ci95: spreads?.interval(name), reason: nominal.reasons[name], overCap: over)
  }

  private func grade(_ scale: SeverityScale) -> Severity? {
    guard let value = nominal.values[scale.measure], let signed = nominal.signed(scale.measure, nominal: nominal) else {
      return nil
    }
    let spread = spreads?[scale.measure] ?? MeasureSpread(samples: [signed])
    let ends = spreads?.interval(scale.measure).map { [$0.lowerBound, $0.upperBound] } ?? [value]
    return Severity(
      scale: scale, level: scale.level(of: value), probabilities: scale.probabilities(spread),
      crossesBorder: Set(ends.map(scale.level)).count > 1, flattened: flattened)
  }

  /// The side of the back of the head at the shorter diagonal, where the two differ significantly.
  private var flattened: FlattenedSide {
    guard let signed = nominal.signed(.cva, nominal: nominal) else { return .none }
    let spread = spreads?[.cva] ?? MeasureSpread(samples: [signed])
    return spread.interval(about: signed).contains(0) ? .none : (signed > 0 ? .leftPosterior : .rightPosterior)
  }
}

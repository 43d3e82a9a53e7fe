import Geometry

/// Puts values, spreads and reasons together.
enum Summary {
  static func summarise(
    _ nominal: Evaluation, _ spreads: [MeasureName: MeasureSpread]?, vertexHeight: Double,
    _ choices: MeasurementProtocol
  ) -> HeadMeasures {
    let results = MeasureName.allCases.map { name in
      let interval = spreads?[name].flatMap { spread in nominal.signed(name).map(spread.interval(about:)) }
      return (
        name,
        MeasureResult(
          value: nominal.values[name], unit: name.unit, ci95: interval.map(name.folded), reason: nominal.reasons[name])
      )
    }
    var measures = HeadMeasures(
      choices: choices, landmarks: HeadLandmarks([:]), results: Dictionary(uniqueKeysWithValues: results),
      severity: severity(nominal, spreads))
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

  private static func severity(_ nominal: Evaluation, _ spreads: [MeasureName: MeasureSpread]?) -> Severity? {
    let scale = SeverityScale.choa
    guard let value = nominal.values[scale.measure], let signed = nominal.signed(scale.measure) else { return nil }
    let spread = spreads?[scale.measure] ?? MeasureSpread(samples: [signed])
    return Severity(
      scale: scale.name, level: scale.level(of: value), probabilities: scale.probabilities(spread),
      flattened: spread.interval(about: signed).contains(0) ? .none : (signed > 0 ? .leftPosterior : .rightPosterior))
  }
}

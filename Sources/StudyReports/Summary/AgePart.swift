internal import Statistics
internal import Studies

/// How a measure changes with age within children (Docs/methods/statistics.md, mixed model).
struct AgePart: Encodable, Sendable {
  /// The fitted line, and what is random about it.
  struct Model: Encodable, Sendable {
    /// The value at birth, in the measure's unit, and the change a month.
    let atBirth, perMonth: SummaryEstimate
    let probability: Double
    /// The standard deviations of children's values at birth, of their slopes (nil where none is fitted), and of what is left.
    let interceptSd: Double, slopeSd: Double?, residualSd: Double
    /// `random_slope`, or why each child has not its own slope.
    let randomPart: String
  }

  /// How many scans of how many children, of whom so many have several.
  let scans, subjects, repeated: Int
  let leftOut: [LeftOut]
  let model: Carried<Model>

  init(_ data: StudyData) {
    let known = data.measured.filter { $0.record.subject != nil }
    let aged = known.filter { $0.record.ageMonths != nil }
    scans = aged.count
    let counts = Dictionary(grouping: aged) { $0.record.subject }.map(\.value.count)
    (subjects, repeated) = (counts.count, counts.count { $0 > 1 })
    leftOut = LeftOut.list([
      (.withheld, data.withheld), (.noSubject, data.withoutSubject), (.noAge, known.count - aged.count),
    ])
    model = Carried { () throws(StatisticsError) in
      let ages = aged.map { $0.record.ageMonths ?? 0 }
      let fit = try MixedModel(
        aged.map(\.value), [Column("age_months", ages)], subjects: aged.map { $0.record.subject ?? "" }, time: ages)
      return Model(
        atBirth: SummaryEstimate(fit.fixed[0]), perMonth: SummaryEstimate(fit.fixed[1]),
        probability: fit.fixed[1].probability, interceptSd: fit.interceptVariance.squareRoot(),
        slopeSd: fit.slopeVariance?.squareRoot(), residualSd: fit.residualVariance.squareRoot(),
        randomPart: Self.name(fit.randomPart))
    }
  }

  private static func name(_ part: MixedModel.RandomPart) -> String {
    switch part {
    case .interceptAndSlope: "random_slope"
    case .intercept(.noOwnVariance): "no_own_variance"
    case .intercept: "too_few_repeats"
    }
  }
}

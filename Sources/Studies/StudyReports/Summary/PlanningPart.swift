internal import Statistics
internal import Studies

/// How many children a study needs for intervals of a wanted half-width, if they vary as those of this one do
/// (Docs/methods/statistics.md, sample size).
struct PlanningPart: Encodable, Sendable {
  /// The half-widths of intervals for which numbers of children are looked for.
  struct Wanted: Encodable, Sendable, Equatable {
    /// Of means, deviations, limits and differences, in the measure's unit; of an intraclass correlation.
    let halfWidth, iccHalfWidth: Double
  }

  /// The quantities for whose intervals numbers of children are looked for.
  enum Quantity: String, Encodable, Sendable, CaseIterable {
    case mean
    case withinSubject = "within_subject"
    case intraclassCorrelation = "icc"
    case limit
    case difference
  }

  /// The number for one quantity.
  struct Need: Encodable, Sendable {
    let quantity: Quantity
    /// The two methods of a limit of agreement; nil for other quantities.
    let first, other: String?
    /// Both methods as a label.
    let label: String?
    /// Scans of each child in one session; nil where one is enough.
    let repeats: Int?
    /// The estimate that the number is computed from: a standard deviation in the measure's unit, or the correlation.
    let from: Carried<Double>
    /// Children; in each of two groups for a difference.
    let children: Carried<Int>

    private enum CodingKeys: String, CodingKey { case quantity, first, other, repeats, from, children }
  }

  let wanted: Wanted
  let needs: [Need]

  init(_ data: StudyData, _ repeats: RepeatPart, _ agreements: [AgreementPart], _ groups: GroupsPart?, _ wanted: Wanted)
  {
    self.wanted = wanted
    let half = wanted.halfWidth
    let children = data.subjects.map { scans in scans.reduce(0) { $0 + $1.value } / Double(scans.count) }
    let ofChildren = Carried { () throws(StatisticsError) in try Self.deviation([children]) }
    let within = repeats.error.then { (error) throws(StatisticsError) in error.withinSd.value }
    // An estimate below 0 is one of a correlation that can't be.
    let correlation = repeats.correlation.then { (found) throws(StatisticsError) in max(0, found.icc11.value) }
    let scans = repeats.usualScans
    var needs = [
      Self.need(.mean, ofChildren) { (sd) throws(StatisticsError) in try SampleSize.mean(deviation: sd, halfWidth: half)
      },
      Self.need(.withinSubject, within, repeats: scans) { (sd) throws(StatisticsError) in
        try SampleSize.withinSubject(deviation: sd, repeats: scans, halfWidth: half)
      },
      Self.need(.intraclassCorrelation, correlation, repeats: scans) { (icc) throws(StatisticsError) in
        try SampleSize.intraclassCorrelation(icc, readings: scans, halfWidth: wanted.iccHalfWidth)
      },
    ]
    needs += agreements.map { agreement in
      let sd = agreement.limits.then { (limits) throws(StatisticsError) in limits.sd }
      return Self.need(.limit, sd, of: agreement) { (sd) throws(StatisticsError) in
        try SampleSize.limitsOfAgreement(deviation: sd, halfWidth: half)
      }
    }
    if let groups, groups.groups.count > 1 {
      let common = Carried { () throws(StatisticsError) in
        try Self.deviation(groups.groups.map { $0.children.map(\.value) })
      }
      needs.append(
        Self.need(.difference, common) { (sd) throws(StatisticsError) in
          try SampleSize.difference(deviation: sd, halfWidth: half)
        })
    }
    self.needs = needs
  }

  private static func need(
    _ quantity: Quantity, _ from: Carried<Double>, repeats: Int? = nil, of pair: AgreementPart? = nil,
    _ size: (Double) throws(StatisticsError) -> SampleSize
  ) -> Need {
    Need(
      quantity: quantity, first: pair?.first, other: pair?.second, label: pair?.label, repeats: repeats, from: from,
      children: from.then { (value) throws(StatisticsError) in try size(value).count })
  }

  /// The standard deviation within some groups.
  private static func deviation(_ groups: [[Double]]) throws(StatisticsError) -> Double {
    let several = groups.filter { $0.count > 1 }
    guard !several.isEmpty else { throw .tooFew(.values, found: groups.map(\.count).max() ?? 0, needed: 2) }
    var (squares, freedom) = (0.0, 0)
    for group in several {
      let deviation = try Summary(group).standardDeviation ?? 0
      squares += deviation * deviation * Double(group.count - 1)
      freedom += group.count - 1
    }
    guard squares > 0 else { throw .noSpread(.values) }
    return (squares / Double(freedom)).squareRoot()
  }
}

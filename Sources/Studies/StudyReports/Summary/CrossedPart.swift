internal import Statistics
internal import Studies

/// How well several observers, operators or devices agree that measured the same heads: the columns of the intraclass
/// correlation are theirs (Docs/methods/statistics.md, intraclass correlation).
struct CrossedPart: Encodable, Sendable {
  /// What they say together.
  struct Agreement: Encodable, Sendable {
    /// How many heads, one a child, were measured by all of them.
    let heads: Int
    /// Theirs as a sample of all such, whose bias counts; and theirs alone, without it.
    let icc21, icc31: SummaryEstimate
    /// The technical error between them, which is the within-subject standard deviation of a reading of any of them; in per
    /// cent of the mean.
    let tem: SummaryEstimate, relativeTemPercent: SummaryEstimate?
  }

  let raters: AgreementPair.Kind
  let names: [String]
  /// Those who share heads with these, and measured less than half as many as the one with most: they would take most of the
  /// others' heads out of the table.
  let few: [String]
  /// Scans that are in no head, heads of further visits, and such that not all of them measured.
  let leftOut: [LeftOut]
  let agreement: Carried<Agreement>

  /// One for each set of those who share heads with each other or by way of others.
  static func all(_ data: StudyData) -> [CrossedPart] {
    Raters.all(data).flatMap { raters in raters.sets.compactMap { CrossedPart(raters, $0) } }
  }

  /// Nil where nobody but one measured enough of the heads.
  private init?(_ raters: Raters, _ set: [String]) {
    let counts = set.map { name in (name: name, heads: raters.heads.count { $0.readings[name]?.value != nil }) }
    let most = counts.map(\.heads).max() ?? 0
    let names = counts.filter { 2 * $0.heads >= most }.map(\.name)
    guard names.count > 1 else { return nil }
    (self.raters, self.names, few) = (raters.kind, names, set.filter { !names.contains($0) })
    var (rows, children): ([[Double]], Set<String>) = ([], [])
    var (incomplete, again) = (0, 0)
    // The heads of another set are none that these have missed.
    for head in raters.heads where names.contains(where: { head.readings[$0] != nil }) {
      let values = names.compactMap { head.readings[$0]?.value }
      if values.count < names.count {
        incomplete += 1
      } else if children.insert(head.child).inserted {
        rows.append(values)
      } else {
        again += 1
      }
    }
    leftOut = LeftOut.list(raters.missing(of: names) + [(.notByAll, incomplete), (.furtherHead, again)])
    agreement = Carried { [rows] () throws(StatisticsError) in
      let icc = try IntraclassCorrelation(rows)
      let error = try Repeatability(rows)
      return Agreement(
        heads: icc.subjects, icc21: SummaryEstimate(icc.twoWayRandom), icc31: SummaryEstimate(icc.twoWayMixed),
        tem: SummaryEstimate(error.technicalError),
        relativeTemPercent: error.relativeError.map { SummaryEstimate($0) })
    }
  }
}

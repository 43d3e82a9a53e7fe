internal import Statistics
internal import Studies

/// Whether two methods put the same scans into the same level of severity.
struct LevelAgreement: Encodable, Sendable, Equatable {
  /// The scale that both are of, and how many scans both graded by it.
  let scale: String
  let scans: Int
  /// The share of them with the same level by both.
  let alike: Double
  /// κ with linear weights; its interval allows for several pairs of a child.
  let kappa: SummaryEstimate
  /// Pairs that have no two levels of this scale.
  let leftOut: [LeftOut]

  /// The levels by both methods, of one scan each; those of the scale that most share are taken.
  init(_ pairs: [AgreementPair.Grades]) throws(StatisticsError) {
    let common = pairs.filter { $0.first.scale == $0.second.scale }
    let byScale = Dictionary(grouping: common) { $0.first.scale }
    let largest = byScale.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let graded = largest?.value ?? []
    // More categories than are in use leave κ with linear weights as it is.
    let most = graded.reduce(1) { max($0, $1.first.level, $1.second.level) }
    let found = try Kappa(
      graded.map(\.first.level), graded.map(\.second.level), of: graded.map(\.child), categories: most + 1,
      weights: .linear)
    scale = largest?.key ?? ""
    scans = graded.count
    leftOut = LeftOut.list([(.otherScale, pairs.count - graded.count)])
    alike = found.agreement
    kappa = SummaryEstimate(found.value)
  }
}

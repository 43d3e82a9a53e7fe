internal import Studies

/// How many scans are of each level of a scale of severity.
struct SeverityShares: Encodable, Sendable, Equatable {
  struct Level: Encodable, Sendable, Equatable { let level, scans: Int }

  let scale: String
  let levels: [Level]
  /// How many scans have no level by this scale.
  let ungraded: Int

  /// The levels of each scale that scans were graded by.
  static func all(_ records: [StudyRecord]) -> [SeverityShares] {
    Dictionary(grouping: records) { $0.scale }.compactMap { scale, graded -> SeverityShares? in
      guard let scale else { return nil }
      let levels = Dictionary(grouping: graded.compactMap(\.level)) { $0 }
        .map { Level(level: $0, scans: $1.count) }.sorted { $0.level < $1.level }
      guard !levels.isEmpty else { return nil }
      return SeverityShares(
        scale: scale, levels: levels, ungraded: records.count - levels.reduce(0) { $0 + $1.scans })
    }.sorted { $0.scale < $1.scale }
  }
}

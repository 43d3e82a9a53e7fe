/// How many frames count, and how many don't, by reason.
struct FrameCounts: Sendable, Equatable {
  let all, valid: Int
  let rejected: [RejectionReason: Int]

  /// - Parameters:
  ///   - reasons: why each frame of the file does not count; nil for those that do.
  ///   - absent: how many frames the file lacks between its first and its last.
  ///   - untimed: how many it has behind these that have lost their times.
  init(_ reasons: [RejectionReason?], absent: Int = 0, untimed: Int = 0) {
    all = reasons.count + absent + untimed
    var rejected = reasons.reduce(into: [RejectionReason: Int]()) { counts, reason in
      if let reason { counts[reason, default: 0] += 1 }
    }
    if absent > 0 { rejected[.absent] = absent }
    if untimed > 0 { rejected[.untimed] = untimed }
    self.rejected = rejected
    valid = all - rejected.values.reduce(0, +)
  }

  /// The share of frames that count; 0 without frames.
  var share: Double { all > 0 ? Double(valid) / Double(all) : 0 }

  /// The reasons, the most frequent first.
  var reasons: [(reason: RejectionReason, count: Int)] {
    rejected.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }
}

/// How many frames count, and how many don't, by reason.
struct FrameCounts: Sendable, Equatable {
  let all, valid: Int
  let rejected: [RejectionReason: Int]

  init(_ reasons: [RejectionReason?]) {
    all = reasons.count
    rejected = reasons.reduce(into: [:]) { counts, reason in
      if let reason { counts[reason, default: 0] += 1 }
    }
    valid = all - rejected.values.reduce(0, +)
  }

  /// The share of frames that count; 0 without frames.
  var share: Double { all > 0 ? Double(valid) / Double(all) : 0 }

  /// The reasons, the most frequent first.
  var reasons: [(reason: RejectionReason, count: Int)] {
    rejected.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }
}

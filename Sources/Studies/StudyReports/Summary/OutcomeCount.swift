internal import Studies

/// How many scans ended in one way, for one reason.
struct OutcomeCount: Encodable, Sendable, Equatable {
  /// `complete`, `withheld` or `failed`.
  let status: String
  /// The kind of finding or error; nil for complete scans.
  let code: String?
  let scans: Int

  /// Every scan in one of these counts: complete ones, then by status, the most frequent reason first.
  static func all(_ records: [StudyRecord]) -> [OutcomeCount] {
    struct Key: Hashable { let status: String, code: String? }
    let order = ["complete": 0, "withheld": 1, "failed": 2]
    return Dictionary(grouping: records) { Key(status: $0.status, code: $0.code) }
      .map { OutcomeCount(status: $0.status, code: $0.code, scans: $1.count) }
      .sorted {
        (order[$0.status] ?? 3, -$0.scans, $0.code ?? "") < (order[$1.status] ?? 3, -$1.scans, $1.code ?? "")
      }
  }
}

internal import Studies

/// What one session of a child of known age gives: the mean of its scans. Scans of a session share what was of that day; each
/// for itself, they would count as several.
struct AgeSession: Sendable, Equatable {
  let subject: String
  /// Months.
  let age: Double
  let value: Double

  /// One for each session whose child and age are known.
  static func all(_ data: StudyData) -> [AgeSession] {
    data.sessions.compactMap { scans in
      guard let subject = scans[0].record.subject, let age = scans[0].record.ageMonths else { return nil }
      return AgeSession(subject: subject, age: age, value: scans.reduce(0) { $0 + $1.value } / Double(scans.count))
    }
  }

  /// The same by child, each in the order of age.
  static func children(_ sessions: [AgeSession]) -> [[AgeSession]] {
    Dictionary(grouping: sessions, by: \.subject).sorted { $0.key < $1.key }
      .map { $0.value.sorted { ($0.age, $0.value) < ($1.age, $1.value) } }
  }
}

internal import Studies

/// A session of a child: scans of it, or ranges of motion, that state the same are repeats.
struct ChildSession: Hashable {
  let subject: String
  let session, date: String?
  /// Months.
  let age: Double?

  /// Nil for a scan without a subject's code.
  init?(_ record: StudyRecord) {
    self.init(record.subject, session: record.session, date: record.date, age: record.ageMonths)
  }

  /// Nil for a range of motion without a subject's code.
  init?(_ record: MotionRecord) {
    self.init(record.subject, session: record.session, date: record.date, age: record.ageMonths)
  }

  private init?(_ subject: String?, session: String?, date: String?, age: Double?) {
    guard let subject else { return nil }
    (self.subject, self.session, self.date, self.age) = (subject, session, date, age)
  }
}

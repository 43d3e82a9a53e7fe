@testable import Studies

/// Made-up scans of a study.
enum Records {
  static let own = StudyRecord.Method(protocolName: "calvaria-default 3", origin: "batch")
  static let other = StudyRecord.Method(protocolName: "cap-included 1", origin: "remeasured")

  /// A scan; a value of nil is withheld.
  static func scan(
    _ name: String, subject: String? = nil, session: String? = "1", cohort: String? = nil, age: Double? = nil,
    cvai: Double?, other value: Double?? = .none
  ) -> StudyRecord {
    var record = StudyRecord(
      scan: name, status: cvai == nil ? "withheld" : "complete", code: cvai == nil ? "section.gap" : nil,
      subject: subject, session: session, cohort: cohort, ageMonths: age, method: own)
    record.measures["cvai"] = .init(
      value: cvai, low: cvai.map { $0 - 1 }, high: cvai.map { $0 + 1 }, code: cvai == nil ? "section.gap" : nil)
    if case .some(let value) = value { record.others[Self.other] = .init(value: value) }
    return record
  }

  /// A scan that failed.
  static func failed(_ name: String, code: String) -> StudyRecord {
    StudyRecord(scan: name, status: "failed", code: code)
  }
}

internal import Analysis
internal import Studies

/// The scans of a study, with the one measure that is looked at.
struct StudyData: Sendable {
  /// Every scan, one on which several observers picked landmarks as often as they did.
  let records: [StudyRecord]
  /// The records with each scan once: by the first observer who has a value.
  let distinct: [StudyRecord]
  let measure: MeasureName

  /// A scan that has a value.
  struct Measured: Sendable {
    let record: StudyRecord
    let value: Double
  }

  /// The distinct scans with a value, by name.
  let measured: [Measured]
  /// The records that have no value.
  var withoutValue: [StudyRecord] { distinct.filter { $0.measures[measure.rawValue]?.value == nil } }
  /// How many have none.
  var withheld: Int { distinct.count - measured.count }
  /// How many are scans on which another observer picked, too.
  var pickedAgain: Int { records.count - distinct.count }

  init(_ records: [StudyRecord], _ measure: MeasureName) {
    (self.records, self.measure) = (records, measure)
    let key = measure.rawValue
    distinct = Self.distinct(records, key)
    measured = distinct.compactMap { record in
      record.measures[key]?.value.map { Measured(record: record, value: $0) }
    }
  }

  private static func distinct(_ records: [StudyRecord], _ measure: String) -> [StudyRecord] {
    var places: [String: Int] = [:]
    var distinct: [StudyRecord] = []
    for record in records {
      guard record.observer != nil, let source = record.source, let place = places[source] else {
        if record.observer != nil, let source = record.source { places[source] = distinct.count }
        distinct.append(record)
        continue
      }
      if distinct[place].measures[measure]?.value == nil, record.measures[measure]?.value != nil {
        distinct[place] = record
      }
    }
    return distinct
  }

  /// The scans of every session with a value, sessions in the order of their first scan. Scans without a subject's code are in
  /// none.
  var sessions: [[Measured]] { grouped { ChildSession($0.record) } }

  /// The scans of every child with a value.
  var subjects: [[Measured]] { grouped { $0.record.subject } }

  /// How many scans with a value have no subject's code.
  var withoutSubject: Int { measured.count { $0.record.subject == nil } }

  private func grouped<Key: Hashable>(_ key: (Measured) -> Key?) -> [[Measured]] {
    var places: [Key: Int] = [:]
    var groups: [[Measured]] = []
    for scan in measured {
      guard let key = key(scan) else { continue }
      if let place = places[key] {
        groups[place].append(scan)
      } else {
        places[key] = groups.count
        groups.append([scan])
      }
    }
    return groups
  }
}

extension StudyRecord {
  /// The child; a scan without a subject's code is taken for a child of its own.
  var child: String { subject ?? "\u{0}" + scan }
}

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

internal import Analysis
internal import Studies

/// The scans of a study, with the one measure that is looked at.
struct StudyData: Sendable {
  let records: [StudyRecord]
  let measure: MeasureName

  /// A scan that has a value.
  struct Measured: Sendable {
    let record: StudyRecord
    let value: Double
  }

  /// The scans with a value, by name.
  let measured: [Measured]
  /// How many have none.
  var withheld: Int { records.count - measured.count }

  init(_ records: [StudyRecord], _ measure: MeasureName) {
    (self.records, self.measure) = (records, measure)
    measured = records.compactMap { record in
      record.measures[measure.rawValue]?.value.map { Measured(record: record, value: $0) }
    }
  }

  /// Scans of one child that tell the same: its session, date and age.
  private struct Session: Hashable {
    let subject: String
    let session, date: String?
    let age: Double?
  }

  /// The scans of every session with a value, sessions in the order of their first scan. Scans without a subject's code are in
  /// none.
  var sessions: [[Measured]] {
    grouped { scan in
      scan.record.subject.map {
        Session(subject: $0, session: scan.record.session, date: scan.record.date, age: scan.record.ageMonths)
      }
    }
  }

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

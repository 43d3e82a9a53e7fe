internal import Analysis
internal import GRDB

/// One scan of a study as statistics take it.
public struct StudyRecord: Sendable, Equatable {
  /// A measure of one scan.
  public struct Reading: Sendable, Equatable {
    /// In the measure's unit; nil where it is withheld.
    public var value: Double?
    /// The ends of its 95 % interval; nil where there is none.
    public var low, high: Double?
    /// Why it is withheld.
    public var code: String?
  }

  /// A level of severity.
  public struct Grade: Sendable, Equatable {
    /// From 1.
    public var level: Int
    /// The scale that it is of.
    public var scale: String
  }

  /// How a scan was measured.
  public struct Method: Sendable, Hashable, Comparable {
    /// Name and version of the protocol.
    public var protocolName: String
    /// `batch` or `remeasured`.
    public var origin: String

    /// By origin, then by name: what the batch measured comes first.
    public static func < (a: Method, b: Method) -> Bool { (a.origin, a.protocolName) < (b.origin, b.protocolName) }
  }

  /// The scan's name.
  public var scan: String
  /// How it went, and the kind of finding or error that kept it from being complete.
  public var status: String, code: String?
  /// What is stated of it.
  public var subject, session, date, cohort: String?
  /// The child's age, months.
  public var ageMonths: Double?
  /// The protocol of ``measures``; nil for a scan without a result by it.
  public var method: Method?
  /// The level of severity, and the scale that it is of.
  public var level: Int?, scale: String?
  /// What tells how good the scan is, by its column in the store.
  public var quality: [String: Double] = [:]
  /// Every measure by its key.
  public var measures: [String: Reading] = [:]
  /// The one measure that is asked for, by every other protocol.
  public var others: [Method: Reading] = [:]
  /// The operator's answers by field.
  public var answers: [String: String] = [:]
  /// Its path in the dataset; scans of one path are one scan on which several observers picked landmarks.
  public var source: String?
  /// Who picked the landmarks, who scanned, and with what.
  public var observer, `operator`, device: String?
  /// The level of severity by every other protocol.
  public var otherGrades: [Method: Grade] = [:]

  /// The level of severity; nil where there is none.
  public var grade: Grade? { level.flatMap { level in scale.map { Grade(level: level, scale: $0) } } }

  /// The columns of ``quality``.
  public static let qualities = ["coverage", "head_valid_fraction", "closure_mm", "reprojection_rms_px"]
}

extension StudyRecord {
  /// The scans that are asked for, by name.
  ///
  /// - Parameter measure: the key of the measure that is read by other protocols, too.
  /// - Throws: ``StudyError/noSuchProtocol(name:known:)``, ``StudyError/badStore(path:reason:)``.
  public static func read(
    _ store: StudyStore, _ selection: StudySelection, measure: String
  ) throws(StudyError) -> [StudyRecord] {
    try store.read { db in
      try selection.check(db)
      let (sql, arguments) = selection.request(columns)
      var records = try Row.fetchAll(db, sql: sql, arguments: arguments).map(StudyRecord.init)
      let places = Dictionary(uniqueKeysWithValues: records.indices.map { (records[$0].scan, $0) })
      let ratings = try Row.fetchCursor(db, sql: "SELECT scan, field, answer FROM ratings")
      while let row = try ratings.next() {
        if let place = places[row[0]] { records[place].answers[row[1]] = row[2] }
      }
      let grades = try Row.fetchCursor(
        db,
        sql: "SELECT scan, protocol, origin, level, scale FROM results WHERE level IS NOT NULL AND scale IS NOT NULL")
      while let row = try grades.next() {
        guard let place = places[row[0]] else { continue }
        let method = Method(protocolName: row[1], origin: row[2])
        if records[place].method != method { records[place].otherGrades[method] = Grade(level: row[3], scale: row[4]) }
      }
      // One pass over the table is a fraction of a question for each scan.
      let measurements = try Row.fetchCursor(
        db, sql: "SELECT scan, protocol, origin, quantity, value, ci_low, ci_high, code FROM measurements")
      while let row = try measurements.next() {
        guard let place = places[row[0]] else { continue }
        let method = Method(protocolName: row[1], origin: row[2])
        let quantity: String = row[3]
        let isOwn = records[place].method == method
        guard isOwn || quantity == measure else { continue }
        let reading = Reading(value: row[4], low: row[5], high: row[6], code: row[7])
        if isOwn { records[place].measures[quantity] = reading } else { records[place].others[method] = reading }
      }
      return records
    }
  }

  private static let columns =
    """
    s.scan, \(ResultStatus.status), \(ResultStatus.code), s.subject, \
    s.session, s.date, s.cohort, s.age_months, r.protocol, r.origin, r.level, r.scale, s.source, s.observer, s.operator, \
    s.device
    """ + qualities.map { ", s." + $0 }.joined()

  private init(_ row: Row) {
    self.init(
      scan: row[0], status: row[1], code: row[2], subject: row[3], session: row[4], date: row[5], cohort: row[6],
      ageMonths: row[7], level: row[10], scale: row[11], source: row[12], observer: row[13], operator: row[14],
      device: row[15])
    if let name: String = row[8], let origin: String = row[9] {
      method = Method(protocolName: name, origin: origin)
    }
    for (index, column) in Self.qualities.enumerated() {
      if let value: Double = row[16 + index] { quality[column] = value }
    }
  }
}

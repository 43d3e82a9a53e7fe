internal import Analysis
internal import GRDB

/// One scan of a study as statistics take it.
public struct StudyRecord: Sendable, Equatable {
  /// A measure of one scan.
  public struct MeasureValue: Sendable, Equatable {
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
  /// The child's code, the session, the date and the group that were stated.
  public var subject, session, date, cohort: String?
  /// The child's age, months.
  public var ageMonths: Double?
  /// The protocol of ``measures``; nil for a scan without a result by it.
  public var method: Method?
  /// The level of severity, and the scale that it is of.
  public var level: Int?, scale: String?
  /// The figures of the scan's quality, by their columns in the store.
  public var quality: [String: Double] = [:]
  /// Every measure by its key.
  public var measures: [String: MeasureValue] = [:]
  /// The one measure that is asked for, by every other protocol.
  public var others: [Method: MeasureValue] = [:]
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
      var records = try Array(selection.scans(db).map(StudyRecord.init))
      let places = Dictionary(uniqueKeysWithValues: records.indices.map { (records[$0].scan, $0) })
      let ratings = try RatingRow.fetchCursor(db)
      while let rating = try ratings.next() {
        if let place = places[rating.scan] { records[place].answers[rating.field] = rating.answer }
      }
      let results = try ResultRow.fetchCursor(db)
      while let result = try results.next() {
        guard let place = places[result.scan], let level = result.level, let scale = result.scale else { continue }
        let method = Method(protocolName: result.protocol, origin: result.origin)
        if records[place].method != method { records[place].otherGrades[method] = Grade(level: level, scale: scale) }
      }
      // One pass over the table is a fraction of a question for each scan.
      let measurements = try MeasurementRow.fetchCursor(db)
      while let row = try measurements.next() {
        guard let place = places[row.scan] else { continue }
        let method = Method(protocolName: row.protocol, origin: row.origin)
        let isOwn = records[place].method == method
        guard isOwn || row.quantity == measure else { continue }
        let value = MeasureValue(value: row.value, low: row.ciLow, high: row.ciHigh, code: row.code)
        if isOwn { records[place].measures[row.quantity] = value } else { records[place].others[method] = value }
      }
      return records
    }
  }

  private init(_ row: SelectedScan) {
    self.init(
      scan: row.scan, status: row.status, code: row.code, subject: row.subject, session: row.session, date: row.date,
      cohort: row.cohort, ageMonths: row.ageMonths, level: row.level, scale: row.scale, source: row.source,
      observer: row.observer, operator: row.operator, device: row.device)
    if let name = row.protocol, let origin = row.origin { method = Method(protocolName: name, origin: origin) }
    quality["coverage"] = row.coverage
    quality["head_valid_fraction"] = row.headValidFraction
    quality["closure_mm"] = row.closureMm
    quality["reprojection_rms_px"] = row.reprojectionRmsPx
  }
}

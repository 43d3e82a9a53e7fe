internal import GRDB

/// One range of motion of a study as statistics take it.
public struct MotionRecord: Sendable, Equatable {
  /// How a range was measured: only values of one method are comparable.
  public struct Method: Sendable, Hashable {
    /// `knee`, `hip` or `neck`; which movement; of legs, which side.
    public var joint, movement: String
    public var side: String?
    /// The reference that angles are taken against, the view of a picture, and 2 or 3 dimensions.
    public var reference, view: String?, dimensions: Int?
    /// `active` or `passive`, where it is stated.
    public var effort: String?
    /// Where a neck's zero is: `rest`, `frame` or `head_frame`.
    public var neutral: String?
    /// Name and version of the rules, and of those of a neck.
    public var protocolName: String
  }

  /// Its name in the study.
  public var motion: String
  /// The child's code, and the session and date that were stated.
  public var subject, session, date: String?
  /// The child's age, months.
  public var ageMonths: Double?
  /// `complete` or `withheld`, and the kind of finding that withholds something.
  public var status: String, code: String?
  /// How the range was measured.
  public var method: Method
  /// Its values by their names in tables, such as `neck_rotation_left`.
  public var values: [String: StudyRecord.MeasureValue] = [:]
  /// The units of these values.
  public var units: [String: String] = [:]

  /// The key of a value in the texts for people: `neck_rotation_left` is the value `left` of a neck's rotation.
  public func key(of quantity: String) -> String {
    MotionQuantityName(joint: method.joint, movement: method.movement, side: method.side).key(of: quantity)
  }
}

extension MotionRecord {
  /// The ranges of motion that a selection means, by name.
  ///
  /// - Throws: ``StudyError/badStore(path:reason:)``.
  public static func read(_ store: StudyStore, _ selection: StudySelection) throws(StudyError) -> [MotionRecord] {
    try store.read { db in
      var records = try selection.motions(db).map(MotionRecord.init)
      let places = Dictionary(uniqueKeysWithValues: records.indices.map { (records[$0].motion, $0) })
      let rows = try MotionMeasurementRow.fetchCursor(db)
      while let row = try rows.next() {
        guard let place = places[row.motion] else { continue }
        records[place].values[row.quantity] = .init(
          value: row.value, low: row.ciLow, high: row.ciHigh, code: row.code)
        records[place].units[row.quantity] = row.unit
      }
      return records
    }
  }

  private init(_ row: MotionRow) {
    self.init(
      motion: row.motion, subject: row.subject, session: row.session, date: row.date, ageMonths: row.ageMonths,
      status: row.status, code: row.code,
      method: Method(
        joint: row.joint, movement: row.movement, side: row.side, reference: row.reference, view: row.view,
        dimensions: row.dimensions, effort: row.effort, neutral: row.neutral, protocolName: row.protocol))
  }
}

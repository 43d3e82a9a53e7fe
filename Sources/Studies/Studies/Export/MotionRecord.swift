internal import GRDB

/// One range of motion of a study as statistics take it.
public struct MotionRecord: Sendable, Equatable {
  /// What must be the same for values to be of one kind.
  public struct Method: Sendable, Hashable {
    /// `knee`, `hip` or `neck`; which movement; of legs, which side.
    public var joint, movement: String
    public var side: String?
    /// What it is taken against, the view of a picture, and 2 or 3 dimensions.
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
  /// What is stated of the child.
  public var subject, session, date: String?
  /// The child's age, months.
  public var ageMonths: Double?
  /// `complete` or `withheld`, and the kind of finding that withholds something.
  public var status: String, code: String?
  /// How it was measured.
  public var method: Method
  /// Its values by their names in tables, such as `neck_rotation_left`.
  public var values: [String: StudyRecord.Reading] = [:]
  /// The units of these values.
  public var units: [String: String] = [:]

  /// The key of a value in the texts for people: `neck_rotation_left` is the value `left` of a neck's rotation.
  public func key(of quantity: String) -> String {
    MotionQuantityName(joint: method.joint, movement: method.movement, side: method.side).key(of: quantity)
  }
}

extension MotionRecord {
  /// The ranges of motion that a selection means, by name: none where it asks for a protocol of heads, or for scans to be
  /// picked. Its filter is asked of them as of scans of the kind `motion`.
  ///
  /// - Throws: ``StudyError/badStore(path:reason:)``.
  public static func read(_ store: StudyStore, _ selection: StudySelection) throws(StudyError) -> [MotionRecord] {
    guard !selection.isToPick, selection.protocolName == nil else { return [] }
    return try store.read { db in
      let (condition, arguments) = selection.filter.sql
      var records = try Row.fetchAll(
        db,
        sql: """
          SELECT o.motion, o.subject, o.session, o.date, o.age_months, o.status, o.code, o.joint, o.movement, o.side, \
          o.reference, o.view, o.dimensions, o.effort, o.neutral, o.protocol FROM motions o \
          JOIN (\(MotionRows.scans)) s ON s.scan = o.motion JOIN (\(MotionRows.results)) r ON r.scan = s.scan \
          WHERE \(condition) ORDER BY o.motion
          """, arguments: arguments
      ).map(MotionRecord.init)
      let places = Dictionary(uniqueKeysWithValues: records.indices.map { (records[$0].motion, $0) })
      let rows = try Row.fetchCursor(
        db, sql: "SELECT motion, quantity, value, ci_low, ci_high, code, unit FROM motion_measurements")
      while let row = try rows.next() {
        guard let place = places[row[0]] else { continue }
        let quantity: String = row[1]
        records[place].values[quantity] = .init(value: row[2], low: row[3], high: row[4], code: row[5])
        records[place].units[quantity] = row[6]
      }
      return records
    }
  }

  private init(_ row: Row) {
    self.init(
      motion: row[0], subject: row[1], session: row[2], date: row[3], ageMonths: row[4], status: row[5], code: row[6],
      method: Method(
        joint: row[7], movement: row[8], side: row[9], reference: row[10], view: row[11], dimensions: row[12],
        effort: row[13], neutral: row[14], protocolName: row[15]))
  }
}

internal import Diagnostics
internal import GRDB

/// Which scans of a study, and by which protocol they were measured.
public struct StudySelection: Sendable {
  /// Which scans.
  public var filter = ScanFilter.all
  /// The name of a protocol, alone or with its version; nil for the one that each scan was measured by first.
  public var protocolName: String?
  /// Whether only scans are meant whose landmarks nobody has picked.
  public var isToPick = false

  /// All scans.
  public init(filter: ScanFilter = .all, protocolName: String? = nil, isToPick: Bool = false) {
    (self.filter, self.protocolName, self.isToPick) = (filter, protocolName, isToPick)
  }

  /// The scans that are asked for with the one result that is, which may be missing; sorted by name.
  ///
  /// - Parameter allProtocols: whether each scan comes with the results of all protocols instead. The batch's own goes
  ///   before the same protocol measured again.
  func scans(_ db: Database, allProtocols: Bool = false) throws -> RecordCursor<SelectedScan> {
    var arguments = StatementArguments()
    var join = "r.origin = 'batch'"
    if allProtocols {
      join = """
        (r.protocol, r.origin) IN \
        (SELECT q.protocol, min(q.origin) FROM results q WHERE q.scan = s.scan GROUP BY q.protocol)
        """
    } else if let protocolName {
      // The batch's own result goes before the same protocol measured again, a later version before an earlier one.
      join = """
        (r.protocol, r.origin) = (SELECT q.protocol, q.origin FROM results q WHERE q.scan = s.scan \
        AND (q.protocol = ? OR substr(q.protocol, 1, length(?) + 1) = ? || ' ') \
        ORDER BY q.origin, q.protocol COLLATE \(ProtocolVersions.collation.name) DESC LIMIT 1)
        """
      arguments += [protocolName, protocolName, protocolName]
    }
    let (condition, values) = filter.sql
    arguments += values
    let open = isToPick ? " AND s.scan IN (SELECT scan FROM to_pick)" : ""
    let sql: String =
      "SELECT \(SelectedScan.columns) FROM scans s LEFT JOIN results r ON r.scan = s.scan AND \(join) "
      + "WHERE \(condition)\(open) ORDER BY s.scan\(allProtocols ? ", r.origin, r.protocol" : "")"
    return try SelectedScan.fetchCursor(db, sql: sql, arguments: arguments)
  }

  /// The ranges of motion that are asked for, by name: none where a protocol of heads is asked for, or scans to be picked.
  ///
  /// The filter is asked of them as of scans of the kind `motion`; what only scans have, such as a measure of the head, is
  /// missing there.
  func motions(_ db: Database) throws -> [MotionRow] {
    guard !isToPick, protocolName == nil else { return [] }
    let (condition, arguments) = filter.sql
    return try MotionRow.fetchAll(
      db,
      sql: """
        SELECT o.* FROM motions o JOIN (\(Self.motionsAsScans)) s ON s.scan = o.motion \
        JOIN (\(Self.motionsAsResults)) r ON r.scan = s.scan WHERE \(condition) ORDER BY o.motion
        """, arguments: arguments)
  }

  /// Ranges of motion with the columns of scans.
  private static let motionsAsScans = """
    SELECT motion AS scan, subject, session, NULL AS cohort, date, operator, device, age_months, sex, NULL AS source, \
    'motion' AS kind, status, code, NULL AS landmarks, NULL AS observer, version, frames, duration_s, NULL AS coverage, \
    NULL AS head_valid_fraction, NULL AS closure_mm, NULL AS reprojection_rms_px, NULL AS seconds, \
    NULL AS peak_memory_mb, 1 AS in_dataset FROM motions
    """
  /// Ranges of motion with the columns of results.
  private static let motionsAsResults = """
    SELECT motion AS scan, protocol, 'motion' AS origin, status, code, NULL AS level, NULL AS flattened FROM motions
    """

  /// Refuses a protocol by which nothing was measured.
  func check(_ db: Database) throws {
    guard let protocolName else { return }
    let known = try String.fetchAll(db, sql: "SELECT DISTINCT protocol FROM results ORDER BY protocol")
    guard known.contains(where: { $0 == protocolName || $0.hasPrefix(protocolName + " ") }) else {
      throw StudyError.noSuchProtocol(name: protocolName, known: known)
    }
  }
}

/// A scan with the result by the protocol that is asked for.
struct SelectedScan: Decodable, FetchableRecord {
  let scan, source: String, subject, session, cohort, date, `operator`, device: String?
  let ageMonths: Double?, sex, landmarks, observer: String?
  let coverage, headValidFraction, closureMm, reprojectionRmsPx: Double?
  let status: String, code: String?
  /// The protocol, and where its result comes from; nil where the scan has no result by it.
  let `protocol`, origin: String?
  let level: Int?, scale: String?
  let version: String

  enum CodingKeys: String, CodingKey, CaseIterable {
    case scan, source, subject, session, cohort, date, `operator`, device, sex, landmarks, observer, coverage
    case status, code, `protocol`, origin, level, scale, version
    case ageMonths = "age_months"
    case headValidFraction = "head_valid_fraction"
    case closureMm = "closure_mm"
    case reprojectionRmsPx = "reprojection_rms_px"
  }

  /// The columns of a SELECT from scans `s` and results `r`.
  fileprivate static let columns: String = CodingKeys.allCases.map { column -> String in
    switch column {
    case .status: "\(ResultStatus.status) AS status"
    case .code: "\(ResultStatus.code) AS code"
    case .version: "coalesce(r.version, s.version) AS version"
    case .protocol, .origin, .level, .scale: "r.\(column.rawValue)"
    default: "s.\(column.rawValue)"
    }
  }.joined(separator: ", ")
}

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

  /// Scans `s` with the one result `r` that is asked for, which may be missing; sorted by name.
  ///
  /// - Parameters:
  ///   - columns: what is selected.
  ///   - allProtocols: whether each scan comes with the results of all protocols instead. The batch's own goes before the
  ///     same protocol measured again.
  func request(_ columns: String, allProtocols: Bool = false) -> (sql: String, arguments: StatementArguments) {
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
    return (
      "SELECT \(columns) FROM scans s LEFT JOIN results r ON r.scan = s.scan AND \(join) WHERE \(condition)\(open) "
        + "ORDER BY s.scan\(allProtocols ? ", r.origin, r.protocol" : "")", arguments
    )
  }

  /// Refuses a protocol by which nothing was measured.
  func check(_ db: Database) throws {
    guard let protocolName else { return }
    let known = try String.fetchAll(db, sql: "SELECT DISTINCT protocol FROM results ORDER BY protocol")
    guard known.contains(where: { $0 == protocolName || $0.hasPrefix(protocolName + " ") }) else {
      throw StudyError.noSuchProtocol(name: protocolName, known: known)
    }
  }
}

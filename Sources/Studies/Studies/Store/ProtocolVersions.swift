internal import GRDB
internal import Platform

/// The order of protocols: by name, then by version, in which runs of digits count as numbers (`10` after `9`).
enum ProtocolVersions {
  /// The same for the database.
  static let collation = DatabaseCollation("protocol_versions") { order($0, $1) }

  /// How two names with versions stand to each other.
  static func order(_ a: String, _ b: String) -> ComparisonResult {
    for (a, b) in zip(parts(a), parts(b)) where a != b {
      if let x = Int(a), let y = Int(b), x != y { return x < y ? .orderedAscending : .orderedDescending }
      return a < b ? .orderedAscending : .orderedDescending
    }
    let (m, n) = (parts(a).count, parts(b).count)
    return m == n ? .orderedSame : m < n ? .orderedAscending : .orderedDescending
  }

  /// Runs of digits, and what stands between them.
  private static func parts(_ text: String) -> [Substring] {
    text.matches(of: /[0-9]{1,18}|[^0-9]+/).map(\.output)
  }
}

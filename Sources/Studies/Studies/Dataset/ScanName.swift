internal import Files
internal import Platform

/// The names of scans in a study: safe in any file system, whatever codes a dataset has.
enum ScanName {
  /// No label is longer as it stands, characters.
  private static let longest = 32
  /// Of a label that can't stand as it is, so much is kept, and so many digits of its digest.
  private static let (kept, digits) = (20, 8)

  /// The name of a scan: `sub-01_ses-2_scan-1`; without a session `sub-01_scan-1`, without a scan how all of a child begin.
  static func name(subject: String?, session: String?, scan: String?) -> String {
    [("sub", subject ?? "unknown"), ("ses", session), ("scan", scan)].compactMap { key, label in
      label.map { "\(key)-\(safe($0))" }
    }.joined(separator: "_")
  }

  /// A label of letters and digits; of any other text its letters and digits and a digest, so that different texts have
  /// different labels.
  static func safe(_ text: String) -> String {
    let plain = text.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    if plain.count == text.unicodeScalars.count, 1...longest ~= plain.count { return text }
    return String(String.UnicodeScalarView(plain.prefix(kept))) + "-"
      + Checksum.sha256(Array(text.utf8)).prefix(digits)
  }
}

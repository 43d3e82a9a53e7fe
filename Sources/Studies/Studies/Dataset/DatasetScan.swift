public import Diagnostics
public import Files
public import Platform

/// One scan of a dataset: what is measured, and what is stated of it.
public struct DatasetScan: Sendable, Equatable {
  /// The kinds of files that a scan can be.
  public enum Kind: String, Sendable, Codable {
    /// A recording, from which the head is reconstructed.
    case recording
    /// A mesh of any scanner.
    case mesh
  }

  /// The name of the scan in a study: letters, digits, `-` and `_`, at most 200 of them; each once in a dataset.
  public let name: String
  /// Where it lies: a path within the dataset.
  public let source: String
  /// Where it lies on this machine.
  public let url: URL
  /// Whether it is a recording or a mesh.
  public let kind: Kind
  /// Its cap file, landmark file and intrinsics, where the dataset has such; nil where the recording's own serve.
  public internal(set) var cap, landmarks, intrinsics: URL?
  /// The operator's own judgement, where it lies with the scan.
  public internal(set) var rating: URL?
  /// Who was scanned, when, by whom and with what.
  public internal(set) var description = ScanDescription()
  /// The group that the child belongs to in the study; nil where none is stated.
  public internal(set) var cohort: String?
  /// Findings on the scan, as far as the dataset's lists tell that something is wrong or looks wrong.
  public internal(set) var findings: [Finding] = []

  init(name: String, source: String, url: URL, kind: Kind) {
    (self.name, self.source, self.url, self.kind) = (name, source, url, kind)
  }

  /// Why it can't be measured as it is; nil where nothing is known against it.
  public var fault: Finding? { findings.first { $0.severity == .withheld } }
}

/// The names of scans in a study: safe in any file system, whatever codes a dataset has.
enum ScanName {
  /// No label is longer as it stands, characters.
  private static let longest = 32
  /// A label that can't stand as it is keeps so many characters, and gets so many digits of its digest.
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

/// The endings of mesh files that are measured.
package enum MeshEnding {
  static let all = ["ply", "stl", "obj"]

  /// Whether a file is a mesh, by its ending.
  package static func isMesh(_ url: URL) -> Bool {
    all.contains(url.pathExtension.lowercased()) && !OnDisk.isFolder(url)
  }
}

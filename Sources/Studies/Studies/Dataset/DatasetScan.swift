public import Diagnostics
public import Platform
public import Files

/// One scan of a dataset: what is measured, and what is stated of it.
public struct DatasetScan: Sendable, Equatable {
  /// What is measured.
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
  /// The same as a place.
  public let url: URL
  /// What it is.
  public let kind: Kind
  /// Its cap file, landmark file and intrinsics, where the dataset has such; nil where the recording's own serve.
  public internal(set) var cap, landmarks, intrinsics: URL?
  /// The operator's own judgement, where it lies with the scan.
  public internal(set) var rating: URL?
  /// Who was scanned, when, by whom and with what.
  public internal(set) var description = ScanDescription()
  /// The group that the child belongs to in the study; nil where none is stated.
  public internal(set) var cohort: String?
  /// What is wrong with it or looks wrong, as far as the lists tell.
  public internal(set) var findings: [Finding] = []

  init(name: String, source: String, url: URL, kind: Kind) {
    (self.name, self.source, self.url, self.kind) = (name, source, url, kind)
  }

  /// Why it can't be measured as it is; nil where nothing is known against it.
  public var fault: Finding? { findings.first { $0.severity == .withheld } }
}

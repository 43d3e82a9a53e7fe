public import Files
internal import Platform

/// What became of a scan in a study: the content of `outcome.json` (schema `calvaria/outcome/1`).
public struct ScanOutcome: Codable, Sendable, Equatable {
  /// How the measurement of a scan ended.
  public enum Status: String, Codable, Sendable, CaseIterable {
    /// The CVAI was measured.
    case complete
    /// The scan went through, and the CVAI is withheld.
    case withheld
    /// There is no result.
    case failed
  }

  /// The contract's name and version.
  public private(set) var schema = Self.schema
  /// The scan's name in the study, where it lies in the dataset, and what it is.
  public var scan: String, source: String, kind: DatasetScan.Kind
  /// Who was scanned, when, by whom and with what.
  public var stated: ScanDescription
  /// The facts on the scan that the recording or its path adds to those of the dataset, as the result has them; nil for none.
  public var recorded: ScanDescription?
  /// The group that the child belongs to.
  public var cohort: String?
  /// True where the last batch over the whole dataset did not find it there any more.
  public var hasLeft: Bool?
  /// How the scan went.
  public var status: Status
  /// The kind of finding or error that kept it from being complete; nil for a complete one.
  public var code: String?
  /// What ``code`` stands for, in words; nil for a complete scan.
  public var reason: String?
  /// How the program ended: its exit code, or the signal that ended it; nil where none was started.
  public var exitCode: Int32?, signal: Int32?
  /// How long it took, seconds; and the most memory it was seen to have, MB.
  public var seconds: Double?, peakMemoryMb: Double?
  /// The digest of inputs, options and version: a scan whose key is the same need not be done again.
  public var key: String
  /// The SHA-256 of what was read, by its role.
  public var inputs: [String: String]
  /// The SHA-256 of the recording or mesh without what lies with it: scans of equal content show the same head once.
  public var content: String?
  /// The SHA-256 of `result/result.json`; nil where there is none.
  public var result: String?
  /// The program's version.
  public var version: String

  private static let schema = "calvaria/outcome/1"

  init(
    _ scan: DatasetScan, status: Status, code: String? = nil, reason: String? = nil, key: String,
    inputs: [String: String], content: String? = nil, version: String
  ) {
    (self.scan, source, kind) = (scan.name, scan.source, scan.kind)
    (stated, cohort) = (scan.description, scan.cohort)
    (self.status, self.code, self.reason) = (status, code, reason)
    (self.key, self.inputs, self.content, self.version) = (key, inputs, content, version)
  }

  /// The file's bytes.
  func json() throws -> Data { try machineJSON() }

  /// The outcome that a file's bytes hold.
  static func read(_ data: Data) throws -> ScanOutcome {
    let outcome = try JSONText.decode(ScanOutcome.self, from: data, keys: .convertFromSnakeCase)
    guard outcome.schema == schema else {
      throw DecodingError.valueNotFound(
        String.self, .init(codingPath: [], debugDescription: "schema"))
    }
    return outcome
  }
}

internal import Files
public import Platform

/// How a batch works.
public struct BatchOptions: Sendable {
  /// How many scans are worked on at once.
  public var jobs = 1
  /// What each may take.
  public var limits = ProcessLimits()
  /// Whether scans that failed before are tried again although nothing has changed.
  public var retriesFailed = false
  /// Whether the scans are all that the dataset has, so that others in the study have left it.
  public var isWholeDataset = true
  /// How many threads each scan has.
  public var threads = 1
  /// The cap of scans that have no cap file of their own.
  public var cap: URL?
  /// Whether a recording without a cap file can't be measured: heads are tracked by markers.
  public var needsCap = false
  /// Whether landmarks that nobody picked are looked for on the surface.
  public var findsLandmarks = true
  /// What is passed on to each scan.
  public var passed: [PassedOption] = []
  /// The program that is run for each scan.
  public var program: String
  /// Its version.
  public var version: String

  /// One scan at a time, without limits.
  public init(program: String, version: String) { (self.program, self.version) = (program, version) }
}

/// An option of `reconstruct` and `measure` that holds for every scan of a batch.
public struct PassedOption: Sendable, Equatable {
  /// Its name, with the dashes.
  let name: String
  /// Its value; nil for a flag.
  let value: String?
  /// True where the value names a file, whose content counts.
  let isFile: Bool
  /// True where `measure` knows it, too.
  let isForMeshes: Bool

  /// An option as it was given.
  public init(_ name: String, _ value: String? = nil, isFile: Bool = false, isForMeshes: Bool) {
    (self.name, self.value, self.isFile, self.isForMeshes) = (name, value, isFile, isForMeshes)
  }

  /// The word of a command line. One word, so that a value may begin with a dash.
  var word: String { value.map { "\(name)=\($0)" } ?? name }

  /// The path of the file that it names; nil for an option that names none.
  var file: String? { isFile ? value : nil }

  /// What the results depend on: the content of a file, and not where it lies.
  var content: String {
    guard isFile, let value, let digest = Checksum.sha256(of: URL(filePath: value)) else { return word }
    return "\(name)=sha256:\(digest)"
  }
}

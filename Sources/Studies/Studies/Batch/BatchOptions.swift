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

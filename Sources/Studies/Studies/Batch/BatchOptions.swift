internal import Files
public import Platform

/// How a batch works.
public struct BatchOptions: Sendable {
  /// How many scans are worked on at once.
  public var jobs = 1
  /// The time and memory that each scan may take.
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
  /// The settings of every scan.
  public var settings = ScanSettings()
  /// The program that is run for each scan.
  public var program: String
  /// The program's version.
  public var version: String

  /// One scan at a time, without limits.
  public init(program: String, version: String) { (self.program, self.version) = (program, version) }
}

/// What holds for every scan of a batch: options of `reconstruct` and `measure`.
public struct ScanSettings: Codable, Sendable, Equatable {
  /// The file of the stages' options.
  public var optionsFile: String?
  /// The protocol and the scales: names of built-in ones, or paths of files from the root folder on.
  public var protocolName: String?, scales: [String] = []
  /// The norms: the name of a built-in table or the path of a file; nil for the file of norms that lies by the scan.
  public var norms: String?
  /// The groups of children to stand beside the measures: names of built-in ones, or paths of files.
  public var references: [String] = []
  /// How thick the hair under any cap may be, millimetres; nil for what is stated of each scan.
  public var hairMm: Double?
  /// What heads are tracked by, the edge of a voxel in millimetres, and the unit of depth images; of recordings alone.
  public var tracking: String?, voxelMm: Double?, depthUnit: String?
  /// The device file of the phone of all recordings, a path from the root folder on.
  public var deviceFile: String?

  /// The defaults.
  public init() {}

  /// The files that are named.
  var files: [String] { [optionsFile, deviceFile].compactMap(\.self) + definitions.filter(Self.isFile) }

  private var definitions: [String] { [protocolName, norms].compactMap(\.self) + scales + references }

  private static func isFile(_ definition: String) -> Bool { definition.hasPrefix("/") }

  /// What the result of a scan depends on, a line each: the content of a file, and not where it lies.
  ///
  /// The lines are part of the key of outcomes that stand, which any other spelling would have measured again.
  func lines(for kind: DatasetScan.Kind) -> [String] {
    let file = { (option: String, path: String) in
      "\(option)=" + (Checksum.sha256(of: URL(filePath: path)).map { "sha256:\($0)" } ?? path)
    }
    let definition = { (option: String, value: String) in
      Self.isFile(value) ? file(option, value) : "\(option)=\(value)"
    }
    var lines = optionsFile.map { [file("--options", $0)] } ?? []
    lines += protocolName.map { [definition("--protocol", $0)] } ?? []
    lines += scales.map { definition("--scale", $0) }
    if let norms { lines.append(definition("--norms", norms)) }
    lines += references.map { definition("--reference", $0) }
    if let hairMm { lines.append("--hair-mm=\(hairMm)") }
    guard kind == .recording else { return lines }
    if let tracking { lines.append("--tracking=\(tracking)") }
    if let voxelMm { lines.append("--voxel-mm=\(voxelMm)") }
    if let deviceFile { lines.append(file("--device", deviceFile)) }
    if let depthUnit { lines.append("--depth-unit=\(depthUnit)") }
    return lines
  }
}

extension DatasetScan {
  /// The facts that are stated of the scan alone, not of the whole batch. The z-scores of norms need age and sex, and one
  /// alone is not stated.
  func description(beside settings: ScanSettings) -> ScanDescription {
    var stated = description
    if stated.ageMonths == nil || stated.sex == nil {
      (stated.ageMonths, stated.sex, stated.gestationWeeks) = (nil, nil, nil)
    }
    if settings.hairMm != nil { stated.hairMm = nil }
    return stated
  }
}

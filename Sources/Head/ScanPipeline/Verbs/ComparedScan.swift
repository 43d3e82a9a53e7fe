import Analysis
public import Diagnostics
import Geometry
internal import Files
import Landmarks
public import Platform
import PointClouds
public import Reports

/// Where one of the scans that are compared lies.
public struct ComparedInput: Sendable {
  /// A folder of `reconstruct`, or a mesh file.
  public var path: URL
  /// The landmarks of a mesh file; a folder has its own.
  public var landmarks: URL?
  /// The unit of a mesh file's numbers; nil to find it by the head's size.
  public var unit: LengthUnit?
  /// When it was scanned; nil for the date that its result states.
  public var date: VisitDate?

  /// An input from its parts.
  public init(_ path: URL, landmarks: URL? = nil, unit: LengthUnit? = nil, date: VisitDate? = nil) {
    (self.path, self.landmarks, self.unit, self.date) = (path, landmarks, unit, date)
  }

  /// What the scan is called: in a study every result lies in a folder `result` of the scan's own.
  var name: String {
    let name = path.lastPathComponent
    return name == "result" ? path.standardizedFileURL.deletingLastPathComponent().lastPathComponent : name
  }
}

/// One of the scans that are compared: what was measured, and its surface.
struct ComparedScan {
  let input: ComparedInput
  let result: ScanResult
  let surface: HeadSurface
  let landmarks: HeadLandmarks
  let frame: HeadFrame
  /// The files that were read.
  let files: [URL]
  /// What is odd about them.
  let remarks: [Finding]

  /// Reads a result folder, or measures a mesh.
  static func read(_ input: ComparedInput, by analysis: HeadAnalysis) throws -> ComparedScan {
    try ResultFolder.isFolder(input.path) ? read(folder: input) : measure(mesh: input, by: analysis)
  }

  private static func read(folder input: ComparedInput) throws -> ComparedScan {
    guard input.landmarks == nil, input.unit == nil else { throw ComparedScanError.needless(path: input.path.path) }
    let folder = try ResultFolder.read(input.path, for: .comparison)
    let mesh = try HeadMeshFile.read(folder.mesh, unit: .millimetres)
    let change = folder.result.wasChanged ? Finding(.surfaceResultChanged) : nil
    return try ComparedScan(
      input, folder.result, folder.result.headLandmarks, try mesh.surface(called: input.path.path),
      files: [folder.file, folder.mesh], changes: [change] + mesh.remarks)
  }

  private static func measure(mesh input: ComparedInput, by analysis: HeadAnalysis) throws -> ComparedScan {
    guard FileManager.default.fileExists(atPath: input.path.path) else {
      throw MeshFileError.unreadable(file: input.path.path, reason: .phrase("no_such_file_or_folder"))
    }
    guard let landmarks = input.landmarks else { throw ComparedScanError.noLandmarkFile(mesh: input.path.path) }
    let measured = try MeshMeasurement.measure(
      meshFile: input.path, landmarkFile: landmarks, unit: input.unit, analysis: analysis)
    return try ComparedScan(
      input, measured.result, measured.measures.landmarks, measured.surface,
      files: [input.path, landmarks], changes: measured.remarks)
  }

  init(
    _ input: ComparedInput, _ result: ScanResult, _ landmarks: HeadLandmarks, _ surface: HeadSurface,
    files: [URL], changes: [Finding?]
  ) throws {
    guard let frame = try result.headFrame(of: landmarks) else {
      let faults = landmarks.faults
      let reason: FindingValue = faults.isEmpty ? .phrase("unknown_axis") : faults.value
      throw ComparedScanError.noHeadFrame(path: input.path.path, reason: reason)
    }
    (self.input, self.result, self.surface, self.frame) = (input, result, surface, frame)
    (self.landmarks, self.files) = (landmarks, files)
    remarks = (changes + [surface.damage.finding]).compactMap(\.self)
  }

  /// The scan for a comparison.
  var head: ComparedHead {
    ComparedHead(
      surface, landmarks: landmarks, frame: frame, results: result.measureResults,
      level: result.section.map { $0.heightMm / 1000 },
      bridgedGap: result.protocol.bridgedGapMm / 1000, scaleDeviation: result.calibration?.scaleSd ?? 0)
  }

  /// Who and when, and what was measured.
  var visit: Visit {
    var visit = Visit(name: input.name, flattened: result.severity?.flattened)
    let scan = result.scan ?? ScanDescription()
    (visit.subject, visit.session, visit.date) = (scan.subject, scan.session, input.date?.text ?? scan.date)
    (visit.operator, visit.device, visit.recording) = (scan.operator, scan.device, scan.recording)
    (visit.ageMonths, visit.sex, visit.gestationWeeks) = (scan.ageMonths, scan.sex, scan.gestationWeeks)
    visit.severities = result.severities.isEmpty ? nil : result.severities
    visit.measures = result.sidedMeasures
    return visit
  }
}

/// Why scans can't be compared.
public enum ComparedScanError: UserFacingError, Equatable {
  /// A mesh comes without landmarks.
  case noLandmarkFile(mesh: String)
  /// Landmarks or a unit are given for a folder, which has its own.
  case needless(path: String)
  /// The scan has no head frame.
  case noHeadFrame(path: String, reason: FindingValue)
  /// There is nothing to compare with; how many scans were named.
  case tooFew(Int)
  /// A scan is named twice.
  case twice(path: String)
  /// The scans were measured by different protocols; what differs first.
  case differentProtocols(a: String, b: String, difference: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .noLandmarkFile(let mesh): ErrorMessage(.compareNoLandmarks, at: mesh)
    case .needless(let path): ErrorMessage(.compareNeedless, at: path)
    case .noHeadFrame(let path, let reason): ErrorMessage(.compareNoHeadFrame, at: .text(path), ["reason": reason])
    case .tooFew(let count): ErrorMessage(.compareTooFew, at: nil, ["count": .count(count)])
    case .twice(let path): ErrorMessage(.compareTwice, at: path)
    case .differentProtocols(let a, let b, let difference):
      ErrorMessage(
        .compareDifferentProtocols, at: .phrase("both", ["a": .text(a), "b": .text(b)]), ["difference": difference])
    }
  }
}

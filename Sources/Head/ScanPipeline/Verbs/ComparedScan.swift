import Analysis
import Diagnostics
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
    let path = input.path.resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return try type == .typeDirectory ? read(folder: input) : measure(mesh: input, by: analysis)
  }

  private static func read(folder input: ComparedInput) throws -> ComparedScan {
    guard input.landmarks == nil, input.unit == nil else { throw ComparedScanError.needless(path: input.path.path) }
    let file = input.path.appending(path: "result.json")
    let result = try result(inFolder: input.path)
    let mesh = try HeadMeshFile.read(input.path.appending(path: "mesh.ply"), unit: .millimetres)
    return try ComparedScan(
      input, result, result.headLandmarks, try Self.surface(mesh, of: input),
      files: [file, input.path.appending(path: "mesh.ply")], changes: [Self.change(of: result)] + mesh.remarks)
  }

  /// The result in a folder of `reconstruct`.
  static func result(inFolder folder: URL) throws -> ScanResult {
    let file = folder.appending(path: "result.json")
    let data: [UInt8]
    do throws(InputFile.Fault) { data = try InputFile.bytes(file.path, atMost: ScanResult.largestBytes) } catch {
      if case .missing = error { throw ComparedScanError.noResult(folder: folder.path) }
      throw ComparedScanError.strangeResult(file: file.path, found: error.found)
    }
    do { return try ScanResult.read(Data(data)) } catch {
      throw ComparedScanError.strangeResult(file: file.path, found: error.found)
    }
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

  private init(
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

  private static func change(of result: ScanResult) -> Finding? {
    result.wasChanged ? Finding(.surfaceResultChanged) : nil
  }

  private static func surface(_ file: HeadMeshFile, of input: ComparedInput) throws -> HeadSurface {
    do { return try HeadSurface(ofFile: file.mesh) } catch {
      throw MeshMeasurementError.unfit(file: input.path.path, cause: error)
    }
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
    var visit = Visit(name: input.path.lastPathComponent, flattened: result.severity?.flattened)
    let scan = result.scan ?? ScanDescription()
    (visit.subject, visit.session, visit.date) = (scan.subject, scan.session, input.date?.text ?? scan.date)
    (visit.operator, visit.device, visit.recording) = (scan.operator, scan.device, scan.recording)
    visit.measures = result.sidedMeasures
    return visit
  }
}

import Analysis
import Diagnostics
internal import Files
import Landmarks
public import Platform
import PointClouds
public import Reports
import Workers

/// A result of `reconstruct` or `measure` whose head is measured again with other landmarks.
public struct RenewableResult: Sendable {
  /// What the result says today.
  public let result: ScanResult
  /// Its folder.
  let folder: URL

  /// Reads the result of a folder.
  ///
  /// - Throws: a ``RatedResultError``.
  public static func read(_ folder: URL) throws(RatedResultError) -> RenewableResult {
    let file = folder.appending(path: "result.json")
    let data: Data
    do throws(InputFile.Fault) { data = Data(try InputFile.bytes(file.path, atMost: ScanResult.largestBytes)) } catch {
      if case .missing = error { throw .unreadable(path: folder.path) }
      throw .strange(file: file.path, found: error.found)
    }
    do { return RenewableResult(result: try ScanResult.read(data), folder: folder) } catch {
      throw .strange(file: file.path, found: error.found)
    }
  }

  /// Why measures are withheld whatever the landmarks: recording, tracking or calibration can't carry them.
  private var gates: [Finding] { result.findings.withheld.filter { Self.isOfRecording($0) } }

  /// True for what the recording, and not the landmarks, gave rise to.
  private static func isOfRecording(_ finding: Finding) -> Bool {
    let parts = [
      "recording", "depth", "markers", "tracking", "recovery", "registration", "dense", "slip", "calibration",
    ]
    return parts.contains { finding.code.rawValue.hasPrefix($0 + ".") }
  }

  /// Measures of the head with what its recording can't carry withheld again.
  public func gated(_ measures: HeadMeasures) -> HeadMeasures {
    var gated = measures
    for gate in gates {
      for name in MeasureName.allCases where gate.measures.contains(name.rawValue) {
        // Beside another cause too: that one may go with the next landmarks, this one stays.
        let others = gated[name].value == nil ? gated[name].reasons : []
        gated.results[name] = MeasureResult(value: nil, unit: name.unit, reasons: [gate] + others)
      }
    }
    gated.grades = measures.grades.filter { gated[$0.scale.measure].value != nil }
    return gated
  }

  /// The result with other measures; what is said of recording, markers, depth and tracking stays.
  ///
  /// - Parameters:
  ///   - measured: the measurement of the result's own mesh.
  ///   - landmarks: the SHA-256 of the landmark file.
  func renewed(_ measured: MeshMeasurement, landmarks: String) -> ScanResult {
    var renewed = measured.result
    let measures = ScanResult(gated(measured.measures))
    (renewed.status, renewed.measures) = (measures.status, measures.measures)
    (renewed.severity, renewed.severities) = (measures.severity, measures.severities)
    let kept = result.findings.filter { Self.isOfRecording($0) && $0.severity != .withheld }
    renewed.findings =
      measures.findings.withheld + measured.result.findings.filter { $0.severity != .withheld } + kept
    (renewed.recording, renewed.markers, renewed.depth) = (result.recording, result.markers, result.depth)
    (renewed.tracking, renewed.calibration) = (result.tracking, result.calibration)
    renewed.scan = measured.result.scan.map { $0.completed(by: result.scan ?? ScanDescription()) } ?? result.scan
    (renewed.recordedPoses, renewed.up, renewed.upSource) = (result.recordedPoses, result.up, result.upSource)
    renewed.timingsS = result.timingsS
    renewed.norm = measured.result.norm
    renewed.pictures = result.pictures.map { .init(frames: $0.frames, clicks: nil) }
    var provenance = result.provenance ?? .init(version: CalvariaVersion.current)
    provenance.version = CalvariaVersion.current
    provenance.inputs["landmarks"] = landmarks
    provenance.options["protocol"] = measured.measures.choices.name
    renewed.provenance = provenance
    return renewed
  }

  /// The result with the measures of another protocol on the same surface and landmarks.
  ///
  /// - Parameter measured: the measurement of the result's own mesh.
  public func remeasured(_ measured: MeshMeasurement) -> ScanResult {
    var other = renewed(measured, landmarks: "")
    other.provenance?.inputs["landmarks"] = result.provenance?.inputs["landmarks"]
    return other
  }

  /// The files of the folder with the renewed result and its report; the others stay as they are.
  ///
  /// - Parameters:
  ///   - measured: the measurement of the result's own mesh.
  ///   - landmarks: the SHA-256 of the landmark file.
  ///   - language: that of the report.
  public func files(
    renewedBy measured: MeshMeasurement, landmarks: String, _ language: Language, threads: Int
  ) throws -> [(name: String, content: Data)] {
    var files = [(name: "result.json", content: try renewed(measured, landmarks: landmarks).json())]
    if let section = SectionFile(gated(measured.measures)) { files.append((SectionFile.name, try section.json())) }
    // The thumbnails are those of clicks that this result does not rest on.
    let made: Set = ["result.json", SectionFile.name, "report.html", "report.pdf", SheetName.clicks]
    for name in OutputKind.result.fileNames.subtracting(made).sorted() {
      let file = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      files.append((name, try Data(contentsOf: file)))
    }
    return files + [try ResultFolder(files).report(language, Workers(count: threads))]
  }
}

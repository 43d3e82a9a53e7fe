import Analysis
import Diagnostics
public import Files
import Landmarks
public import Platform
import PointClouds
public import Reports
import Workers

// A result whose head is measured again with other landmarks or by another protocol.

extension ResultFolder {
  /// The stages that end before landmarks come in: what they found stands whatever the landmarks.
  private static let stagesOfRecording: Set<String> = [
    "recording", "depth", "markers", "tracking", "recovery", "registration", "dense", "slip", "calibration",
  ]

  /// True for what the recording, and not the landmarks, gave rise to.
  private static func isOfRecording(_ finding: Finding) -> Bool { stagesOfRecording.contains(finding.code.stage) }

  /// Measures of the head with what its recording can't carry withheld again.
  public func gated(_ measures: HeadMeasures) -> HeadMeasures {
    var gated = measures
    for gate in result.findings.withheld where Self.isOfRecording(gate) {
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
  ///   - inputs: the SHA-256 of files that were read for it, by their roles; `landmarks` for others than the result has.
  public func renewed(_ measured: MeshMeasurement, inputs: [String: String] = [:]) -> ScanResult {
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
    if renewed.norm != result.norm { provenance.inputs["norms"] = nil }
    provenance.inputs.merge(inputs) { $1 }
    provenance.options["protocol"] = measured.measures.choices.name
    renewed.provenance = provenance
    return renewed
  }

  /// The files of the folder with the renewed result and its report; the others stay as they are.
  ///
  /// - Parameters:
  ///   - measured: the measurement of the result's own mesh.
  ///   - inputs: the SHA-256 of the files that were read for it, by their roles.
  ///   - language: that of the report.
  public func files(
    renewedBy measured: MeshMeasurement, inputs: [String: String], _ language: Language, threads: Int
  ) throws -> [(name: String, content: Data)] {
    var result = renewed(measured, inputs: inputs)
    let section = SectionFile(gated(measured.measures))
    let sealed = try result.sealed()
    var files = [(name: Self.resultName, content: sealed)]
    if let section { files.append((SectionFile.name, try section.json())) }
    // The thumbnails are those of clicks that this result does not rest on.
    let made: Set = [Self.resultName, SectionFile.name, "report.html", "report.pdf", SheetName.clicks]
    for name in OutputKind.result.fileNames.subtracting(made).sorted() {
      let file = url.appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      files.append((name, try Data(contentsOf: file)))
    }
    let workers = Workers(count: threads)
    let content = try ReportContent(
      sealed: sealed, section: section, head: head(workers), sheets: sheets([SheetName.frames]),
      workers: workers)
    return files + [try content.file(language, workers)]
  }
}

extension ResultFolder {
  /// The result and its report with other words on who was scanned, when, by whom and with what. What was measured stays, and
  /// with it the age, the sex and the hair that it rests on. Empty for a result that somebody has changed by hand.
  public func files(
    restatedBy stated: ScanDescription, _ language: Language, threads: Int
  ) throws -> [(name: String, content: Data)] {
    guard !result.wasChanged else { return [] }
    var restated = result
    var scan = stated
    (scan.ageMonths, scan.sex) = (result.scan?.ageMonths, result.scan?.sex)
    (scan.gestationWeeks, scan.hairMm) = (result.scan?.gestationWeeks, result.scan?.hairMm)
    restated.scan = scan
    let sealed = try restated.sealed()
    let workers = Workers(count: threads)
    let content = try ReportContent(
      sealed: sealed, section: self[SectionFile.name].flatMap { SectionFile.read(Data($0)) }, head: head(workers),
      sheets: sheets([SheetName.clicks, SheetName.frames]), workers: workers)
    return [try content.file(language, workers), (Self.resultName, sealed)]
  }
}

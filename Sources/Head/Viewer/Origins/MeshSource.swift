import Analysis
import Diagnostics
import Landmarks
internal import Files
import Platform
import PointClouds
import Recordings
import Reports
import ScanPipeline
import Workers

/// A mesh of any scanner, or the mesh of a result: landmarks are picked on its surface.
struct MeshSource: PickingSource {
  /// The mesh file.
  let mesh: URL
  /// The folder of the result that the mesh belongs to; nil for a mesh alone.
  let result: URL?
  let unit: LengthUnit?
  let analysis: HeadAnalysis
  let automatic: AutomaticLandmarkOptions
  /// The landmark file that was named; nil for none.
  let landmarks: URL?
  /// The folder that a save writes; nil where somebody else keeps the picks.
  let output: URL?
  let observer: String?
  /// The norms of the child's age and sex; nil where these are not stated.
  let norms: NormRequest?
  /// Who was scanned; a result has its own, which this goes before.
  let description: ScanDescription
  let clock: @Sendable () -> Date

  var mode: String { result == nil ? "mesh" : "result" }
  var name: String { (result ?? mesh).standardizedFileURL.lastPathComponent }
  var outputName: String? { output?.lastPathComponent }
  var measurement: MeasurementProtocol { analysis.choices }
  var recording: Recording? { nil }

  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> PreparedScan {
    let head = try HeadMesh.read(mesh, unit: unit)
    if let output {
      try OutputFolder.check(output, holding: .pickedResult, force: true, inputs: result == nil ? [mesh] : [])
    }
    let renewable = try result.map { try ResultFolder.read($0, for: .rating) }
    let earlier = try earlierPicks(on: head)
    return PreparedScan(
      subject: MeshSubject.prepare(head, analysis, automatic, given: earlier.proposals, of: renewable),
      picks: earlier.picks, isSaved: earlier.isSaved)
  }

  /// What was picked before, and what was proposed: in the output folder, the file that was named, or the result.
  func earlierPicks(
    on head: HeadMesh
  ) throws -> (picks: Picks, proposals: HeadLandmarks, isSaved: Bool) {
    for url in [output?.appending(path: LandmarkFile.usualName), landmarks].compactMap(\.self)
    where FileManager.default.fileExists(atPath: url.path) {
      let file = try LandmarkFile.read(url)
      // Blind: nobody sees what another observer has picked.
      guard observer == nil || file.picking?.observer == observer else { continue }
      // Points of another mesh, such as the one that this result was measured on, lie in another frame.
      guard file.picking?.scan?.digest.map({ $0 == Checksum.sha256(of: mesh) }) ?? true else { continue }
      // A result that was picked in frames has clicks; its own points stand in result.json.
      guard let given = try? head.head(with: file).landmarks else { continue }
      return Self.divided(given, isSaved: stands(url, in: output))
    }
    guard let result, observer == nil else { return (Picks(), HeadLandmarks([:]), false) }
    let earlier = try ResultFolder.read(result, for: .rating).result
    return Self.divided(
      earlier.landmarks.estimates, isSaved: output == result && earlier.protocol.name == measurement.name)
  }

  /// Landmarks that somebody picked, and those that a program found.
  private static func divided(
    _ landmarks: HeadLandmarks, isSaved: Bool
  ) -> (picks: Picks, proposals: HeadLandmarks, isSaved: Bool) {
    var (picks, proposals) = (Picks(), HeadLandmarks([:]))
    for (landmark, estimate) in landmarks.estimates where estimate.evidence > 0 {
      if estimate.source == .automatic {
        proposals.estimates[landmark] = estimate
      } else {
        picks[landmark] = .init(point: estimate.position, deviation: estimate.standardDeviation)
      }
    }
    return (picks, proposals, isSaved)
  }

  func accepts(_ picks: Picks) -> Bool { picks.landmarks.values.allSatisfy { $0.clicks.isEmpty } }

  func file(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, at time: Date
  ) throws -> (file: LandmarkFile, measures: HeadMeasures) {
    guard let subject = subject as? MeshSubject else { throw ViewRefusal.notReady }
    var file = subject.file(picks)
    let measures = subject.measure(subject.place(picks), by: choices, withIntervals: true)
    sign(&file, time)
    file.record(measures, in: .mesh)
    return (file, measures)
  }

  /// Says who picked, when and on what.
  private func sign(_ file: inout LandmarkFile, _ time: Date) {
    file.picking?.observer = observer
    file.picking?.time = time
    file.picking?.scan = PickedScan(.mesh, name: name, digest: Checksum.sha256(of: mesh))
  }

  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, replacing replaced: String?,
    _ language: Language, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome {
    guard let output, let subject = subject as? MeshSubject else { throw ViewRefusal.notReady }
    report(ScanProgress(stage: .analysis, done: 0, total: 1))
    let time = clock()
    let folder = try OutputFolder(output, holding: .pickedResult, force: true, inputs: result == nil ? [mesh] : [])
    do {
      let earlier = try result.map { try ResultFolder.read($0, for: .rating) }
      var file = subject.file(picks)
      var analysis = analysis
      (analysis.cap, analysis.choices) = (analysis.cap ?? subject.mesh.cap, choices)
      var measured = try MeshMeasurement.measure(subject.mesh.head(with: file), analysis)
      measured.result.take(earlier?.gated(measured.measures) ?? measured.measures, among: norms)
      measured.result.scan = description.isEmpty ? nil : description
      sign(&file, time)
      file.record(measured.measures, in: .mesh)
      let bytes = try file.json()
      try EarlierFiles.keep(from: output, in: folder, at: time)
      try folder.write([(LandmarkFile.usualName, bytes)] + files(measured, earlier, Checksum.sha256(bytes), language))
      try folder.finish()
      let measures = earlier?.gated(measured.measures) ?? measured.measures
      return SaveOutcome(measures: measures, time: time.formatted(.iso8601), file: LandmarkFile.usualName)
    } catch {
      folder.discard()
      throw error
    }
  }

  /// The result's files: those of an earlier one that stay, and those that follow from the landmarks.
  private func files(
    _ measured: MeshMeasurement, _ earlier: ResultFolder?, _ digest: String, _ language: Language
  ) throws -> [(name: String, content: Data)] {
    let threads = analysis.workers.count
    var inputs = ["landmarks": digest]
    inputs["norms"] = try norms?.file.map { try Checksum.sha256(ofInput: $0) }
    return try earlier?.files(renewedBy: measured, inputs: inputs, language, threads: threads)
      ?? measured.files(
        inputs: ["mesh": mesh, "norms": norms?.file].compactMapValues(\.self), language, threads: threads
      )
      .files
  }
}

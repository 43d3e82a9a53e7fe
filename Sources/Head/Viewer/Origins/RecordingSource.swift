import Analysis
import Diagnostics
import Landmarks
internal import Files
import Platform
import Recordings
import ScanPipeline
import Workers

/// A recording: its landmarks are clicked in frames, and what is saved is a folder as `reconstruct` writes it.
struct RecordingSource: PickingSource {
  let options: ScanOptions
  /// The folder that a save writes; nil where somebody else keeps the picks, and names those to go on from.
  let output: URL?
  let observer: String?
  let opened: Recording
  let clock: @Sendable () -> Date

  var mode: String { "recording" }
  var name: String { options.recording.standardizedFileURL.lastPathComponent }
  var outputName: String? { output?.lastPathComponent }
  var measurement: MeasurementProtocol { options.measurement }
  var recording: Recording? { opened }

  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> PreparedScan {
    // What can't be written to is told before anybody has picked.
    if let output {
      try OutputFolder.check(output, holding: .pickedResult, force: true, inputs: [options.recording])
    }
    let subject = try subject(landmarks: nil, report)
    let frames = subject.scan.scan.framesDigest
    try refuse(another: frames)
    let (picks, isSaved) = try earlierPicks(of: frames)
    return PreparedScan(subject: subject, picks: picks, isSaved: isSaved)
  }

  /// The recording reconstructed, with the landmarks of a file or those that its surface shows.
  private func subject(
    landmarks: URL?, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> RecordingSubject {
    var options = options
    // What the surface shows is proposed, whatever was clicked.
    options.stages.reconstruction.landmarkFinding = .always
    options.landmarks = landmarks ?? options.landmarks
    return RecordingSubject.prepare(try ScanPipeline(options, progress: report).run())
  }

  /// Refuses to write over the result of another recording.
  ///
  /// - Parameter frames: the SHA-256 of this one's frames.
  private func refuse(another frames: String?) throws {
    guard let output, FileManager.default.fileExists(atPath: output.appending(path: "result.json").path) else { return }
    let earlier = try ResultFolder.read(output, for: .rating).result.provenance?.inputs["frames"]
    guard let earlier, let frames, earlier != frames else { return }
    throw ViewError.anotherRecording(output: output.path)
  }

  /// What the same observer picked before, and whether it stands beside the result that followed from it: in the output
  /// folder, else in the recording or the file that was named.
  ///
  /// - Parameter frames: the SHA-256 of the recording's frames; picks of others are left out.
  func earlierPicks(of frames: String?) throws -> (picks: Picks, isSaved: Bool) {
    let beside = output.map {
      [$0.appending(path: LandmarkFile.usualName), RecordingCompanion.url(LandmarkFile.usualName, of: opened.url)]
    }
    for url in [beside?.first, options.landmarks, beside?.last].compactMap(\.self)
    where FileManager.default.fileExists(atPath: url.path) {
      let file = try LandmarkFile.read(url)
      // Blind: nobody sees what another observer has picked.
      guard observer == nil || file.picking?.observer == observer else { continue }
      if let digest = file.picking?.scan?.digest, let frames, file.picking?.scan?.kind == .recording, digest != frames {
        continue
      }
      let picks = picks(of: file)
      // A file of points alone, from the mesh of a result, holds no clicks.
      if !picks.landmarks.isEmpty { return (picks, stands(url, in: output)) }
    }
    return (Picks(), false)
  }

  private func picks(of file: LandmarkFile) -> Picks {
    var picks = Picks()
    for (landmark, entry) in file.entries {
      guard case .clicks(let clicks) = entry else { continue }
      picks[landmark].clicks = clicks.compactMap { click in
        opened.frame(named: click.frame).map {
          LandmarkClick(
            frame: $0.name, pixel: click.pixel, isProposed: click.isProposed || file.isProposal(landmark))
        }
      }
    }
    return picks
  }

  func accepts(_ picks: Picks) -> Bool {
    picks.landmarks.values.allSatisfy { pick in
      pick.point == nil
        && pick.clicks.allSatisfy { click in
          opened.frame(named: click.frame)?.camera.contains(click.pixel) ?? false
        }
    }
  }

  func file(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, at time: Date
  ) throws -> (file: LandmarkFile, measures: HeadMeasures) {
    guard let subject = subject as? RecordingSubject else { throw ViewRefusal.notReady }
    var file = subject.savedFile(picks)
    let measures = subject.measure(subject.place(picks), by: choices, withIntervals: true)
    sign(&file, time, digest: subject.scan.scan.framesDigest)
    file.record(measures, in: .scan)
    return (file, measures)
  }

  /// Says who picked, when and on what.
  private func sign(_ file: inout LandmarkFile, _ time: Date, digest: String?) {
    file.picking?.observer = observer
    file.picking?.time = time
    file.picking?.scan = PickedScan(.recording, name: name, digest: digest)
  }

  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, replacing replaced: String?,
    _ language: Language, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome {
    guard let output, let subject = subject as? RecordingSubject else { throw ViewRefusal.notReady }
    let time = clock()
    let folder = try OutputFolder(output, holding: .pickedResult, force: true, inputs: [options.recording])
    do {
      var file = subject.savedFile(picks)
      let landmarks = folder.staging.appending(path: LandmarkFile.usualName)
      try folder.write([(LandmarkFile.usualName, try file.json())])
      // The whole run, as `reconstruct` does it with this file: what is saved is what it would give.
      var options = options
      (options.landmarks, options.measurement) = (landmarks, choices)
      var scan = try ScanPipeline(options, progress: report).run()
      sign(&file, time, digest: scan.framesDigest)
      file.record(scan.measures, in: .scan)
      let bytes = try file.json()
      scan.state(digest: Checksum.sha256(bytes), of: "landmarks")
      try folder.write([(LandmarkFile.usualName, bytes)] + scan.files(language).files)
      try EarlierFiles.keep(from: output, in: folder, at: time)
      try folder.finish()
      return SaveOutcome(measures: scan.measures, time: time.formatted(.iso8601), file: LandmarkFile.usualName)
    } catch {
      folder.discard()
      throw error
    }
  }
}

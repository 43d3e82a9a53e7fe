import Movement
import Diagnostics
import Foundation
internal import Files
import ScanPipeline
import Recordings

/// What `calvaria motion` measures, wherever the landmarks come from, and what was read for it.
struct MotionInput {
  /// The landmarks.
  let file: MotionFile
  /// The points as they lie in the pictures, with the subject's sides; nil where there are none.
  let drawn: LandmarkSequence?
  /// The SHA-256 of each input by its role, since a file's name may be a child's; of a folder or a recording that of the list of
  /// what was read of it.
  let digests: [String: String]
  /// The motion file that a pose model has made; nil for one that was given.
  let landmarks: Data?

  /// Reads landmarks from a file or a folder, or finds them in pictures by a pose model; and lifts them by depth where a recording is
  /// named.
  ///
  /// - Parameters:
  ///   - quarterTurns: those by which a pose model is shown the pictures clockwise.
  ///   - rules: how a person is followed, and points are lifted.
  ///   - areForMany: whether the options are stated for many files, of which each takes those that it uses.
  init(
    _ path: String, _ options: LandmarkOptions, _ pose: PoseOptions, quarterTurns: Int, _ rules: MotionRules,
    _ narration: NarrationOptions, areForMany: Bool = false
  ) throws {
    var reading = options.options(people: rules.people)
    reading.areForMany = areForMany
    var digests: [String: String] = [:]
    var found: Data?
    let read: MotionFile
    if let model = pose.poseModel {
      let json = try narration.timed("inspection") {
        try Self.found(by: model, in: path, reading, pose, quarterTurns, digests: &digests)
      }
      found = json
      var plain = ReadingOptions()
      plain.people = reading.people
      read = try MotionFile.read(bytes: [UInt8](json), path: path, plain)
    } else {
      var list = DigestList()
      read = try narration.timed("inspection") {
        try MotionFile.read(path, reading) { name, bytes in list.add(name, Checksum.sha256(bytes)) }
      }
      digests["landmarks"] = try list.digest(of: path)
    }
    landmarks = found
    if pose.mirrored {
      guard case .landmarks(let sequence, let kind) = read else { throw MotionError.unusedOption("--mirrored", .mot) }
      (file, drawn) = (.landmarks(sequence.unmirrored, kind), sequence.withSidesExchanged)
      self.digests = digests
      return
    }
    guard let recording = pose.recording else {
      (file, drawn, self.digests) = (read, read.landmarks, digests)
      return
    }
    guard case .landmarks(let sequence, let kind) = read else { throw PoseModelError.notFlat(path: path) }
    var list = DigestList()
    let url = URL.given(recording)
    let lifted = try narration.timed("lifting") {
      let recording = try Recording.open(url, RecordingReading(programs: Self.programs))
      return try DepthLifting(recording, rules.lifting).lifted(sequence, kind, path: path) { name, bytes in
        list.add(name, Checksum.sha256(bytes))
      }
    }
    digests["recording"] = try list.digest(of: recording)
    (file, drawn, self.digests) = (.landmarks(lifted, kind), lifted, digests)
  }

  private static var programs: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

  /// The landmarks that a model finds in pictures.
  private static func found(
    by model: String, in path: String, _ reading: ReadingOptions, _ pose: PoseOptions, _ quarterTurns: Int,
    digests: inout [String: String]
  ) throws -> Data {
    let unused: [(String, Bool)] = [
      ("--image-size", reading.width != nil), ("--person", reading.person != nil),
      ("--confidence", reading.confidence != nil), ("--points", reading.usesWorld != nil),
    ]
    if let first = unused.first(where: { $0.1 }) { throw MotionError.unusedOption(first.0, .coco) }
    var network = try PoseModel.open(model, size: pose.poseInputSize.map { ($0.width, $0.height) })
    for (file, role) in zip(network.files, ["pose_model", "pose_model_description"]) {
      digests[role] = Checksum.sha256(file.bytes)
    }
    let series = try PictureSource.open(.given(path), rate: reading.rate, programs: programs)
    var list = DigestList()
    let found = try DetectedLandmarks.found(
      by: &network, in: series, box: pose.personBox, quarterTurns: quarterTurns
    ) {
      name, bytes in
      list.add(name, Checksum.sha256(bytes))
    }
    digests["pictures"] = try series.video.map { try Checksum.sha256(ofInput: $0) } ?? list.digest(of: path)
    return found.json
  }
}

/// The digests of files in the order in which they were read.
private struct DigestList {
  private var files: [(name: String, digest: String)] = []

  mutating func add(_ name: String, _ digest: String) { files.append((name, digest)) }

  /// The digest of the one file that a path is, or that of the list of what was read of it.
  func digest(of path: String) throws -> String {
    let input = URL.given(path)
    var isFolder: ObjCBool = false
    let isFile = FileManager.default.fileExists(atPath: input.path, isDirectory: &isFolder) && !isFolder.boolValue
    if isFile, files.isEmpty { return try Checksum.sha256(ofInput: input) }
    return Checksum.sha256(Array(files.map { "\($0.digest)  \($0.name)\n" }.joined().utf8))
  }
}

import Analysis
import Markers
import Recordings
import Workers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The opened inputs of a scan.
struct ScanInputs {
  let recording: Recording
  let cap: Cap
  /// The clicks, checked against the recording; empty without a landmark file.
  let clicks: [LandmarkSighting]
  /// The digest of each input file but the images, by its role, so that no path of the machine gets into a result.
  let digests: [String: String]

  init(_ options: ScanOptions) throws {
    let recording = try Recording.open(options.recording, format: options.format, intrinsics: options.intrinsics)
    self.recording = recording
    let ownCap = options.recording.appending(path: "cap.yaml")
    let isCapless = options.tracking == .dense && !FileManager.default.fileExists(atPath: ownCap.path)
    let capFile = options.cap ?? (isCapless ? nil : ownCap)
    cap = try capFile.map { try CapFile.read($0) } ?? Cap.unknown
    try cap.checkRoles(file: capFile?.path ?? "")
    let ownLandmarks = options.recording.appending(path: "landmarks.json")
    let hasOwn = FileManager.default.fileExists(atPath: ownLandmarks.path)
    let landmarkFile = options.landmarks ?? (hasOwn ? ownLandmarks : nil)
    let workers = Workers(count: options.threads)
    clicks =
      try landmarkFile.map {
        try LandmarkSighting.all(of: LandmarkFile.read($0), in: recording, workers: workers)
      } ?? []
    var files: [String: URL] = [:]
    files["cap"] = capFile
    files["landmarks"] = landmarkFile
    files["intrinsics"] = options.intrinsics
    for name in Self.indexFiles {
      let file = options.recording.appending(path: name)
      if FileManager.default.fileExists(atPath: file.path) { files[name] = file }
    }
    digests = try files.mapValues { Checksum.sha256(try Data(contentsOf: $0)) }
  }

  /// The lists and intrinsics that a recording may have of its own, in any layout.
  private static let indexFiles = [
    "rgb.txt", "depth.txt", "intrinsic.json", "camera_intrinsic.json", "DepthMetadata.json",
  ]
}

import Analysis
import DepthFilters
import Diagnostics
import Landmarks
import Markers
internal import Files
import Platform
import Reconstruction
import Recordings
import Workers

/// The inputs of a scan, read and checked.
struct ScanInputs {
  /// The recording with its cap and clicks; without clicks where there is no landmark file, and without depth that a
  /// filter made up.
  let head: HeadRecording
  /// What was done to its depth before it was recorded.
  let filtering: DepthFiltering
  /// Who picked the landmarks, where their file says so.
  let observer: String?
  /// What they were picked on, where their file says so.
  let pickedScan: PickedScan?
  /// The digest of each input file but the images, by its role, so that no path of the machine gets into a result.
  private(set) var digests: [String: String]

  /// Reads the lists of the recording, the cap and the landmark file; of the images, the depth of those that were clicked
  /// and of a few in the middle.
  ///
  /// - Throws: a `UserFacingError` where an input is missing or unusable.
  static func read(_ options: ScanOptions) throws -> ScanInputs {
    let opened = try Recording.open(options.recording, options.reading)
    let recorded =
      try options.device.map { try $0.applied(to: opened, file: options.deviceFile?.relativePath ?? DeviceFile.name) }
      ?? opened
    let filtering = DepthFiltering(
      recorded, workers: Workers(count: options.threads))
    let recording = recorded.without(filtering)
    let ownCap = RecordingCompanion.url("cap.yaml", of: recording.url, isShared: true)
    let isCapless =
      options.stages.reconstruction.method == .dense && !FileManager.default.fileExists(atPath: ownCap.path)
    let capFile = options.cap ?? (isCapless ? nil : ownCap)
    let cap = try capFile.map { try CapFile.read($0) } ?? Cap.unknown
    try cap.checkRoles(file: capFile?.path ?? "")
    let ownLandmarks = RecordingCompanion.url(LandmarkFile.usualName, of: recording.url)
    let hasOwn = FileManager.default.fileExists(atPath: ownLandmarks.path)
    let landmarkFile = options.landmarks ?? (hasOwn ? ownLandmarks : nil)
    let workers = Workers(count: options.threads)
    let picked = try landmarkFile.map { try LandmarkFile.read($0) }
    var clicks: [ReportedClick] = []
    do {
      clicks =
        try picked.map {
          try ReportedClick.all(
            of: $0, in: recording, workers: workers)
        } ?? []
    } catch LandmarkFileError.withoutDepth where recording.hasBlankDepth {
      // No click is to blame for that.
      throw RecordingError.blankDepth(folder: options.recording.path, least: Recording.leastValidDepth)
    }
    var files: [String: URL] = [:]
    files["cap"] = capFile
    files["landmarks"] = landmarkFile
    files["intrinsics"] = options.reading.intrinsics
    files["scan"] = options.descriptionFile
    files["device"] = options.deviceFile
    files["norms"] = options.norms?.file
    var digests = try files.mapValues { file throws(RecordingError) in try Checksum.sha256(ofInput: file) }
    for (name, files) in recording.sources { digests[name] = try digest(of: files, named: name, in: recording.folder) }
    return ScanInputs(
      head: HeadRecording(
        recording, cap: cap, clicks: clicks,
        leftOut: picked.map { ReportedClick.leftOut(of: $0, in: recording) } ?? []), filtering: filtering,
      observer: picked?.picking?.observer, pickedScan: picked?.picking?.scan, digests: digests)
  }

  /// The inputs with the digests of those of the recording without the cap.
  func with(bare: ScanInputs?) -> ScanInputs {
    var inputs = self
    for (name, digest) in bare?.digests ?? [:] { inputs.digests["bare_\(name)"] = digest }
    return inputs
  }

  /// The digest of a recording's file, or of the list that `sha256sum` prints of files of which there is one a frame.
  private static func digest(
    of files: [String], named name: String, in folder: URL
  ) throws(RecordingError) -> String {
    var list = ""
    for file in files {
      let digest = try Checksum.sha256(ofInput: folder.appending(path: file))
      if !name.contains("*") { return digest }
      list += "\(digest)  \(file)\n"
    }
    return Checksum.sha256(Data(list.utf8))
  }
}

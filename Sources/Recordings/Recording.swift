import Diagnostics
import Geometry
public import Platform

/// A recorded RGB-D scan: an index of its frames, whose images are decoded when they are asked for.
///
/// Memory does not grow with the recording's length apart from the index. All functions may be called from any thread.
public struct Recording: Sendable {
  /// The recording's folder.
  public let folder: URL
  /// The layout that it was read as.
  public let format: RecordingFormat
  /// At least one frame, in order of time.
  public let frames: [RecordedFrame]
  /// What is odd but survivable.
  public let findings: [Finding]
  /// The kinds of the first frame's images.
  public let colorHeader, depthHeader: ImageHeader

  /// Opens a recording: reads its lists and metadata and the headers of the first frame's images.
  ///
  /// - Parameters:
  ///   - folder: The recording's folder.
  ///   - format: The layout, or nil to recognise it by looking.
  ///   - intrinsics: A JSON file of intrinsics that overrides the recording's own.
  public static func open(
    _ folder: URL, format: RecordingFormat? = nil, intrinsics: URL? = nil
  ) throws(RecordingError) -> Recording {
    let location = try RecordingFolder(checking: folder)
    let recognised = if let format { format } else { try RecordingFormat.recognised(in: location) }
    let given = if let intrinsics { try GivenIntrinsics(intrinsics) } else { GivenIntrinsics?.none }
    return try Recording(location, recognised, given: given)
  }

  /// The frame of a timestamp or number as the recording writes it, or of its colour image's name, with its folder or
  /// without.
  public func frame(named name: String) -> RecordedFrame? {
    frames.first { $0.name == name }
      ?? frames.first { $0.colorFile.lastPathComponent == name || relativePath($0.colorFile) == name }
  }

  private init(
    _ location: RecordingFolder, _ format: RecordingFormat, given: GivenIntrinsics?
  ) throws(RecordingError) {
    var index = try format.reader.index(location)
    let headers = try FirstHeaders(index.pairs[0], location)
    let cameras: [PinholeCamera]
    if let given {
      let camera = try Intrinsics.camera(given.content, file: given.name, size: headers.size, findings: &index.findings)
      cameras = [PinholeCamera](repeating: camera, count: index.pairs.count)
    } else {
      cameras = try format.reader.cameras(location, index.pairs, size: headers.size, findings: &index.findings)
    }
    self.folder = location.url
    self.format = format
    (colorHeader, depthHeader) = (headers.color, headers.depth)
    frames = zip(index.pairs, cameras).enumerated().map { i, frame in
      RecordedFrame(index: i, pair: frame.0, camera: frame.1, in: location)
    }
    findings = index.findings + Intrinsics.findings(cameras) + Timing(frames).findings(missing: index.missing)
  }
}

extension RecordedFrame {
  fileprivate init(index: Int, pair: ImagePair, camera: PinholeCamera, in folder: RecordingFolder) {
    self.init(
      index: index, name: pair.color.name, time: pair.color.time, depthTime: pair.depth.time, camera: camera,
      colorFile: folder.url(pair.color.path), depthFile: folder.url(pair.depth.path))
  }
}

/// Intrinsics that override the recording's own.
private struct GivenIntrinsics {
  let name: String
  let content: IntrinsicsFile

  init(_ url: URL) throws(RecordingError) {
    name = url.path(percentEncoded: false)
    content = try IntrinsicsFile(RecordingFolder.data(url, limit: RecordingFolder.indexLimit, name: name), file: name)
  }
}

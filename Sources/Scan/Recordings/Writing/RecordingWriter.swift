internal import Files
import Geometry
import Images
public import Platform

/// Writes a recording while it is taken: the files of a frame, then its line in the index. Whatever ends the program leaves
/// every frame that has a line whole.
///
/// Only one thread at a time may use a writer.
public final class RecordingWriter {
  /// The frames that were written.
  public private(set) var count = 0
  private let folder: URL
  private var images: ImageReader
  /// Of the index; -1 before the first frame.
  private var index: Int32 = -1
  /// What the first frame fixes for all others.
  private var first: (sizes: ImageSizes, scale: DepthScale)?
  private var cameras: CameraPair?
  private var lastTime = -Double.infinity
  private var gray: [UInt8] = []
  private var depth: [Float] = []

  private static let (colors, depths, confidences) = ("color", "depth", "confidence")

  /// Writes into a folder that is there and has no recording.
  public init(_ folder: URL) {
    self.folder = folder
    images = ImageReader(folder: folder, container: nil)
  }

  deinit { if index >= 0 { close(index) } }

  /// Writes a frame, and looks whether it can be read again.
  ///
  /// - Returns: the frame as the recording has it.
  /// - Throws: ``RecordingError`` where its images can't be used: the frame is left out and the recording stays as it was;
  ///   `OutputError` where it can't be written.
  public func add(_ frame: RawFrame) throws -> RecordedFrame {
    let number = String(count)
    let stem = String(repeating: "0", count: max(0, 6 - number.count)) + number
    let name = frame.name ?? stem
    guard frame.time > lastTime else {
      throw RecordingError.disordered(file: FrameIndex.file, name: name, previous: "\(lastTime)")
    }
    var pair = ImagePair(
      color: try TimedImage(name: name, time: frame.time, image: write(frame.color, Self.colors, stem)),
      depth: try TimedImage(name: name, time: frame.depthTime, image: write(frame.depth, Self.depths, stem)))
    pair.confidence = try frame.confidence.map { try write($0, Self.confidences, stem) }
    (pair.recordedPose, pair.down) = (frame.recordedPose, frame.down)
    do { try check(pair, frame) } catch {
      for image in [pair.color.image, pair.depth.image, pair.confidence].compactMap(\.self) {
        try? FileManager.default.removeItem(at: folder.appending(path: image.name))
      }
      throw error
    }
    try write(pair, frame)
    (cameras, lastTime) = (frame.cameras, frame.time)
    defer { count += 1 }
    return RecordedFrame(index: count, pair: pair, cameras: frame.cameras)
  }

  /// Throws unless the images can be decoded, have the sizes of the first frame, and can be those of the frame's cameras.
  private func check(_ pair: ImagePair, _ frame: RawFrame) throws(RecordingError) {
    let sizes: ImageSizes
    if let first { sizes = first.sizes } else { sizes = try FirstHeaders(pair, &images).sizes }
    let scale = first?.scale ?? frame.scale
    if frame.cameras != cameras || first == nil {
      try Intrinsics.require(frame.cameras.color, size: sizes.color, file: pair.color.image.name)
      try Intrinsics.require(frame.cameras.depth, size: sizes.depth, file: pair.depth.image.name)
    }
    if first == nil {
      gray = Array(repeating: 0, count: sizes.color.width * sizes.color.height)
      depth = Array(repeating: 0, count: sizes.depth.width * sizes.depth.height)
    }
    try images.gray(pair.color.image, sizes.color, frame: pair.color.name, into: &gray)
    try images.depth(pair.depth.image, sizes.depth, scale, frame: pair.color.name, into: &depth)
    // Only now: a frame that can't be decoded says nothing of those behind it.
    first = (sizes, scale)
    guard let confidence = pair.confidence else { return }
    var levels = [UInt8](repeating: 0, count: depth.count)
    try images.gray(confidence, sizes.depth, frame: pair.color.name, into: &levels)
  }

  private func write(_ image: RawImage, _ group: String, _ stem: String) throws(OutputError) -> StoredImage {
    let path = "\(group)/\(stem).\(image.ending)"
    do {
      if count == 0 {
        try FileManager.default.createDirectory(at: folder.appending(path: group), withIntermediateDirectories: true)
      }
    } catch { throw fault }
    let file = folder.appending(path: path).path(percentEncoded: false)
    guard FileSystem.write(image.content, to: file) else { throw fault }
    return StoredImage(file: path, coding: image.coding)
  }

  /// Adds a frame's line to the index, which begins with the first one.
  private func write(_ pair: ImagePair, _ frame: RawFrame) throws {
    let line = FrameLine(
      name: pair.color.name, time: pair.color.time, depthTime: pair.depth.time, color: .init(pair.color.image),
      depth: .init(pair.depth.image), confidence: pair.confidence.map { .init($0) },
      cameras: frame.cameras == cameras ? nil : WrittenIntrinsics(frame.cameras), pose: pair.recordedPose?.rows,
      down: pair.down.map { [$0.x, $0.y, $0.z] })
    let text = try JSONText.encode(line, isOneLine: true)
    if index < 0 { try begin(frame.scale) }
    try append(text)
  }

  private func begin(_ scale: DepthScale) throws {
    let path = folder.appending(path: FrameIndex.file).path(percentEncoded: false)
    index = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard index >= 0 else { throw fault }
    try append(JSONText.encode(FrameIndex.Header(scale), isOneLine: true))
  }

  private func append(_ line: Data) throws(OutputError) {
    guard line.withUnsafeBytes({ FileSystem.write($0, to: index) }) else { throw fault }
  }

  private var fault: OutputError {
    .cannotWrite(path: folder.path(percentEncoded: false), reason: .phrase("writing_failed"))
  }
}

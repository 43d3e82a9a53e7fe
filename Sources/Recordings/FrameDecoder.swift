import Diagnostics
import Images
import Platform

/// Decodes one image after the other into memory that is reused.
///
/// Only one thread at a time may use a decoder; threads that share a recording need one each.
public struct FrameDecoder: ~Copyable {
  /// The recording whose frames are decoded.
  public let recording: Recording
  private let memory = CodecMemory()
  private var file = FileBytes()

  /// A decoder of a recording's frames.
  public init(_ recording: Recording) { self.recording = recording }

  /// Calls `body` with the bytes of the image file that was read last.
  public borrowing func withFile<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value { body(file.content) }

  /// Decodes a frame's colour image as grey: luma of ITU-R BT.601, the fastest to decode.
  public mutating func gray(_ frame: RecordedFrame, into image: inout GrayImage) throws(RecordingError) {
    let decoder = try read(frame.colorFile, of: frame)
    let (width, height) = (frame.camera.width, frame.camera.height)
    if image.width != width || image.height != height {
      image = GrayImage(width: width, height: height, pixels: Array(repeating: 0, count: width * height))
    }
    try fill(&image.pixels, frame, decoder) { memory, pixels throws(ImageError) in
      try decoder.requireColor(decoder.header())
      try decoder.gray(memory, into: pixels)
    }
  }

  /// Decodes a frame's colour image.
  public mutating func color(_ frame: RecordedFrame, into image: inout ColorImage) throws(RecordingError) {
    let decoder = try read(frame.colorFile, of: frame)
    let (width, height) = (frame.camera.width, frame.camera.height)
    if image.width != width || image.height != height {
      image = ColorImage(width: width, height: height, pixels: Array(repeating: 0, count: 3 * width * height))
    }
    try fill(&image.pixels, frame, decoder) { memory, pixels throws(ImageError) in
      try decoder.requireColor(decoder.header())
      try decoder.color(memory, into: pixels)
    }
  }

  /// Decodes a frame's depth image: metres, NaN where the recording has no valid depth.
  public mutating func depth(_ frame: RecordedFrame, into image: inout DepthImage) throws(RecordingError) {
    let decoder = try read(frame.depthFile, of: frame)
    let (width, height) = (frame.camera.width, frame.camera.height)
    if image.width != width || image.height != height {
      image = DepthImage(width: width, height: height, pixels: Array(repeating: .nan, count: width * height))
    }
    let encoding = recording.format.reader.depthEncoding
    try fill(&image.pixels, frame, decoder) { memory, pixels throws(ImageError) in
      try encoding.decode(decoder, memory, into: pixels)
    }
  }

  /// Reads an image file and checks that it has the frame's size.
  private mutating func read(_ url: URL, of frame: RecordedFrame) throws(RecordingError) -> ImageDecoder {
    let name = recording.relativePath(url)
    try RecordingFolder.read(url, limit: RecordingFolder.imageLimit, name: name, into: &file)
    let decoder = ImageDecoder(file.content, name)
    let size: ImageSize
    do throws(ImageError) { size = ImageSize(try decoder.header()) } catch {
      throw RecordingError(error, frame: frame.name, file: name)
    }
    guard size == ImageSize(frame.camera) else {
      throw .badFrame(
        name: frame.name, file: name,
        expected: .phrase("size_of_first_frame", ["size": .text("\(ImageSize(frame.camera))")]),
        found: .text("\(size)"))
    }
    return decoder
  }

  private borrowing func fill<Sample>(
    _ pixels: inout [Sample], _ frame: RecordedFrame, _ decoder: ImageDecoder,
    _ body: (borrowing CodecMemory, UnsafeMutableBufferPointer<Sample>) throws(ImageError) -> Void
  ) throws(RecordingError) {
    let result = pixels.withUnsafeMutableBufferPointer { pixels in
      Result { () throws(ImageError) in try body(memory, pixels) }
    }
    do throws(ImageError) { try result.get() } catch {
      throw RecordingError(error, frame: frame.name, file: decoder.name)
    }
  }
}

extension Recording {
  /// A file's path from the recording's folder, as messages name it.
  func relativePath(_ url: URL) -> String {
    let (path, base) = (url.path(percentEncoded: false), folder.path(percentEncoded: false))
    return path.hasPrefix(base) ? String(path.dropFirst(base.count).drop { $0 == "/" }) : path
  }
}

extension Recording {
  /// The colour image of a frame as grey; for many frames use a ``FrameDecoder``, which reuses its memory.
  public func gray(_ frame: RecordedFrame) throws(RecordingError) -> GrayImage {
    var decoder = FrameDecoder(self)
    var image = GrayImage(width: 0, height: 0, pixels: [])
    try decoder.gray(frame, into: &image)
    return image
  }

  /// The colour image of a frame.
  public func color(_ frame: RecordedFrame) throws(RecordingError) -> ColorImage {
    var decoder = FrameDecoder(self)
    var image = ColorImage(width: 0, height: 0, pixels: [])
    try decoder.color(frame, into: &image)
    return image
  }

  /// The depth image of a frame in metres, NaN where the recording has no valid depth.
  public func depth(_ frame: RecordedFrame) throws(RecordingError) -> DepthImage {
    var decoder = FrameDecoder(self)
    var image = DepthImage(width: 0, height: 0, pixels: [])
    try decoder.depth(frame, into: &image)
    return image
  }
}

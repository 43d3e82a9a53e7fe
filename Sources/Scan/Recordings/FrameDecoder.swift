internal import Diagnostics
import Images
import Platform

/// Decodes one image after the other into memory that is reused.
///
/// Only one thread at a time may use a decoder; threads that share a recording need one each.
public struct FrameDecoder: ~Copyable {
  /// The recording whose frames are decoded.
  public let recording: Recording
  fileprivate var images: ImageReader
  private var confidence: [UInt8] = []

  /// A decoder of a recording's frames.
  public init(_ recording: Recording) {
    self.recording = recording
    images = ImageReader(folder: recording.folder, container: recording.container)
  }

  /// Calls `body` with the bytes of the image that was read last, as the recording stores them.
  public borrowing func withFile<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value { body(images.content) }

  /// Decodes a frame's colour image as grey: luma of ITU-R BT.601, the fastest to decode.
  public mutating func gray(_ frame: RecordedFrame, into image: inout GrayImage) throws(RecordingError) {
    let size = ImageSize(frame.cameras.color)
    if image.width != size.width || image.height != size.height {
      image = GrayImage(
        width: size.width, height: size.height, pixels: Array(repeating: 0, count: size.width * size.height))
    }
    try images.gray(frame.colorImage, size, frame: frame.name, into: &image.pixels)
  }

  /// Decodes a frame's colour image.
  public mutating func color(_ frame: RecordedFrame, into image: inout ColorImage) throws(RecordingError) {
    let size = ImageSize(frame.cameras.color)
    if image.width != size.width || image.height != size.height {
      image = ColorImage(
        width: size.width, height: size.height, pixels: Array(repeating: 0, count: 3 * size.width * size.height))
    }
    try images.color(frame.colorImage, size, frame: frame.name, into: &image.pixels)
  }

  /// Decodes a frame's depth image: metres, NaN where the recording has no valid depth, the recorder was unsure of it, or
  /// it lies on a ramp that is left out (``Recording/dropping(_:)``).
  public mutating func depth(_ frame: RecordedFrame, into image: inout DepthImage) throws(RecordingError) {
    let size = ImageSize(frame.cameras.depth)
    if image.width != size.width || image.height != size.height {
      image = DepthImage(
        width: size.width, height: size.height, pixels: Array(repeating: .nan, count: size.width * size.height))
    }
    if let stored = frame.confidenceImage {
      if confidence.count != image.pixels.count { confidence = Array(repeating: 0, count: image.pixels.count) }
      try images.gray(stored, size, frame: frame.name, into: &confidence)
    }
    try images.depth(frame.depthImage, size, recording.depthScale, frame: frame.name, into: &image.pixels)
    if frame.confidenceImage != nil {
      for i in image.pixels.indices where confidence[i] == 0 { image.pixels[i] = .nan }
    }
    recording.droppedRamps?.drop(from: &image, frame.cameras.depth)
  }
}

extension FrameDecoder {
  /// The bytes of a frame's depth image as the recording stores them.
  mutating func depthBytes(_ frame: RecordedFrame) throws(RecordingError) -> Data {
    try bytes(of: frame.depthImage)
  }

  /// The bytes of an image as the recording stores them.
  mutating func bytes(of image: StoredImage) throws(RecordingError) -> Data {
    try images.read(image)
    return withFile { Data($0) }
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

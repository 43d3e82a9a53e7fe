import Diagnostics
import Geometry

/// What one layout of recordings knows: how to recognise it, to list its frames and to find its intrinsics.
protocol RecordingReader {
  /// What it is recognised by, for the message when nothing is.
  static var signature: String { get }
  /// How its depth images store depth.
  static var depthEncoding: DepthEncoding { get }

  /// True when a folder looks like this layout.
  static func recognises(_ folder: RecordingFolder) -> Bool
  /// The pairs of images in order of time.
  static func index(_ folder: RecordingFolder) throws(RecordingError) -> RecordingIndex
  /// The camera of each pair, for images of the given size.
  static func cameras(
    _ folder: RecordingFolder, _ pairs: [ImagePair], size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> [PinholeCamera]
}

/// An image file of a recording.
struct TimedImage: Equatable {
  /// The timestamp or number as the recording writes it.
  let name: String
  /// Seconds.
  let time: Double
  /// The path within the recording.
  let path: String
}

/// A colour image and the depth image that belongs to it.
struct ImagePair: Equatable {
  let color, depth: TimedImage
}

/// The pairs of a recording and what was odd about them.
struct RecordingIndex {
  var pairs: [ImagePair]
  var findings: [Finding]
}

/// The size of an image in pixels.
struct ImageSize: Equatable, CustomStringConvertible {
  let width, height: Int

  var description: String { "\(width)×\(height)" }

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  init(_ header: ImageHeader) { self.init(width: header.width, height: header.height) }
  init(_ camera: PinholeCamera) { self.init(width: camera.width, height: camera.height) }
}

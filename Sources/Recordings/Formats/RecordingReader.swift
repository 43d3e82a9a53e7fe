import Diagnostics
import Geometry

/// What one layout of recordings knows: how to recognise it, to list its frames and to find its intrinsics.
protocol RecordingReader {
  /// What it is recognised by, for the message when nothing is.
  static var signature: FindingValue { get }
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

extension RecordingReader {
  /// One camera for all pairs, from the recording's file of intrinsics.
  static func cameras(
    _ folder: RecordingFolder, _ pairs: [ImagePair], size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> [PinholeCamera] {
    let camera = try Intrinsics.camera(folder, size: size, findings: &findings)
    return [PinholeCamera](repeating: camera, count: pairs.count)
  }
}

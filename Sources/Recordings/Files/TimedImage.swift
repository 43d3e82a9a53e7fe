import Diagnostics

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
  /// Images that are listed but not there.
  var missing = 0
}

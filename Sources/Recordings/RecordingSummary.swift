import Diagnostics
public import Geometry

/// What is in a recording, and what is odd about it.
public struct RecordingSummary: Sendable {
  /// The layout.
  public let format: RecordingFormat
  /// The number of frames.
  public let frames: Int
  /// From the first to the last frame, in seconds.
  public let duration: Double
  /// Frames a second: the inverse of the median interval; nil for a single frame.
  public let rate: Double?
  /// The largest interval between frames in seconds; 0 for a single frame.
  public let largestGap: Double
  /// The kinds and sizes of the first frame's images.
  public let colorHeader, depthHeader: ImageHeader
  /// The camera of the first frame.
  public let camera: PinholeCamera
  /// Median and largest distance in time of the colour and depth image of a frame, in seconds.
  public let timeDifferenceMedian, timeDifferenceMax: Double
  /// The number of frames whose images were decoded.
  public let sampledFrames: Int
  /// The pixels with valid depth over all pixels of the sampled frames; nil where none could be decoded.
  public let validDepthFraction: Double?
  /// How the valid depths of the sampled frames are distributed; nil where there are none.
  public let depthRange: DepthRange?
  /// What is odd: of the index and of the sampled frames.
  public let findings: [Finding]
}

/// Percentiles of depth in metres, to a quarter of a millimetre; depths beyond 10 m count as 10 m.
public struct DepthRange: Sendable, Equatable {
  /// The depth that 1 %, 5 %, 50 %, 95 % and 99 % of the valid pixels do not exceed.
  public let p01, p05, p50, p95, p99: Double
}

public import Geometry
public import Platform

/// One pair of a colour and a depth image, not yet decoded.
public struct RecordedFrame: Sendable, Equatable {
  /// The position in the recording, from 0.
  public let index: Int
  /// The colour image's timestamp or number exactly as the recording writes it; landmark files refer to it.
  public let name: String
  /// When the colour image was taken, in seconds of the recording's own clock.
  public let time: Double
  /// When the depth image was taken, in seconds of the same clock.
  public let depthTime: Double
  /// How much later than the colour image the depth image was taken, in seconds; 0 where they differ by rounding only.
  public var depthDelay: Double { abs(depthTime - time) > Self.synchronous ? depthTime - time : 0 }
  /// The camera of both images.
  public let camera: PinholeCamera
  /// The image files.
  public let colorFile, depthFile: URL

  /// Distances of colour and depth below this count as none: timestamps are often rounded to milliseconds.
  static let synchronous = 0.0015
}

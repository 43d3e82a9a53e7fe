public import Geometry

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
  /// The cameras of both images.
  public let cameras: CameraPair
  /// The colour camera.
  public var camera: Camera { cameras.color }
  /// The images as they are stored.
  public let colorImage, depthImage: StoredImage
  /// How sure the recorder was of each pixel's depth, where it says so.
  public var confidenceImage: StoredImage?
  /// The pose of the colour camera that the recorder wrote down, in a frame of its own; compared, never used.
  public var recordedPose: RigidTransform?
  /// Where down is, by the recorder's motion sensors: a unit vector in the colour camera's frame.
  public var down: Vector3?

  /// Distances of colour and depth below this count as none: timestamps are often rounded to milliseconds.
  static let synchronous = 0.0015
}

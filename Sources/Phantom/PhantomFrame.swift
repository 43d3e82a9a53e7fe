public import Geometry
import Images
import Recordings

/// One simulated frame with its truth.
public struct PhantomFrame: Sendable {
  /// Seconds since the start of the recording.
  public let time: Double
  /// The colour image before compression.
  public let color: ColorImage
  /// width × height depth codes of 1/5000 m, 0 where there is no measurement.
  public let depthCodes: [UInt16]
  /// The exact depth of the first surface through each pixel's centre, metres.
  public let exactDepth: DepthImage
  /// The cosine between the ray and the normal of that surface.
  public let cosines: [Float]
  /// The camera's exact pose.
  public let headFromCamera: RigidTransform

  /// The measured depth in metres, NaN where there is none.
  public var depth: DepthImage {
    DepthImage(
      width: exactDepth.width, height: exactDepth.height,
      pixels: depthCodes.map { $0 == 0 ? .nan : Float(Double($0) / PhantomSensor.codesPerMetre) })
  }
}

public import Geometry
import Images
import Recordings

/// One simulated frame with its truth.
public struct PhantomFrame: Sendable {
  /// Seconds since the start of the recording.
  public let time: Double
  /// The colour image before compression.
  public let color: ColorImage
  /// Both cameras as they were at that time.
  public let cameras: CameraPair
  /// Depth codes of 1/5000 m of the depth camera's image, 0 where there is no measurement.
  public let depthCodes: [UInt16]
  /// The exact depth of the first surface through each pixel's centre of the colour image, metres.
  public let exactDepth: DepthImage
  /// The cosine between the ray and the normal of that surface.
  public let cosines: [Float]
  /// The colour camera's exact pose, at the time of its middle row.
  public let headFromCamera: RigidTransform
  /// Its pose at each row.
  let rows: RowPoses

  /// The measured depth in metres, NaN where there is none.
  public var depth: DepthImage {
    DepthImage(
      width: cameras.depth.width, height: cameras.depth.height,
      pixels: depthCodes.map { $0 == 0 ? .nan : Float(Double($0) / PhantomSensor.codesPerMetre) })
  }
}

import Geometry

/// How steep recorded depth may be; steeper pixels are ramps that a filter laid between near and far, and no
/// measurements.
public struct DepthRamps: Sendable, Equatable {
  /// The greatest difference of two neighbours as a share of the nearer depth.
  public let slope: Double
  /// The same times the focal length in pixels: pixels of a coarse image lie farther apart on a surface.
  public let slopePixels: Double

  /// A limit from its values; the larger of the two holds.
  public init(slope: Double, slopePixels: Double) { (self.slope, self.slopePixels) = (slope, slopePixels) }

  /// The limit for a camera's images.
  func limit(_ camera: Camera) -> Float { Float(max(slope, slopePixels / camera.fx)) }
}

extension Recording {
  /// The same recording, whose depth comes without the pixels on ramps from now on.
  public func dropping(_ ramps: DepthRamps) -> Recording {
    var recording = self
    recording.droppedRamps = ramps
    return recording
  }
}

import Geometry

/// What the recording says about its own camera, shared by all frames.
public struct SelfCalibration: Sendable, Equatable {
  /// A value and its standard deviation; a deviation of 0 means that it was held fixed.
  public struct Estimate: Sendable, Equatable {
    /// The estimate.
    public var value: Double
    /// Its standard deviation.
    public var sigma: Double

    /// An estimate from its parts.
    public init(value: Double, sigma: Double) { (self.value, self.sigma) = (value, sigma) }
  }

  /// The true focal length over the recording's.
  public var focalScale: Estimate
  /// The true depth is depthScale · measured + depthOffset.
  public var depthScale: Estimate
  /// In metres; see ``depthScale``.
  public var depthOffset: Estimate

  /// A calibration that changes nothing and claims to know nothing.
  public static let none = SelfCalibration(
    focalScale: .init(value: 1, sigma: 0), depthScale: .init(value: 1, sigma: 0), depthOffset: .init(value: 0, sigma: 0)
  )

  /// A depth in metres, corrected.
  public func corrected(depth: Double) -> Double { depthScale.value * depth + depthOffset.value }

  /// A camera with the focal length corrected.
  public func corrected(_ camera: PinholeCamera) -> PinholeCamera {
    var camera = camera
    camera.fx *= focalScale.value
    camera.fy *= focalScale.value
    return camera
  }
}

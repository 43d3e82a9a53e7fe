public import Geometry
import Markers

/// What the recording says about its own sensor, shared by all frames.
public struct SelfCalibration: Sendable, Equatable {
  /// The true focal length over the recording's.
  public var focalScale: Estimate
  /// What the radial coefficients k₁ and k₂ of the colour camera's lens are more than the recording says.
  public var lens: [Estimate]
  /// The factor by which measured depth is too short.
  public var depthScale: Estimate
  /// What is added to measured depth over the image, in metres: the first coefficients of a ``DepthField``.
  public var depthField: [Estimate]
  /// How much later than its timestamp depth was taken, in seconds, relative to the colour image of the same frame.
  public var timeOffset: Estimate
  /// The standard deviation of a refined corner in pixels, seen straight on, as the recording shows it; nil where it shows
  /// none.
  public var cornerSigma: Double?
  /// χ² with two degrees of freedom of a lens that the recording does not state; nil where none was looked for.
  public var lensSignificance: Double?
  /// What the lens leaves open: one that was estimated by its deviations, one that was held by what it may be.
  public var lensEffect = LensEffect.none
  /// The relative standard deviation of the map's size, by all that the adjustment leaves open together: print, depth, focal
  /// length, a lens that was estimated; nil where none was found. What these leave open depends on each other, since all of
  /// them have to agree with the print.
  public var sizeSigma: Double?
  /// How many of their standard deviations print and depth differ by in the head's size.
  public var scaleTension = 0.0

  /// The factor by which deviations of the scale are too small where print and depth disagree (Birge 1932).
  public var scaleWidening: Double { max(1, scaleTension) }

  /// The depth scale with its deviation widened by that factor.
  public var depthScaleWidened: Estimate {
    .init(depthScale.value, sigma: scaleWidening * depthScale.sigma)
  }

  /// The degree of the depth field in the adjustment.
  static let fieldDegree = 3
  static let fieldTerms = DepthField.terms(degree: fieldDegree)
  /// The number of the lens's coefficients.
  static let lensTerms = 2

  /// What is added to depth in the middle of the image, in metres.
  public var depthOffset: Estimate { depthField[0] }

  /// A calibration that changes nothing and was not estimated.
  public static let none = SelfCalibration(
    focalScale: .init(1, sigma: 0), lens: Array(repeating: .init(0, sigma: 0), count: lensTerms),
    depthScale: .init(1, sigma: 0),
    depthField: Array(repeating: .init(0, sigma: 0), count: fieldTerms),
    timeOffset: .init(0, sigma: 0))

  /// Whether a lens was found that the recording does not state.
  public var hasLens: Bool { lens.contains { $0.value != 0 } }

  /// A colour camera with focal length and lens corrected.
  public func corrected(_ camera: Camera) -> Camera {
    var camera = camera
    camera.fx *= focalScale.value
    camera.fy *= focalScale.value
    if hasLens {
      var lens = camera.lens ?? Lens(radial: [])
      for (k, estimate) in self.lens.enumerated() { lens.radial[k] += estimate.value }
      camera.lens = lens
    }
    return camera
  }

  /// The cameras of a frame, corrected. Depth that lies in the colour camera's image shares its optics; a depth
  /// camera of its own keeps its factory's.
  public func corrected(_ cameras: CameraPair) -> CameraPair {
    CameraPair(
      color: corrected(cameras.color), depth: cameras.shareView ? corrected(cameras.depth) : cameras.depth,
      colorFromDepth: cameras.colorFromDepth)
  }
}

extension SelfCalibration {
  /// The correction of depth that the adjustment found.
  var depthCorrection: DepthCorrection {
    DepthCorrection(scale: depthScale.value, field: DepthField(depthField.map(\.value)))
  }

  /// A marker's corners in the colour camera's frame, with depth and focal length corrected, metres; nil without depth.
  func corners(of marker: MarkerObservation, _ cameras: CameraPair) -> [Vector3]? {
    guard let metric = marker.metric else { return nil }
    let (camera, correction) = (corrected(cameras.color), depthCorrection)
    return (0..<4).map { k in
      let place = cameras.depthPlace(of: marker.corners[k], at: metric.points[k])
      return camera.ray(marker.corners[k]) * correction.corrected(metric.points[k].z, at: place)
    }
  }
}

import Geometry
import Markers
import Tracking

extension Tracking {
  /// The standard deviation of the surface's radius at one place in metres. It combines half the difference of the two
  /// halves of the scan along one axis (the whole is their mean) with the error that both halves share (calibration,
  /// edges): 0.06 mm on simulated scans; ``MarkerlessOptions/surfaceDeviation`` without markers.
  public func surfaceDeviation(_ options: ReconstructionOptions = ReconstructionOptions()) -> Double {
    guard let closure else { return options.surfaceError.withoutClosure }
    let shared = map.ids.isEmpty ? options.markerless.surfaceDeviation : options.surfaceError.shared
    return (closure.distance * closure.distance / 12 + shared * shared).squareRoot()
  }

  /// The relative standard deviation of the surface's scale: that of corrected depth and of the focal length.
  public func scaleDeviation(_ options: SurfaceErrorOptions = SurfaceErrorOptions()) -> Double {
    let focal = focalDeviation(options)
    return (depthDeviation * depthDeviation + focal * focal).squareRoot()
  }

  /// The relative standard deviation of corrected depth at the usual distance, widened where print and depth disagree.
  public var depthDeviation: Double {
    let offset = usualDepth > 0 ? calibration.depthOffset.sigma / usualDepth : 0
    let scale = calibration.depthScale.sigma
    return calibration.scaleWidening * (scale * scale + offset * offset).squareRoot()
  }

  /// The relative standard deviation of the focal length; where it was not estimated 0.4 %, by which factory values
  /// differ from calibrated ones on good devices.
  public func focalDeviation(_ options: SurfaceErrorOptions = SurfaceErrorOptions()) -> Double {
    calibration.focalScale.sigma > 0 ? calibration.focalScale.sigma : options.focal
  }

  /// The median depth of the markers in metres.
  public var usualDepth: Double {
    RobustStatistics.median(observations.flatMap { $0.markers.compactMap { $0.metric?.points[0].z } })
  }
}

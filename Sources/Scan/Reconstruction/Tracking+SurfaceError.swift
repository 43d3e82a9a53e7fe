import Geometry
import Markers
import Tracking

extension Tracking {
  /// The standard deviation of the radius where only the surface holds the views together, metres. See
  /// Docs/evaluation/tracking.md (Without a cap): CVAI was off by 0.8 RMS on seven simulated scans.
  public static let deviationWithoutMarkers = 0.0006

  /// The standard deviation of the surface's radius at one place in metres. It combines half the difference of the two
  /// halves of the scan along one axis (the whole is their mean) with the error that both halves share (calibration,
  /// edges): 0.06 mm on simulated scans; ``deviationWithoutMarkers`` without markers.
  public func surfaceDeviation(_ options: ReconstructionOptions = ReconstructionOptions()) -> Double {
    guard let closure else { return options.surfaceError.withoutClosure }
    let shared = map.ids.isEmpty ? Self.deviationWithoutMarkers : options.surfaceError.shared
    return (closure.distance * closure.distance / 12 + shared * shared).squareRoot()
  }

  /// The part of it that is a smooth error of the whole surface, which the halves share and the closure can't show, metres.
  ///
  /// Without markers the deviation was fitted to whole scans as one of independent places, and is left as that.
  public func bendingDeviation(_ options: ReconstructionOptions = ReconstructionOptions()) -> Double {
    min(surfaceDeviation(options), options.surfaceError.shared)
  }

  /// The part of it that is independent between places, metres.
  public func noiseDeviation(_ options: ReconstructionOptions = ReconstructionOptions()) -> Double {
    let (whole, bending) = (surfaceDeviation(options), bendingDeviation(options))
    return (whole * whole - bending * bending).squareRoot()
  }

  /// The relative standard deviation of the surface's scale: of the map's size, or without markers of the focal length; and of
  /// what a lens may do to it that was held.
  public func scaleDeviation(_ options: SurfaceErrorOptions = SurfaceErrorOptions()) -> Double {
    let parts = [sizeDeviation, focalDeviation(options), calibration.hasLens ? 0 : calibration.lensEffect.scale]
    return parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// The relative standard deviation of the map's size, widened where print and depth disagree; 0 without markers.
  private var sizeDeviation: Double { (calibration.sizeSigma ?? 0) * calibration.scaleWidening }

  /// The part of the scale's relative standard deviation that comes from the size of the print.
  ///
  /// The adjustment weighs print and depth by the inverse of their variances. With σ_p of the print alone and σ of all, the
  /// print has the weight σ² / σ_p², and brings in σ² / σ_p.
  public func printDeviation(_ options: ReconstructionOptions = ReconstructionOptions()) -> Double {
    let (all, print) = (calibration.sizeSigma ?? 0, options.tracking.printSigma)
    guard all > 0, print > 0 else { return 0 }
    return min(all, all * all / print) * calibration.scaleWidening
  }

  /// By how much the markers of a cap that is stretched at the crown are larger on average, as the adjustment weighs
  /// them, as a share of that. Simulated scans of two heads, Docs/decisions/measures.md (Stretched cloth is in the
  /// interval).
  private static let stretchOnAverage = 0.32
  /// By how much of itself the surface may be too small at most because the cap's cloth is stretched and the markers with it:
  /// by what they are larger on average, times the weight of the print in the map's size. 0 without markers.
  public func stretchEffect(_ options: ReconstructionOptions = ReconstructionOptions()) -> Double {
    let (all, print) = (calibration.sizeSigma ?? 0, options.tracking.printSigma)
    guard all > 0, print > 0 else { return 0 }
    return min(1, all * all / (print * print)) * options.surfaceError.stretch * Self.stretchOnAverage
  }

  /// Whether the focal length was estimated from the scan.
  public var focalIsEstimated: Bool { calibration.focalScale.sigma > 0 }

  /// The part of the scale's relative standard deviation that comes from a focal length that was not estimated: 0.4 %, by
  /// which factory values differ from calibrated ones on good devices. One that was is a part of the map's size.
  public func focalDeviation(_ options: SurfaceErrorOptions = SurfaceErrorOptions()) -> Double {
    focalIsEstimated ? 0 : options.focal
  }

  /// The relative standard deviation of corrected depth at the usual distance, widened where print and depth disagree.
  public var depthDeviation: Double {
    let offset = usualDepth > 0 ? calibration.depthOffset.sigma / usualDepth : 0
    let scale = calibration.depthScale.sigma
    return calibration.scaleWidening * (scale * scale + offset * offset).squareRoot()
  }

  /// The median depth of the markers in metres.
  public var usualDepth: Double {
    RobustStatistics.median(observations.flatMap { $0.markers.compactMap { $0.metric?.points[0].z } })
  }
}

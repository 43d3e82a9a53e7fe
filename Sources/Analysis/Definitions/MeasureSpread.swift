import Geometry

/// The spread of one measure: draws of it, and the standard deviation of what the draws don't hold.
struct MeasureSpread {
  /// Values under landmarks drawn from their errors; for measures of asymmetry signed, see ``MeasureName/fold``.
  var samples: [Double] = []
  /// The standard deviation due to the surface (its noise, its scale, its holes) and the cap's thickness.
  var surface = 0.0

  /// The 95 % interval about a value: percentiles of the draws and 1.96 σ of the surface, in quadrature; nil where it has no
  /// finite bounds.
  func interval(about value: Double) -> ClosedRange<Double>? {
    let ends = (RobustStatistics.quantile(samples, 0.025), RobustStatistics.quantile(samples, 0.975))
    // max(0, NaN) would be 0.
    guard ends.0.isFinite, ends.1.isFinite else { return nil }
    let (low, high) = (max(0, value - ends.0), max(0, ends.1 - value))
    let s = 1.959964 * surface
    return ClosedRange(finite: value - (low * low + s * s).squareRoot(), value + (high * high + s * s).squareRoot())
  }
}

import Geometry

/// The spread of one measure: draws of it, and the standard deviation of what the draws don't hold.
struct MeasureSpread {
  /// Values under landmarks drawn from their errors and a cap that stands off; for measures of asymmetry signed, see
  /// ``MeasureName/fold``.
  var samples: [Double] = []
  /// The standard deviation due to the surface (its noise, its shape, its scale, its holes) and the cap.
  var surface = 0.0
  /// The draws of ``samples`` with a cap that lies on the head everywhere; nil where that is what ``samples`` are.
  var tight: [Double]?
  /// The draws of ``samples`` on a head that is larger by what stretched cloth hides; nil where nothing is known to be stretched.
  var stretched: [Double]?

  /// The 95 % interval about a value: percentiles of the draws and 1.96 σ of the surface, in quadrature; nil where it has no
  /// finite bounds. That a cap may stand off, or be stretched, lengthens one side and does not shorten the other.
  func interval(about value: Double) -> ClosedRange<Double>? {
    let quantile = { (share: Double) in
      [samples, tight, stretched].compactMap { $0.map { RobustStatistics.quantile($0, share) } }.sorted()
    }
    let ends = (quantile(0.025).first!, quantile(0.975).last!)
    // max(0, NaN) would be 0.
    guard ends.0.isFinite, ends.1.isFinite else { return nil }
    let (low, high) = (max(0, value - ends.0), max(0, ends.1 - value))
    let s = Estimate.normalReach * surface
    return ClosedRange(finite: value - (low * low + s * s).squareRoot(), value + (high * high + s * s).squareRoot())
  }
}

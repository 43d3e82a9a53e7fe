import Geometry

/// How the uncertainty of measures is computed.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  public var draws: Int
  /// The seed of the draws.
  public var seed: UInt64
  /// The standard deviation of the surface's radius at one place, in metres, independent between places 30° apart.
  public var surfaceStandardDeviation: Double
  /// The standard deviation of the surface's scale, relative; ratios and angles don't feel it.
  public var scaleStandardDeviation: Double

  /// Options from their values.
  public init(
    draws: Int = 200, seed: UInt64 = 20_240_501, surfaceStandardDeviation: Double = 0.0003,
    scaleStandardDeviation: Double = 0
  ) {
    self.draws = draws
    self.scaleStandardDeviation = scaleStandardDeviation
    self.seed = seed
    self.surfaceStandardDeviation = surfaceStandardDeviation
  }
}

/// The spread of one measure: draws of it, and the standard deviation of what the draws don't hold.
struct MeasureSpread {
  /// Values under landmarks drawn from their errors; for measures of asymmetry signed, see ``MeasureName/fold``.
  var samples: [Double] = []
  /// The standard deviation due to the surface: its noise and its scale.
  var surface = 0.0

  /// The 95 % interval about a value: percentiles of the draws and 1.96 σ of the surface, in quadrature.
  func interval(about value: Double) -> ClosedRange<Double> {
    let low = max(0, value - RobustStatistics.quantile(samples, 0.025))
    let high = max(0, RobustStatistics.quantile(samples, 0.975) - value)
    let s = 1.959964 * surface
    return (value - (low * low + s * s).squareRoot())...(value + (high * high + s * s).squareRoot())
  }
}

extension MeasureName {
  /// The value of perfect symmetry for measures that lose the side of an asymmetry, nil for others.
  ///
  /// Their errors act on the signed difference, so draws carry the sign (positive: the left-front diagonal is longer),
  /// and only the interval is folded back.
  var fold: Double? {
    switch self {
    case .cva, .cvai, .cvaiShorter: 0
    case .oddi: 100
    default: nil
    }
  }

  /// An interval of signed values as an interval of the measure.
  func folded(_ interval: ClosedRange<Double>) -> ClosedRange<Double> {
    guard let fold else { return interval }
    let ends = [abs(interval.lowerBound), abs(interval.upperBound)].sorted()
    return fold + (interval.contains(0) ? 0 : ends[0])...fold + ends[1]
  }

  /// The standard deviation of a measure when the surface's radius has the standard deviation `r` metres at each place.
  ///
  /// Extents and diagonals have two ends, the difference of the diagonals four; a contour averages twelve places.
  func surfaceDeviation(_ r: Double, _ values: [MeasureName: Double]) -> Double {
    let mm = 1000 * r
    let (longer, shorter) = (
      max(values[.diagonalLeftFront] ?? .nan, values[.diagonalRightFront] ?? .nan),
      min(values[.diagonalLeftFront] ?? .nan, values[.diagonalRightFront] ?? .nan)
    )
    switch self {
    case .length, .width, .diagonalLeftFront, .diagonalRightFront: return mm * 2.0.squareRoot()
    case .circumference, .perimeter: return 2 * .pi * mm / 12.0.squareRoot()
    case .cva: return 2 * mm
    case .cvai: return 200 * mm / longer
    case .cvaiShorter, .oddi: return 200 * mm / shorter
    case .cranialIndex:
      let (l, w) = (values[.length] ?? .nan, values[.width] ?? .nan)
      return 100 * w / l * mm * (2 / (l * l) + 2 / (w * w)).squareRoot()
    case .earShift, .axisDifference: return 0
    }
  }
}

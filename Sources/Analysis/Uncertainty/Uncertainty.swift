import Geometry

/// How the uncertainty of measures is computed.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  public var draws: Int
  /// The seed of the draws.
  public var seed: UInt64
  /// The standard deviation of the surface's radius at one place, in metres, independent between places 30° apart.
  public var surfaceStandardDeviation: Double
  /// The standard deviation of the surface's scale, relative; angles and ratios don't feel it.
  public var scaleStandardDeviation: Double
  /// The standard deviation of the focal length, relative: a wrong one bends the head, and length and width change apart.
  public var focalStandardDeviation: Double

  /// Options from their values.
  public init(
    draws: Int = 200, seed: UInt64 = 20_240_501, surfaceStandardDeviation: Double = 0.0003,
    scaleStandardDeviation: Double = 0, focalStandardDeviation: Double = 0
  ) {
    self.draws = draws
    self.scaleStandardDeviation = scaleStandardDeviation
    self.focalStandardDeviation = focalStandardDeviation
    self.seed = seed
    self.surfaceStandardDeviation = surfaceStandardDeviation
  }
}

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
    // The greater of 0 and what is no number would be 0.
    guard ends.0.isFinite, ends.1.isFinite else { return nil }
    let (low, high) = (max(0, value - ends.0), max(0, ends.1 - value))
    let s = 1.959964 * surface
    return ClosedRange(finite: value - (low * low + s * s).squareRoot(), value + (high * high + s * s).squareRoot())
  }
}

/// The spread of every measure: the landmarks' errors by draws, the surface's and the cap's by their deviations.
struct Spreads {
  let nominal: Evaluation
  let draws: [Evaluation]
  let options: UncertaintyOptions
  let volumes: VolumeModel
  /// The standard deviation of each measure by the thickness of the cap, in its unit.
  var capDeviations: [MeasureName: Double] = [:]

  /// The share of the focal length's deviation by which length and width err apart: what bends a reconstruction is worth
  /// that much on 134 simulated scans (Docs/decisions/measures.md).
  private static let bending = 0.6

  /// The spread of a measure, or nil where more than a fifth of the draws lose it.
  subscript(name: MeasureName) -> MeasureSpread? {
    let samples = draws.compactMap { $0.signed(name, nominal: nominal) }.filter(\.isFinite)
    guard let value = nominal.values[name], samples.count * 10 >= options.draws * 8, !samples.isEmpty else {
      return nil
    }
    let noise =
      name.basis == .volume
      ? VolumeMeasures.deviation(name, volumes, radius: options.surfaceStandardDeviation)
      : name.surfaceDeviation(options.surfaceStandardDeviation, nominal.values)
    let scale =
      name == .cranialIndex
      ? Self.bending * options.focalStandardDeviation * value : name.power * options.scaleStandardDeviation * value
    let cap = capDeviations[name] ?? 0
    return MeasureSpread(samples: samples, surface: (noise * noise + scale * scale + cap * cap).squareRoot())
  }

  /// The 95 % interval of a measure; nil where it is lost or has no finite bounds.
  func interval(_ name: MeasureName) -> ClosedRange<Double>? {
    guard let spread = self[name], let signed = nominal.signed(name, nominal: nominal),
      let interval = spread.interval(about: signed)
    else { return nil }
    if name == .rsi { return ClosedRange(finite: max(0, interval.lowerBound), interval.upperBound) }
    return name.fold?.interval(ofSigned: interval) ?? interval
  }
}

extension MeasureName {
  /// The standard deviation of a measure of the section when the surface's radius has the standard deviation `r` metres
  /// at each place.
  ///
  /// Extents and diagonals have two ends, the difference of the diagonals four; a contour averages twelve places. The
  /// radial symmetry index adds 22 radii, two at each of eleven independent places.
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
    // The diagonals at 40° are about as long as those of the protocol; where these are missing, as the width.
    case .oclr: return 200 * mm / (shorter.isFinite ? shorter : values[.width] ?? .nan)
    case .rsi: return 2 * 11.0.squareRoot() * mm
    case .cranialIndex:
      let (l, w) = (values[.length] ?? .nan, values[.width] ?? .nan)
      return 100 * w / l * mm * (2 / (l * l) + 2 / (w * w)).squareRoot()
    default: return 0
    }
  }
}

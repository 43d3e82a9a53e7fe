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
  /// The share of the focal length's deviation by which length and width err apart.
  public var bending: Double

  /// Options from their values; those that are not given are the defaults of a mesh of another scanner.
  public init(
    draws: Int? = nil, seed: UInt64? = nil, surfaceStandardDeviation: Double? = nil,
    scaleStandardDeviation: Double = 0, focalStandardDeviation: Double = 0,
    _ options: IntervalOptions = IntervalOptions()
  ) {
    (self.draws, bending) = (draws ?? options.draws, options.bending)
    self.scaleStandardDeviation = scaleStandardDeviation
    self.focalStandardDeviation = focalStandardDeviation
    self.seed = seed ?? UInt64(options.seed)
    self.surfaceStandardDeviation = surfaceStandardDeviation ?? options.surfaceDeviation
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
      ? options.bending * options.focalStandardDeviation * value : name.power * options.scaleStandardDeviation * value
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

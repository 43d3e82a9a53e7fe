import Geometry

/// How the uncertainty of measures is computed.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  public var draws: Int
  /// The seed of the draws.
  public var seed: UInt64
  /// The standard deviation of the surface's radius at one place, in metres, independent between places 30° apart.
  public var surfaceStandardDeviation: Double
  /// The standard deviation of the surface's scale, relative; angles and ratios are not affected.
  public var scaleStandardDeviation: Double
  /// The standard deviation of the focal length, relative: a wrong one bends the head, and length and width change
  /// differently.
  public var focalStandardDeviation: Double
  /// The share of the focal length's deviation by which the errors of length and width differ.
  public var bending: Double
  /// The least share of the draws that must keep a measure.
  public var keptDraws: Double
  /// What else is known to be uncertain, by the name of its source: the standard deviation of each measure that it acts
  /// on, in the measure's unit.
  public var sources: [String: [MeasureName: Double]] = [:]

  /// Options from their values; those that are not given are the defaults of a mesh of another scanner.
  public init(
    draws: Int? = nil, seed: UInt64? = nil, surfaceStandardDeviation: Double? = nil,
    scaleStandardDeviation: Double = 0, focalStandardDeviation: Double = 0,
    _ options: IntervalOptions = IntervalOptions()
  ) {
    (self.draws, bending, keptDraws) = (draws ?? options.draws, options.bending, options.keptDraws)
    self.scaleStandardDeviation = scaleStandardDeviation
    self.focalStandardDeviation = focalStandardDeviation
    self.seed = seed ?? UInt64(options.seed)
    self.surfaceStandardDeviation = surfaceStandardDeviation ?? options.surfaceDeviation
  }
}

/// The spread of every measure: the landmarks' errors as draws, the surface's and the cap's as standard deviations.
struct Spreads {
  let nominal: Evaluation
  let draws: [Evaluation]
  let options: UncertaintyOptions
  let volumes: VolumeModel
  /// The standard deviation of each measure due to the cap, in its unit.
  var capDeviations: [MeasureName: Double] = [:]

  /// The spread of a measure, or nil where too many of the draws lose it.
  subscript(name: MeasureName) -> MeasureSpread? {
    let samples = draws.compactMap { $0.signed(name, nominal: nominal) }.filter(\.isFinite)
    guard let value = nominal.values[name], Double(samples.count) >= options.keptDraws * Double(options.draws),
      !samples.isEmpty
    else { return nil }
    let noise =
      name.basis == .volume
      ? VolumeMeasures.deviation(name, volumes, radius: options.surfaceStandardDeviation)
      : name.traits.deviation(MeasureName.Noise(mm: 1000 * options.surfaceStandardDeviation, values: nominal.values))
    let scale =
      name == .cranialIndex
      ? options.bending * options.focalStandardDeviation * value : name.power * options.scaleStandardDeviation * value
    let cap = capDeviations[name] ?? 0
    let others = options.sources.sorted { $0.key < $1.key }.reduce(0) { $0 + square($1.value[name] ?? 0) }
    return MeasureSpread(samples: samples, surface: (noise * noise + scale * scale + cap * cap + others).squareRoot())
  }

  private func square(_ x: Double) -> Double { x * x }

  /// The 95 % interval of a measure; nil where it is lost or has no finite bounds.
  func interval(_ name: MeasureName) -> ClosedRange<Double>? {
    guard let interval = signedInterval(name) else { return nil }
    if name == .rsi { return ClosedRange(finite: max(0, interval.lowerBound), interval.upperBound) }
    return name.fold?.interval(ofSigned: interval) ?? interval
  }

  /// The same of the measure with its side.
  func signedInterval(_ name: MeasureName) -> ClosedRange<Double>? {
    guard let spread = self[name], let signed = nominal.signed(name, nominal: nominal) else { return nil }
    return spread.interval(about: signed)
  }
}

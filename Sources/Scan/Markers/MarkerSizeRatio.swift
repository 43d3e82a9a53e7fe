import Diagnostics
import Geometry

/// The size of a cap's markers, measured in depth, over the printed one, and whether that is plausible.
///
/// The markers show it before anything is reconstructed, so a wrong focal length or a wrong `marker_size_mm` appears
/// here first.
public struct MarkerSizeRatio: Sendable, Equatable {
  /// The median over all sightings of the cap's ids that have depth; NaN without any.
  public let value: Double
  /// The standard deviation of one sighting.
  public let deviation: Double

  /// The ratio of some frames.
  public init(_ frames: [FrameObservations], cap: Cap) {
    let ratios = frames.flatMap { frame in
      frame.markers.compactMap { cap.contains($0.id) ? $0.metric.map { $0.side / cap.markerSize } : nil }
    }
    (value, deviation) = (RobustStatistics.median(ratios), RobustStatistics.sigma(ratios))
  }

  /// What is wrong with the ratio; nil where nothing is, or where there is no ratio.
  ///
  /// - Parameters:
  ///   - focalScale: the true focal length over the given one, where it is known: the ratio is stated as measured, and
  ///     judged with the focal length corrected.
  ///   - usable: the ratios at which nothing is.
  ///   - unitsPerMetre: how many units of depth make a metre, where it is known.
  public func fault(
    focalScale: Double = 1, usable: ClosedRange<Double> = ScreeningOptions().usableSizes, unitsPerMetre: Double? = nil
  ) -> Finding? {
    let corrected = value / focalScale
    guard corrected.isFinite, !usable.contains(corrected) else { return nil }
    var values: [String: FindingValue] = [
      "ratio": Self.shown(value), "low": .number(usable.lowerBound, decimals: 2),
      "high": .number(usable.upperBound, decimals: 2),
    ]
    if Self.text(value) != Self.text(corrected) { values["corrected"] = Self.shown(corrected) }
    if let units = unitsPerMetre.flatMap({ units(insteadOf: $0) }) { values["units"] = Self.shown(units: units) }
    return Finding(.markersSize, values)
  }

  /// The usual unit of depth that would make the markers about as large as they are printed; nil where none would.
  ///
  /// - Parameter taken: how many units were taken to make a metre.
  func units(insteadOf taken: Double) -> Double? {
    Self.usualUnits.first { units in
      units != taken && abs(value * taken / units - 1) < Self.unitTolerance
    }
  }

  /// How many units of depth make a metre where recorders, or programs after them, choose it: metres, centimetres,
  /// millimetres, halves of these, a RealSense L515's (4000), TUM's (5000), an SR300's (8000), a D405's and OpenNI's
  /// (10,000), micrometres.
  private static let usualUnits: [Double] = [1, 100, 1000, 2000, 4000, 5000, 8000, 10_000, 1_000_000]
  /// How far intrinsics and print together may be off at the same time, relative; units differ by a fifth or more.
  private static let unitTolerance = 0.06

  /// How many units make a metre, as `--depth-scale` takes it.
  static func shown(units: Double) -> FindingValue { .exact(units) }

  /// Three decimals, as the ratio is printed wherever it is named.
  public static func text(_ ratio: Double) -> String {
    ratio < 1e6 ? ratio.fixed(decimals: 3) ?? "–" : "–"
  }

  /// The ratio as a value of findings.
  public static func shown(_ ratio: Double) -> FindingValue {
    .number(ratio < 1e6 ? ratio : .nan, decimals: 3)
  }
}

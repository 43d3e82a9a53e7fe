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
  public func fault(
    focalScale: Double = 1, usable: ClosedRange<Double> = ScreeningOptions().usableSizes
  ) -> Finding? {
    let corrected = value / focalScale
    guard corrected.isFinite, !usable.contains(corrected) else { return nil }
    var values: [String: FindingValue] = [
      "ratio": Self.shown(value), "low": .number(usable.lowerBound, decimals: 2),
      "high": .number(usable.upperBound, decimals: 2),
    ]
    if Self.text(value) != Self.text(corrected) { values["corrected"] = Self.shown(corrected) }
    return Finding(.markersSize, values)
  }

  /// Three decimals, as the ratio is printed wherever it is named.
  public static func text(_ ratio: Double) -> String {
    ratio < 1e6 ? ratio.fixed(decimals: 3) ?? "–" : "–"
  }

  /// The same as a value of findings.
  public static func shown(_ ratio: Double) -> FindingValue {
    .number(ratio < 1e6 ? ratio : .nan, decimals: 3)
  }
}

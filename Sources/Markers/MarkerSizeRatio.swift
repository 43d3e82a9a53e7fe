import Diagnostics
import Geometry

/// The size of a cap's markers, measured in depth, over the printed one, and what is thought of it.
///
/// The markers tell this before anything is reconstructed, so a wrong focal length or a wrong `marker_size_mm` shows here
/// first.
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

  /// What is wrong with the ratio, for people; nil where nothing is, or where there is no ratio.
  ///
  /// - Parameter focalScale: the true focal length over the given one, as far as it is known: it is given as it is read
  ///   and judged with that put right.
  public func fault(focalScale: Double = 1, options: ScreeningOptions = ScreeningOptions()) -> String? {
    let usable = options.usableSizes
    let corrected = value / focalScale
    guard corrected.isFinite, !usable.contains(corrected) else { return nil }
    let (read, right) = (Self.text(value), Self.text(corrected))
    let correction = read == right ? "" : " (\(right) with the focal length that the images tell)"
    return
      "markers measure \(read) of their printed size in depth\(correction), where \(usable.lowerBound) to \(usable.upperBound) can be used: "
      + "the intrinsics or the cap file's marker_size_mm are wrong"
  }

  /// Three decimals, as the ratio is printed wherever it is named.
  public static func text(_ ratio: Double) -> String {
    ratio < 1e6 ? ratio.fixed(decimals: 3) ?? "–" : "–"
  }
}

import Analysis
import PointClouds

/// Colours for signed distances: blue inside, white at zero, red outside, grey where there is none; blue and red are told
/// apart by every kind of colour vision (ColorBrewer RdBu).
public struct DistanceColors: Sendable {
  /// The distance in metres at which the colour is full.
  public let limit: Double

  /// A scale that holds 95 % of the distances of a vault: a round number of millimetres, at least one.
  public init(_ summary: DistanceSummary) {
    let reach = 1000 * max(abs(summary.low), abs(summary.high))
    limit = ([1, 2, 3, 5, 10, 20].first { reach <= $0 } ?? 30) / 1000
  }

  private static let stops: [SIMD3<Float>] = [
    [5, 48, 97], [67, 147, 195], [247, 247, 247], [214, 96, 77], [103, 0, 31],
  ]

  /// The colour of a distance in metres.
  public func color(_ distance: Double) -> SIMD3<UInt8> {
    guard distance.isFinite else { return [150, 150, 150] }
    let at = Float(min(1, max(-1, distance / limit)) + 1) * 2
    let index = min(3, Int(at))
    let mixed = Self.stops[index] + (Self.stops[index + 1] - Self.stops[index]) * (at - Float(index))
    return [UInt8(mixed.x.rounded()), UInt8(mixed.y.rounded()), UInt8(mixed.z.rounded())]
  }
}

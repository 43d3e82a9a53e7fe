import Geometry

/// The sides of a map's markers that tell of the print's size.
///
/// Where the edge of the cap or an ear covers a part of a marker, a corner is found where there is none, and a stray print of
/// the cap's may be larger: such sides are 15 % off, and a few of them outweigh what all others say about a tenth of a percent.
struct PrintedSides {
  private let range: ClosedRange<Double>
  /// Their lengths in metres.
  let lengths: [Double]

  init(of map: MarkerMap, _ options: TrackingOptions = TrackingOptions()) {
    let sides = map.ids.flatMap { map.markers[$0]!.sides }
    let (median, sigma) = (RobustStatistics.median(sides), RobustStatistics.sigma(sides))
    let reach = sigma.isFinite ? options.sideDeviations * sigma : 0
    range = sides.isEmpty ? 0...0 : (median - reach)...(median + reach)
    lengths = sides.filter(range.contains)
  }

  /// Whether a side of that length (metres) is one of them.
  func tells(_ side: Double) -> Bool { range.contains(side) }
}

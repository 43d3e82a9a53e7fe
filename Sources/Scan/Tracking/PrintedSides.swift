import Geometry

/// The sides of a map's markers that show the print's size.
///
/// Where the edge of the cap or an ear covers a part of a marker, a corner is found in the wrong place, and a stray
/// print may be larger than the cap's. Such sides are 15 % off; a few of them outweigh what all others show to a tenth
/// of a percent.
struct PrintedSides {
  /// How many robust standard deviations a side may be off the median of all to count for the print's size. See
  /// Docs/decisions/tracking.md (Sides with a spoilt corner are left out); the number itself was not varied.
  private static let deviations = 3.0

  private let range: ClosedRange<Double>
  /// Their lengths in metres.
  let lengths: [Double]

  init(of map: MarkerMap) {
    let sides = map.ids.flatMap { map.markers[$0]!.sides }
    let (median, sigma) = (RobustStatistics.median(sides), RobustStatistics.sigma(sides))
    let reach = sigma.isFinite ? Self.deviations * sigma : 0
    range = sides.isEmpty ? 0...0 : (median - reach)...(median + reach)
    lengths = sides.filter(range.contains)
  }

  /// Whether a side of that length (metres) is one of them.
  func tells(_ side: Double) -> Bool { range.contains(side) }
}

extension Adjustment {
  /// How many of their standard deviations print and depth differ by in the head's size.
  ///
  /// Both measure one scale, and the adjustment pulls each away from what its prior says; the squares of the two pulls
  /// add up to χ² with one degree of freedom. Where its root is above 1, deviations of the scale are too small by that
  /// factor (Birge 1932, "The calculation of errors by the method of least squares").
  func scaleTension(markerSide: Double, _ options: TrackingOptions) -> Double {
    guard options.depthScalePrior > 0, options.printSigma > 0, !map.markers.isEmpty else { return 0 }
    let sides = PrintedSides(of: map).lengths
    let print = (RobustStatistics.mean(sides) / markerSide - 1) / options.printSigma
    let depth = (calibration.depthScale.value - 1) / options.depthScalePrior
    return (print * print + depth * depth).squareRoot()
  }
}

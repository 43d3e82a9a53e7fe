import Geometry

extension Adjustment {
  /// By how many of their standard deviations print and depth contradict each other about the head's size.
  ///
  /// Both measure one scale, and the adjustment pulls each away from what its prior says; the squares of the two pulls add
  /// up to χ² with one degree of freedom. Where its root is above 1, deviations of the scale are too small by that factor
  /// (Birge 1932, "The calculation of errors by the method of least squares").
  func scaleTension(markerSide: Double, _ options: TrackingOptions) -> Double {
    guard options.depthScalePrior > 0, options.printSigma > 0, !map.markers.isEmpty else { return 0 }
    let sides = PrintedSides(of: map, options).lengths
    let print = (RobustStatistics.mean(sides) / markerSide - 1) / options.printSigma
    let depth = (calibration.depthScale.value - 1) / options.depthScalePrior
    return (print * print + depth * depth).squareRoot()
  }
}

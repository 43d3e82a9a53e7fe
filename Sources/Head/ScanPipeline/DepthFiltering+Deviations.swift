import Geometry
import Analysis
import DepthFilters

extension DepthFiltering {
  /// The standard deviation that filtered depth adds to each measure, in its unit; nil where it was not filtered.
  var deviations: [MeasureName: Double]? {
    guard fillsHoles || mayHideAveraging else { return nil }
    return Self.halfWidths.mapValues { filled, smoothed in
      let (a, b) = (fillsHoles ? filled : 0, mayHideAveraging ? smoothed : 0)
      return (a * a + b * b).squareRoot() / Estimate.normalReach
    }
  }

  /// The same as it is written, by the measures' keys.
  var writtenDeviations: [String: Double]? {
    deviations.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.rawValue, $1) }) }
  }

  /// The 95 % half-width that filled holes leave to each measure once ramps are dropped, and that of smoothed depth, whose
  /// average in time can't be seen: the largest deviations on two scans with eight filters, rounded up
  /// (Docs/methods/depth-filters.md). An average of which 0.4 is the new frame was measured for five of them: CVAI, cranial
  /// index, length, width and circumference. Those deviate up to 2.7 times as far with it as with 0.5, and so the others are
  /// taken to.
  static let halfWidths: [MeasureName: (filled: Double, smoothed: Double)] = [
    .length: (0.1, 1.4), .width: (0.1, 1.05), .cranialIndex: (0.06, 0.2),
    .circumference: (0.25, 4.4), .perimeter: (0.25, 4.4),
    .diagonalLeftFront: (0.12, 1.8), .diagonalRightFront: (0.12, 1.8),
    .cva: (0.15, 0.9), .cvai: (0.1, 0.65), .cvaiShorter: (0.12, 0.7), .oddi: (0.12, 0.7), .oclr: (0.06, 0.85),
    .rsi: (0.2, 2.0),
    .volume: (1.7, 40), .volumeLeftFront: (1.1, 17), .volumeRightFront: (0.3, 11), .volumeLeftBack: (0.25, 9.2),
    .volumeRightBack: (0.4, 3.3),
    .asr: (0.25, 1.8), .acai: (0.25, 1.8), .psr: (0.1, 2.6), .pcai: (0.1, 2.6),
    .earShift: (0.04, 1.0), .axisDifference: (0.02, 0.6),
  ]
}
